"""Charts of strategies, seats, totals, and colours by space, on the hexagons of the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from harmonies_cli.board_looks import PAINTS, centre, corners, place_of
from harmonies_cli.charts.marks import all_games, interval_rows, of_kinds, ranked_first, row_names, thousands
from harmonies_cli.charts.style import BLUE, FAINT, GREY, ORANGE, title
from harmonies_cli.rules.board.tokens import TOKENS
from harmonies_cli.statistics.strength.certainty import ENOUGH
from harmonies_cli.statistics.strength.seats import SCORE

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = [
    "archetypes",
    "colours_by_space",
    "margin_share",
    "openings",
    "row_points",
    "score_by_round",
    "seat_rows",
    "seats",
    "totals",
]

_MOST_GAMES = 0.9


def row_points(ax: Axes, rows: pd.DataFrame) -> Axes:
    """Draw the mean points of each row for winners and for others."""
    rows = all_games(rows)
    rows = rows[rows["row"] != "total"]
    place = np.arange(len(rows))
    for name, colour, offset in (("winners", BLUE, -0.2), ("others", ORANGE, 0.2)):
        bars = ax.barh(place + offset, rows[name], 0.38, color=colour, label=name)
        ax.bar_label(bars, fmt="%.1f", padding=2, fontsize=7)
    ax.margins(x=0.1)
    row_names(ax, rows["row"].tolist(), rows["n"].tolist())
    ax.set_xlabel("points, mean")
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=2)
    title(ax, "Points by row", f"n: games with winners and others (at most {thousands(rows['n'].max())})")
    return ax


def margin_share(ax: Axes, rows: pd.DataFrame) -> Axes:
    """Draw each row's share of the margin, beside its share if the rows were shuffled."""
    rows = all_games(rows)
    rows = rows[rows["row"] != "total"].assign(certainty=ENOUGH)
    percent = rows.assign(**{name: rows[name] * 100 for name in rows if str(name).startswith("margin_share")})
    place = np.arange(len(rows))
    interval_rows(ax, percent, "margin_share", BLUE, label="these games")
    shuffled = percent["margin_share_shuffled"]
    ax.scatter(shuffled, place, marker="D", s=18, facecolor="none", edgecolor=ORANGE, label="shuffled rows")
    row_names(ax, rows["row"].tolist(), rows["n"].tolist())
    ax.axvline(0, color=FAINT, linewidth=0.8)
    ax.set_xlabel("% of the margin, with 95 % interval")
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=2)
    title(ax, "What makes the margin", f"n: games with winners and others (at most {thousands(rows['n'].max())})")
    return ax


def archetypes(ax: Axes, table: pd.DataFrame) -> Axes:
    """Draw the win points of each archetype with their intervals, the best on top."""
    return _win_points(ax, table, "archetype", "seats by leading landscape; + animals: more than half")


def openings(ax: Axes, table: pd.DataFrame) -> Axes:
    """Draw the win points of each opening with their intervals, the best on top."""
    return _win_points(ax, table, "opening", "seats; tokens and cards of three turns")


def _win_points(ax: Axes, table: pd.DataFrame, group: str, about: str) -> Axes:
    rows = ranked_first(table, "win_points", group)
    interval_rows(ax, rows, "win_points", BLUE)
    row_names(ax, rows[group].tolist(), rows["n"].tolist())
    ax.axvline(1, color=FAINT, linewidth=0.8)
    ax.set_xlabel("win points (1 = average), with 95 % interval")
    title(ax, f"{group.capitalize()}s", f"{thousands(rows['n'].sum())} {about}")
    return ax


def score_by_round(ax: Axes, tempo: pd.DataFrame) -> Axes:
    """Draw the mean total after each round for winners and others, with intervals, over the games that reach it."""
    rows = all_games(tempo)
    rows = rows[(rows["measure"] == SCORE) & (rows["n"] > 0)]
    # Later rounds come from the longer games only: their scores do not continue the scores of all games.
    most = rows["n"].max() if len(rows) else 0
    whole = (rows["n"] >= _MOST_GAMES * most).to_numpy()
    at = rows["round"].to_numpy(float)
    for name, colour, marker, aside in (("winners", BLUE, "o", -0.08), ("others", ORANGE, "s", 0.08)):
        value, low, high = (rows[f"{name}{end}"].to_numpy(float) for end in ("", "_low", "_high"))
        ax.vlines(at + aside, low, high, color=colour, linewidth=1.2)
        ax.plot(at[whole] + aside, value[whole], color=colour, marker=marker, markersize=3.5, label=name)
        some = ~whole & ~np.isnan(low)
        ax.plot(
            at[some] + aside, value[some], color=colour, marker=marker, markersize=3.5, linestyle="", fillstyle="none"
        )
    shown = rows[whole | rows["winners_low"].notna().to_numpy()]
    ax.set_xticks(
        shown["round"].to_numpy(int),
        [f"{one}\n{thousands(n)}" for one, n in zip(shown["round"], shown["n"], strict=True)],
    )
    ax.tick_params(axis="x", labelsize=7)
    ax.set_xlabel("round, and the games that reach it")
    ax.set_ylabel("points, mean")
    ax.set_ylim(bottom=0)
    ax.legend(loc="upper left")
    title(ax, "Score after each round", f"{thousands(most)} games; hollow: reached by fewer than 9 in 10")
    return ax


