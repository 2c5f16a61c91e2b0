"""Chart style: colours for the colour-blind, small fonts, reproducible files, charts inside pages.

Colours are Okabe and Ito's, which differ in lightness as well as hue; no chart relies on colour alone.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from typing import TYPE_CHECKING, Any

from harmonies_cli.board_looks import INK, PAPER

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = [
    "BLUE",
    "FAINT",
    "GREY",
    "GRID",
    "INK",
    "ORANGE",
    "PAPER",
    "SERIES",
    "WIDTH",
    "chart_style",
    "inline_svg",
    "lay_out",
    "png_of",
    "svg_of",
    "title",
    "with_classes",
]

BLUE = "#0072b2"
ORANGE = "#d98200"
GREY = "#9aa0a8"
FAINT = "#5d646c"
GRID = "#d5d2ca"
SERIES = (BLUE, ORANGE, "#009e73", "#cc5f9b", "#46a7e0", "#b34700", "#8a7b00", "#6f5bc0")
WIDTH = 5.2
"""In inches: text of 8 points stays legible on a phone, where the page is as wide as the chart."""

_DPI = 200
_SETTINGS: Any = {
    "axes.axisbelow": True,
    "axes.edgecolor": FAINT,
    "axes.grid": True,
    "axes.labelcolor": INK,
    "axes.labelsize": 8.5,
    "axes.linewidth": 0.6,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titley": 1.0,  # fixed: searching for a place above all labels takes a quarter of a chart's time
    "figure.constrained_layout.use": True,
    "figure.facecolor": PAPER,
    "axes.facecolor": "none",
    "font.family": ["DejaVu Sans"],
    "font.size": 8.5,
    "grid.color": GRID,
    "grid.linewidth": 0.5,
    "legend.fontsize": 8.5,
    "legend.frameon": False,
    "legend.labelcolor": INK,
    "lines.linewidth": 1.6,
    "path.simplify": True,
    "savefig.dpi": _DPI,
    "svg.fonttype": "none",
    "svg.hashsalt": "harmonies-cli",
    "text.color": INK,
    "text.parse_math": False,  # a player can be called $\frac
    "xtick.color": FAINT,
    "xtick.labelcolor": INK,
    "xtick.labelsize": 8,
    "ytick.color": FAINT,
    "ytick.labelcolor": INK,
    "ytick.labelsize": 8,
}


@contextmanager
def chart_style() -> Iterator[None]:
    """Use the charts' style, regardless of the user's settings."""
    import matplotlib

    with matplotlib.rc_context(), warnings.catch_warnings():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_SETTINGS)
        # For names in scripts that the bundled font lacks, browsers have other fonts; a PNG shows boxes.
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        yield


def title(ax: Axes, text: str, n: str) -> None:
    """Write a chart's title, and the counts below it."""
    ax.annotate(
        n, (0, 1), (0, 5), xycoords="axes fraction", textcoords="offset points", color=FAINT, fontsize=8, va="bottom"
    )
    ax.set_title(text, loc="left", fontsize=10, fontweight="bold", pad=18)


def lay_out(figure: Figure) -> None:
    """Lay out a figure once for all formats, which would otherwise do it twice for each file."""
    engine = figure.get_layout_engine()
    if engine is not None:
        engine.execute(figure)
        figure.set_layout_engine("none")


def svg_of(figure: Figure) -> bytes:
    """Return a figure as SVG; equal figures give equal bytes."""
    from matplotlib.backends.backend_svg import FigureCanvasSVG

    sink, metadata = io.BytesIO(), {"Date": None, "Creator": None}
    # Figure.savefig would draw the figure twice, the first time only for the layout.
    FigureCanvasSVG(figure).print_svg(sink, metadata=metadata)  # type: ignore[no-untyped-call]
    return sink.getvalue()


def png_of(figure: Figure) -> bytes:
    """Return a figure as PNG; equal figures give equal bytes."""
    sink = io.BytesIO()
    figure.savefig(sink, format="png", metadata={"Software": None})
    return sink.getvalue()


_VARIABLES = {INK: "ink", FAINT: "faint", GRID: "line", PAPER: "paper", BLUE: "chart-blue", ORANGE: "chart-orange"}
_BEFORE = re.compile(r"^.*?(?=<svg)", re.DOTALL)
_METADATA = re.compile(r"<metadata>.*?</metadata>|<defs>\s*<style[^>]*>.*?</style>\s*</defs>", re.DOTALL)
_OPENING = re.compile(r"<svg[^>]*?(viewBox=\"[^\"]*\")[^>]*>")
_TAG = re.compile(r"<[^>]*>")
_GROUP_ID = re.compile(r"<g id=\"[^\"]*\"")
_ID = re.compile(r"(\bid=\"|\burl\(#)|\bxlink:(href=\"#)")
_NUMBER = re.compile(r"-?\d+\.\d{2,}")
_COLOUR = re.compile("|".join(_VARIABLES))
_BREAK = re.compile(r"\s*\n\s*")
_BETWEEN = re.compile(r">\s*\n\s*<")
_NOTHING = re.compile(r"<path d=\"M (\S+) (\S+) L \1 \2 \"[^>]*/>|<g/>|<g></g>|<!--[^>]*-->")
_STYLE = re.compile(r' style="([^"]*)"')
_DEFAULTS = re.compile(r" transform=\"rotate\(-0 [^\"]*\"|font-family: 'DejaVu Sans'; ?|text-anchor: start; ?")


def inline_svg(svg: str, name: str, label: str) -> str:
    """Return a chart's SVG for a page: small, with ids of its own, in the colours of the page.

    Parameters
    ----------
    svg
        The result of `svg_of`, decoded.
    name
        The chart's name, which makes its ids unique.
    label
        A description, for readers who cannot see the chart.
    """
    text = _METADATA.sub("", _BEFORE.sub("", svg))
    opening = f'<svg role="img" aria-label="{escape(label)}" \\1 stroke-linejoin="round" stroke-linecap="butt">'
    text = _OPENING.sub(opening, text, count=1)
    text = _TAG.sub(lambda tag: _tag(tag[0], name), text).strip()
    text = _BETWEEN.sub("><", text)
    for _ in range(3):  # empty groups may be nested
        text = _NOTHING.sub("", text)
    return text


def with_classes(svg: str, classes: dict[str, str]) -> str:
    """Replace the styles of an SVG by classes, which are many times shorter.

    Parameters
    ----------
    svg
        The result of `inline_svg`.
    classes
        The class of each style; new ones are added to it.
    """

    def named(style: re.Match[str]) -> str:
        return f' class="{classes.setdefault(style[1], f"s{len(classes)}")}"'

    return _TAG.sub(lambda tag: _STYLE.sub(named, tag[0]), svg)


def _tag(tag: str, name: str) -> str:
    """Return a tag for the page; the foreign texts between tags stay unchanged."""
    tag = _ID.sub(rf"\1\2{name}-", _GROUP_ID.sub("<g", tag))
    tag = _NUMBER.sub(lambda number: f"{float(number[0]):.1f}".rstrip("0").rstrip("."), tag)
    tag = _DEFAULTS.sub("", tag)
    return _BREAK.sub(" ", _COLOUR.sub(lambda colour: f"var(--{_VARIABLES[colour[0]]})", tag))
