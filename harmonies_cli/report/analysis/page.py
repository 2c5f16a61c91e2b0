"""The page: what was analysed and how sure it is, cards, strategies, seats, players, the method."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from harmonies_cli import __version__
from harmonies_cli.report.analysis.cells import shown_table
from harmonies_cli.report.analysis.findings import RATE, findings, rule_sets, who_played
from harmonies_cli.report.analysis.inline_svg import inline_svg
from harmonies_cli.report.analysis.sections import sections
from harmonies_cli.report.analysis.sureness import sureness
from harmonies_cli.report.page_templates import markup, page_file, template
from harmonies_cli.safe_text import printable
from harmonies_cli.statistics.analysis import Analysis

__all__ = ["report_page"]


def report_page(
    analysis: Analysis, charts: Mapping[str, bytes], sources: Sequence[str] = (), links: Collection[str] = ()
) -> str:
    """Return the report as one page that needs nothing else: no network, no other file.

    Parameters
    ----------
    analysis
        What `analyse` returned.
    charts
        The charts as SVG, by name.
    sources
        What was read, as it was named.
    links
        Names of the tables that stand in the folder `tables` beside the page.
    """
    context: dict[str, Any] = {
        "analysis": analysis,
        "kinds": analysis.kinds.to_dict("records"),
        "played_by": who_played(analysis),
        "rules": rule_sets(analysis),
        "findings": findings(analysis),
        "links": links,
        "rate": RATE,
        "sections": _sections(analysis, charts),
        "asked": list(analysis.selection.in_words()),
        "script": page_file("templates/analysis/sort.js"),
        "sources": sources,
        "style": page_file("page.css") + page_file("templates/analysis/analysis.css"),
        "sureness": sureness(analysis),
        "version": __version__,
    }
    return template("analysis/report.html").render(context)


def _titled(text: str, analysis: Analysis) -> str:
    """Return a heading with the player that was asked for."""
    return text.replace("{player}", printable(analysis.selection.player or ""))


def _sections(analysis: Analysis, charts: Mapping[str, bytes]) -> list[dict[str, Any]]:
    shown = []
    for section in sections():
        figures = [
            {
                "svg": markup(inline_svg(charts[figure.chart].decode(), figure.chart, figure.label)),
                "caption": figure.caption,
                "name": figure.chart,
            }
            for figure in section.figures
            if figure.chart in charts
        ]
        tables = [
            shown_table(view, analysis.tables[view.table])
            for view in section.views
            if len(analysis.tables.get(view.table, ()))
        ]
        tables = [table for table in tables if table.rows]
        if figures or tables:
            shown.append(
                {"id": section.id, "title": _titled(section.title, analysis), "figures": figures, "tables": tables}
            )
    return shown
