"""Take tokens, take a card, choose a spirit, discard in a solo game (docs/rules.md 4 and 5)."""

from __future__ import annotations

from msgspec import UNSET

from harmonies_cli.errors import UnknownNameError
from harmonies_cli.rules.board.cards import CARD_LIMIT, CARDS, card_index
from harmonies_cli.rules.board.tokens import SIZE_SHIFT, TokenMultisets
from harmonies_cli.rules.replay import fault_messages
from harmonies_cli.rules.replay.actions import (
    ChooseSpirit,
    DiscardCard,
    NotOfSchemaError,
    TakeCard,
    TakeTokens,
    Tokens,
    Turn,
)
from harmonies_cli.rules.replay.faults import StoppedError
from harmonies_cli.rules.replay.state import GAP, TOKENS_PER_SPACE, UNKNOWN_CARD, GameState, Seat

__all__ = ["MULTISETS", "central_space", "choose_spirit", "discard_card", "pack_tokens", "take_card", "take_tokens"]

MULTISETS = TokenMultisets()
"""Packed tokens by recorded letters."""


def pack_tokens(tokens: Tokens) -> int:
    """Return recorded tokens, letters or colour words, as a packed multiset."""
    return MULTISETS[tokens] if isinstance(tokens, str) else MULTISETS.of_words(tokens)


def central_space(key: str) -> int:
    """Return the number of a central space from a key of a refill."""
    if key in {"1", "2", "3", "4", "5"}:
        return int(key)
    raise UnknownNameError("central space", key)


def take_tokens(state: GameState, action: TakeTokens, turn: Turn) -> int:
    """Empty a central space and return its tokens, packed; 0 if the record does not give them."""
    tokens = action.tokens
    recorded = None if tokens is UNSET else MULTISETS[tokens] if type(tokens) is str else MULTISETS.of_words(tokens)
    if state.space_taken is not None:
        state.fault("tokens-taken-twice", fault_messages.tokens_taken_twice(state), action=action)
    if action.space is not UNSET:
        space = action.space
    elif recorded is not None:
        space = _space_of(state, recorded, turn)
        if not space or state.central[space - 1] == 0:
            state.fault("tokens-mismatch", fault_messages.no_space_holds(state, recorded), action=action)
            # If the replay continues, the tokens come from nowhere; without a named space, none gets a refill.
            state.space_taken = space
            return recorded
    else:
        raise NotOfSchemaError("take-tokens names neither the space nor the tokens")
    content = state.central[space - 1] if space <= state.spaces else 0
    if content == 0:
        state.fault("central-empty", fault_messages.central_empty(state, space), action=action)
    if content is None:
        state.unchecked.add("take-tokens")
        # If a player left, a space may have its old tokens and a refill; the pouch accounts for both.
        state.more_in_hand = TOKENS_PER_SPACE if space in state.perhaps_more else 0
        if recorded is None:
            state.unknown_in_hand = TOKENS_PER_SPACE
            content = 0
        else:
            size = recorded >> SIZE_SHIFT
            if not TOKENS_PER_SPACE <= size <= TOKENS_PER_SPACE + state.more_in_hand:
                state.fault("tokens-mismatch", fault_messages.wrong_number(recorded), action=action)
            if not state.more_in_hand:
                state.pouch -= recorded
            state.more_in_hand = 0
            content = recorded
    elif recorded is not None and recorded != content:
        state.fault("tokens-mismatch", fault_messages.tokens_mismatch(space, recorded, content), action=action)
        content = recorded
    state.space_taken = space
    state.central[space - 1] = 0
    state.perhaps_more.discard(space)
    return content


def _space_of(state: GameState, tokens: int, turn: Turn) -> int:
    """Return the central space of recorded tokens, or 0 (docs/notation.md "What is unknown")."""
    refill = turn.refill
    # In a solo game every space is refilled, so the refill does not show which one was taken.
    if not state.solo and refill is not UNSET and refill.central is not UNSET and len(refill.central) == 1:
        space = central_space(next(iter(refill.central)))
        return space if space <= state.spaces else 0
    if tokens and tokens in state.central:
        return state.central.index(tokens) + 1
    return state.central.index(None) + 1 if None in state.central else 0


def _may_be_in_row(state: GameState, card: int) -> bool:
    """Return whether a card is in the row, or may be in one of its unknown places."""
    return card in state.row or (UNKNOWN_CARD in state.row and not state.seen >> card & 1 and not CARDS[card].is_spirit)


def _leave_row(state: GameState, card: int) -> None:
    row = state.row
    for place in (card, UNKNOWN_CARD):
        if place in row:
            row[row.index(place)] = GAP
            break
    else:
        row.append(GAP)  # played on after a fault: another card left, which of them is not known
    state.seen |= 1 << card


def take_card(state: GameState, seat: Seat, action: TakeCard) -> None:
    """Take an animal card from the row and put it above the board."""
    card = card_index(action.card)
    if state.card_taken:
        state.fault("card-taken-twice", fault_messages.card_taken_twice(), action=action)
    if not _may_be_in_row(state, card):
        state.fault("card-not-in-row", fault_messages.card_not_in_row(state, card), action=action)
        if any(card in other.cards for other in state.seats):
            raise StoppedError  # nothing is left on the state that could be taken
    if seat.above_board >= CARD_LIMIT:
        state.fault("card-limit", fault_messages.card_limit(seat), action=action)
    _leave_row(state, card)
    state.card_taken = True
    seat.cards[card] = 0
    seat.above_board += 1


def choose_spirit(state: GameState, seat: Seat, action: ChooseSpirit) -> None:
    """Keep one of the spirits dealt."""
    card = card_index(action.card)
    if seat.spirit is not None:
        state.fault("spirit-chosen-twice", fault_messages.spirit_chosen_twice(seat), action=action)
    dealt = None if state.dealt is None else state.dealt[state.player - 1]
    if not state.spirits or not CARDS[card].is_spirit or (dealt is not None and card not in dealt):
        state.fault("spirit-not-dealt", fault_messages.spirit_not_dealt(state, card), action=action)
        if not CARDS[card].is_spirit:
            raise StoppedError
    if any(card in other.cards for other in state.seats):
        state.fault("card-duplicated", fault_messages.card_duplicated(card), action=action)
        if card in seat.cards:
            raise StoppedError
    state.seen |= 1 << card
    seat.spirit = card
    seat.cards[card] = 0
    seat.above_board += 1


def discard_card(state: GameState, action: DiscardCard) -> None:
    """Discard a card of the row, the last action of a solo turn in which no card was taken."""
    card = card_index(action.card)
    in_row = _may_be_in_row(state, card)
    reason = fault_messages.discard_not_allowed(state, card, in_row=in_row, is_last=action is state.actions[-1])
    if reason:
        state.fault("discard-not-allowed", reason, action=action)
    state.discarded = True
    _leave_row(state, card)
