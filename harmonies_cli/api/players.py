"""Players by number or by name."""

from __future__ import annotations

from collections.abc import Sequence

from harmonies_cli.errors import UsageError

__all__ = ["find_player"]


def find_player(names: Sequence[str], player: int | str) -> int:
    """Return the number of a player, given by number or by exact name.

    Raises
    ------
    UsageError
        If there is none, or several have the name.
    """
    numbers = [number for number, name in enumerate(names, 1) if player in (number, name)]
    if len(numbers) == 1:
        return numbers[0]
    if numbers:
        raise UsageError(f"several players are called {player!r}: give a number from 1 to {len(names)}")
    from harmonies_cli.suggest import did_you_mean

    meant = did_you_mean(player, names) if isinstance(player, str) else None
    listed = ", ".join(f"{number} {name}" for number, name in enumerate(names, 1))
    raise UsageError(f"there is no player {player!r}: {meant or f'the players are {listed}'}")
