"""The moves of many games, recorded while they are replayed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from msgspec import UNSET

from harmonies_cli.records.notation import Game
from harmonies_cli.review.result import TurnReview
from harmonies_cli.rules.board.sides import BOARD_BYTES
from harmonies_cli.rules.board.tokens import SIZE_SHIFT
from harmonies_cli.rules.replay.actions import PlaceToken, TakeTokens, Turn
from harmonies_cli.rules.replay.fast_path import TurnLog
from harmonies_cli.rules.replay.faults import NOT_STOPPING
from harmonies_cli.rules.replay.state import GAP, TOKENS_PER_SPACE, GameState
from harmonies_cli.rules.replay.take_actions import MULTISETS, pack_tokens

__all__ = ["PLACES", "UNKNOWN", "GameWatch", "Moves"]

PLACES = 5
"""Places of the row and central spaces kept for each turn; in solo the last two are unknown."""
UNKNOWN = -1
"""In place of an unknown number, such as the tokens on a central space."""


class GameWatch(TurnLog):
    """Watches a replay, and adds it to the lists of many; see `records.assess.assess`.

    `rows` and `central` have `PLACES` numbers for the start of each turn and, until `keep` is called, for the end of
    the last.

    Parameters
    ----------
    log
        The lists to add to.

    Attributes
    ----------
    table : GameState
        The table, at the end of what could be replayed.
    broke_off : bool
        Whether the replay ended at a fault.
    """

    __slots__ = ("_before", "broke_off", "table")

    def __init__(self, log: TurnLog) -> None:
        self.boards, self.steps, self.rows, self.central = log.boards, log.steps, log.rows, log.central
        self._before = len(log.steps) // 4
        self.broke_off = False

    @property
    def turns(self) -> int:
        """Number of turns played."""
        return len(self.steps) // 4 - self._before

    def __call__(self, table: GameState) -> None:
        """Note the state of the table."""
        player = table.player
        if not player:
            self.table = table
        if table.violations and table.violations[-1].code not in NOT_STOPPING:
            self.broke_off = True
            return
        if player:
            seat = table.seats[player - 1]
            self.boards += seat.board.to_bytes(BOARD_BYTES, "little")
            self.steps += (player, len(seat.cards), len(seat.cube_of), table.space_taken or 0)
        self.rows += table.row
        self.central += table.central
        if table.solo:
            self.rows += (GAP,) * (PLACES - table.row_size)
            self.central += (None,) * (PLACES - table.spaces)

    def keep(self, game: Game) -> list[tuple[int, int]]:
        """Keep the turns in the lists; return each turn whose tokens only its actions name, with the tokens."""
        end = PLACES * (self._before + self.turns)
        del self.rows[end:], self.central[end:]
        table = self.table
        if not (table.unchecked or table.violations or table.solo):
            return []  # everything on the central board is known
        found = []
        for index, turn in enumerate(game.turns[: self.turns], self._before):
            space = self.steps[4 * index + 3]
            if space and self.central[PLACES * index + space - 1] is None:
                tokens = _tokens_of(turn)
                if tokens:
                    found.append((index, tokens))
        start = PLACES * self._before
        self.central[start:] = [UNKNOWN if tokens is None else tokens for tokens in self.central[start:]]
        return found

    def forget(self) -> None:
        """Remove the turns from the lists."""
        before = self._before
        del self.boards[BOARD_BYTES * before :], self.steps[4 * before :]
        del self.rows[PLACES * before :], self.central[PLACES * before :]


def _tokens_of(turn: Turn) -> int:
    """Return the tokens taken in a turn, as its actions name them; 0 if they do not."""
    placed = 0
    for action in turn.actions:
        if isinstance(action, TakeTokens) and action.tokens is not UNSET:
            return pack_tokens(action.tokens)
        if isinstance(action, PlaceToken):
            placed += MULTISETS.of_words([action.token])
    return placed if placed >> SIZE_SHIFT == TOKENS_PER_SPACE else 0


@dataclass(slots=True)
class Moves:
    """The moves of a chunk of records; positions are games without turns.

    Attributes
    ----------
    hashes, sides, rules, turns, seats
        For each record: its hash, the numbers of its side and rule set, its turns and seats.
    cards, placed, cards_of_seat
        Cards of all seats in the order taken, with the cubes placed; their number by seat.
    cube_cards, cubes_of_seat
        The card of each cube in the order placed; their number by seat.
    log
        The turns; see `GameWatch`.
    tokens_named
        Turns whose tokens only the actions name, numbered through all records; and the tokens.
    spirits
        See `record_rows.spirit_facts`; seats are numbered through all records.
    reviews
        Turns, numbered through all records, with their reviews.
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
    reviews: list[tuple[int, TurnReview]] = field(default_factory=list)

    def add_record(self, identity: int, side: int, rules: int, seats: int, turns: int = 0) -> None:
        """Add a record; its seats and turns follow."""
        self.hashes.append(identity)
        self.sides.append(side)
        self.rules.append(rules)
        self.seats.append(seats)
        self.turns.append(turns)

    def add_hand(self, hand: Mapping[int, int]) -> None:
        """Add the cards of a seat of a position, with the cubes placed."""
        self.cards += hand
        self.placed += hand.values()
        self.cards_of_seat.append(len(hand))
        self.cubes_of_seat.append(0)

    def add_game(self, game: Game, watch: GameWatch, reviews: Iterable[TurnReview] = ()) -> None:
        """Add the seats and turns of a game, and the reviews of turns."""
        before = len(self.log.steps) // 4 - watch.turns
        self.reviews += ((before + review.turn - 1, review) for review in reviews if review.turn <= watch.turns)
        self.tokens_named += watch.keep(game)
        for seat in watch.table.seats:
            self.cards += seat.cards
            self.placed += seat.cards.values()
            self.cards_of_seat.append(len(seat.cards))
            self.cube_cards += seat.cube_of.values()
            self.cubes_of_seat.append(len(seat.cube_of))
