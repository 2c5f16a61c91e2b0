from __future__ import annotations

import pytest

from harmonies_cli.safe_text import cell, safe


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
        ('漢字, "x"', '漢字, "x"'),
    ],
)
def test_texts_are_no_formulas_and_drive_no_terminal(text: str, shown: str) -> None:
    assert cell(text) == shown


def test_safe_keeps_blanks_for_excerpts() -> None:
    assert safe("  5 |\tx\x1b") == "  5 |�x�"
