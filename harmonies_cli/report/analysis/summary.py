"""The summary for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from harmonies_cli import __version__
from harmonies_cli.report.analysis.findings import RATE, findings
from harmonies_cli.report.analysis.sureness import sureness
from harmonies_cli.statistics.analysis import Analysis

__all__ = ["summary_json"]

_VERSION = 1


def summary_json(analysis: Analysis, sources: Sequence[str], files: Sequence[str]) -> str:
    """Return what was analysed, what was left out and what stands out, as JSON.

    Parameters
    ----------
    analysis
        What `analyse` returned.
    sources
        The names of the sources, as given.
    files
        The other files written, relative to the summary.
    """
    selection = analysis.selection
    document: dict[str, Any] = {
        "format": "harmonies-analysis",
        "version": _VERSION,
        "program": f"harmonies-cli {__version__}",
        "sources": list(sources),
        "selection": {
            "players": list(selection.players) or None,
            "side": selection.side,
            "spirits": selection.spirits,
            "since": selection.since,
            "min_rating": selection.min_rating,
            "player": selection.player,
            "only_legal": selection.only_legal,
        },
        "limits": {"ranked": analysis.limits.ranked, "firm": analysis.limits.firm},
        "records": analysis.records,
        "left_out": analysis.left_out,
        "games": analysis.games,
        "seats": analysis.seats,
        "dates": analysis.dates,
        "rules": analysis.rules,
        "bots": analysis.bots,
        "kinds": [
            {
                "kind": row["kind"],
                "players": int(row["players"]),
                "side": row["side"],
                "spirits": bool(row["spirits"]),
                "games": int(row["games"]),
                "seats": int(row["seats"]),
            }
            for row in analysis.kinds.to_dict("records")
        ],
        "sureness": sureness(analysis),
        "false_discovery_rate": RATE,
        "findings": dict(findings(analysis)),
        "tables": {name: len(table) for name, table in analysis.tables.items()},
        "files": list(files),
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"
