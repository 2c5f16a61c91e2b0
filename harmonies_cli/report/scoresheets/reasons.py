"""The reasons for the points of a player's rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from harmonies_cli.plurals import count_of
from harmonies_cli.rules.board.cards import CARD_INDEX, CARDS
from harmonies_cli.rules.scoring.scoresheet import LANDSCAPE_ROWS, CardScore, Scoresheet

__all__ = ["Reason", "RowReasons", "reasons", "score_words", "sheets_with_reasons"]

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
    return Reason(card.points or 0, (), f"{card.card}: {card.placed} of {len(points)} cubes placed (ladder {steps})")


def _idle_spirits(sheet: Scoresheet) -> Iterator[Reason]:
    """Yield the reasons of spirits that score nothing on the board and so have no items."""
    seen = {item.why.partition(_SPIRIT_NAMED)[0] for item in sheet.items if item.row == "spirit"}
    for card in sheet.cards or ():
        if CARDS[CARD_INDEX[card.card]].is_spirit and card.card not in seen:
            state = "its cube is placed" if card.placed else "its cube is not placed"
            yield Reason(0, (), f"{card.card}: nothing of its kind on the board; {state}")
