"""Names of people as they may safely be drawn: on one line, no longer than there is room for."""

from __future__ import annotations

from collections.abc import Callable

from harmonies_cli.report.display import display_width

__all__ = ["drawn_width", "shortened"]


def drawn_width(text: str) -> float:
    """Return about how wide a text is in the bold font of a drawing, in ems; rather too much than too little."""
    return sum(_ems(letter) for letter in text)


def shortened(text: str, width: float, measure: Callable[[str], float] = display_width) -> str:
    """Return a text cut to a width, with an ellipsis where something is left out."""
    if measure(text) <= width:
        return text
    kept, room = "", width - measure("…")
    for letter in text:
        room -= measure(letter)
        if room < 0:
            break
        kept += letter
    return kept.rstrip() + "…"


def _ems(letter: str) -> float:
    if letter in "MW@%":
        return 1.15
    if letter.isupper():
        return 0.9
    columns = display_width(letter)
    return 1.0 if columns == 2 else 0.68 * columns
