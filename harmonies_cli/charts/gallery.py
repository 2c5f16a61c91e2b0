"""The charts of an analysis by name, each on its own figure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import pandas as pd

from harmonies_cli.charts import cards, predictions, strategies
from harmonies_cli.charts.marks import ROW_HEIGHT, all_games, ranked_first
from harmonies_cli.charts.style import WIDTH, lay_out
from harmonies_cli.statistics.strength.certainty import FEW

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from harmonies_cli.statistics.analysis import Analysis

__all__ = ["CHARTS", "draw_charts", "drawable_charts"]


class Chart(NamedTuple):
    """How to draw a chart from an analysis.

    Attributes
    ----------
    tables
        The tables that it shows; without them, or without rows in the first, there is no chart.
    draw
        Draws the chart.
    height
        Returns the height in inches, given the table.
    """

    tables: tuple[str, ...]
    draw: Callable[[Axes, Analysis], Axes]
    height: Callable[[pd.DataFrame], float]


def _fixed(inches: float) -> Callable[[pd.DataFrame], float]:
    return lambda table: inches


def _by_rows(row: float, around: float) -> Callable[[pd.DataFrame], float]:
    return lambda table: row * len(all_games(table)) + around


def _by_groups(group: str) -> Callable[[pd.DataFrame], float]:
    """Return a height for the groups that have a win share to draw."""
    return lambda table: 0.22 * len(ranked_first(table, "win_points", group)) + 1.1


def _side(side: str, height: float) -> Chart:
    def draw(ax: Axes, analysis: Analysis) -> Axes:
        return strategies.colours_by_space(ax, analysis.tables["spaces"], side)

    return Chart(("spaces",), draw, _fixed(height))


def _of(draw: Callable[[Axes, pd.DataFrame], Axes], table: str, height: Callable[[pd.DataFrame], float]) -> Chart:
    return Chart((table,), lambda ax, analysis: draw(ax, analysis.tables[table]), height)


def _cards(table: pd.DataFrame) -> int:
    shown = all_games(table)
    return int(shown.loc[shown["certainty"] != FEW, "card"].nunique())


_OF_CARDS = _by_rows(ROW_HEIGHT, 1.1)

CHARTS: dict[str, Chart] = {
    "card-improvement": _of(cards.card_improvement, "cards", _OF_CARDS),
    "card-points": _of(cards.card_points, "cards", _OF_CARDS),
    "take-rate-and-points": _of(cards.take_rate_and_points, "cards", _fixed(5.2)),
    "points-by-round": _of(cards.points_by_round, "card_groups", lambda table: ROW_HEIGHT * _cards(table) + 1.1),
    "completion": _of(cards.completion, "cards", _OF_CARDS),
    "spirits": _of(cards.spirits_chosen, "spirits", _by_rows(0.27, 1.3)),
    "row-points": _of(strategies.row_points, "rows", _fixed(3.9)),
    "margin-share": _of(strategies.margin_share, "rows", _fixed(3.1)),
    "archetypes": _of(strategies.archetypes, "archetypes", _by_groups("archetype")),
    "openings": _of(strategies.openings, "openings", _by_groups("opening")),
    "score-by-round": _of(strategies.score_by_round, "tempo", _fixed(3.3)),
    "lead-by-round": _of(predictions.lead_by_round, "lead_by_round", _fixed(3.6)),
    "win-probability": _of(predictions.win_probability, "win_probability", _fixed(3.6)),
    "win-calibration": _of(predictions.win_calibration, "win_calibration", _fixed(4.6)),
    "colours-side-a": _side("A", 6.6),
    "colours-side-b": _side("B", 8.2),
    "seats": _of(
        strategies.seats,
        "seats",
        lambda table: 0.22 * (len(strategies.seat_rows(table)) + strategies.seat_rows(table)["scope"].nunique()) + 1.1,
    ),
    "totals": _of(strategies.totals, "totals", _fixed(3.3)),
    "rating-history": Chart(
        ("rating_history", "players"),
        lambda ax, analysis: predictions.rating_history(
            ax, analysis.tables["rating_history"], analysis.tables["players"]
        ),
        _fixed(4.2),
    ),
    "field": _of(predictions.against_the_field, "field", _fixed(2.9)),
}
"""Charts by name, in the order of the report."""


def _has_rows(name: str, analysis: Analysis) -> bool:
    shown = CHARTS[name].tables
    if any(table not in analysis.tables for table in shown):
        return False
    table = analysis.tables[shown[0]]
    if shown[0] == "spaces":
        table = all_games(table)
        return bool(((table["side"] == name[-1].upper()) & (table["n"] > 0)).any())
    if name == "spirits":
        return bool((table["chosen"] > 0).any())
    if name in ("take-rate-and-points", "card-improvement"):
        column = "take_rate_adjusted" if name.startswith("take") else "improvement"
        return bool(all_games(table)[column].notna().any())
    if name == "points-by-round":
        return _cards(table[table["by"] == "round taken"]) > 0
    if name == "rating-history":
        return bool(table["dated"].any())
    if name in ("lead-by-round", "win-probability", "win-calibration"):
        return bool((all_games(table)["certainty"] != FEW).any())
    return len(table) > 0


def drawable_charts(analysis: Analysis) -> list[str]:
    """Return the names of the charts for which an analysis has data."""
    return [name for name in CHARTS if _has_rows(name, analysis)]


def draw_charts(analysis: Analysis, names: Sequence[str] | None = None) -> Iterator[tuple[str, Figure]]:
    """Yield the charts with data, each as a figure that the caller owns.

    Call it, and save the figures, within `style.chart_style`.

    Parameters
    ----------
    analysis
        The result of `analyse`.
    names
        Names of the charts; all by default.
    """
    from matplotlib.figure import Figure

    for name in CHARTS if names is None else names:
        if _has_rows(name, analysis):
            chart = CHARTS[name]
            figure = Figure(figsize=(WIDTH, chart.height(analysis.tables[chart.tables[0]])))
            chart.draw(figure.add_subplot(), analysis)
            lay_out(figure)
            yield name, figure
