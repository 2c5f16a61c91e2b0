"""Play a turn: check each action, then carry it out (docs/rules.md 3 to 5; docs/notation.md "Verification")."""

from __future__ import annotations

from typing import NoReturn

from harmonies_cli.errors import UnknownNameError
from harmonies_cli.rules.board.cards import CARD_INDEX, CUBES
from harmonies_cli.rules.board.habitats import habitat_masks
from harmonies_cli.rules.board.tokens import LANES, NEXT, TOKEN_INDEX, UNITS, token_index
from harmonies_cli.rules.replay import fault_messages
from harmonies_cli.rules.replay.actions import (
    Action,
    ChooseSpirit,
    DiscardCard,
    PlaceCube,
    PlaceToken,
    TakeCard,
    TakeTokens,
    Turn,
)
from harmonies_cli.rules.replay.state import GameState, Seat
from harmonies_cli.rules.replay.take_actions import choose_spirit, discard_card, take_card, take_tokens

__all__ = ["play_actions"]

_ANY_OF = tuple(lane * 255 for lane in LANES)
_SPACES = frozenset(column + row for column in "abcdefgABCDEFG" for row in "12345")
"""The form of a space in the notation; the rules check whether the side has it."""


def play_actions(state: GameState, seat: Seat, turn: Turn, done: int = 0) -> None:
    """Play the actions of one turn, all or up to the first fault.

    One test checks all rules of an action; only if it fails, the broken rule is determined.

    Parameters
    ----------
    state
        The state; after a fault, the state before the faulty action.
    seat
        The seat of the player.
    turn
        The turn.
    done
        How many of its actions have already been played.

    Raises
    ------
    StoppedError
        At a fault, after noting it in the state.
    UnknownNameError, AmbiguousCardError
        If a name is not that of a token, space or card: the record is invalid.
    """
    side = state.side
    bit_of = side.bit_of
    toggle = side.toggle
    board = seat.board
    stacks = seat.stacks
    cubes = seat.cubes
    cards = seat.cards
    hand = state.hand
    action: Action | None = None
    try:
        for action in turn.actions[done:]:
            if type(action) is PlaceToken:
                token = TOKEN_INDEX[action.token]
                bit = bit_of[action.at]
                node = NEXT[stacks[bit]][token]
                if node and hand & _ANY_OF[token] and not cubes >> bit & 1:
                    hand -= UNITS[token]
                elif node and (state.unknown_in_hand or state.more_in_hand) and not cubes >> bit & 1:
                    _place_unknown(state, token)
                else:
                    _refuse_token(state, seat, action, hand, cubes)
                stacks[bit] = node
                board ^= toggle[node][bit]
            elif type(action) is TakeTokens:
                hand = take_tokens(state, action, turn)
            elif type(action) is PlaceCube:
                bit = bit_of[action.at]
                card = CARD_INDEX[action.card]
                placed = cards[card] + 1
                if placed > CUBES[card] or cubes >> bit & 1:
                    _refuse_cube(state, seat, action, cubes)
                for mask in habitat_masks(side, card)[bit]:
                    if board & mask == mask:
                        break
                else:
                    message = fault_messages.habitat_missing(side, card, action.at, board, cubes)
                    state.fault("habitat-missing", message, action=action)
                cards[card] = placed
                cubes |= 1 << bit
                seat.cube_of[bit] = card
                if placed == CUBES[card]:
                    seat.above_board -= 1
            elif type(action) is TakeCard:
                take_card(state, seat, action)
            elif type(action) is ChooseSpirit:
                choose_spirit(state, seat, action)
            elif type(action) is DiscardCard:
                discard_card(state, action)
        action = None
    except UnknownNameError:
        raise
    except KeyError:
        # No such token or space, or a card that the player does not hold.
        if type(action) is PlaceToken:
            _refuse_token(state, seat, action, hand, cubes)
        if type(action) is PlaceCube:
            _refuse_cube(state, seat, action, cubes)
        raise
    finally:
        seat.board = board
        seat.cubes = cubes
        state.hand = hand
        state.actions_done = len(turn.actions) if action is None else state.number_of(action) - 1


def _place_unknown(state: GameState, token: int) -> None:
    """Place a taken token whose kind the record does not give."""
    if not state.more_in_hand:
        state.pouch -= LANES[token]
    if state.unknown_in_hand:
        state.unknown_in_hand -= 1
    else:
        state.more_in_hand -= 1


def _refuse_token(state: GameState, seat: Seat, action: PlaceToken, hand: int, cubes: int) -> NoReturn:
    token = token_index(action.token)
    if not hand & _ANY_OF[token] and not (state.unknown_in_hand or state.more_in_hand):
        state.stop("token-not-in-hand", fault_messages.token_not_in_hand(token, hand), action=action)
    bit = _bit(state, action)
    if cubes >> bit & 1:
        state.stop("space-has-cube", fault_messages.token_on_cube(seat, action.at, bit), action=action)
    state.stop("stack-illegal", fault_messages.stack_illegal(token, action.at, seat.stacks[bit]), action=action)


def _refuse_cube(state: GameState, seat: Seat, action: PlaceCube, cubes: int) -> NoReturn:
    bit = _bit(state, action)
    card = CARD_INDEX[action.card]
    if card not in seat.cards:
        state.stop("card-not-held", fault_messages.card_not_held(state, card), action=action)
    if seat.cards[card] == CUBES[card]:
        state.stop("card-no-cube", fault_messages.card_no_cube(card), action=action)
    state.stop("space-has-cube", fault_messages.cube_on_cube(seat, action.at, bit), action=action)


def _bit(state: GameState, action: PlaceToken | PlaceCube) -> int:
    bit = state.side.bit_of.get(action.at)
    if bit is None:
        if action.at not in _SPACES:
            raise UnknownNameError("space", action.at)
        state.stop("no-such-space", fault_messages.no_such_space(state.side, action.at), action=action)
    return bit
