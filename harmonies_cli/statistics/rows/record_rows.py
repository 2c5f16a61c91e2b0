"""The rows of a record in the tables `games` and `spirits`, and the text of a board."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import nan
from operator import getitem
from typing import Any

from msgspec import UNSET

from harmonies_cli.records.notation import AnyRecord, Game, GamePlayer, SheetPlayer, is_solo, value_of
from harmonies_cli.records.outcome import VerifiedRecord
from harmonies_cli.rules.board.cards import ANIMALS, CARD_INDEX, CARDS, CUBES
from harmonies_cli.rules.board.sides import SIDES, Side
from harmonies_cli.rules.board.tokens import STACKS
from harmonies_cli.rules.scoring.landscapes import RULE_SETS
from harmonies_cli.rules.scoring.scoresheet import ROWS, Scoresheet
from harmonies_cli.statistics.rows.moves import UNKNOWN
from harmonies_cli.statistics.rows.record_form import NO_FORM, RecordForm, is_final, site_table

__all__ = [
    "RULES_CODES",
    "SEAT_FACTS",
    "SIDE_CODES",
    "SPIRIT_FACTS",
    "Row",
    "SeatRows",
    "board_words",
    "game_row",
    "spirit_facts",
]

SEAT_FACTS = (*ROWS, "animal_cubes", "spirit_cubes", "rank", "suns", "winners", "empty_spaces", "turns")
"""Numbers of a seat; `winners` is the number of players who share the victory, 0 for a loser."""
_LARGEST = 2**15 - 1  # of int16


@dataclass(slots=True)
class SeatRows:
    """What is known about each seat of an assessed record.

    Attributes
    ----------
    players, names, boards
        The identity across games, the name, and the board as text (None for a paper sheet).
    ratings
        The ratings; NaN for none.
    facts
        The `SEAT_FACTS` of the seats, one after another; `UNKNOWN` for none.
    """

    players: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    boards: list[str | None] = field(default_factory=list)
    ratings: list[float] = field(default_factory=list)
    facts: list[int] = field(default_factory=list)

    def add(
        self, player: GamePlayer, sheet: Scoresheet, winners: Sequence[int], empty: int, turns: int, board: str
    ) -> None:
        """Add a seat.

        Parameters
        ----------
        player, sheet
            The player, and the final scoresheet.
        winners
            Numbers of the winners; empty if nobody has won.
        empty, turns
            Empty spaces of the board, and turns played; `UNKNOWN` for a position.
        board
            See `record_rows.board_words`.
        """
        self.players.append(player.name if player.id is UNSET else player.id)
        self.names.append(player.name)
        self.boards.append(board)
        self.ratings.append(nan if player.rating is UNSET else player.rating)
        self.facts += (sheet.trees, sheet.mountains, sheet.fields, sheet.buildings, sheet.water, sheet.landscapes)
        if sheet.cards is None:
            self.facts += (UNKNOWN,) * 6
        else:
            self.facts += (  # type: ignore[arg-type]  # known, since the cards are
                sheet.animals,
                sheet.spirit,
                sheet.total,
                sheet.animal_cubes,
                sheet.spirit_cubes,
                UNKNOWN if sheet.rank is None else sheet.rank,
            )
        self.facts += (
            UNKNOWN if sheet.suns is None else sheet.suns,
            _winners(sheet, winners),
            empty,
            turns,
        )

    def add_sheet(self, player: SheetPlayer, sheet: Scoresheet, winners: Sequence[int]) -> None:
        """Add a seat of a paper sheet, whose rows may be unknown; for the parameters see `add`."""
        self.players.append(player.name if player.id is UNSET else player.id)
        self.names.append(player.name)
        self.boards.append(None)
        self.ratings.append(nan if player.rating is UNSET else player.rating)
        known = (*(getattr(sheet, row) for row in ROWS), sheet.animal_cubes, sheet.spirit_cubes, sheet.rank, sheet.suns)
        self.facts += (UNKNOWN if number is None else number for number in known)
        self.facts += (_winners(sheet, winners), UNKNOWN, UNKNOWN)


def _winners(sheet: Scoresheet, winners: Sequence[int]) -> int:
    """Return how many seats share this seat's victory, itself included; 0 for a loser, `UNKNOWN` without a winner."""
    return UNKNOWN if not winners else len(winners) if sheet.player in winners else 0


