"""Chance in a simulated game: the seed determines every draw, in an order fixed beforehand.

Only ``random.Random.random`` is used, because Python guarantees its sequence for a seed; multiplied and
truncated to an integer, it gives the same draw on every platform.
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
    """Everything random in one game.

    Attributes
    ----------
    tokens
        Letters of the pouch, in drawing order.
    animals
        Animal cards, in drawing order.
    spirits
        Spirits dealt to each seat; empty without spirits.
    """

    tokens: str
    animals: tuple[int, ...]
    spirits: tuple[tuple[int, ...], ...]


def _shuffle(chance: Random, things: list[_T]) -> list[_T]:
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
        Number of players. The order of tokens and animals is the same for any number.
    spirits
        Whether Nature's Spirit cards are in play.
    """
    chance = Random(f"{seed}:{game}")
    tokens = "".join(_shuffle(chance, list(_TOKENS)))
    animals = tuple(_shuffle(chance, list(ANIMALS)))
    if not spirits:
        return Deal(tokens, animals, ())
    order = _shuffle(chance, list(SPIRITS))
    hands = tuple(tuple(order[SPIRITS_DEALT * seat : SPIRITS_DEALT * (seat + 1)]) for seat in range(players))
    return Deal(tokens, animals, hands)


def player_chance(seed: int, game: int, seat: int) -> Random:
    """Return the source of chance for the bot on a seat (from 1), separate from the deal and the other bots."""
    return Random(f"{seed}:{game}:{seat}")
