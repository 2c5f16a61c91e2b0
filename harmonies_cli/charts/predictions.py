"""Charts of players and of predictions: ratings over time, one player against the field, how often a lead wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from harmonies_cli.charts.marks import all_games, heat_map, interval_rows, row_names, thousands
from harmonies_cli.charts.style import BLUE, FAINT, SERIES, title
from harmonies_cli.safe_text import printable
from harmonies_cli.statistics.strength.certainty import FEW
from harmonies_cli.statistics.strength.player_labels import player_labels, short_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["against_the_field", "lead_by_round", "rating_history", "win_calibration", "win_probability"]

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
    names = {**dict(zip(players["player"], players["name"], strict=True)), **player_labels(players)}
    often = history["player"].value_counts()
    order = sorted(often.index, key=lambda player: (-often[player], player))[: len(SERIES)]
    final = history.groupby("player")["mu"].last()
    for number, player in enumerate(sorted(order, key=lambda player: -final[player])):
        rows = history[history["player"] == player]
        rows = rows.iloc[:: max(1, len(rows) // _MOST_POINTS)]
        name = short_name(printable(str(names.get(player, player))), _LONGEST_NAME)
        style = _DASHES[number % len(_DASHES)]
        label = f"{name} ({thousands(often[player])})"
        ax.plot(rows["game_number"], rows["mu"], color=SERIES[number], linestyle=style, linewidth=1.3, label=label)
    ax.set_xlabel("the player's dated games so far")
    ax.set_ylabel("rating (OpenSkill mu)")
    if len(order):
        ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=2)
    title(ax, "Rating history", f"the {len(order)} of {thousands(len(often))} players with the most dated games (n)")
    return ax


def win_probability(ax: Axes, table: pd.DataFrame) -> Axes:
    """Draw how often seats win by their lead and by the empty spaces of the fullest board."""
    stages = list(dict.fromkeys(all_games(table)["empty_spaces"]))[::-1]
    return _by_lead(ax, table, "empty_spaces", stages, "empty spaces of the fullest board")


def lead_by_round(ax: Axes, table: pd.DataFrame) -> Axes:
    """Draw how often seats win by their lead and by the round."""
    return _by_lead(ax, table, "round", list(dict.fromkeys(all_games(table)["round"])), "round")


def _by_lead(ax: Axes, table: pd.DataFrame, column: str, stages: list[str], label: str) -> Axes:
    rows = all_games(table)
    leads = sorted(dict.fromkeys(rows["lead"]), key=_lead)
    some = rows[rows["certainty"] != FEW]
    share = some.pivot(index="lead", columns=column, values="win_share").reindex(index=leads, columns=stages)
    heat_map(ax, 100 * share.to_numpy(float), "{:.0f} %")
    ax.set_xticks(range(len(stages)), stages)
    row_names(ax, leads, [int(rows.loc[rows["lead"] == lead, "n"].sum()) for lead in leads])
    ax.set_xlabel(label)
    title(
        ax,
        "Who wins with which lead",
        f"n: {thousands(rows['n'].sum())} seats after a round; blank: too few games",
    )
    return ax


def _lead(name: str) -> tuple[int, int]:
    number = next((int(word) for word in name.split() if word.isdecimal()), 0)
    return (0, -number) if name.startswith("ahead") else (1, 0) if name == "level" else (2, number)


def win_calibration(ax: Axes, table: pd.DataFrame) -> Axes:
    """Draw how often seats won against how often the model predicted it."""
    rows = all_games(table)
    rows = rows[rows["certainty"] != FEW]
    at, won = 100 * rows["predicted"], 100 * rows["win_share"]
    ax.plot([0, 100], [0, 100], color=FAINT, linewidth=0.8)
    ax.vlines(at, 100 * rows["win_share_low"], 100 * rows["win_share_high"], color=BLUE, linewidth=1.6)
    ax.scatter(at, won, s=18, color=BLUE, zorder=3)
    ax.set_xlim(0, 100)
    ax.set_ylim(0, 100)
    ax.set_aspect("equal")
    ax.set_xlabel("predicted to win, %")
    ax.set_ylabel("won, %, with 95 % interval")
    title(ax, "Do the predictions come true?", f"{thousands(rows['n'].sum())} seats after a round, of games not fitted")
    return ax


def against_the_field(ax: Axes, table: pd.DataFrame) -> Axes:
    """Draw the rows of points in which one player differs from the field."""
    rows = table[table["aspect"] == "points by row"].reset_index(drop=True)
    interval_rows(ax, rows, "difference", BLUE)
    row_names(ax, rows["what"].tolist(), rows["n"].tolist())
    ax.axvline(0, color=FAINT, linewidth=0.8)
    ax.set_xlabel("points more than the field, with 95 % interval")
    title(ax, "The player against the field", f"n: games of the player (at most {thousands(rows['n'].max())})")
    return ax
