"""Heat maps of colours by space, on the hexagons of the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from harmonies_cli.board_geometry import centre, corners, place_of
from harmonies_cli.charts.marks import all_games, thousands
from harmonies_cli.charts.style import FAINT, GREY, title
from harmonies_cli.palette import PAINTS
from harmonies_cli.rules.board.tokens import TOKENS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["colours_by_space"]

_PAPER = np.array([1.0, 1.0, 1.0])
_DARK = "#1c1c1c"
_MAPS = (*((token.letter, f"{token.colour} on top") for token in TOKENS), ("empty", "empty"))


def colours_by_space(ax: Axes, spaces: pd.DataFrame, side: str) -> Axes:
    """Draw, for each colour, the percentage of final boards of a side with it on top of each space.

    Parameters
    ----------
    ax
        Where to draw.
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
    for number, (key, name) in enumerate(_MAPS):
        shift = np.array([number % 2 * across, number // 2 * along])
        colour = np.array(to_rgb(PAINTS[key].body if key in PAINTS else GREY))
        shapes = [corners((x + shift[0], y + shift[1]), 0.96) for x, y in middles]
        weight = share[key].to_numpy(float)[:, None] / highest
        fills = _PAPER + (colour - _PAPER) * weight
        ax.add_collection(PolyCollection(shapes, facecolor=fills, edgecolor=FAINT, linewidth=0.5))
        for (x, y), part, fill in zip(middles + shift, share[key], fills, strict=True):
            ink = _DARK if fill @ (0.3, 0.59, 0.11) > 0.45 else "#fefefe"
            ax.text(x, y, f"{100 * part:.0f}", color=ink, fontsize=6.5, ha="center", va="center")
        if len(middles):
            ax.text(middles[:, 0].mean() + shift[0], shift[1] - 1.25, name, ha="center", va="bottom", fontsize=8)
    ax.set_xlim(-1.3, 2 * across - 1.4)
    ax.set_ylim(4 * along - 1.2, -2.4)
    ax.set_aspect("equal")
    ax.set_axis_off()
    title(ax, f"Colours by space, side {side}", f"% of {thousands(rows['n'].max() if len(rows) else 0)} final boards")
    return ax
