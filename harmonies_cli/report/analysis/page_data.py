"""The data for the page's script: the layout of the tables, and every view as shown, deflated."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Sequence
from typing import Any

from harmonies_cli.report.analysis.cells import ShownTable
from harmonies_cli.report.analysis.findings import RATE
from harmonies_cli.report.analysis.sections import page_tables, sections
from harmonies_cli.report.analysis.views import ViewTables
from harmonies_cli.report.picture.habitat import card_drawings
from harmonies_cli.safe_text import printable
from harmonies_cli.statistics.analysis import Analysis
from harmonies_cli.statistics.selection import matching_names
from harmonies_cli.statistics.strength.dictionary import meaning
from harmonies_cli.statistics.strength.player_labels import player_labels, short_name

__all__ = ["always_shown", "layout_json", "script_json", "view_data", "views_json"]


def always_shown(analysis: Analysis) -> set[str]:
    """Return the ids of the tables that cover all games, whatever the filters."""
    return {table.id for table in page_tables().values() if "scope" not in analysis.tables.get(table.table, ())}


def layout_json(analysis: Analysis) -> str:
    """Return the data that all views share: kinds of game, tables with columns, charts, cards with their ladders."""
    always = always_shown(analysis)
    return script_json(
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


def views_json(packed: Sequence[tuple[ViewTables, str]]) -> str:
    """Return the packed views by key; views of the same games share theirs."""
    keys = {view.key: number for number, (tables, _) in enumerate(packed) for view in tables.views}
    return script_json({"keys": keys, "packed": [text for _, text in packed]})


def view_data(tables: ViewTables, shown: Sequence[ShownTable], findings: str) -> str:
    """Return a view for the page: its tables by column, deflated, in base 64.

    Parameters
    ----------
    tables
        The view.
    shown
        Its tables.
    findings
        Its first findings as markup.
    """
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


def script_json(document: Any) -> str:
    """Return a document as JSON that is safe in a script element with any text."""
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
