"""Chance in a simulated game: everything drawn follows from the seed, in a fixed order.

It uses only ``random.Random.random``, whose sequence for a seed Python documents as stable; multiplied and truncated to
an integer it gives the same draw on every platform.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TypeVar

from harmonies_cli.rules.board.cards import ANIMALS, SPIRITS
from harmonies_cli.rules.board.tokens import TOKENS
from harmonies_cli.rules.replay.state import SPIRITS_DEALT

__all__ = ["Deal", "deal_game", "player_chance"]

_T = TypeVar("_T")
_TOKENS = "".join(token.letter * token.in_box for token in TOKENS)


@dataclass(frozen=True, slots=True)
class Deal:
    """All chance in one game.

    Attributes
    ----------
    tokens
        Letters of the pouch in the order in which they are drawn.
    animals
        Animal cards in the order in which they are drawn.
    spirits
        Spirits dealt to each seat; empty without spirits.
    """

    tokens: str
    animals: tuple[int, ...]
    spirits: tuple[tuple[int, ...], ...]


def _shuffled(chance: Random, things: list[_T]) -> list[_T]:
    draw = chance.random
    for last in range(len(things) - 1, 0, -1):
        other = int(draw() * (last + 1))
        things[last], things[other] = things[other], things[last]
    return things


def deal_game(seed: int, game: int, players: int, *, spirits: bool) -> Deal:
    """Return the deal of one game.

    Parameters
    ----------
    seed, game
        The seed of the series and the number of the game in it.
    players
        Number of players. Tokens and animals are drawn in the same order for any number.
    spirits
        Whether Nature's Spirit cards are in play.
    """
    chance = Random(f"{seed}:{game}")
    tokens = "".join(_shuffled(chance, list(_TOKENS)))
    animals = tuple(_shuffled(chance, list(ANIMALS)))
    if not spirits:
        return Deal(tokens, animals, ())
    order = _shuffled(chance, list(SPIRITS))
    hands = tuple(tuple(order[SPIRITS_DEALT * seat : SPIRITS_DEALT * (seat + 1)]) for seat in range(players))
    return Deal(tokens, animals, hands)


def player_chance(seed: int, game: int, seat: int) -> Random:
    """Return the source of chance for the bot on a seat (from 1), separate from the deal and from the other bots."""
    return Random(f"{seed}:{game}:{seat}")
