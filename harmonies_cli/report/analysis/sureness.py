"""Sentences that say how sure an analysis is."""

from __future__ import annotations

from collections.abc import Iterator

from harmonies_cli.statistics.analysis import Analysis
from harmonies_cli.statistics.strength.certainty import ENOUGH, FEW

__all__ = ["sureness"]


def sureness(analysis: Analysis) -> list[str]:
    """Return sentences on how many rows have enough observations, and how wide the intervals are."""
    return list(_sentences(analysis))


def _sentences(analysis: Analysis) -> Iterator[str]:
    limits = analysis.limits
    for name, what in (
        ("cards", "animal cards"),
        ("spirits", "spirits"),
        ("archetypes", "archetypes"),
        ("players", "players"),
    ):
        table = analysis.tables.get(name)
        if table is None or len(table) == 0:
            continue
        rows = table[table["scope"] == "all"] if "scope" in table else table
        firm, few = (int((rows["certainty"] == kind).sum()) for kind in (ENOUGH, FEW))
        sentence = f"{firm} of {len(rows)} {what} have {limits.firm} observations or more"
        yield sentence + (f", {few} fewer than {limits.ranked}." if few else ".")
    cards = analysis.tables.get("cards")
    if cards is not None and len(cards):
        rows = cards[(cards["scope"] == "all") & (cards["certainty"] != FEW)]
        reach = (rows["win_points_taken_high"] - rows["win_points_taken_low"]).median() / 2
        if reach == reach:
            yield f"Win points of a typical card are known to ±{reach:.2f} (1 is average)."
