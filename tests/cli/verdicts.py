"""Records of the tests verified by the command line."""

from __future__ import annotations

import json
from typing import Any

from tests.cli.command import run
from tests.records.typos import RIGHT
from tests.rules.replay.game_logs import edited

__all__ = ["RIGHT_LINE", "faults_of", "faulty", "lines_of", "verified"]

RIGHT_LINE = RIGHT.replace("\n", " ")


def lines_of(*records: object) -> bytes:
    """Return records as JSON Lines."""
    return b"".join((each if isinstance(each, bytes) else json.dumps(each).encode()) + b"\n" for each in records)


def verified(record: object, *options: str) -> dict[str, Any]:
    """Return the element of a record, verified with options."""
    element: dict[str, Any]
    (element,) = run("verify", "-", "--format", "jsonl", *options, stdin=lines_of(record)).lines
    return element


def faulty() -> dict[str, Any]:
    """Return a game with tokens taken twice in turn 7."""
    record = edited("2p_A_nospirits-04")
    record["turns"][6]["actions"].append({"do": "take-tokens", "space": 1})
    return record


def faults_of(element: dict[str, Any]) -> list[tuple[str, int | None, int | None]]:
    """Return code, turn and action of each violation."""
    return [(fault["code"], fault["turn"], fault["action"]) for fault in element["violations"]]
