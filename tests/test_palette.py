"""Letters are readable on every token."""

from __future__ import annotations

import pytest

from harmonies_cli.palette import FAINT, INK, LINE_OF, MARK, PAINTS, PAPER, TERMINAL_MARK
from harmonies_cli.rules.board.tokens import LETTERS

READABLE = 4.5
"""The minimum contrast of ordinary text by the Web Content Accessibility Guidelines."""


def luminance(red: int, green: int, blue: int) -> float:
    parts = [part / 255 for part in (red, green, blue)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def of_hex(colour: str) -> float:
    return luminance(*bytes.fromhex(colour[1:]))


def of_palette(number: int) -> float:
    """Return the luminance of a colour of the 256-colour palette, above the 16 that terminals set themselves."""
    assert number >= 16
    if number >= 232:
        return luminance(*[8 + 10 * (number - 232)] * 3)
    steps = (0, 95, 135, 175, 215, 255)
    return luminance(steps[(number - 16) // 36], steps[(number - 16) // 6 % 6], steps[(number - 16) % 6])


def contrast(one: float, other: float) -> float:
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


@pytest.mark.parametrize("letter", LETTERS)
def test_a_tokens_letter_is_readable(letter: str) -> None:
    paint = PAINTS[letter]
    assert contrast(of_hex(paint.body), of_hex(paint.ink)) >= READABLE
    assert contrast(of_palette(paint.terminal.body), of_palette(paint.terminal.ink)) >= READABLE


def test_text_on_paper_and_on_every_ground_is_readable() -> None:
    for ground in (PAPER, *(paint.ground for paint in PAINTS.values())):
        assert contrast(of_hex(INK), of_hex(ground)) >= READABLE
        assert contrast(of_hex(FAINT), of_hex(ground)) >= 3.5
    assert contrast(of_hex(MARK), of_hex(PAPER)) >= READABLE
    assert contrast(of_palette(TERMINAL_MARK.body), of_palette(TERMINAL_MARK.ink)) >= READABLE


def test_outlines_stand_out_from_the_ground() -> None:
    for colour in LINE_OF.values():
        assert contrast(of_hex(colour), of_hex(PAPER)) >= 3
