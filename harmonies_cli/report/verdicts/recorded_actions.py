"""Actions of a turn in words, in whatever form they were typed."""

from __future__ import annotations

from msgspec import UnsetType

from harmonies_cli.errors import HarmoniesError
from harmonies_cli.rules.board.cards import CARDS, card_index
from harmonies_cli.rules.board.tokens import TOKEN_INDEX, TOKENS, letters_of
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
from harmonies_cli.rules.replay.take_actions import pack_tokens

__all__ = ["action_brief", "action_words", "card_name", "token_words", "tokens_written"]


def card_name(name: CardName) -> str:
    """Return the id of a card, given any of its names."""
    try:
        return CARDS[card_index(name)].id
    except HarmoniesError:
        return str(name)


def token_words(token: str) -> str:
    """Return a token as its colour and letter: ``blue (W)``."""
    kind = TOKENS[TOKEN_INDEX[token]]
    return f"{kind.colour} ({kind.letter})"


def tokens_written(tokens: str | list[str]) -> str:
    """Return recorded tokens as letters, in the order of the box."""
    try:
        return letters_of(pack_tokens(tokens))
    except HarmoniesError:
        return tokens if isinstance(tokens, str) else " ".join(tokens)


def action_words(action: Action, *, space: int | None = None, taken: str = "") -> str:
    """Return what a player does, without the player's name.

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
    """Return what a player does in as few words as possible; see `action_words`."""
    if isinstance(action, PlaceToken):
        return f"{tokens_written([action.token])} on {action.at.lower()}"
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
    """Return the letters taken and the central space they come from, as the action names them or else as given."""
    return (
        taken if isinstance(action.tokens, UnsetType) else tokens_written(action.tokens),
        space if isinstance(action.space, UnsetType) else action.space,
    )
