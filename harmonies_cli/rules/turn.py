"""One turn of the replay: each action is checked, then carried out (RULES.md 3 to 5; NOTATION.md, Verification)."""

from __future__ import annotations

from harmonies_cli.errors import UnknownNameError
from harmonies_cli.rules import wording
from harmonies_cli.rules.cards import CARD_INDEX, card_index
from harmonies_cli.rules.faults import StoppedError
from harmonies_cli.rules.gamelog import ChooseSpirit, DiscardCard, PlaceCube, PlaceToken, TakeCard, TakeTokens, Turn
from harmonies_cli.rules.habitats import habitat_masks
from harmonies_cli.rules.stacks import NEXT
from harmonies_cli.rules.table import CUBES, Seat, Table
from harmonies_cli.rules.taking import choose_spirit, discard_card, take_card, take_tokens
from harmonies_cli.rules.tokens import TOKEN_INDEX, UNITS, token_index

__all__ = ["play_actions"]

_LANES = tuple(unit * 255 for unit in UNITS)


_ANY_SPACE = frozenset(column + row for column in "abcdefgABCDEFG" for row in "12345")
"""What the notation admits as a space; whether the side has it is a matter of the rules."""


def _no_such_space(table: Table, space: str, number: int) -> Exception:
    if space not in _ANY_SPACE:
        return UnknownNameError("space", space)
    table.note("no-such-space", wording.no_such_space(table.side, space), action=number)
    return StoppedError()


def play_actions(table: Table, seat: Seat, turn: Turn) -> None:
    """Play the actions of one turn, all or up to the first fault.

    Parameters
    ----------
    table
        The state; after a fault it is the state before the faulty action.
    seat
        The seat of the player.
    turn
        The turn.

    Raises
    ------
    StoppedError
        At a fault, which has been noted on the table.
    UnknownNameError, AmbiguousCardError
        If a token, space or card has no such name at all: the record is invalid.
    """
    side = table.side
    bit_of = side.bit_of
    toggle = side.toggle
    board = seat.board
    stacks = seat.stacks
    cubes = seat.cubes
    cards = seat.cards
    hand = 0
    number = 0
    try:
        for action in turn.actions:
            if type(action) is PlaceToken:
                token = TOKEN_INDEX.get(action.token)
                if token is None:
                    token = token_index(action.token)
                bit = bit_of.get(action.at)
                if not hand & _LANES[token] and not table.unknown_in_hand:
                    table.fault("token-not-in-hand", wording.token_not_in_hand(token, hand), action=number + 1)
                if bit is None:
                    raise _no_such_space(table, action.at, number + 1)
                if cubes >> bit & 1:
                    table.fault("space-has-cube", wording.token_on_cube(seat, action.at, bit), action=number + 1)
                before = stacks[bit]
                node = NEXT[before][token]
                if not node:
                    table.fault("stack-illegal", wording.stack_illegal(token, action.at, before), action=number + 1)
                if table.unknown_in_hand:
                    table.unknown_in_hand -= 1
                    table.pouch -= UNITS[token]
                else:
                    hand -= UNITS[token]
                if not before:
                    seat.empty -= 1
                stacks[bit] = node
                board ^= toggle[node][bit]
            elif type(action) is PlaceCube:
                bit = bit_of.get(action.at)
                if bit is None:
                    raise _no_such_space(table, action.at, number + 1)
                card = CARD_INDEX.get(action.card)
                if card is None:
                    card = card_index(action.card)
                placed = cards.get(card)
                if placed is None:
                    table.fault("card-not-held", wording.card_not_held(table, card), action=number + 1)
                    raise StoppedError
                if placed == CUBES[card]:
                    table.fault("card-no-cube", wording.card_no_cube(card), action=number + 1)
                if cubes >> bit & 1:
                    table.fault("space-has-cube", wording.cube_on_cube(seat, action.at, bit), action=number + 1)
                for mask in habitat_masks(side, card)[bit]:
                    if board & mask == mask:
                        break
                else:
                    table.fault(
                        "habitat-missing",
                        wording.habitat_missing(side, card, action.at, board, cubes),
                        action=number + 1,
                    )
                placed += 1
                cards[card] = placed
                cubes |= 1 << bit
                seat.cube_of[bit] = card
                if placed == CUBES[card]:
                    seat.above_board -= 1
            elif type(action) is TakeTokens:
                hand = take_tokens(table, action, turn, number + 1)
            elif type(action) is TakeCard:
                take_card(table, seat, action, number + 1)
            elif type(action) is ChooseSpirit:
                choose_spirit(table, seat, action, number + 1)
            elif type(action) is DiscardCard:
                discard_card(table, action, number + 1, len(turn.actions))
            number += 1
    finally:
        seat.board = board
        seat.cubes = cubes
        table.hand = hand
        table.actions_played += number
