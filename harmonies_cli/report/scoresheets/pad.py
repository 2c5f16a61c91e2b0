"""The score pad: rows and players as cells, and as a text table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import msgspec

from harmonies_cli.records.outcome import ScoredRecord
from harmonies_cli.report.phrases import heading_of
from harmonies_cli.report.terminal import Terminal
from harmonies_cli.report.text_layout import display_width, fit_width, on_terminal, shorten
from harmonies_cli.rules.board.cards import CARD_INDEX, CARDS
from harmonies_cli.rules.scoring.landscapes import RuleSet
from harmonies_cli.rules.scoring.scoresheet import LANDSCAPE_ROWS, Scoresheet

__all__ = ["UNKNOWN", "Entry", "PadRow", "counted_cubes", "is_standing", "pad", "text_pad", "ties"]

UNKNOWN = "?"


class Entry(msgspec.Struct, frozen=True):
    """One line of a player's cell: its label, the cubes placed of all, and the number."""

    what: str = ""
    cubes: str = ""
    number: str = ""


class PadRow(msgspec.Struct, frozen=True):
    """One row of the pad.

    Attributes
    ----------
    row
        Its kind: a row of the scoresheet, ``cards``, ``cubes``, ``rank`` or ``suns``.
    label
        The text to its left.
    entries
        The lines for each player.
    """

    row: str
    label: str
    entries: list[list[Entry]]


def pad(record: ScoredRecord, *, solo: bool = False) -> list[list[PadRow]]:
    """Return the rows of a record's pad, in groups separated by a line.

    Parameters
    ----------
    record
        The record.
    solo
        Whether it was a solo game, which has suns instead of ranks.
    """
    return list(_groups(record, solo))


def _groups(record: ScoredRecord, solo: bool) -> Iterator[list[PadRow]]:
    sheets = record.players

    def points(row: str) -> PadRow:
        return PadRow(row, row.capitalize(), [[Entry(number=_number(getattr(sheet, row)))] for sheet in sheets])

    yield [points(row) for row in LANDSCAPE_ROWS]
    yield [points("landscapes")]
    yield [PadRow("cards", "Cards", [_cards(sheet) for sheet in sheets])]
    yield [points("animals"), PadRow("spirit", "Spirit", [_spirit(sheet) for sheet in sheets])]
    yield [points("total"), *_outcome(record, solo)]


def _outcome(record: ScoredRecord, solo: bool) -> Iterator[PadRow]:
    sheets = record.players
    if any(ties(sheets)):
        yield PadRow(
            "cubes", "Cubes", [[Entry(number=_number(counted_cubes(sheet, record.rules)))] for sheet in sheets]
        )
    if solo:
        yield PadRow("suns", "Suns", [[Entry(number=_number(sheet.suns))] for sheet in sheets])
    elif len(sheets) > 1 or any(sheet.rank not in (1, None) or sheet.player != 1 for sheet in sheets):
        entries = [[Entry(_honour(sheet, record.winners), number=_number(sheet.rank))] for sheet in sheets]
        yield PadRow("rank", "Standing" if is_standing(sheets) else "Rank", entries)


def counted_cubes(sheet: Scoresheet, rules: RuleSet) -> int | None:
    """Return the cubes that count in a tie: those on animals, and under ``bga`` the spirit's too; None if unknown."""
    if sheet.animal_cubes is None or sheet.spirit_cubes is None:
        return None
    return sheet.animal_cubes + (sheet.spirit_cubes if rules == "bga" else 0)


def is_standing(sheets: Sequence[Scoresheet]) -> bool:
    """Return whether the ranks are those of an unfinished game."""
    return any(sheet.rank is not None and sheet.winner is None for sheet in sheets)


def ties(sheets: Sequence[Scoresheet]) -> Iterator[list[Scoresheet]]:
    """Yield the players of each total that several share."""
    totals = Counter(sheet.total for sheet in sheets if sheet.rank is not None)
    for total, number in totals.items():
        if number > 1:
            yield [sheet for sheet in sheets if sheet.total == total]


def _number(value: int | None) -> str:
    return UNKNOWN if value is None else str(value)


def _honour(sheet: Scoresheet, winners: Sequence[int]) -> str:
    if not sheet.winner:
        return ""
    return "shared win" if len(winners) > 1 else "winner"


def _entries(sheet: Scoresheet, wanted: Callable[[int], bool]) -> list[Entry]:
    entries = []
    for score in sheet.cards or ():
        index = CARD_INDEX[score.card]
        if wanted(index):
            spaces = 1 if CARDS[index].is_spirit else len(CARDS[index].points)
            entries.append(Entry(CARDS[index].words, f"{score.placed}/{spaces}", _number(score.points)))
    if sheet.cards is None:
        return [Entry("unknown", number=UNKNOWN)]
    return entries or [Entry("none", number="0")]


def _cards(sheet: Scoresheet) -> list[Entry]:
    return _entries(sheet, lambda index: not CARDS[index].is_spirit)


def _spirit(sheet: Scoresheet) -> list[Entry]:
    if sheet.cards is None and sheet.spirit is not None:  # a paper sheet with this row
        return [Entry(number=str(sheet.spirit))]
    return _entries(sheet, lambda index: CARDS[index].is_spirit)


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
        What the output can show; players who do not fit are in another table below.
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
        self._names = [shorten(name, self._inner, unicode=terminal.unicode) for name in names]

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
        yield self._line("", "", [fit_width(self._names[player], self._inner) for player in players], bold=True)
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
        left = fit_width(entry.what, self._what)
        if self._cubes:
            left = f"{left}  {entry.cubes:>{self._cubes}}"
        return left + fit_width(entry.number, self._inner - len(left), right=True)

    def _line(self, label: str, row: str, cells: Sequence[str], *, bold: bool) -> str:
        paint = self._terminal.paint
        left = f" {fit_width(label, self._label)} "
        places = [f" {cell} " for cell in cells]
        if bold:
            places = [paint(place) for place in places]
        return self._down + self._down.join([paint(left, row) if label else left, *places]) + self._down

    def _rule(self, place: int, players: Sequence[int]) -> str:
        left, cross, right = tuple(self._corners[3 * place : 3 * place + 3])
        widths = [self._label, *(self._inner for _ in players)]
        return left + cross.join(self._across * (width + 2) for width in widths) + right
