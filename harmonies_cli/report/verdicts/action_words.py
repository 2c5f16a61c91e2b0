"""Actions in words: those of a turn, however typed, and the legal alternatives to an illegal one."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UnsetType

from harmonies_cli.errors import HarmoniesError
from harmonies_cli.plurals import enumeration
from harmonies_cli.rules.board.cards import CARD_LIMIT, CARDS, CUBES, Card, card_index
from harmonies_cli.rules.board.habitats import cube_spots
from harmonies_cli.rules.board.tokens import LETTERS, NEXT, STACKS, TOKEN_INDEX, TOKENS, letters_of, numbers
from harmonies_cli.rules.replay.actions import (
    Action,
    CardName,
    ChooseSpirit,
    DiscardCard,
    PlaceCube,
    PlaceToken,
    TakeCard,
    TakeTokens,
)
from harmonies_cli.rules.replay.legal_turns import token_spaces
from harmonies_cli.rules.replay.state import GameState, Seat
from harmonies_cli.rules.replay.take_actions import pack_tokens

__all__ = [
    "action_brief",
    "action_words",
    "card_id",
    "card_name",
    "legal_alternatives",
    "token_words",
    "written_tokens",
]


def card_id(name: CardName) -> str:
    """Return the id of a card, given any of its names; a name of no card stays as it is."""
    card = _card(name)
    return str(name) if card is None else card.id


def card_name(name: CardName) -> str:
    """Return a card's name as texts for people write it, given any of its names."""
    card = _card(name)
    return str(name) if card is None else card.words


def _card(name: CardName) -> Card | None:
    try:
        return CARDS[card_index(name)]
    except HarmoniesError:
        return None


def token_words(token: str) -> str:
    """Return a token as its colour and letter: ``blue (W)``."""
    kind = TOKENS[TOKEN_INDEX[token]]
    return f"{kind.colour} ({kind.letter})"


def written_tokens(tokens: str | list[str]) -> str:
    """Return recorded tokens as letters, in the order of the box."""
    try:
        return letters_of(pack_tokens(tokens))
    except HarmoniesError:
        return tokens if isinstance(tokens, str) else " ".join(tokens)


def action_words(action: Action, *, space: int | None = None, taken: str = "") -> str:
    """Return an action as a phrase without the player's name.

    Parameters
    ----------
    action
        The action.
    space, taken
        The central space that a take-tokens empties and the letters there, used if the action does not name them.
    """
    if isinstance(action, PlaceToken):
        return f"places {token_words(action.token)} on {action.at.lower()}"
    if isinstance(action, PlaceCube):
        return f"places a cube of the {card_name(action.card)} on {action.at.lower()}"
    if isinstance(action, TakeCard):
        return f"takes the {card_name(action.card)} card"
    if isinstance(action, ChooseSpirit):
        return f"keeps the {card_name(action.card)}, a Nature's Spirit"
    if isinstance(action, DiscardCard):
        return f"discards the {card_name(action.card)} card from the row"
    tokens, origin = _origin(action, space, taken)
    return f"takes {tokens or 'the tokens'}{f' from central space {origin}' if origin else ''}"


def action_brief(action: Action, *, space: int | None = None, taken: str = "") -> str:
    """Return an action in as few words as possible; see `action_words`."""
    if isinstance(action, PlaceToken):
        return f"{written_tokens([action.token])} on {action.at.lower()}"
    if isinstance(action, PlaceCube):
        return f"{card_name(action.card)} cube on {action.at.lower()}"
    if isinstance(action, TakeCard):
        return f"card {card_name(action.card)}"
    if isinstance(action, ChooseSpirit):
        return f"spirit {card_name(action.card)}"
    if isinstance(action, DiscardCard):
        return f"discards {card_name(action.card)}"
    tokens, origin = _origin(action, space, taken)
    return f"{tokens or 'tokens'}{f' from {origin}' if origin else ''}"


def _origin(action: TakeTokens, space: int | None, taken: str) -> tuple[str, int | None]:
    """Return the letters taken and their central space, as the action names them or else as given."""
    return (
        taken if isinstance(action.tokens, UnsetType) else written_tokens(action.tokens),
        space if isinstance(action.space, UnsetType) else action.space,
    )


def legal_alternatives(action: Action | None, state: GameState, seat: Seat, code: str) -> Iterator[str]:
    """Yield sentences on the legal alternatives to an action; none if the message of its fault says it all.

    Parameters
    ----------
    action
        The illegal action; None if the fault is none of the turn's actions.
    state, seat
        The state before it, and the player's seat.
    code
        The code of the fault.
    """
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
            names = sorted(CARDS[card].words for card in state.dealt[state.player - 1])
            yield f"keep {enumeration(names)}" if names else "no Nature's Spirit"
    elif code in ("tokens-mismatch", "central-empty", "tokens-not-taken"):
        yield from _central(state)
    elif code == "token-unplaced":
        for token, number in enumerate(numbers(state.hand)):
            if number:
                yield from _spaces(state, seat, LETTERS[token])


def _stacks(state: GameState, seat: Seat, space: str) -> Iterator[str]:
    """Yield the tokens in hand that can go on the space."""
    bit = state.side.bit_of.get(space)
    if bit is None or not state.hand:
        return
    free = not seat.cubes >> bit & 1
    fitting = [
        token_words(LETTERS[token])
        for token, number in enumerate(numbers(state.hand))
        if number and free and NEXT[seat.stacks[bit]][token]
    ]
    held = f"holds {STACKS[seat.stacks[bit]]}" if seat.stacks[bit] else "is empty"
    which = enumeration(fitting) if fitting else "nothing"
    yield f"on {space.lower()}, which {held}, with {letters_of(state.hand)} in hand: {which}"


def _spaces(state: GameState, seat: Seat, word: str) -> Iterator[str]:
    """Yield the spaces for a token, if it is in hand."""
    token = TOKEN_INDEX[word]
    if not numbers(state.hand)[token] and not state.unknown_in_hand:
        return
    bits = sorted(token_spaces(state.side, seat.stacks, seat.cubes, token))
    names = [state.side.name_of[bit] for bit in bits]
    yield f"{token_words(word)} on {', '.join(names) or 'no space'}"


def _cubes(state: GameState, seat: Seat) -> Iterator[str]:
    """Yield the spaces for each card's cube."""
    some = False
    for card, placed in seat.cards.items():
        spots = cube_spots(state.side, card, seat.board, seat.cubes) if placed < CUBES[card] else 0
        if spots:
            some = True
            yield f"a cube of the {CARDS[card].words} on {', '.join(state.side.names(spots))}"
    if not some:
        yield "no cube: no habitat of a card above the board is free"


def _row(state: GameState, verb: str) -> Iterator[str]:
    known = [CARDS[card].words for card in state.row if card >= 0]
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
