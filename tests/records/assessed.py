"""Records of the tests, read and assessed."""

from __future__ import annotations

import json
from typing import Any

from harmonies_cli.records.assess import assess
from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.outcome import AssessOptions, VerifiedRecord
from harmonies_cli.records.reader import Reading, ReadOptions, read_document
from harmonies_cli.records.schema.validation import schema_findings

__all__ = ["assessed", "codes", "is_of_schema", "position", "reading_of"]


def reading_of(record: object, *, line: int | None = None, options: ReadOptions | None = None) -> Reading:
    """Return the reading of a record, or of its text or bytes."""
    text = record if isinstance(record, str | bytes) else json.dumps(record)
    data = text.encode() if isinstance(text, str) else text
    return read_document(Document("typed.json", line, data), options or ReadOptions())


def assessed(record: object, **how: Any) -> VerifiedRecord:
    """Return the assessment of a record, or of its text or bytes."""
    return assess(reading_of(record), AssessOptions(**how))


def position(*players: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """Return a position of players, with empty boards on side A unless boards are given."""
    named = [{"name": f"Player {number}", "board": {}, **player} for number, player in enumerate(players, 1)]
    return {"format": "harmonies-position", "version": 1, "side": "A", "players": named, **fields}


def codes(record: object, **how: Any) -> list[str]:
    """Return the codes of the problems of a record."""
    return [problem.code for problem in assessed(record, **how).problems]


def is_of_schema(value: Any) -> bool:
    """Return whether a value is a record of either schema."""
    return not schema_findings(value)
