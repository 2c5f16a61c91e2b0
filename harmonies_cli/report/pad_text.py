"""The pad drawn with characters, players side by side as far as the width goes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harmonies_cli.records.outcome import ScoredRecord
from harmonies_cli.report.display import display_width, fitted, on_terminal, shortened
from harmonies_cli.report.names import heading_of
from harmonies_cli.report.pad import Entry, PadRow, pad
from harmonies_cli.report.terminal import Terminal

__all__ = ["text_pad"]

_EMPHASISED = frozenset(("landscapes", "animals", "total", "rank", "suns"))
_LONGEST_NAME = 24


_LINES = "─│┌┬┐├┼┤└┴┘"
_ASCII_LINES = "-|+++++++++"
"""Across, down, and the corners and crossings at the top, between rows, and at the bottom."""


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
        lines = _LINES if terminal.unicode else _ASCII_LINES
        self._across, self._down, self._corners = lines[0], lines[1], lines[2:]
        self._groups = pad(record, solo=solo)
        rows = [row for group in self._groups for row in group]
        self._label = max(display_width(row.label) for row in rows)
        entries = [entry for row in rows for lines in row.entries for entry in lines]
        self._what = max(len(entry.what) for entry in entries)
        self._cubes = max(len(entry.cubes) for entry in entries)
        inner = self._what + self._cubes + max(len(entry.number) for entry in entries)
        inner += 2 * (self._what > 0) + 2 * (self._cubes > 0)
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
        yield self._rule(0, players)
        yield self._line("", "", [fitted(self._names[player], self._inner) for player in players], bold=True)
        for group in self._groups:
            yield self._rule(1, players)
            for row in group:
                yield from self._row(row, players)
        yield self._rule(2, players)

    def _row(self, row: PadRow, players: Sequence[int]) -> Iterator[str]:
        entries = [row.entries[player] for player in players]
        for number in range(max(map(len, entries))):
            cells = [self._cell(lines[number] if number < len(lines) else Entry()) for lines in entries]
            yield self._line("" if number else row.label, row.row, cells, bold=row.row in _EMPHASISED)

    def _cell(self, entry: Entry) -> str:
        left = fitted(entry.what, self._what)
        if self._cubes:
            left = f"{left}  {entry.cubes:>{self._cubes}}"
        return left + fitted(entry.number, self._inner - len(left), right=True)

    def _line(self, label: str, row: str, cells: Sequence[str], *, bold: bool) -> str:
        paint = self._terminal.paint
        left = f" {fitted(label, self._label)} "
        places = [f" {cell} " for cell in cells]
        if bold:
            places = [paint(place) for place in places]
        return self._down + self._down.join([paint(left, row) if label else left, *places]) + self._down

    def _rule(self, place: int, players: Sequence[int]) -> str:
        left, cross, right = tuple(self._corners[3 * place : 3 * place + 3])
        widths = [self._label, *(self._inner for _ in players)]
        return left + cross.join(self._across * (width + 2) for width in widths) + right
