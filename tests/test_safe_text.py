from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harmonies_cli.safe_text import cell, printable, safe


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@x", "'@x"),
        ("\tx", "x"),
        ("\r=x", "'=x"),
        (" \n=x", "'=x"),
        ("＝x", "'＝x"),
        ("-", "-"),
        ("a=b", "a=b"),
        ("a\nb", "a b"),
        ("\x1b[2J", "�[2J"),
        ("=\x1b", "'=�"),
        ('漢字, "x"', '漢字, "x"'),
    ],
)
def test_texts_are_not_formulas_and_cannot_drive_a_terminal(text: str, shown: str) -> None:
    assert cell(text) == shown


def test_safe_keeps_blanks_for_excerpts() -> None:
    assert safe("  5 |\tx\x1b") == "  5 |�x�"


@given(st.text(st.characters(exclude_categories=())))
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
