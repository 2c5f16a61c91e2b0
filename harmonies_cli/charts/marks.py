"""Marks that several charts draw: intervals by row, names beside points, small numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from harmonies_cli.charts.style import FAINT, GREY, INK
from harmonies_cli.statistics.strength.certainty import FEW, PROVISIONAL

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = [
    "ROW_HEIGHT",
    "all_games",
    "heat_map",
    "interval_rows",
    "name_points",
    "of_kinds",
    "ranked_first",
    "row_names",
    "thousands",
]

Box = tuple[float, float, float, float]
"""Left, low, right, high."""

ROW_HEIGHT = 0.2
"""Inches of a row of names."""

_DARK = 0.75
"""Share of the highest value above which a cell is too dark for dark letters."""


def all_games(table: pd.DataFrame) -> pd.DataFrame:
    """Return the rows for all games."""
    return table[table["scope"] == "all"] if "scope" in table else table


def of_kinds(table: pd.DataFrame) -> pd.DataFrame:
    """Return the rows for single kinds of game, whose scope names players, side and spirits."""
    return table[table["scope"].str.count(",") == 2]


def ranked_first(table: pd.DataFrame, measure: str, name: str) -> pd.DataFrame:
    """Return the rows for all games by a measure, the highest first.

    Rows with few observations, or without an interval, come last; those with both defects are left out.
    """
    rows = all_games(table).dropna(subset=[measure])
    few, unknown = rows["certainty"] == FEW, rows[f"{measure}_low"].isna()
    order = rows.assign(_few=few | unknown)[~(few & unknown)]
    return order.sort_values(["_few", measure, name], ascending=[True, False, True], ignore_index=True)


def thousands(number: float) -> str:
    """Return a number with separated thousands."""
    return f"{int(number):,}"


def interval_rows(
    ax: Axes,
    rows: pd.DataFrame,
    measure: str,
    colour: str,
    *,
    label: str | None = None,
    place: NDArray[Any] | None = None,
) -> None:
    """Draw a mean with its interval in each row, the first at the top.

    The mark is hollow if the row is provisional, grey if it has few observations, and a grey cross if there is no
    interval: the error of such a mean is unknown.

    Parameters
    ----------
    ax
        The axes to draw on.
    rows
        Rows of a strength table.
    measure
        The column of the mean; its interval is in the columns of the same name with ``_low`` and ``_high``.
    colour
        Colour of the marks.
    label
        The name of the marks in the legend.
    place
        Where to draw the rows; by default from 0 downwards.
    """
    place = np.arange(len(rows)) if place is None else place
    value = rows[measure].to_numpy(float)
    low, high = (rows[f"{measure}_{end}"].to_numpy(float) for end in ("low", "high"))
    certainty = rows["certainty"].to_numpy()
    unknown = np.isnan(low)
    ax.scatter(value[unknown], place[unknown], s=14, color=GREY, marker="x", linewidth=0.8)
    for kind in dict.fromkeys(certainty[~unknown]):
        some = (certainty == kind) & ~unknown
        shade = GREY if kind == FEW else colour
        ax.hlines(place[some], low[some], high[some], color=shade, linewidth=1.6)
        fill = "none" if kind == PROVISIONAL else shade
        ax.scatter(value[some], place[some], s=18, facecolor=fill, edgecolor=shade, linewidth=1.2, zorder=3)
    if label:
        ax.scatter([], [], s=18, color=colour, label=label)


def row_names(
    ax: Axes, names: list[str], numbers: list[Any], place: NDArray[Any] | None = None, heading: str = "n"
) -> None:
    """Name the rows on the left, and write the observations of each on the right."""
    place = np.arange(len(names)) if place is None else place
    ax.set_yticks(place, names)
    ax.set_ylim(place.max(initial=0) + 0.6, -0.6)
    ax.tick_params(axis="y", length=0)
    ax.grid(visible=False, axis="y")
    right = ax.secondary_yaxis("right")
    right.set_yticks(place, [one if isinstance(one, str) else thousands(one) for one in numbers])
    right.tick_params(length=0, labelsize=7, labelcolor=INK)
    right.spines["right"].set_visible(False)
    ax.annotate(
        heading,
        (1, 1),
        (6, 3),
        xycoords="axes fraction",
        textcoords="offset points",
        fontsize=7,
        va="bottom",
        ha="left",
    )


def heat_map(ax: Axes, values: NDArray[Any], form: str) -> None:
    """Draw numbers in cells, higher ones darker, the first row on top; missing ones are blank."""
    highest = float(np.nanmax(values)) if np.isfinite(values).any() else 1.0
    edges = [np.arange(size + 1) - 0.5 for size in values.shape[::-1]]
    ax.pcolormesh(*edges, np.ma.masked_invalid(values), cmap="Blues", vmin=0, vmax=1.25 * max(highest, 1e-9))
    for (row, column), value in np.ndenumerate(values):
        if np.isfinite(value):
            ink = "#fefefe" if value > _DARK * highest else "#1c1c1c"  # the same on a dark page
            ax.text(column, row, form.format(value), ha="center", va="center", fontsize=6.5, color=ink, in_layout=False)
    ax.grid(visible=False)


def name_points(ax: Axes, x: NDArray[Any], y: NDArray[Any], names: list[str]) -> None:
    """Write names beside points, where they overlap least; call it after setting the limits."""
    figure = ax.get_figure(root=True)
    assert figure is not None
    figure.draw_without_rendering()
    left, low, right, high = ax.get_window_extent().extents
    frame: Box = (left, low, right, high)
    to_screen = ax.transData.transform(np.column_stack([x, y]))
    point = figure.dpi / 72
    taken: list[Box] = [(px - 3 * point, py - 3 * point, px + 3 * point, py + 3 * point) for px, py in to_screen]
    for (px, py), at, name in zip(to_screen, zip(x, y, strict=True), names, strict=True):
        width, height = 4.6 * point * len(name), 8.5 * point
        boxes = [(px + dx, py + dy, px + dx + width, py + dy + height) for dx, dy in _offsets(width, height, 4 * point)]
        others = [other for other in to_screen if tuple(other) != (px, py)]
        best = min(boxes, key=lambda box: _cost(box, taken, frame) + _doubt(box, (px, py), others) * point)
        taken.append(best)
        offset = ((best[0] - px) / point, (best[1] - py + height / 2) / point)
        line = {"arrowstyle": "-", "color": FAINT, "linewidth": 0.5, "shrinkA": 0, "shrinkB": 2}
        far = _away(best, (px, py)) > 5 * point
        ax.annotate(
            name,
            at,
            offset,
            textcoords="offset points",
            fontsize=7,
            va="center",
            ha="left",
            arrowprops=line if far else None,
        )


def _away(box: Box, at: tuple[float, float]) -> float:
    """Return how far a point is from a box."""
    across = max(box[0] - at[0], 0.0, at[0] - box[2])
    along = max(box[1] - at[1], 0.0, at[1] - box[3])
    return float(np.hypot(across, along))


def _doubt(box: Box, at: tuple[float, float], others: list[Any]) -> float:
    """Return how easily a name is mistaken for another point's: how much nearer that point is than its own."""
    own = _away(box, at)
    nearest = min((_away(box, other) for other in others), default=np.inf)
    return 2 * own + 60 * max(0.0, own + 2 - nearest)


def _offsets(width: float, height: float, gap: float) -> list[tuple[float, float]]:
    across = (gap, -width / 2, -gap - width)
    along = (-height / 2, gap, -gap - height, 2 * gap, -2 * gap - height, 3.5 * gap, -3.5 * gap - height)
    return [(dx, dy) for dy in along for dx in across if (dx, dy) != (across[1], along[0])]


def _cost(box: Box, taken: list[Box], frame: Box) -> float:
    """Return the area that a box shares with others, plus its overhang beyond the frame."""
    left, low, right, high = box
    over = sum(
        max(0.0, min(right, other[2]) - max(left, other[0])) * max(0.0, min(high, other[3]) - max(low, other[1]))
        for other in taken
    )
    out = max(0.0, frame[0] - left) + max(0.0, right - frame[2])
    return over + 20 * (out + max(0.0, frame[1] - low) + max(0.0, high - frame[3]))
