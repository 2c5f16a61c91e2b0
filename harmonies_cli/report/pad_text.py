"""The pad drawn with characters, players side by side as far as the width goes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from harmonies_cli.records.outcome import ScoredRecord
from harmonies_cli.report.display import display_width, fitted, on_terminal, shortened
from harmonies_cli.report.names import heading_of
from harmonies_cli.report.pad import Entry, PadRow, pad
from harmonies_cli.report.picture.canvas import PLAIN, Style
from harmonies_cli.report.picture.palette import PAINTS
from harmonies_cli.report.terminal import Terminal

__all__ = ["BOLD", "row_style", "text_pad"]

BOLD = Style(bold=True)
_LETTER_OF = {"trees": "L", "mountains": "M", "fields": "F", "buildings": "H", "water": "W"}
_EMPHASISED = frozenset(("landscapes", "animals", "total", "rank", "suns"))
_LONGEST_NAME = 24


class _Lines(NamedTuple):
    across: str
    down: str
    top: str
    middle: str
    bottom: str


_UNICODE = _Lines("─", "│", "┌┬┐", "├┼┤", "└┴┘")
_ASCII = _Lines("-", "|", "+++", "+++", "+++")


def row_style(row: str) -> Style:
    """Return how a row's label is painted: the landscapes in their token's colours."""
    if row in _LETTER_OF:
        paint = PAINTS[_LETTER_OF[row]].terminal
        return Style(paint.ink, paint.body, bold=True)
    return BOLD


def text_pad(record: ScoredRecord, terminal: Terminal, *, solo: bool = False) -> list[str]:
    """Return the lines of a record's pad.

    Parameters
    ----------
    record
        The record.
    terminal
        What the output can show; players for whom there is no room go into a further table below.
    solo
        Whether it was a solo game.
    """
    if not record.players:
        return []
    return list(_Table(record, terminal, solo).lines())


class _Table:
    def __init__(self, record: ScoredRecord, terminal: Terminal, solo: bool) -> None:
        self._terminal = terminal
        self._signs = _UNICODE if terminal.unicode else _ASCII
        self._groups = pad(record, solo=solo)
        rows = [row for group in self._groups for row in group]
        self._label = max(display_width(row.label) for row in rows)
        entries = [entry for row in rows for lines in row.entries for entry in lines]
        self._what, self._cubes, self._number = (max(map(len, column)) for column in zip(*entries, strict=True))
        inner = self._what + self._cubes + self._number + 2 * (self._what > 0) + 2 * (self._cubes > 0)
        names = [on_terminal(heading_of(sheet), unicode=terminal.unicode) for sheet in record.players]
        longest = min(_LONGEST_NAME, terminal.width - self._label - 7)
        self._inner = max(inner, min(longest, max(map(display_width, names))))
        self._names = [shortened(name, self._inner, unicode=terminal.unicode) for name in names]

    def lines(self) -> Iterator[str]:
        players = len(self._names)
        room = max(1, (self._terminal.width - self._label - 4) // (self._inner + 3))
        tables = -(-players // room)
        across = -(-players // tables)
        for first in range(0, players, across):
            if first:
                yield ""
            yield from self._table(range(first, min(players, first + across)))

    def _table(self, players: Sequence[int]) -> Iterator[str]:
        yield self._rule(self._signs.top, players)
        yield self._line("", PLAIN, [fitted(self._names[player], self._inner) for player in players], BOLD)
        for group in self._groups:
            yield self._rule(self._signs.middle, players)
            for row in group:
                yield from self._row(row, players)
        yield self._rule(self._signs.bottom, players)

    def _row(self, row: PadRow, players: Sequence[int]) -> Iterator[str]:
        entries = [row.entries[player] for player in players]
        style = BOLD if row.row in _EMPHASISED else PLAIN
        for number in range(max(map(len, entries))):
            cells = [self._cell(lines[number] if number < len(lines) else Entry()) for lines in entries]
            yield self._line("" if number else row.label, PLAIN if number else row_style(row.row), cells, style)

    def _cell(self, entry: Entry) -> str:
        left = fitted(entry.what, self._what)
        if self._cubes:
            left = f"{left}  {entry.cubes:>{self._cubes}}"
        return left + fitted(entry.number, self._inner - len(left), right=True)

    def _line(self, label: str, label_style: Style, cells: Sequence[str], style: Style) -> str:
        down = self._signs.down
        painted = [self._painted(f" {cell} ", style) for cell in cells]
        return down + down.join([self._painted(f" {fitted(label, self._label)} ", label_style), *painted]) + down

    def _painted(self, text: str, style: Style) -> str:
        return style.paint(text) if self._terminal.colour else text

    def _rule(self, corners: str, players: Sequence[int]) -> str:
        left, cross, right = tuple(corners)
        widths = [self._label, *(self._inner for _ in players)]
        return left + cross.join(self._signs.across * (width + 2) for width in widths) + right
