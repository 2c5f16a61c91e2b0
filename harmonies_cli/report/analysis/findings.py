"""What stands out of an analysis, in sentences, and what does not."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from harmonies_cli.report.analysis.cells import written
from harmonies_cli.safe_text import printable
from harmonies_cli.statistics.analysis import Analysis

__all__ = ["RATE", "findings"]

RATE = 0.05
"""The false discovery rate up to which something counts as found."""
_MOST = 5


def findings(analysis: Analysis) -> list[tuple[str, str]]:
    """Return the topics with a sentence each."""
    return list(_findings(analysis))


def _all_games(analysis: Analysis, name: str) -> pd.DataFrame | None:
    table = analysis.tables.get(name)
    if table is None or len(table) == 0:
        return None
    return table[table["scope"] == "all"] if "scope" in table else table


def _findings(analysis: Analysis) -> Iterator[tuple[str, str]]:
    for table, name, column, topic, unit in (
        ("cards", "card", "points_over_others", "Cards, points", "points"),
        ("cards", "card", "improvement", "Cards, winning", "win points"),
        ("spirits", "card", "improvement", "Spirits", "win points"),
    ):
        rows = _all_games(analysis, table)
        if rows is not None and rows[f"{column}_q"].notna().any():
            yield topic, _ends(rows, name, column, f"{column}_q", unit)
    rows = _all_games(analysis, "pairs")
    if rows is not None and rows["points_synergy_q"].notna().any():
        pairs = rows.assign(pair=rows["card"] + " and " + rows["partner"])
        yield "Pairs", _ends(pairs, "pair", "points_synergy_shrunk", "points_synergy_q", "points")
    rows = _all_games(analysis, "rows")
    if rows is not None and rows["difference"].notna().any():
        parts = rows[rows["row"] != "total"].nlargest(2, "difference")
        first, second = parts.to_dict("records")
        yield (
            "Rows",
            f"Winners are furthest ahead in {first['row']} ({written(first['difference'], 'points')} points a game), "
            f"then in {second['row']} ({written(second['difference'], 'points')}).",
        )
    for table, name, topic in (("archetypes", "archetype", "Archetypes"), ("seats", "seat", "Seat order")):
        rows = _all_games(analysis, table)
        if rows is not None and rows["win_points_q"].notna().any():
            shown = rows.assign(**{name: rows[name].astype(str).radd("seat " if name == "seat" else "")})
            yield topic, _ends(shown.assign(over=shown["win_points"] - 1), name, "over", "win_points_q", "win points")
    rows = _all_games(analysis, "players")
    if rows is not None and rows["win_points_q"].notna().any():
        shown = rows.assign(name=rows["name"].astype(str).map(printable), over=rows["win_points"] - 1)
        yield "Players", _ends(shown, "name", "over", "win_points_q", "win points")


def _ends(rows: pd.DataFrame, name: str, column: str, q: str, unit: str) -> str:
    """Return who is above and who is below by more than chance explains."""
    found = rows[rows[q] <= RATE].sort_values(column, ascending=False, kind="stable")
    tested = int(rows[q].notna().sum())
    if found.empty:
        return f"None of {tested} stands out from chance at a false discovery rate of {100 * RATE:.0f} %."
    above, below = found[found[column] > 0], found[found[column] < 0].iloc[::-1]
    parts = [
        f"{word} average: {_listed(part, name, column)}"
        for word, part in (("above", above), ("below", below))
        if len(part)
    ]
    stand = "stands" if len(found) == 1 else "stand"
    return f"{len(found)} of {tested} {stand} out, in {unit}; {'; '.join(parts)}."


def _listed(rows: pd.DataFrame, name: str, column: str) -> str:
    shown = [f"{row[name]} ({written(row[column], 'signed')})" for row in rows.head(_MOST).to_dict("records")]
    more = f" and {len(rows) - _MOST} more" if len(rows) > _MOST else ""
    return ", ".join(shown) + more
