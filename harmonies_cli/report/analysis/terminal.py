"""The few lines that the terminal shows after an analysis: the first findings of the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harmonies_cli.plurals import count_of, plural
from harmonies_cli.report.analysis.bars import FirstFinding
from harmonies_cli.report.analysis.findings import rule_sets, who_played
from harmonies_cli.report.analysis.first_findings import first_findings
from harmonies_cli.report.analysis.views import views_of
from harmonies_cli.report.terminal import Terminal
from harmonies_cli.report.text_layout import display_width, on_terminal, wrap_lines
from harmonies_cli.safe_text import printable
from harmonies_cli.statistics.analysis import Analysis

__all__ = ["MOST_LINES", "summary_lines"]

MOST_LINES = 24
_WIDEST = 100
_INDENT = "  "


def summary_lines(analysis: Analysis, terminal: Terminal) -> list[str]:
    """Return at most 24 lines: the games analysed, and the first findings that fit."""
    width = min(terminal.width, _WIDEST)
    head = list(_head(analysis, width))
    found = next((first_findings(tables, analysis.selection.player) for tables in views_of(analysis)), [])
    for bars, sureness in ((True, True), (True, False), (False, False)):
        lines = _shown(found, width, bars, sureness)
        if len(head) + len(lines) <= MOST_LINES:
            break
    return [
        on_terminal(line, unicode=terminal.unicode).replace("\N{MINUS SIGN}", "-")
        for line in [*head, *lines][:MOST_LINES]
    ]


def _head(analysis: Analysis, width: int) -> Iterator[str]:
    """Yield lines on the analysis: games, players, rules, records left out, kinds of game."""
    left_out = analysis.records - analysis.games
    games = f"{analysis.games:,} {plural('game', analysis.games)}"
    seats = f"{analysis.seats:,} {plural('seat', analysis.seats)}"
    yield f"{games} analysed, {seats}; {left_out:,} of {analysis.records:,} left out"
    for sentence in (who_played(analysis), rule_sets(analysis)):
        if sentence:
            yield from wrap_lines(sentence, width)
    if analysis.left_out:
        reasons = "; ".join(f"{printable(reason)} {number:,}" for reason, number in analysis.left_out.items())
        yield from wrap_lines(f"Left out: {reasons}.", width, "", _INDENT)
    kinds = analysis.kinds.sort_values("seats", ascending=False, kind="stable").to_dict("records")
    if len(kinds) > 1:
        most = kinds[0]
        games = f"{most['games']:,} {plural('game', most['games'])}"
        yield from wrap_lines(
            f"{count_of(len(kinds), 'kind')} of game; the largest: {most['kind']} ({games}).", width, "", _INDENT
        )


def _shown(found: Sequence[FirstFinding], width: int, bars: bool, sureness: bool) -> list[str]:
    lines: list[str] = []
    for finding in found:
        sentences = [
            f"{finding.title}: {finding.sentence}",
            *([finding.sureness] if sureness and finding.sureness else []),
        ]
        lines += wrap_lines(" ".join(sentences), width, "", _INDENT)
        if bars and finding.bars:
            lines.append(_bars(finding, width))
    return lines


def _bars(finding: FirstFinding, width: int) -> str:
    """Return the rows of a finding on one line, as many as fit."""
    line = ""
    for bar in finding.bars:
        longer = f"{line}, {bar.label} {bar.text}" if line else f"{_INDENT}{bar.label} {bar.text}"
        if display_width(longer) > width:
            break
        line = longer
    return line
