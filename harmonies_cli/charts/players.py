"""Rating history."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from harmonies_cli.charts.marks import all_games, thousands
from harmonies_cli.charts.style import SERIES, title
from harmonies_cli.safe_text import printable

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["rating_history"]

_LONGEST_NAME = 18
_DASHES = ("-", "--", "-.", ":")
_MOST_POINTS = 200


def rating_history(ax: Axes, history: pd.DataFrame, players: pd.DataFrame) -> Axes:
    """Draw the ratings of the players with the most dated games, game by game.

    Parameters
    ----------
    ax
        The axes to draw on.
    history
        The table `rating_history`; games without a date are left out.
    players
        The table `players`, for the names.
    """
    history = history[history["dated"]]
    players = all_games(players)
    names = dict(zip(players["player"], players["name"], strict=True))
    often = history["player"].value_counts()
    order = sorted(often.index, key=lambda player: (-often[player], player))[: len(SERIES)]
    final = history.groupby("player")["mu"].last()
    for number, player in enumerate(sorted(order, key=lambda player: -final[player])):
        rows = history[history["player"] == player]
        rows = rows.iloc[:: max(1, len(rows) // _MOST_POINTS)]
        name = printable(str(names.get(player, player)))
        name = name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"
        style = _DASHES[number % len(_DASHES)]
        label = f"{name} ({thousands(often[player])})"
        ax.plot(rows["game_number"], rows["mu"], color=SERIES[number], linestyle=style, linewidth=1.3, label=label)
    ax.set_xlabel("the player's dated games so far")
    ax.set_ylabel("rating (OpenSkill mu)")
    if len(order):
        ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=2)
    title(ax, "Rating history", f"the {len(order)} of {thousands(len(often))} players with the most dated games (n)")
    return ax
