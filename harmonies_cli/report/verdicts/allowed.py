"""The legal alternatives to an illegal action."""

from __future__ import annotations

from collections.abc import Iterator

from harmonies_cli.plurals import enumeration
from harmonies_cli.report.verdicts.fault_context import FaultContext
from harmonies_cli.report.verdicts.recorded_actions import token_words
from harmonies_cli.rules.board.cards import CARD_LIMIT, CARDS, CUBES
from harmonies_cli.rules.board.habitats import cube_spots
from harmonies_cli.rules.board.tokens import LETTERS, NEXT, STACKS, TOKEN_INDEX, letters_of, numbers
from harmonies_cli.rules.replay.actions import ChooseSpirit, DiscardCard, PlaceCube, PlaceToken, TakeCard
from harmonies_cli.rules.replay.legal_turns import token_spaces
from harmonies_cli.rules.replay.state import GameState, Seat

__all__ = ["alternatives"]


def alternatives(context: FaultContext) -> list[str]:
    """Return sentences on the legal alternatives at a fault; empty if its message says it all."""
    if context.seat is None:
        return []
    return list(_alternatives(context, context.state, context.seat))


def _alternatives(context: FaultContext, state: GameState, seat: Seat) -> Iterator[str]:
    action = context.action
    if isinstance(action, PlaceToken):
        yield from _stacks(state, seat, action.at)
        yield from _spaces(state, seat, action.token)
    elif isinstance(action, PlaceCube):
        yield from _cubes(state, seat)
    elif isinstance(action, TakeCard):
        if state.card_taken:
            yield "no further card this turn"
        elif seat.above_board >= CARD_LIMIT:
            yield "no card before a cube completes one of those above the board"
        else:
            yield from _row(state, "take")
    elif isinstance(action, DiscardCard):
        if state.solo and not state.card_taken and not state.discarded:
            yield from _row(state, "discard")
    elif isinstance(action, ChooseSpirit):
        if seat.spirit is None and state.spirits and state.dealt is not None:
            names = sorted(CARDS[card].id for card in state.dealt[state.player - 1])
            yield f"keep {enumeration(names)}" if names else "no Nature's Spirit"
    elif context.violation.code in ("tokens-mismatch", "central-empty", "tokens-not-taken"):
        yield from _central(state)
    elif context.violation.code == "token-unplaced":
        for token, number in enumerate(numbers(state.hand)):
            if number:
                yield from _spaces(state, seat, LETTERS[token])


def _stacks(state: GameState, seat: Seat, space: str) -> Iterator[str]:
    """Yield which tokens in hand can go on the space."""
    bit = state.side.bit_of.get(space)
    if bit is None or not state.hand:
        return
    free = not seat.cubes >> bit & 1
    fitting = [
        token_words(LETTERS[token])
        for token, number in enumerate(numbers(state.hand))
        if number and free and NEXT[seat.stacks[bit]][token]
    ]
    held = f"{STACKS[seat.stacks[bit]]} there" if seat.stacks[bit] else "the empty space"
    which = enumeration(fitting) if fitting else "nothing"
    yield f"on {space.lower()} ({held}), of {letters_of(state.hand)} in hand: {which}"


def _spaces(state: GameState, seat: Seat, word: str) -> Iterator[str]:
    """Yield where a token can go, if it is in hand."""
    token = TOKEN_INDEX[word]
    if not numbers(state.hand)[token] and not state.unknown_in_hand:
        return
    bits = sorted(token_spaces(state.side, seat.stacks, seat.cubes, token))
    names = [state.side.name_of[bit] for bit in bits]
    yield f"{token_words(word)} on {', '.join(names) or 'no space'}"


def _cubes(state: GameState, seat: Seat) -> Iterator[str]:
    """Yield where each card's cube can go."""
    some = False
    for card, placed in seat.cards.items():
        spots = cube_spots(state.side, card, seat.board, seat.cubes) if placed < CUBES[card] else 0
        if spots:
            some = True
            yield f"a cube of the {CARDS[card].id} on {', '.join(state.side.names(spots))}"
    if not some:
        yield "no cube: no habitat of a card above the board is free"


def _row(state: GameState, verb: str) -> Iterator[str]:
    known = [CARDS[card].id for card in state.row if card >= 0]
    if known:
        yield f"{verb} {enumeration(known)}"


def _central(state: GameState) -> Iterator[str]:
    offered = [
        f"{'unknown tokens' if content is None else letters_of(content)} from {number}"
        for number, content in enumerate(state.central, 1)
        if content != 0
    ]
    if offered and state.space_taken is None:
        yield f"take {enumeration(offered)}"
