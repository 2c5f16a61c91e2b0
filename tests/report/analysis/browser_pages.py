"""Reports of synthetic games, opened in a browser."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pandas as pd

from harmonies_cli.charts.gallery import draw_charts
from harmonies_cli.charts.style import chart_style, svg_of
from harmonies_cli.report.analysis.page import report_page
from harmonies_cli.statistics.analysis import Analysis, analyse
from harmonies_cli.statistics.selection import Selection
from harmonies_cli.statistics.strength.certainty import Limits
from tests.statistics.strength.synthetic_rows import Plan, row_tables

__all__ = ["COLUMNS", "LIMITS", "ROWS", "alone", "at", "drawn", "opened", "page_of", "shown", "tables"]

HOSTILE = "</script><img src=x onerror=\"document.title='hurt'\">"
LIMITS = Limits(10, 25)
PLANS = (
    Plan(games=60, card="otter", card_bonus=9),
    Plan(games=40, side="B", spirits=False, seed=2),
    Plan(games=30, players=3, side="B", seed=3),
    Plan(games=12, players=1, seed=4),
)
ROWS = "table => [...table.querySelectorAll('tbody tr')].map(row => [...row.cells].map(cell => cell.innerText.trim()))"


def tables() -> dict[str, pd.DataFrame]:
    rows = row_tables(*PLANS)
    seats = rows["seats"]
    return rows | {"seats": seats.assign(name=seats["name"].astype(object).where(seats["player"] != "p03", HOSTILE))}


def page_of(analysis: Analysis) -> str:
    with chart_style():
        drawn = {name: svg_of(figure) for name, figure in draw_charts(analysis, ["card-points", "colours-side-a"])}
    return report_page(analysis, drawn)


def alone(selection: Selection, only: Iterable[str]) -> str:
    """Return the page of these games alone, with some tables and no charts."""
    return report_page(analyse(tables(), selection, limits=LIMITS, only=list(only)), {})


def opened(view: Any, report: Path, address: str = "") -> Any:
    view.goto(f"{report.as_uri()}{address}")
    view.locator("#view:not(:empty)").wait_for()
    return view


def at(view: Any, address: str) -> Any:
    """Go to another address within the page, as a link does."""
    view.evaluate(
        """hash => new Promise((done) => {
            if (location.hash === hash) { done(); return; }
            const isShown = () => (shownKey === keyOf(filter) ? done() : setTimeout(isShown));
            addEventListener("hashchange", () => setTimeout(isShown), { once: true });
            location.hash = hash; })""",
        address,
    )
    return view


def shown(view: Any, table: str) -> list[list[str]]:
    return [list(row) for row in view.locator(f"#table-{table} table").evaluate(ROWS)]


COLUMNS = """columns => name => {
  const { kind = "points", values, ends = values.map(() => [NaN, NaN]) } = columns[name];
  const entries = values.map((value, place) => ({
    label: `row ${place}`, certainty: "enough", text: String(value), value,
    ends: ends[place].map((end) => end ?? NaN),
  }));
  return { kind, label: name, first: { kind: "text", column: "what" }, entries,
    table: { rows: entries.map(() => ({ cells: ["", ""] })) },
    hasIntervals: entries.some((entry) => !isNaN(entry.ends[0])) };
}"""


def drawn(view: Any, form: str, spec: dict[str, Any], columns: dict[str, Any]) -> Any:
    """Draw a chart of the given columns in place of the page."""
    view.evaluate(
        f"""([spec, columns]) => document.body.replaceChildren(
            ...{form}({{ label: "drawn", ...spec }}, ({COLUMNS})(columns), 500))""",
        [spec, columns],
    )
    return view.locator("svg[aria-label=drawn]")
