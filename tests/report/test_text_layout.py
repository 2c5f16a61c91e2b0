from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harmonies_cli.report.text_layout import display_width, encode_for, fit_width, in_ascii, on_terminal, shorten
from harmonies_cli.safe_text import printable

TEXTS = st.text(st.characters(exclude_categories=()), max_size=40)


@given(TEXTS)
def test_nothing_that_drives_a_terminal_is_left(text: str) -> None:
    shown = on_terminal(printable(text))
    assert not any(unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp") for letter in shown)
    assert not set(shown) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


@given(TEXTS)
def test_ascii_is_ascii(text: str) -> None:
    assert on_terminal(printable(text), unicode=False).isascii()


@given(TEXTS, st.integers(1, 30))
def test_a_shortened_text_fits(text: str, width: int) -> None:
    shown = on_terminal(printable(text))
    assert display_width(shorten(shown, width)) <= width
    assert display_width(fit_width(shorten(shown, width), width)) == width


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann \n\t Lee ", "Ann Lee"),
        ("Zoë", "Zoë"),
        ("a\x1b[31mb", "a�[31mb"),
        ("a\x9b2Jb", "a�2Jb"),
        ("a\x7fb", "a�b"),
        ("\ud800", "�"),
        ("a\u202eb", "a�b"),
        ("👨‍👩‍👧", "👨👩👧"),
        ("❤️", "❤"),
        ("e" + "\u0301" * 40, "é\u0301\u0301\u0301"),
        ("דנה", "\u200eדנה\u200e"),
        ("a\u200bb\ufeffc", "abc"),
    ],
)
def test_names_on_a_terminal(text: str, shown: str) -> None:
    assert on_terminal(printable(text)) == shown


@pytest.mark.parametrize(
    ("text", "width"),
    [("", 0), ("Zoë", 3), ("漢字", 4), ("👨👩", 4), ("\u200eדנה\u200e", 3), ("e\u0301", 1), ("한국어", 6)],
)
def test_width_in_columns(text: str, width: int) -> None:
    assert display_width(text) == width


@pytest.mark.parametrize(
    ("text", "width", "short"), [("Pauline", 7, "Pauline"), ("Pauline", 6, "Pauli…"), ("漢字漢字", 6, "漢字…")]
)
def test_shortened_ends_with_an_ellipsis(text: str, width: int, short: str) -> None:
    assert shorten(text, width) == short


def test_shortened_in_ascii() -> None:
    assert shorten("Pauline", 6, unicode=False) == "Pau..."


def test_in_ascii_keeps_the_letters_under_accents() -> None:
    assert in_ascii("Zoë Łukasz 漢") == "Zoe ?ukasz ?"
    assert in_ascii("Zoë, 日本…") == "Zoe, ??..."


@pytest.mark.parametrize(
    ("encoding", "shown"),
    [("ascii", b"Zoe - ? Inse"), ("cp1252", b"Zo\xeb - ? Ins\xe9"), ("utf-8", "Zoë - 狐 Insé".encode())],
)
def test_what_an_encoding_lacks_is_written_in_ascii(encoding: str, shown: bytes) -> None:
    assert encode_for("Zoë - 狐 Insé", encoding) == shown


@given(TEXTS)
def test_in_ascii_gives_nothing_but_ascii(text: str) -> None:
    assert in_ascii(text).isascii()


@pytest.mark.parametrize(("text", "width"), [("abc", 3), ("日本", 4), ("e\u0301", 1), ("", 0)])
def test_display_width_counts_terminal_columns(text: str, width: int) -> None:
    assert display_width(text) == width
