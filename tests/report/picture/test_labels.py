"""Names made safe and short."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harmonies_cli.report.display import display_width, in_ascii
from harmonies_cli.report.picture.labels import drawn_width, shortened
from harmonies_cli.safe_text import printable

ANY_TEXT = st.text(st.characters(exclude_categories=()))


@given(ANY_TEXT)
def test_printable_text_neither_drives_a_terminal_nor_breaks_a_line(text: str) -> None:
    shown = printable(text)
    assert "\x1b" not in shown
    assert len(shown.splitlines()) <= 1
    shown.encode()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Zoë  Łuk\nasz\t", "Zoë Łuk asz"),
        ("\x1b[31mred", "\ufffd[31mred"),
        ("a\u202eb", "a\ufffdb"),
        ("\ud800\ufffe\x00", "\ufffd\ufffd\ufffd"),
        ("👩\u200d🚀 שלום", "👩\u200d🚀 שלום"),
    ],
)
def test_only_what_cannot_be_drawn_is_replaced(text: str, shown: str) -> None:
    assert printable(text) == shown


@given(ANY_TEXT)
def test_in_ascii_gives_nothing_but_ascii(text: str) -> None:
    assert in_ascii(text).isascii()


def test_in_ascii_keeps_the_letters_under_accents() -> None:
    assert in_ascii("Zoë, 日本…") == "Zoe, ??..."


@pytest.mark.parametrize(("text", "width"), [("abc", 3), ("日本", 4), ("e\u0301", 1), ("", 0)])
def test_display_width_counts_terminal_columns(text: str, width: int) -> None:
    assert display_width(text) == width


@given(ANY_TEXT, st.integers(1, 30))
def test_shortened_text_fits_and_is_only_cut_where_it_must_be(text: str, width: int) -> None:
    short = shortened(text, width)
    assert display_width(short) <= width
    assert short == text or (display_width(text) > width and short.endswith("…"))


def test_wide_letters_take_more_room_in_a_drawing() -> None:
    assert drawn_width("W") > drawn_width("A") > drawn_width("a") > drawn_width("\u0301") == 0
    assert len(shortened("W" * 50, 20, drawn_width)) < len(shortened("i" * 50, 20, drawn_width)) < 50
