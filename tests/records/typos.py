"""Typing mistakes, stored in tests/data/typos: changes to a correct record, and the problems to report."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

__all__ = ["RIGHT", "TYPOS", "Typo"]

_FOLDER = Path(__file__).parents[1] / "data" / "typos"
RIGHT = (_FOLDER / "right.json").read_text(encoding="utf-8")


class Typo(NamedTuple):
    """A mistake: the text with it, and its problems, with fragments of message and hint."""

    text: str
    problems: list[dict[str, Any]]


def _mistyped(changes: dict[str, str]) -> str:
    text = RIGHT
    for right, wrong in changes.items():
        assert text.count(right) == 1, f"{right!r} must occur exactly once"
        text = text.replace(right, wrong)
    return text


TYPOS = {
    case["mistake"]: Typo(_mistyped(case["changes"]), case["problems"])
    for file in sorted(_FOLDER.glob("*.json"))
    if file.name != "right.json"
    for case in json.loads(file.read_text(encoding="utf-8"))
}