Row = tuple[Any, ...]
"""Values in the order of the columns; those of a category as its code."""

SIDE_CODES = {name: code for code, name in enumerate(SIDES)}
SPIRIT_FACTS = 6
RULES_CODES = {name: code for code, name in enumerate(RULE_SETS)}
_ENDS = {"spaces": 0, "pouch": 1}
_VERDICTS = {"legal": 0, "illegal": 1, "invalid": 2}
_CUBES_OF_ANIMAL = {CARDS[index].id: CUBES[index] for index in ANIMALS}


def game_row(
    identity: int,
    record: AnyRecord | None,
    found: VerifiedRecord,
    spirits: bool | None,
    turns: int,
    form: RecordForm = NO_FORM,
) -> Row:
    """Return the row of a record in `games`.

    Parameters
    ----------
    identity
        Its hash.
    record, found
        The record (None if it cannot be read), and its assessment.
    spirits
        Whether spirits were in play.
    turns
        Turns replayed.
    form
        The form of the record; `NO_FORM` if it does not count.
    """
    fault = found.problems[0].code if found.problems else found.violations[0].code if found.violations else None
    verdict = _VERDICTS[found.verdict]
    rules = RULES_CODES[found.rules]
    if record is None:
        head = (identity, found.id, found.source, found.line)
        unknown = (None,) * 6
        return (*head, *unknown, rules, *unknown, verdict, fault, *NO_FORM[:-1], None, None)
    players = len(record.players)
    is_game = isinstance(record, Game)
    solo = is_solo(record)
    winner_score, margin = _margin(found)
    return (
        identity,
        found.id,
        found.source,
        found.line,
        value_of(record.date),
        0 if is_game else 1,
        players,
        solo,
        None if found.side is None else SIDE_CODES[found.side],
        spirits,
        rules,
        _in_range(len(record.turns)) if isinstance(record, Game) else None,
        -(-turns // players) if is_game else None,
        is_final(found),
        None if found.end is None else _ENDS[found.end],
        _in_range(winner_score),
        _in_range(margin),
        verdict,
        fault,
        *form[:-1],
        site_table(record),
        form.totals,
    )


def _in_range(number: int | None) -> int | None:
    """Return a number; unknown if it does not fit its column, which no game reaches and only a faulty record claims."""
    return number if number is None or number <= _LARGEST else None


def _margin(found: VerifiedRecord) -> tuple[int | None, int | None]:
    if not found.winners:
        return None, None
    totals = sorted([sheet.total or 0 for sheet in found.players], reverse=True)
    return totals[0], totals[0] - totals[1] if len(totals) > 1 else None


def spirit_facts(seat: int, sheet: Scoresheet, dealt: Collection[int] | None) -> list[int]:
    """Return `SPIRIT_FACTS` numbers for each spirit dealt to a seat or chosen.

    They are the seat, the index of the card in `CARDS`, whether it was dealt, chosen and placed, and its points;
    `UNKNOWN` if unknown or not applicable.

    Parameters
    ----------
    seat
        The number of the seat.
    sheet
        Its final scoresheet.
    dealt
        Spirits dealt to it; None if not recorded.
    """
    facts: list[int] = []
    chosen = None
    for score in sheet.cards or ():
        if score.card not in _CUBES_OF_ANIMAL:
            chosen = CARD_INDEX[score.card]
            points = UNKNOWN if score.points is None else score.points
            facts += (seat, chosen, UNKNOWN if dealt is None else chosen in dealt, True, score.placed > 0, points)
            break  # a player has one
    for card in sorted(dealt or ()):
        if card != chosen:
            facts += (seat, card, True, False, UNKNOWN, UNKNOWN)
    return facts


def board_words(side: Side, nodes: Sequence[int]) -> str:
    """Return the stacks of a board as text.

    Parameters
    ----------
    side
        The side of the board.
    nodes
        Node of the stack on each bit, see `rules.board.tokens`.
    """
    return "".join(map(getitem, _words_of(side), nodes))


@cache
def _words_of(side: Side) -> tuple[tuple[str, ...], ...]:
    """Return for each bit the texts of all nodes there, with the separator before the next space."""
    words = [("",) * len(STACKS)] * side.width
    for column in side.column_bits:
        for bit in column:
            end = " " if bit != column[-1] else " / " if column is not side.column_bits[-1] else ""
            words[bit] = tuple((stack or ".") + end for stack in STACKS)
    return tuple(words)
