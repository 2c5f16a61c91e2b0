"""The few lines that the terminal shows when an analysis is done."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pandas as pd

from harmonies_cli.report.analysis.cells import written
from harmonies_cli.report.analysis.findings import findings, rule_sets, who_played
from harmonies_cli.report.terminal import Terminal
from harmonies_cli.report.text_layout import fitted, on_terminal, wrapped
from harmonies_cli.safe_text import printable
from harmonies_cli.statistics.analysis import Analysis

__all__ = ["summary_lines"]

_BEST = 5
_COLUMNS = (
    ("card", "", "card"),
    ("taken", "count", "taken"),
    ("take_rate", "percent", "take rate"),
    ("points", "points", "points"),
    ("completion_rate", "percent", "completed"),
    ("improvement", "signed", "improvement"),
    ("improvement_q", "q", "q"),
)
_WIDEST = 100


def summary_lines(analysis: Analysis, terminal: Terminal) -> list[str]:
    """Return the lines: what was analysed, the cards at both ends, what stands out."""
    return [
        on_terminal(line, unicode=terminal.unicode).replace("\N{MINUS SIGN}", "-")
        for line in _lines(analysis, min(terminal.width, _WIDEST))
    ]


def _lines(analysis: Analysis, width: int) -> Iterator[str]:
    left_out = analysis.records - analysis.games
    played_by = who_played(analysis)
    yield f"{analysis.games:,} games analysed, {analysis.seats:,} seats; {left_out:,} of {analysis.records:,} left out"
    for sentence in (played_by, rule_sets(analysis)):
        if sentence:
            yield from wrapped(sentence, width)
    for reason, number in analysis.left_out.items():
        yield from wrapped(f"{number:,}  {printable(reason)}", width, "  ", "     ")
    for kind in analysis.kinds.to_dict("records"):
        yield f"  {kind['kind']}: {kind['games']:,}"
    cards = analysis.tables.get("cards")
    if cards is not None and len(cards):
        yield ""
        yield from _card_lines(cards, width)
    found = findings(analysis)
    if found:
        yield ""
        for topic, sentence in found:
            yield from wrapped(sentence, width, f"{topic}: ", "  ")


def _card_lines(cards: pd.DataFrame, width: int) -> Iterator[str]:
    """Yield the cards of most and of fewest points; columns that do not fit are left out at the right."""
    rows = cards[(cards["scope"] == "all") & cards["place"].notna()].sort_values("place", kind="stable")
    ends = rows if len(rows) <= 2 * _BEST else pd.concat([rows.head(_BEST), rows.tail(_BEST)])
    if ends.empty:
        yield "No animal card was taken often enough to rank."
        return
    texts = [[heading for _, _, heading in _COLUMNS]]
    texts += [[_text(row[name], kind) for name, kind, _ in _COLUMNS] for row in ends.to_dict("records")]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    fitting = [number for number in range(len(widths)) if sum(widths[: number + 1]) + 2 * number <= width]
    for number, line in enumerate(texts):
        if len(rows) > 2 * _BEST and number == _BEST + 1:
            yield "..."
        yield "  ".join(fitted(line[place], widths[place], right=place > 0) for place in fitting).rstrip()


def _text(value: Any, kind: str) -> str:
    if isinstance(value, str):
        return value
    return "" if pd.isna(value) else written(value, kind)
