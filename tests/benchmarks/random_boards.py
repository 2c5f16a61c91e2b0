"""Random boards for the benchmarks, all different."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

from harmonies_cli.rules.board.sides import SIDES, Side
from harmonies_cli.rules.board.tokens import STACKS, TOKENS

__all__ = ["columns", "nodes", "position_lines"]

# About as often as on final boards of real games.
_WEIGHTS = {"": 2, "W": 5, "F": 4, "M": 2, "MM": 1.5, "MMM": 1.5, "T": 0.5, "TT": 0.3}
_WEIGHTS |= {"L": 2, "TL": 2, "TTL": 2, "H": 0.3, "TH": 1, "MH": 1, "HH": 0.7}
_WEIGHT_OF = [_WEIGHTS[stack] for stack in STACKS]


def nodes(side: Side, rng: random.Random) -> list[int]:
    """Return a random stack for each space of a side."""
    return rng.choices(range(len(STACKS)), _WEIGHT_OF, k=len(side.spaces))


def columns(side: Side, rng: random.Random) -> list[str]:
    """Return a random board as columns."""
    words = [STACKS[node] or "." for node in nodes(side, rng)]
    typed = []
    for length in side.columns:
        typed.append(" ".join(words[:length]))
        words = words[length:]
    return typed


def _fits_the_box(typed: list[str]) -> bool:
    letters = "".join(typed)
    return all(letters.count(token.letter) <= token.in_box for token in TOKENS)


def position_lines(number: int, seed: int = 1) -> Iterator[bytes]:
    """Yield one-player positions in the notation, the sides in turn, with cards without a placed cube."""
    rng = random.Random(seed)
    for index in range(number):
        side = SIDES["AB"[index % 2]]
        board = columns(side, rng)
        while not _fits_the_box(board):
            board = columns(side, rng)
        record = {
            "format": "harmonies-position",
            "version": 1,
            "id": f"p{index}",
            "side": side.name,
            "players": [{"name": "Ann", "board": board, "cards": {"frog": 0, "falcon": 0, "owl": 0}}],
        }
        yield json.dumps(record).encode() + b"\n"
