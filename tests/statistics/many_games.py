"""Many different games, cheaply."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from harmonies_cli.simulate.series import Terms, fixtures_of, play_fixtures

__all__ = ["game_lines", "write_games"]


def game_lines(number: int, seed: int = 1) -> Iterator[bytes]:
    """Yield records of random games, each with its line end."""
    terms = Terms(seed, "A", True, "rulebook")
    return (game.line for game in play_fixtures(terms, fixtures_of(terms, number, ["random", "random"]), jobs=1))


def write_games(path: Path, number: int, seed: int = 1) -> None:
    """Write random games as JSON Lines."""
    path.write_bytes(b"".join(game_lines(number, seed)))
