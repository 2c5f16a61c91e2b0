"""Scopes: the games that a row of a table covers: all of them, some kinds of game, or one kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from harmonies_cli.statistics.strength.sample import Kind

__all__ = ["ALL", "Partial", "is_by_players", "scopes_of"]

ALL = "all"
"""The scope of a row for all games, adjusted for their kinds."""

_PLAYERS = (None, 1, 2, 3, 4)
_SIDES = (None, "A", "B")
_SPIRITS = (None, True, False)


class Partial(NamedTuple):
    """Kinds of game that agree in some respects; None means any."""

    players: int | None = None
    side: str | None = None
    spirits: bool | None = None

    def __str__(self) -> str:
        words = []
        if self.players is not None:
            words.append("solo" if self.players == 1 else f"{self.players} players")
        if self.side is not None:
            words.append(f"side {self.side}")
        if self.spirits is not None:
            words.append("with spirits" if self.spirits else "no spirits")
        return ", ".join(words) or ALL

    def has(self, kind: Kind) -> bool:
        """Return whether a kind of game is one of them."""
        return all(wanted in (None, own) for wanted, own in zip(self, kind, strict=True))


def scopes_of(kinds: Sequence[Kind], *, partial: bool = False) -> dict[str, tuple[Kind, ...]]:
    """Return the kinds of game of each scope: all of them and, if there are several, each alone.

    Parameters
    ----------
    kinds
        The existing kinds of game, sorted.
    partial
        Whether kinds that agree in players, side or spirits are scopes too, such as ``"2 players, side A"``. The same
        kinds have one scope, the shortest: if all games have 2 players there is no ``"2 players"``.
    """
    scopes = {ALL: tuple(kinds)}
    for one in _partials() if partial else ():
        of_scope = tuple(kind for kind in kinds if one.has(kind))
        if len(of_scope) > 1 and of_scope not in scopes.values():
            scopes[str(one)] = of_scope
    return scopes | ({str(kind): (kind,) for kind in kinds} if len(kinds) > 1 else {})


def is_by_players(scope: str) -> bool:
    """Return whether a scope is not partial, or is by number of players only."""
    some = [one for one in _partials() if str(one) == scope]
    return not some or (some[0].side is None and some[0].spirits is None) or None not in some[0]


def _partials() -> Iterator[Partial]:
    """Yield the respects in which kinds may agree, the simplest first."""
    every = map(Partial._make, product(_PLAYERS, _SIDES, _SPIRITS))
    yield from sorted(every, key=lambda one: sum(value is not None for value in one))
