"""What reports and charts call the players: their names, with the account of those who share a name with another."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from harmonies_cli.safe_text import printable

__all__ = ["player_labels", "short_name"]

_LONGEST_NAME = 40


def short_name(name: str, longest: int = _LONGEST_NAME) -> str:
    """Return somebody's own text, at most this many characters of it."""
    return name if len(name) <= longest else name[: longest - 1] + "…"


def player_labels(players: pd.DataFrame | None) -> Mapping[str, str]:
    """Return a label of their own for players whose names look alike: ``Ann (83412)``; the others are not listed.

    Parameters
    ----------
    players
        The table `players`, of one scope or many; None if there is none.
    """
    if players is None:
        return {}
    pairs = players[["player", "name"]].astype(object).drop_duplicates()
    pairs = pairs.assign(shown=pairs["name"].map(lambda name: short_name(printable(str(name)))))
    is_shared = pairs.groupby("shown")["player"].transform("nunique") > 1
    taken = set(pairs["shown"][~is_shared])
    labels: dict[str, str] = {}
    for player, name, shown in pairs[is_shared].itertuples(index=False):
        account = "" if player == name else f" ({short_name(printable(str(player)))})"
        label, number = f"{shown}{account}", 1
        while label in taken:
            number += 1
            label = f"{shown}{account} ({number})"
        taken.add(label)
        labels[str(player)] = label
    return labels
