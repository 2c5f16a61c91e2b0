"""Charts of animal and Nature's Spirit cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from harmonies_cli.charts.marks import (
    all_games,
    heat_map,
    interval_rows,
    name_points,
    ranked_first,
    row_names,
    thousands,
)
from harmonies_cli.charts.style import BLUE, FAINT, GREY, ORANGE, title
from harmonies_cli.rules.board.cards import card_words
from harmonies_cli.statistics.strength.certainty import FEW

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = [
    "card_improvement",
    "card_points",
    "completion",
    "points_by_round",
    "spirits_chosen",
    "take_rate_and_points",
]


def card_points(ax: Axes, cards: pd.DataFrame) -> Axes:
    """Draw the mean points of each animal card with intervals, the best on top."""
    rows = ranked_first(cards, "points", "card")
    interval_rows(ax, rows, "points", BLUE)
    row_names(ax, _names(rows["card"]), rows["taken"].tolist())
    ax.set_xlabel("points a card, with 95 % interval")
    title(ax, "What each card scores", f"{_taken(rows)}; n: times taken")
    return ax


def card_improvement(ax: Axes, cards: pd.DataFrame) -> Axes:
    """Draw the win points of seats that took each animal card, less those of seats that left it with a free place."""
    rows = ranked_first(cards.assign(certainty=cards["improvement_certainty"]), "improvement", "card")
    interval_rows(ax, rows, "improvement", BLUE)
    row_names(ax, _names(rows["card"]), rows["improvement_n"].tolist())
    ax.axvline(0, color=FAINT, linewidth=0.8)
    ax.set_xlabel("win points when taken, less when left (95 % interval)")
    title(ax, "Improvement when taken", f"{_taken(rows)}; n: takers or leavers, the fewer")
    return ax


def take_rate_and_points(ax: Axes, cards: pd.DataFrame) -> Axes:
    """Draw how often each animal card is taken when seen, against its points."""
    rows = all_games(cards).dropna(subset=["take_rate_adjusted", "points"])
    x, y = rows["take_rate_adjusted"].to_numpy(float) * 100, rows["points"].to_numpy(float)
    few = (rows["certainty"] == FEW).to_numpy()
    ax.scatter(x, y, s=16, color=np.where(few, GREY, BLUE))
    if len(x):
        ax.set_xlim(*_wider(x, 0.1))
        ax.set_ylim(*_wider(y, 0.08))
    ax.set_xlabel("taken, % of the seats that saw it")
    ax.set_ylabel("points when taken")
    title(ax, "Take rate against points", f"{_taken(rows)} by {thousands(rows['seen'].sum())} seats that saw one")
    name_points(ax, x, y, _names(rows["card"]))
    return ax


def points_by_round(ax: Axes, groups: pd.DataFrame) -> Axes:
    """Draw the mean points of each animal card by the round of taking it, the best cards on top."""
    rows = all_games(groups)
    rows = rows[(rows["by"] == "round taken") & (rows["certainty"] != FEW)]
    weighted = (rows["points"] * rows["taken"]).groupby(rows["card"]).sum() / rows.groupby("card")["taken"].sum()
    order = weighted.sort_values(ascending=False).index.tolist()
    rounds = [name for name in dict.fromkeys(all_games(groups)["group"]) if name in set(rows["group"])]
    shown = rows.pivot(index="card", columns="group", values="points").reindex(index=order, columns=rounds)
    heat_map(ax, shown.to_numpy(float), "{:.1f}")
    ax.set_xticks(range(len(rounds)), [name.removesuffix(" or later") + "+" * ("later" in name) for name in rounds])
    numbers = [int(rows.loc[rows["card"] == card, "taken"].sum()) for card in order]
    row_names(ax, _names(order), numbers)
    ax.set_xlabel("round in which the card is taken")
    title(
        ax,
        "Points by the round of taking",
        f"{thousands(rows['taken'].sum())} cards taken; blank: too few; n: times taken",
    )
    return ax


def completion(ax: Axes, cards: pd.DataFrame) -> Axes:
    """Draw how often each animal card is completed, with Wilson's interval."""
    rows = ranked_first(cards, "completion_rate", "card")
    percent = rows.assign(
        **{name: rows[name] * 100 for name in ("completion_rate", "completion_rate_low", "completion_rate_high")}
    )
    interval_rows(ax, percent, "completion_rate", BLUE)
    row_names(ax, _names(rows["card"]), rows["taken"].tolist())
    ax.set_xlim(left=min(0, ax.get_xlim()[0]))
    ax.set_xlabel("% of the cards taken, with 95 % interval")
    title(ax, "How often each card is completed", f"{_taken(rows)}; n: times taken")
    return ax


def spirits_chosen(ax: Axes, spirits: pd.DataFrame) -> Axes:
    """Draw the win points of seats that chose each spirit, and of those that declined it."""
    rows = ranked_first(spirits, "win_points_chosen", "card")
    for name, colour, offset, label in (
        ("win_points_chosen", BLUE, -0.15, "chosen"),
        ("win_points_declined", ORANGE, 0.15, "dealt and declined"),
    ):
        interval_rows(ax, rows, name, colour, label=label, place=np.arange(len(rows)) + offset)
    numbers = [
        f"{thousands(one)} / {thousands(other)}" for one, other in zip(rows["chosen"], rows["declined"], strict=True)
    ]
    row_names(ax, _names(rows["card"]), numbers, heading="n")
    ax.axvline(1, color=FAINT, linewidth=0.8)
    ax.set_xlabel("win points (1 = average), with 95 % interval")
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=2)
    title(ax, "Spirits chosen and declined", f"{thousands(rows['chosen'].sum())} spirits chosen; n: chosen / declined")
    return ax


def _names(cards: Iterable[str]) -> list[str]:
    return list(map(card_words, cards))


def _taken(rows: pd.DataFrame) -> str:
    return f"{thousands(rows['taken'].sum())} cards taken"


def _wider(values: np.ndarray, share: float) -> tuple[float, float]:
    low, high = float(values.min()), float(values.max())
    reach = max(high - low, 1.0) * share
    return low - reach, high + reach
