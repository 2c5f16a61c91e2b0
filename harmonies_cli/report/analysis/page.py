"""The page: first findings, cards, strategies, seats, players, the games, the method; the data for its script."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from harmonies_cli import __version__
from harmonies_cli.charts.style import inline_svg, with_classes
from harmonies_cli.report.analysis.cells import ShownTable, grid_of
from harmonies_cli.report.analysis.findings import RATE, findings, rule_sets, sureness, who_played
from harmonies_cli.report.analysis.first_findings import first_findings
from harmonies_cli.report.analysis.player_advice import player_advice
from harmonies_cli.report.analysis.sections import Figure, page_tables, sections
from harmonies_cli.report.analysis.views import ViewTables, views_of
from harmonies_cli.report.page_templates import markup, page_file, template
from harmonies_cli.report.picture.habitat import card_drawings
from harmonies_cli.safe_text import printable
from harmonies_cli.statistics.analysis import Analysis
from harmonies_cli.statistics.selection import matching_names
from harmonies_cli.statistics.strength.dictionary import meaning
from harmonies_cli.statistics.strength.player_labels import player_labels, short_name

__all__ = ["report_page"]

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
        packed.append((tables, _view_data(tables, shown, found)))
        if number == 0:
            context |= {
                "advice": player_advice(tables.tables),
                "findings": markup(found),
                "tables": {one.of.id: one for one in shown},
            }
    context |= {
        "always": _always_shown(analysis),
        "analysis": analysis,
        "cards": card_drawings().values(),
        "kinds": analysis.kinds.to_dict("records"),
        "layout": markup(_layout_json(analysis)),
        "views": markup(_views_json(packed)),
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


def _always_shown(analysis: Analysis) -> set[str]:
    """Return the ids of the tables that cover all games, whatever the filters."""
    return {table.id for table in page_tables().values() if "scope" not in analysis.tables.get(table.table, ())}


def _layout_json(analysis: Analysis) -> str:
    """Return the data that all views share: kinds of game, tables with columns, charts, cards with their ladders."""
    always = _always_shown(analysis)
    return _script_json(
        {
            "ranked": analysis.limits.ranked,
            "rate": RATE,
            "player": _labels_of_player(analysis),
            "accounts": {
                label: printable(player) for player, label in player_labels(analysis.tables.get("players")).items()
            },
            "kinds": [
                [str(kind["players"]), kind["side"], "with" if kind["spirits"] else "without", int(kind["games"])]
                for kind in analysis.kinds.to_dict("records")
            ],
            "tables": {
                table.id: {
                    "place": table.place,
                    "always": table.id in always,
                    "title": table.title,
                    "headings": [[one.column, one.label, meaning(one.column), one.kind] for one in table.headings],
                }
                for table in page_tables().values()
            },
            "charts": {
                figure.chart: figure.draw | {"label": figure.label}
                for section in sections()
                for figure in section.figures
                if figure.draw
            },
            "cards": {card.id: card.ladder for card in card_drawings().values()},
        }
    )


def _labels_of_player(analysis: Analysis) -> list[str]:
    """Return the labels of the players that the selected name or identity means; none if no player is selected."""
    wanted, players = analysis.selection.player, analysis.tables.get("players")
    if wanted is None or players is None:
        return []
    meant = matching_names(wanted, {*players["player"], *players["name"]})
    labels = player_labels(players)
    pairs = players[["player", "name"]].drop_duplicates().itertuples(index=False)
    return [
        labels.get(player, short_name(printable(str(name))))
        for player, name in pairs
        if player in meant or name in meant
    ]


def _views_json(packed: Sequence[tuple[ViewTables, str]]) -> str:
    """Return the packed views by key; views of the same games share theirs."""
    keys = {view.key: number for number, (tables, _) in enumerate(packed) for view in tables.views}
    return _script_json({"keys": keys, "packed": [text for _, text in packed]})


def _view_data(tables: ViewTables, shown: Sequence[ShownTable], findings: str) -> str:
    """Return a view for the page, its tables by column and its first findings as markup: deflated, in base 64."""
    document = {"games": tables.games, "tables": {one.of.id: _columns(one) for one in shown}, "findings": findings}
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    return base64.b64encode(zlib.compress(text, 9)).decode()


def _columns(shown: ShownTable) -> dict[str, Any]:
    """Return texts and intervals by the place of their heading; no text contains a tab, see `safe_text.printable`."""
    columns: dict[str, list[str]] = {}
    for place, heading in enumerate(shown.headings):
        cells = [row.cells[place] for row in shown.rows]
        column = ["\t".join(cell.text for cell in cells)]
        if any(cell.interval for cell in cells):
            column.append("\t".join(cell.interval for cell in cells))
        columns[str(shown.of.headings.index(heading))] = column
    sure = "".join(row.certainty[:1] or "e" for row in shown.rows)
    return {"columns": columns, "sure": sure, "left": shown.left_out}


def _script_json(document: Any) -> str:
    """Return a document as JSON that is safe in a script element with any text."""
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
