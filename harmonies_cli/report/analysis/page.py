"""The page: first findings, cards, strategies, seats, players, the games analysed, the method; its script filters it.

Its charts are small, have unique ids, and use the colours of the page.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from html import escape
from typing import Any

from harmonies_cli import __version__
from harmonies_cli.charts.style import BLUE, FAINT, GRID, INK, ORANGE, PAPER
from harmonies_cli.report.analysis.cells import ShownTable, grid_of
from harmonies_cli.report.analysis.findings import RATE, findings, rule_sets, sureness, who_played
from harmonies_cli.report.analysis.first_findings import first_findings
from harmonies_cli.report.analysis.page_data import always_shown, layout_json, view_data, views_json
from harmonies_cli.report.analysis.player_advice import player_advice
from harmonies_cli.report.analysis.sections import Figure, page_tables, sections
from harmonies_cli.report.analysis.views import views_of
from harmonies_cli.report.page_templates import markup, page_file, template
from harmonies_cli.report.picture.habitat import card_drawings
from harmonies_cli.statistics.analysis import Analysis
from harmonies_cli.statistics.strength.player_labels import short_name

__all__ = ["inline_svg", "report_page", "with_classes"]

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
        The result of `charts.style.svg_of`.
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


_SCRIPTS = ("numbers.js", "tables.js", "charts.js", "marks.js", "cards.js", "players.js", "views.js")


def report_page(
    analysis: Analysis, charts: Mapping[str, bytes], sources: Sequence[str] = (), links: Collection[str] = ()
) -> str:
    """Return the report as a self-contained page, which needs no network and no other file.

    Parameters
    ----------
    analysis
        The result of `analyse`.
    charts
        The charts as SVG, by name.
    sources
        The names of the sources, as given.
    links
        Names of the tables in the folder `tables` beside the page.
    """
    packed = []
    classes: dict[str, str] = {}
    context: dict[str, Any] = {"advice": None, "findings": "", "tables": {}}
    for number, tables in enumerate(views_of(analysis)):
        shown = [one for one in map(tables.shown, page_tables().values()) if one is not None]
        found = template("analysis/findings.html").render(findings=first_findings(tables, analysis.selection.player))
        packed.append((tables, view_data(tables, shown, found)))
        if number == 0:
            context |= {
                "advice": player_advice(tables.tables),
                "findings": markup(found),
                "tables": {one.of.id: one for one in shown},
            }
    context |= {
        "always": always_shown(analysis),
        "analysis": analysis,
        "cards": card_drawings().values(),
        "kinds": analysis.kinds.to_dict("records"),
        "layout": markup(layout_json(analysis)),
        "views": markup(views_json(packed)),
        "played_by": who_played(analysis),
        "rules": rule_sets(analysis),
        "found": list(findings(analysis)),
        "links": links,
        "rate": RATE,
        "sections": _sections(analysis, charts, context["tables"], classes),
        "asked": list(analysis.selection.in_words()),
        "script": markup("").join(page_file(f"templates/analysis/{name}") for name in _SCRIPTS),
        "sources": sources,
        "style": page_file("page.css") + page_file("templates/card.css") + page_file("templates/analysis/analysis.css"),
        "sureness": sureness(analysis),
        "version": __version__,
    }
    context["style"] += markup("".join(f"figure .{name} {{ {style} }}\n" for style, name in classes.items()))
    return template("analysis/report.html").render(context)


def _titled(text: str, analysis: Analysis) -> str:
    """Return a heading with the selected player."""
    return text.replace("{player}", short_name(analysis.selection.player or ""))


def _sections(
    analysis: Analysis, charts: Mapping[str, bytes], tables: Mapping[str, ShownTable], classes: dict[str, str]
) -> list[dict[str, Any]]:
    shown = []
    for section in sections():
        figures = [
            _figure(figure, charts.get(figure.chart), tables, classes)
            for figure in section.figures
            if figure.chart in charts or _is_drawn(figure, tables)
        ]
        of_section = [table for table in section.tables if table.id in tables and table.place in ("open", "folded")]
        if figures or of_section:
            title = _titled(section.title, analysis)
            shown.append({"id": section.id, "title": title, "figures": figures, "tables": of_section})
    return shown


def _is_drawn(figure: Figure, tables: Mapping[str, ShownTable]) -> bool:
    """Return whether the page has the columns for a chart."""
    columns = [figure.draw[part] for part in ("value", "across", "x") if part in figure.draw]
    parted = [column.split(".") for column in columns]
    return bool(parted) and all(
        table in tables and column in [heading.column for heading in tables[table].headings] for table, column in parted
    )


def _figure(
    figure: Figure, svg: bytes | None, tables: Mapping[str, ShownTable], classes: dict[str, str]
) -> dict[str, Any]:
    """Return a chart for readers without scripts: a grid as a table, any other chart as its SVG."""
    shown = {
        "caption": figure.caption,
        "label": figure.label,
        "name": figure.chart,
        "follows": bool(figure.draw),
        "source": figure.draw.get("value", figure.draw.get("x", "")).split(".")[0],
    }
    if figure.draw.get("form") == "grid" and _is_drawn(figure, tables):
        table, value = figure.draw["value"].split(".")
        return shown | {"grid": grid_of(tables[table], value, figure.draw["across"].split(".")[1])}
    if svg is None:
        return shown
    inline = inline_svg(svg.decode(), figure.chart, figure.label)
    return shown | {"svg": markup(with_classes(inline, classes))}
