"""The state of a game: central board, row, pouch, deck, and each player's board and cards (docs/rules.md 2 to 6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from harmonies_cli.rules.board.cards import ANIMALS
from harmonies_cli.rules.board.sides import Side
from harmonies_cli.rules.board.tokens import BOX, LANES, SIZE_SHIFT
from harmonies_cli.rules.replay.actions import Action
from harmonies_cli.rules.replay.faults import CARRIED_OUT, RULE_OF, StoppedError, Violation

__all__ = [
    "GAP",
    "POUCH_EMPTY",
    "POUCH_GUARD",
    "SPIRITS_DEALT",
    "TOKENS_PER_SPACE",
    "UNKNOWN_CARD",
    "GameState",
    "Seat",
]


class Seat:
    """A player's board and cards.

    Attributes
    ----------
    board : int
        Lanes of the board, see `sides`.
    stacks : list of int
        Node of the stack on each bit, see `tokens.STACKS`.
    cubes : int
        Mask of the spaces that hold a cube.
    cube_of : dict of int to int
        Card of the cube on each bit.
    cards : dict of int to int
        Cards taken, in order, with the cubes placed.
    above_board : int
        Number of unfinished cards.
    empty : int
        Number of empty spaces.
    spirit : int or None
        The spirit chosen.
    turns : int
        Turns played.
    """

    __slots__ = ("above_board", "board", "cards", "cube_of", "cubes", "empty", "spirit", "stacks", "turns")

    def __init__(self, side: Side) -> None:
        self.board = 0
        self.stacks = [0] * side.width
        self.cubes = 0
        self.cube_of: dict[int, int] = {}
        self.cards: dict[int, int] = {}
        self.above_board = 0
        self.empty = len(side.spaces)
        self.spirit: int | None = None
        self.turns = 0


TOKENS_PER_SPACE = 3
CENTRAL_SPACES = 5
CENTRAL_SPACES_SOLO = 3
ROW = 5
ROW_SOLO = 3
SPIRITS_DEALT = 2

GAP = -1
"""A place in the row without a card."""
UNKNOWN_CARD = -2
"""A place in the row with a card that the record does not name."""
POUCH_EMPTY = 1 << 7
POUCH_GUARD = sum(lane * POUCH_EMPTY for lane in LANES)
"""A bit above each lane of the pouch, which is cleared when more tokens of a colour are drawn than exist."""


class GameState:
    """The state of a game while it is replayed.

    Parameters
    ----------
    side
        The side of the boards.
    players
        Number of players; 1 is solo.
    spirits
        Whether Nature's Spirit cards are in play.
    keep_going
        Whether to continue after a faulty action that is possible on a real table.

    Attributes
    ----------
    central : list of (int or None)
        Packed tokens of each central space; None if unknown.
    row : list of int
        Cards of the row; `GAP` and `UNKNOWN_CARD` for places without a known card.
    dealt : list of (set of int) or None
        Spirits dealt to each player; None if unknown.
    seen : int
        Mask of the cards that have appeared.
    pouch : int
        Packed tokens of the pouch, less those known to be drawn, with `POUCH_GUARD`.
    pouch_left, deck_left : int
        Numbers of tokens and of animal cards left; they follow from the turns alone.
    hand : int
        Packed tokens taken this turn and not yet placed.
    unknown_in_hand : int
        Tokens taken whose kind the record does not give.
    more_in_hand : int
        Further such tokens that may have been taken; see `perhaps_more`.
    perhaps_more : set of int
        Central spaces that may have more than their refill, because a player who took from there has left.
    actions_done : int
        Number of actions played in this turn.
    expected : int
        The player to move next.
    ending : str or None
        The reason for the end of the game: "spaces" or "pouch".
    """

    __slots__ = (
        "actions",
        "actions_done",
        "card_taken",
        "central",
        "dealt",
        "deck_left",
        "discarded",
        "ending",
        "expected",
        "hand",
        "keep_going",
        "more_in_hand",
        "over",
        "perhaps_more",
        "player",
        "pouch",
        "pouch_left",
        "row",
        "row_size",
        "seats",
        "seen",
        "side",
        "solo",
        "space_taken",
        "spaces",
        "spirits",
        "turn",
        "unchecked",
        "unknown_in_hand",
        "violations",
    )

    def __init__(self, side: Side, players: int, *, spirits: bool, keep_going: bool = False) -> None:
        self.side = side
        self.solo = players == 1
        self.spirits = spirits
        self.keep_going = keep_going
        self.seats = [Seat(side) for _ in range(players)]
        self.spaces = CENTRAL_SPACES_SOLO if self.solo else CENTRAL_SPACES
        self.row_size = ROW_SOLO if self.solo else ROW
        self.central: list[int | None] = [None] * self.spaces
        self.row = [UNKNOWN_CARD] * self.row_size
        self.dealt: list[set[int]] | None = None
        self.seen = 0
        self.pouch = BOX | POUCH_GUARD
        self.pouch_left = (BOX >> SIZE_SHIFT) - TOKENS_PER_SPACE * self.spaces
        self.deck_left = len(ANIMALS) - self.row_size
        self.hand = 0
        self.unknown_in_hand = 0
        self.more_in_hand = 0
        self.space_taken: int | None = None
        self.card_taken = False
        self.discarded = False
        self.turn = 0
        self.actions: Sequence[Action] = ()
        self.player = 0
        self.expected = 1
        self.perhaps_more: set[int] = set()
        self.actions_done = 0
        self.ending: str | None = None
        self.over = False
        self.violations: list[Violation] = []
        self.unchecked: set[str] = set()

    def fault(
        self,
        code: str,
        message: str,
        *,
        action: Action | None = None,
        pointer: str | None = None,
        player: int | None = 0,
    ) -> None:
        """Note a fault; return only if the replay continues and the action is possible.

        Parameters
        ----------
        code
            The fault's code.
        message
            The sentence.
        action
            The faulty action, one of this turn's.
        pointer
            JSON pointer; by default that of the turn or its action.
        player
            Player number, None for nobody's fault; by default the player to move.

        Raises
        ------
        StoppedError
            If the replay ends here.
        """
        self.note(code, message, action=action, pointer=pointer, player=player)
        if not self.keep_going or code not in CARRIED_OUT:
            raise StoppedError

    def stop(self, code: str, message: str, *, action: Action) -> NoReturn:
        """Note a fault of an impossible action, and end the replay."""
        self.note(code, message, action=action)
        raise StoppedError

    def number_of(self, action: Action) -> int:
        """Return the number, from 1, of an action of this turn."""
        # Two actions may be equal: compare by identity.
        return next(number for number, other in enumerate(self.actions, 1) if other is action)

    def note(
        self,
        code: str,
        message: str,
        *,
        action: Action | None = None,
        pointer: str | None = None,
        player: int | None = 0,
    ) -> None:
        """Note a fault and continue; see `fault`."""
        number = None if action is None else self.number_of(action)
        if pointer is None:
            pointer = f"/turns/{self.turn - 1}"
            if number is not None:
                pointer += f"/actions/{number - 1}"
        owner = self.player if player == 0 else player
        self.violations.append(Violation(code, self.turn, owner, number, pointer, message, RULE_OF[code]))
