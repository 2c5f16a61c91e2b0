"""Notes below a pad: the reasons for the points of a row, and remarks on ties, unknown cards and rule sets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec
from msgspec import UnsetType

from harmonies_cli.plurals import count_of, enumeration
from harmonies_cli.records.outcome import ScoredRecord
from harmonies_cli.report.phrases import RULE_SET_WORDS, names_by_player
from harmonies_cli.report.scoresheets.pad import counted_cubes, ties
from harmonies_cli.rules.board.cards import CARD_INDEX, CARDS, card_words
from harmonies_cli.rules.scoring.landscapes import RULE_SETS
from harmonies_cli.rules.scoring.scoresheet import LANDSCAPE_ROWS, CardScore, Scoresheet

__all__ = ["Reason", "RowReasons", "reasons", "remarks", "score_words", "sheets_with_reasons"]

_DEFAULT_RULES = RULE_SETS[0]
_CUBES_COUNTED = {"rulebook": "animal cubes", "bga": "cubes, the spirit's included"}


def remarks(record: ScoredRecord, *, solo: bool = False, show: Callable[[str], str] = str) -> list[str]:
    """Return sentences about a record.

    Parameters
    ----------
    record
        The record.
    solo
        Whether it was a solo game.
    show
        How the output writes a player's name; the rest of the sentences is plain ASCII.
    """
    names = {player: show(name) for player, name in names_by_player(record.players).items()}
    sentences = []
    if record.rules != _DEFAULT_RULES and record.players:
        sentences.append(f"Scored under the {RULE_SET_WORDS[record.rules]}.")
    if record.players and not isinstance(record.not_final, UnsetType):
        sentences.append(f"Not final: {record.not_final}. These are the points so far.")
    sentences += _ties(record, names)
    sentences += _unknown_parts(record.players, names, solo)
    sentences += [_difference(sheet, names[sheet.player]) for sheet in record.players if sheet.other_rules]
    return sentences


def _ties(record: ScoredRecord, names: Mapping[int, str]) -> Iterator[str]:
    for sheets in ties(record.players):
        cubes = [counted_cubes(sheet, record.rules) for sheet in sheets]
        if len({sheet.rank for sheet in sheets}) > 1:
            each = (f"{names[sheet.player]} {number}" for sheet, number in zip(sheets, cubes, strict=True))
            tie = f"The tie at {count_of(sheets[0].total or 0, 'point')} is decided by {_CUBES_COUNTED[record.rules]}"
            yield f"{tie}: {', '.join(each)}."
        ranks = [sheet.rank for sheet in sheets]
        for rank in sorted({rank for rank in ranks if rank and ranks.count(rank) > 1}):
            equal = [sheet for sheet in sheets if sheet.rank == rank]
            share = "the win" if equal[0].winner else f"rank {rank}"
            number = cubes[ranks.index(rank)]
            who = enumeration((names[sheet.player] for sheet in equal), "and")
            with_cubes = "" if number is None else f", {count_of(number, 'cube')}"
            yield f"{who} share {share}: {count_of(equal[0].total or 0, 'point')}{with_cubes} each."


def _unknown_parts(sheets: Sequence[Scoresheet], names: Mapping[int, str], solo: bool) -> Iterator[str]:
    unknown = [names[sheet.player] for sheet in sheets if sheet.cards is None and sheet.total is None]
    if unknown:
        missing = "no animals, spirit or total" + ("" if solo else ", and no ranks" if len(sheets) > 1 else "")
        yield f"The cards of {enumeration(unknown, 'and')} are unknown: {missing}."
    elif solo and any(sheet.winner and sheet.suns is None for sheet in sheets):
        yield "Played with Nature's Spirit cards, but the spirit is unknown: the suns depend on it."


def _difference(sheet: Scoresheet, name: str) -> str:
    other = sheet.other_rules
    assert other is not None
    by = other.water - sheet.water
    total = "" if other.total is None else f", the total {other.total} instead of {sheet.total}"
    more = f"{abs(by)} {'more' if by > 0 else 'less'}"
    return (
        f"The rule sets differ for {name}: under {other.rules} the water row is {other.water} instead of "
        f"{sheet.water}{total} ({more})."
    )


_SPIRIT_NAMED = ": "
"""Separates a spirit's name from the reason in the items of its row."""


class Reason(msgspec.Struct, frozen=True):
    """One thing that scores, or does not: its points, its spaces, and why."""

    points: int
    spaces: tuple[str, ...]
    why: str


_NONE = Reason(0, (), "none on the board")


class RowReasons(msgspec.Struct, frozen=True):
    """A row with its points and reasons."""

    row: str
    points: int
    reasons: list[Reason]


def reasons(sheet: Scoresheet) -> list[RowReasons]:
    """Return the parts of each row of a scoresheet; cards and spirit are left out if there are none.

    Parameters
    ----------
    sheet
        A scoresheet with items.
    """
    rows = [RowReasons(row, getattr(sheet, row), _of_items(sheet, row) or [_NONE]) for row in LANDSCAPE_ROWS]
    cards = sheet.cards or []
    animals = [_ladder(card) for card in cards if not CARDS[CARD_INDEX[card.card]].is_spirit]
    rows.append(RowReasons("animals", sheet.animals or 0, animals))
    rows.append(RowReasons("spirit", sheet.spirit or 0, [*_of_items(sheet, "spirit"), *_idle_spirits(sheet)]))
    return [row for row in rows if row.reasons]


def sheets_with_reasons(sheets: Sequence[Scoresheet]) -> list[Scoresheet]:
    """Return the scoresheets with reasons; those of paper sheets have none, without a board."""
    return [sheet for sheet in sheets if sheet.items]


def score_words(sheet: Scoresheet) -> str:
    """Return the points that the reasons explain, in words."""
    if sheet.total is None:
        return f"{sheet.landscapes} in landscapes"
    return count_of(sheet.total, "point")


def _of_items(sheet: Scoresheet, row: str) -> list[Reason]:
    return [Reason(item.points, item.spaces, item.why) for item in sheet.items if item.row == row]


def _ladder(card: CardScore) -> Reason:
    points = CARDS[CARD_INDEX[card.card]].points
    steps = ", ".join(map(str, points))
    return Reason(
        card.points or 0, (), f"{card_words(card.card)}: {card.placed} of {len(points)} cubes placed (ladder {steps})"
    )


def _idle_spirits(sheet: Scoresheet) -> Iterator[Reason]:
    """Yield the reasons of spirits that score nothing on the board and so have no items."""
    seen = {item.why.partition(_SPIRIT_NAMED)[0] for item in sheet.items if item.row == "spirit"}
    for card in sheet.cards or ():
        if CARDS[CARD_INDEX[card.card]].is_spirit and card.card not in seen:
            state = "its cube is placed" if card.placed else "its cube is not placed"
            yield Reason(0, (), f"{card_words(card.card)}: nothing of its kind on the board; {state}")
