"""Games whose words are already in the notation's own form, as almost every program writes them.

The decoder recognises such words by type while it decodes a game. It then returns the same few strings again and again,
which cost nothing to create or to look up.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from msgspec import UnsetType

from harmonies_cli.records.notation import Game
from harmonies_cli.rules.board.cards import CARDS
from harmonies_cli.rules.board.sides import SIDES
from harmonies_cli.rules.board.tokens import LETTERS, TokenMultisets

__all__ = ["UsualGame"]


def _one_of(words: Iterable[str]) -> Any:
    return Literal[tuple(words)]


_game: Any = Game
UsualGame: Any = _game[
    _one_of(LETTERS),
    _one_of(dict.fromkeys(space for side in SIDES.values() for space in side.spaces)),
    _one_of(filter(None, TokenMultisets())),
    _one_of(card.id for card in CARDS),
    UnsetType,
    UnsetType,
]
"""`Game` of letters, spaces, up to three letters, and ids of cards; no turn or action has notes or was replaced."""
