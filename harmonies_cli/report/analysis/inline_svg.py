"""Charts inside a page: small, with ids of their own, in the colours of the page."""

from __future__ import annotations

import re
from html import escape

from harmonies_cli.charts.style import BLUE, FAINT, GRID, INK, ORANGE, PAPER

__all__ = ["inline_svg", "with_classes"]

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
    """Return a chart's SVG for a page.

    Parameters
    ----------
    svg
        What `charts.style.svg_of` returned.
    name
        The chart's name, which makes its ids unique.
    label
        What it shows, for readers who cannot see it.
    """
    text = _METADATA.sub("", _BEFORE.sub("", svg))
    opening = f'<svg role="img" aria-label="{escape(label)}" \\1 stroke-linejoin="round" stroke-linecap="butt">'
    text = _OPENING.sub(opening, text, count=1)
    text = _TAG.sub(lambda tag: _tag(tag[0], name), text).strip()
    text = _BETWEEN.sub("><", text)
    for _ in range(3):  # groups of groups of nothing
        text = _NOTHING.sub("", text)
    return text


def with_classes(svg: str, classes: dict[str, str]) -> str:
    """Return an SVG with its styles as classes, which are many times shorter.

    Parameters
    ----------
    svg
        What `inline_svg` returned.
    classes
        The class of each style; new ones are added.
    """

    def named(style: re.Match[str]) -> str:
        return f' class="{classes.setdefault(style[1], f"s{len(classes)}")}"'

    return _TAG.sub(lambda tag: _STYLE.sub(named, tag[0]), svg)


def _tag(tag: str, name: str) -> str:
    """Return a tag for the page; texts between tags are foreign and stay unchanged."""
    tag = _ID.sub(rf"\1\2{name}-", _GROUP_ID.sub("<g", tag))
    tag = _NUMBER.sub(lambda number: f"{float(number[0]):.1f}".rstrip("0").rstrip("."), tag)
    tag = _DEFAULTS.sub("", tag)
    return _BREAK.sub(" ", _COLOUR.sub(lambda colour: f"var(--{_VARIABLES[colour[0]]})", tag))
