"""The moves of a chunk of records as flat lists, ready to become arrays."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from harmonies_cli.records.notation import Game
from harmonies_cli.rules.turn_log import TurnLog
from harmonies_cli.statistics.watching import GameWatch

__all__ = ["Moves"]


@dataclass(slots=True)
class Moves:
    """What was played in a chunk of records; positions stand in it as games without turns.

    Attributes
    ----------
    hashes, sides, rules, turns, seats
        For each record: its hash, the numbers of its side and rule set, its turns and seats.
    cards, placed, cards_of_seat
        Cards of all seats in the order taken, with the cubes placed; their number by seat.
    cube_cards, cubes_of_seat
        The card of each cube in the order placed; their number by seat.
    log
        What the turns left behind; see `GameWatch`.
    tokens_named
        Turns, counted over all records, whose tokens only the actions tell; and the tokens.
    spirits
        See `record_rows.spirit_facts`; seats are counted over all records.
    """

    hashes: list[int] = field(default_factory=list)
    sides: list[int] = field(default_factory=list)
    rules: list[int] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)
    cards: list[int] = field(default_factory=list)
    placed: list[int] = field(default_factory=list)
    cards_of_seat: list[int] = field(default_factory=list)
    cube_cards: list[int] = field(default_factory=list)
    cubes_of_seat: list[int] = field(default_factory=list)
    log: TurnLog = field(default_factory=TurnLog)
    tokens_named: list[tuple[int, int]] = field(default_factory=list)
    spirits: list[int] = field(default_factory=list)

    def add_record(self, identity: int, side: int, rules: int, seats: int, turns: int = 0) -> None:
        """Add a record; its seats and turns follow."""
        self.hashes.append(identity)
        self.sides.append(side)
        self.rules.append(rules)
        self.seats.append(seats)
        self.turns.append(turns)

    def add_hand(self, cards: Iterable[tuple[int, int]]) -> None:
        """Add the cards of a seat of a position, with the cubes placed."""
        before = len(self.cards)
        for card, placed in cards:
            self.cards.append(card)
            self.placed.append(placed)
        self.cards_of_seat.append(len(self.cards) - before)
        self.cubes_of_seat.append(0)

    def add_game(self, game: Game, watch: GameWatch) -> None:
        """Add the seats and turns of a game."""
        self.tokens_named += watch.kept(game)
        for seat in watch.table.seats:
            self.cards += seat.cards
            self.placed += seat.cards.values()
            self.cards_of_seat.append(len(seat.cards))
            self.cube_cards += seat.cube_of.values()
            self.cubes_of_seat.append(len(seat.cube_of))
