"""The charts of an analysis by name, each on a figure of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import pandas as pd

from harmonies_cli.charts import cards, players, spaces, strategies
from harmonies_cli.charts.marks import ROW_HEIGHT, all_games
from harmonies_cli.charts.style import WIDTH

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from harmonies_cli.statistics.analysis import Analysis

__all__ = ["CHARTS", "draw_charts"]


class Chart(NamedTuple):
    """How a chart comes out of an analysis.

    Attributes
    ----------
    table
        The table that it shows; without it, or without rows, there is no chart.
    draw
        Draws it.
    height
        Inches, given the table.
    """

    table: str
    draw: Callable[[Axes, Analysis], Axes]
    height: Callable[[pd.DataFrame], float]


def _fixed(inches: float) -> Callable[[pd.DataFrame], float]:
    return lambda table: inches


def _by_rows(row: float, around: float) -> Callable[[pd.DataFrame], float]:
    return lambda table: row * len(all_games(table)) + around


def _of_cards(draw: Callable[[Axes, pd.DataFrame], Axes], table: str = "cards") -> Chart:
    return Chart(table, lambda ax, analysis: draw(ax, analysis.tables[table]), _by_rows(ROW_HEIGHT, 1.1))


def _side(side: str) -> Chart:
    return Chart(
        "spaces", lambda ax, analysis: spaces.colours_by_space(ax, analysis.tables["spaces"], side), _fixed(8.6)
    )


CHARTS: dict[str, Chart] = {
    "card-improvement": _of_cards(cards.card_improvement),
    "card-points": _of_cards(cards.card_points),
    "take-rate-and-points": Chart(
        "cards", lambda ax, analysis: cards.take_rate_and_points(ax, analysis.tables["cards"]), _fixed(5.2)
    ),
    "completion": _of_cards(cards.completion),
    "spirits": Chart(
        "spirits", lambda ax, analysis: cards.spirits_chosen(ax, analysis.tables["spirits"]), _by_rows(0.27, 1.3)
    ),
    "row-points": Chart("rows", lambda ax, analysis: strategies.row_points(ax, analysis.tables["rows"]), _fixed(3.9)),
    "archetypes": Chart(
        "archetypes", lambda ax, analysis: strategies.archetypes(ax, analysis.tables["archetypes"]), _by_rows(0.22, 1.1)
    ),
    "score-by-round": Chart(
        "tempo", lambda ax, analysis: strategies.score_by_round(ax, analysis.tables["tempo"]), _fixed(3.3)
    ),
    "colours-side-a": _side("A"),
    "colours-side-b": _side("B"),
    "seats": Chart(
        "seats",
        lambda ax, analysis: strategies.seats(ax, analysis.tables["seats"]),
        lambda table: 0.22 * (len(strategies.seat_rows(table)) + table["scope"].nunique()) + 1.1,
    ),
    "totals": Chart("totals", lambda ax, analysis: strategies.totals(ax, analysis.tables["totals"]), _fixed(3.3)),
    "rating-history": Chart(
        "rating_history",
        lambda ax, analysis: players.rating_history(ax, analysis.tables["rating_history"], analysis.tables["players"]),
        _fixed(4.2),
    ),
}
"""Chart by name, in the order of the report."""


def _has_rows(name: str, analysis: Analysis) -> bool:
    table = analysis.tables.get(CHARTS[name].table)
    if table is None or len(table) == 0:
        return False
    if name == "rating-history":
        return "players" in analysis.tables
    if CHARTS[name].table == "spaces":
        return bool(((table["side"] == name[-1].upper()) & (table["n"] > 0)).any())
    if name == "spirits":
        return bool((table["chosen"] > 0).any())
    return name != "take-rate-and-points" or bool(table["take_rate_adjusted"].notna().any())


def draw_charts(analysis: Analysis, names: list[str] | None = None) -> Iterator[tuple[str, Figure]]:
    """Yield the charts of which there is something to show, each as a figure that is the caller's.

    Call it, and save the figures, within `style.chart_style`.

    Parameters
    ----------
    analysis
        What `analyse` returned.
    names
        Which charts; all if left out.
    """
    from matplotlib.figure import Figure

    for name in CHARTS if names is None else names:
        if _has_rows(name, analysis):
            chart = CHARTS[name]
            figure = Figure(figsize=(WIDTH, chart.height(analysis.tables[chart.table])))
            chart.draw(figure.add_subplot(), analysis)
            yield name, figure
