"""Logs of the site for tests to change, and their assessments."""

from __future__ import annotations

from typing import Any

from harmonies_cli.records.assess import assess
from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.outcome import AssessOptions, VerifiedRecord
from harmonies_cli.records.reader import ReadOptions, read_document
from harmonies_cli.rules.replay.faults import Violation
from tests.records.bga.bga_samples import (
    Packets,
    notifications,
    written,
)

FOUR = "log-4p_A_nospirits-12-A.json.gz"
LOOP = "log-packets.json.gz"


def verified(data: bytes, *, cross_check: bool = False, name: str = "x.json") -> VerifiedRecord:
    reading = read_document(Document(name, None, data), ReadOptions(cross_check=cross_check))
    return assess(reading, AssessOptions(explain=False))


def the_violation(log: Packets, *, cross_check: bool = False) -> Violation:
    found = verified(written(log), cross_check=cross_check)
    assert found.verdict == "illegal"
    assert found.finished
    assert len(found.violations) == 1
    return found.violations[0]


def points_of(log: Packets, score_type: str) -> dict[str, Any]:
    return next(each["args"] for each in notifications(log, "points") if each["args"]["scoreType"] == score_type)


def final(log: Packets) -> list[dict[str, Any]]:
    state = [each for each in notifications(log, "gameStateChange") if each["args"]["id"] == 99][-1]
    entries: list[dict[str, Any]] = state["args"]["args"]["result"]
    return entries