def seats(ax: Axes, table: pd.DataFrame) -> Axes:
    """Draw the win points of each seat, by kind of game."""
    rows = seat_rows(table)
    kinds = rows["scope"].to_numpy()
    first = np.r_[True, kinds[1:] != kinds[:-1]]
    place = np.arange(len(rows)) + np.cumsum(first)  # a line above each kind of game for its name
    interval_rows(ax, rows, "win_points", BLUE, place=place)
    row_names(ax, [f"seat {seat}" for seat in rows["seat"]], rows["n"].tolist(), place)
    for line, kind in zip(place[first] - 1, kinds[first], strict=True):
        name = "all games" if kind == "all" else kind
        ax.text(0.01, line, name, transform=ax.get_yaxis_transform(), va="center", fontsize=8, fontweight="bold")
    ax.axvline(1, color=FAINT, linewidth=0.8)
    ax.set_xlabel("win points (1 = average), with 95 % interval")
    title(ax, "Seat order and side", f"{thousands(rows['n'].sum())} seats")
    return ax


def seat_rows(table: pd.DataFrame) -> pd.DataFrame:
    """Return the rows that `seats` draws: those for each kind of game, or for all games if there is only one kind."""
    by_kind = of_kinds(table)
    return (by_kind if len(by_kind) else table).reset_index(drop=True)


def totals(ax: Axes, table: pd.DataFrame) -> Axes:
    """Draw how many seats reached each total, for winners and others."""
    table, width = all_games(table), 5
    bins = np.arange(table["total"].min() // width * width, table["total"].max() + width + 1, width)
    bottom = np.zeros(len(bins) - 1)
    for name, colour, hatch in (("others", ORANGE, ""), ("winners", BLUE, "////")):
        number, _ = np.histogram(table["total"], bins, weights=table[name])
        ax.bar(
            bins[:-1],
            number,
            width,
            bottom,
            align="edge",
            color=colour,
            edgecolor="white",
            linewidth=0.4,
            hatch=hatch,
            label=name,
        )
        bottom += number
    ax.grid(visible=False, axis="x")
    ax.set_xlabel(f"total, in steps of {width} points")
    ax.set_ylabel("seats")
    ax.legend(loc="upper right")
    title(ax, "Totals", f"{thousands(table[['winners', 'others']].to_numpy().sum())} seats")
    return ax


_WHITE = np.full(3, 254 / 255)  # not PAPER, which is dark on a dark page
_DARK = "#1c1c1c"
_MAPS = (*((token.letter, f"{token.colour} on top") for token in TOKENS), ("empty", "empty"))


def colours_by_space(ax: Axes, spaces: pd.DataFrame, side: str) -> Axes:
    """Draw, for each colour and space, the percentage of a side's final boards that show the colour on top.

    Parameters
    ----------
    ax
        The axes to draw on.
    spaces
        The table `spaces`.
    side
        The side.
    """
    from matplotlib.collections import PolyCollection
    from matplotlib.colors import to_rgb

    spaces = all_games(spaces)
    rows = spaces[(spaces["side"] == side) & (spaces["n"] > 0)]
    share = rows[[key for key, _ in _MAPS]].div(rows["n"], axis=0)
    highest = max(float(share.to_numpy().max(initial=0)), 1e-9)
    places = [place_of(space) for space in rows["space"]]
    middles = np.array([centre(place, 1.0) for place in places]).reshape(-1, 2)
    across, along = (middles.max(axis=0, initial=0) - middles.min(axis=0, initial=0)) + (2.9, 3.6)
    columns = 3 if across < along else 2  # as many as fill the width: the numbers are as large as can be
    for number, (key, name) in enumerate(_MAPS):
        shift = np.array([number % columns * across, number // columns * along])
        colour = np.array(to_rgb(PAINTS[key].body if key in PAINTS else GREY))
        shapes = [corners((x + shift[0], y + shift[1]), 0.96) for x, y in middles]
        weight = share[key].to_numpy(float)[:, None] / highest
        fills = _WHITE + (colour - _WHITE) * weight
        ax.add_collection(PolyCollection(shapes, facecolor=fills, edgecolor=FAINT, linewidth=0.5))
        for (x, y), part, fill in zip(middles + shift, share[key], fills, strict=True):
            ink = _DARK if fill @ (0.3, 0.59, 0.11) > 0.45 else "#fefefe"
            ax.text(x, y, f"{100 * part:.0f}", color=ink, fontsize=8, ha="center", va="center", in_layout=False)
        if len(middles):
            ax.text(middles[:, 0].mean() + shift[0], shift[1] - 1.25, name, ha="center", va="bottom", fontsize=9)
    ax.set_xlim(-1.3, columns * across - 1.4)
    ax.set_ylim(-(-len(_MAPS) // columns) * along - 1.2, -2.4)
    ax.set_aspect("equal", anchor="NW")
    ax.set_axis_off()
    title(ax, f"Colours by space, side {side}", f"% of {thousands(rows['n'].max() if len(rows) else 0)} final boards")
    return ax
