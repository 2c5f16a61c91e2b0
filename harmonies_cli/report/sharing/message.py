"""A result as a chat message: names, totals and the pad, in at most twelve lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harmonies_cli.records.outcome import VerifiedRecord
from harmonies_cli.report.phrases import names_by_player, outcome_words
from harmonies_cli.report.text_layout import display_width, fitted, shortened
from harmonies_cli.rules.scoring.scoresheet import LANDSCAPE_ROWS, POINT_ROWS, Scoresheet

__all__ = ["chat_name", "message"]

_ROWS = (*LANDSCAPE_ROWS, "animals", "spirit", "total")
_WIDEST = 10
"""Columns of a name: four players fit on a phone, whose chats show about fifty letters a line."""
_OF_CHATS = str.maketrans({"`": "'", "@": "＠", "*": "＊", "_": "＿", "~": "∼", "|": "¦", "<": "‹", ">": "›"})
"""Signs that chats use to format text or mention people."""


def chat_name(name: str) -> str:
    """Return a name that formats nothing in a chat, mentions nobody and is not a link."""
    return name.translate(_OF_CHATS).replace("://", ":∕∕")


def message(found: VerifiedRecord, *, date: str | None = None, plain: bool = False) -> str:
    """Return the chat message for a finished record.

    Parameters
    ----------
    found
        The record, assessed.
    date
        When it was played, as recorded.
    plain
        Whether to write a player's rows in a line, for chats in proportional type; else in a monospace table.
    """
    day = f", {date[:10]}" if date else ""
    lines = [f"Harmonies{day}: {outcome_words(found, chat_name)}"]
    lines += _plain(found.players) if plain else _table(found.players)
    return "".join(f"{line}\n" for line in lines)


def _plain(sheets: Sequence[Scoresheet]) -> Iterator[str]:
    names = names_by_player(sheets)
    for sheet in sheets:
        rows = ", ".join(f"{row} {getattr(sheet, row)}" for row in POINT_ROWS if getattr(sheet, row) is not None)
        yield f"{chat_name(names[sheet.player])}: {rows or sheet.total}"


def _table(sheets: Sequence[Scoresheet]) -> Iterator[str]:
    names = [shortened(chat_name(name), _WIDEST) for name in names_by_player(sheets).values()]
    shown = [row for row in _ROWS if any(getattr(sheet, row) is not None for sheet in sheets)]
    label = max(map(len, shown))
    widths = [max(4, display_width(name)) for name in names]
    yield _line("", names, label, widths)
    for row in shown:
        yield _line(row.capitalize(), [_points(getattr(sheet, row)) for sheet in sheets], label, widths)


def _line(label: str, cells: Sequence[str], room: int, widths: Sequence[int]) -> str:
    joined = "  ".join(fitted(cell, width, right=True) for cell, width in zip(cells, widths, strict=True))
    return f"{fitted(label, room)}  {joined}".rstrip()


def _points(value: int | None) -> str:
    return "?" if value is None else str(value)
