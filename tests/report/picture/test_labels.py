"""Shortened names."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from harmonies_cli.report.picture.board_svg import drawn_width
from harmonies_cli.report.text_layout import display_width, shorten

ANY_TEXT = st.text(st.characters(exclude_categories=()))


@given(ANY_TEXT, st.integers(1, 30))
def test_shortened_text_fits_and_is_only_cut_where_it_must_be(text: str, width: int) -> None:
    short = shorten(text, width)
    assert display_width(short) <= width
    # Direction marks isolate text that runs from right to left.
    assert short == text or (display_width(text) > width and short.strip("\u200e").endswith("…"))


def test_wide_letters_take_more_room_in_a_drawing() -> None:
    assert drawn_width("W") > drawn_width("A") > drawn_width("a") > drawn_width("\u0301") == 0
    assert len(shorten("W" * 50, 20, measure=drawn_width)) < len(shorten("i" * 50, 20, measure=drawn_width)) < 50
