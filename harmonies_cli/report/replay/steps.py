"""A game as steps, one per turn: the table before and after, the actions, the score, the spaces for the next cubes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from harmonies_cli.records.notation import Game
from harmonies_cli.records.outcome import VerifiedRecord
from harmonies_cli.records.record_boards import PlayerBoard
from harmonies_cli.report.verdicts.fault_lines import FaultContext
from harmonies_cli.rules.board.cards import CARDS, CUBES
from harmonies_cli.rules.board.habitats import cube_spots
from harmonies_cli.rules.board.sides import Side, bits
from harmonies_cli.rules.board.tokens import LETTERS, NEXT
from harmonies_cli.rules.replay.faults import Violation
from harmonies_cli.rules.replay.legal_turns import token_spaces
from harmonies_cli.rules.replay.state import Seat
from harmonies_cli.rules.scoring.scoresheet import Scoresheet

__all__ = ["ActionState", "Middle", "OpenHabitat", "Replay", "ShownAction", "Step", "open_habitats"]


class OpenHabitat(NamedTuple):
    """A space for a cube.

    Attributes
    ----------
    card
        The card's id.
    space
        The space that takes the cube.
    token, at
        The missing token and its space; both empty if the habitat is complete.
    """

    card: str
    space: str
    token: str = ""
    at: str = ""


def open_habitats(side: Side, seat: Seat) -> tuple[OpenHabitat, ...]:
    """Return the spaces for the cubes of a player's unfinished cards, first those that need no token.

    A space that several tokens would open appears once for each of them.
    """
    held = [card for card, placed in seat.cards.items() if placed < CUBES[card]]
    now = {card: cube_spots(side, card, seat.board, seat.cubes) for card in held}
    standing = [OpenHabitat(CARDS[card].id, side.name_of[bit]) for card in held for bit in bits(now[card])]
    return (*standing, *_after_a_token(side, seat, now))


def _after_a_token(side: Side, seat: Seat, now: dict[int, int]) -> Iterator[OpenHabitat]:
    boards = [
        (letter, side.name_of[bit], seat.board ^ side.toggle[NEXT[seat.stacks[bit]][token]][bit])
        for token, letter in enumerate(LETTERS)
        for bit in token_spaces(side, seat.stacks, seat.cubes, token)
    ]
    for card, spots in now.items():
        for letter, at, board in boards:
            for bit in bits(cube_spots(side, card, board, seat.cubes) & ~spots):
                yield OpenHabitat(CARDS[card].id, side.name_of[bit], letter, at)


ActionState = Literal["played", "faulty", "unplayed"]


@dataclass(frozen=True, slots=True)
class Middle:
    """The middle of the table: the central board and the row.

    Attributes
    ----------
    central
        Letters on each central space, from space 1; empty if none, None if unknown.
    row
        Ids of the cards of the row; None for an unknown card.
    """

    central: tuple[str | None, ...]
    row: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class ShownAction:
    """One action in words.

    Attributes
    ----------
    words, brief
        The action, in a phrase and in as few words as possible.
    note
        The record's note on it.
    state
        ``played``, ``faulty``, or ``unplayed`` after a fault.
    """

    words: str
    brief: str
    note: str = ""
    state: ActionState = "played"


@dataclass(frozen=True, slots=True)
class Step:
    """One turn.

    Attributes
    ----------
    turn, player
        Numbers from 1.
    before, after
        The middle of the table before the turn, and after its refill.
    board_before, board_after
        The player's board; None if the record names a player who does not exist.
    boards
        All players' boards after the turn.
    space_taken
        Number of the central space that the player emptied; None if no tokens were taken.
    card_taken
        Id of the card that the player took or discarded from the row; empty if none.
    open_habitats
        Where the player's cubes can go after the turn.
    actions
        The actions.
    refill
        The refill in words, one sentence per part.
    note
        The record's note on the turn.
    sheets
        All players' scoresheets after the turn.
    gained
        Points added to the player's total.
    violations
        Rules that the turn broke.
    moment
        The state of the table at the fault that ends the replay.
    """

    turn: int
    player: int
    before: Middle
    after: Middle
    board_before: PlayerBoard | None
    board_after: PlayerBoard | None
    boards: tuple[PlayerBoard, ...]
    space_taken: int | None
    card_taken: str
    open_habitats: tuple[OpenHabitat, ...]
    actions: tuple[ShownAction, ...]
    refill: tuple[str, ...]
    note: str
    sheets: tuple[Scoresheet, ...]
    gained: int
    violations: tuple[Violation, ...]
    moment: FaultContext | None

    @property
    def changed(self) -> frozenset[str]:
        """The spaces of the player's board that got a token or a cube in the turn."""
        if self.board_before is None or self.board_after is None:
            return frozenset()
        before, after = self.board_before, self.board_after
        tokens = {space for space, stack in after.stacks.items() if before.stacks.get(space) != stack}
        return frozenset(tokens | (after.cubes.keys() - before.cubes.keys()))


@dataclass(frozen=True, slots=True)
class Replay:
    """A game with all its steps.

    Attributes
    ----------
    game
        The record.
    verified
        Its verdict.
    start
        The middle of the table after the deal.
    dealt
        Ids of the spirits dealt to each player, if recorded.
    sheets
        The scoresheets before the first turn.
    boards
        The boards before the first turn.
    steps
        The turns, up to the end of the record or to its first fault.
    """

    game: Game
    verified: VerifiedRecord
    start: Middle
    dealt: tuple[tuple[str, ...], ...]
    sheets: tuple[Scoresheet, ...]
    boards: tuple[PlayerBoard, ...]
    steps: tuple[Step, ...]

    @property
    def solo(self) -> bool:
        """Whether it is a solo game."""
        return len(self.game.players) == 1

    @property
    def outside(self) -> list[Violation]:
        """The faults outside any turn: of the start, and of the record as a whole."""
        return [fault for fault in self.verified.violations if not (fault.turn and fault.player)]
