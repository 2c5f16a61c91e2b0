"""Colours for the parts of a text report on a terminal."""

from __future__ import annotations

from harmonies_cli.palette import PAINTS
from harmonies_cli.report.picture.canvas import Style

__all__ = ["paint"]

_LETTER_OF = {"trees": "L", "mountains": "M", "fields": "F", "buildings": "H", "water": "W"}
_BOLD = Style(bold=True)
_STYLES = {
    "fault": Style(ink=1, bold=True),
    "hint": Style(ink=6),
    **{
        row: Style(PAINTS[letter].terminal.ink, PAINTS[letter].terminal.body, bold=True)
        for row, letter in _LETTER_OF.items()
    },
}


def paint(text: str, part: str) -> str:
    """Return a text between the escape sequences for a part of a report.

    Parameters
    ----------
    text
        The text, as wide as the painted area.
    part
        A row of the pad (landscapes have their token's colour), or ``fault`` or ``hint``; anything else
        is bold.
    """
    return _STYLES.get(part, _BOLD).paint(text)
