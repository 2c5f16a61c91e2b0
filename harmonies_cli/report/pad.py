"""The official pad: which rows a scoresheet has, and what stands in them for each player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import msgspec

from harmonies_cli.records.outcome import ScoredRecord
from harmonies_cli.rules.cards import CARD_INDEX, CARDS
from harmonies_cli.rules.landscapes import RuleSet
from harmonies_cli.rules.scoresheet import Scoresheet

__all__ = ["LANDSCAPE_ROWS", "UNKNOWN", "Entry", "PadRow", "counted_cubes", "is_standing", "pad", "tied"]

LANDSCAPE_ROWS = ("trees", "mountains", "fields", "buildings", "water")
UNKNOWN = "?"


class Entry(msgspec.Struct, frozen=True):
    """One line of a player's place in a row: what it is, how many cubes of how many, and the number."""

    what: str = ""
    cubes: str = ""
    number: str = ""


class PadRow(msgspec.Struct, frozen=True):
    """One row of the pad.

    Attributes
    ----------
    row
        What it is: a row of the scoresheet, ``cards``, ``cubes``, ``rank`` or ``suns``.
    label
        What is written at its left.
    entries
        For each player, the lines.
    """

    row: str
    label: str
    entries: list[list[Entry]]


def pad(record: ScoredRecord, *, solo: bool = False) -> list[list[PadRow]]:
    """Return the rows of a record's pad, in groups that a line parts.

    Parameters
    ----------
    record
        The record.
    solo
        Whether it was a solo game, which has suns in place of ranks.
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
    if any(tied(sheets)):
        yield PadRow("cubes", "Cubes", [[Entry(number=str(counted_cubes(sheet, record.rules)))] for sheet in sheets])
    if solo:
        yield PadRow("suns", "Suns", [[Entry(number=_number(sheet.suns))] for sheet in sheets])
    elif len(sheets) > 1 or any(sheet.rank not in (1, None) or sheet.player != 1 for sheet in sheets):
        entries = [[Entry(_honour(sheet, record.winners), number=_number(sheet.rank))] for sheet in sheets]
        yield PadRow("rank", "Standing" if is_standing(sheets) else "Rank", entries)


def counted_cubes(sheet: Scoresheet, rules: RuleSet) -> int:
    """Return the cubes that count in a tie: those on animals, under ``bga`` the spirit's too."""
    return (sheet.animal_cubes or 0) + ((sheet.spirit_cubes or 0) if rules == "bga" else 0)


def is_standing(sheets: Sequence[Scoresheet]) -> bool:
    """Tell whether the ranks are those of a game that goes on."""
    return any(sheet.rank is not None and sheet.winner is None for sheet in sheets)


def tied(sheets: Sequence[Scoresheet]) -> Iterator[list[Scoresheet]]:
    """Yield the players who are equal in points, for each total that several have."""
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
            entries.append(Entry(score.card, f"{score.placed}/{spaces}", str(score.points)))
    if sheet.cards is None:
        return [Entry("unknown", number=UNKNOWN)]
    return entries or [Entry("none", number="0")]


def _cards(sheet: Scoresheet) -> list[Entry]:
    return _entries(sheet, lambda index: not CARDS[index].is_spirit)


def _spirit(sheet: Scoresheet) -> list[Entry]:
    return _entries(sheet, lambda index: CARDS[index].is_spirit)
