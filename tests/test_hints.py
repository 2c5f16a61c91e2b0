"""Hints have one style: they follow "hint:" on its line, so they begin small, and end without a stop."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import harmonies_cli

PACKAGE = Path(harmonies_cli.__file__).parent


def hints() -> Iterator[tuple[str, str, str]]:
    """Yield the place, first word and end of every hint that is written as a text."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.keyword) and node.arg == "hint":
                yield from _ends(f"{path.name}:{node.value.lineno}", node.value)
            elif isinstance(node, ast.Assign) and "HINT" in ast.unparse(node.targets[0]):
                yield from _ends(f"{path.name}:{node.lineno}", node.value)


def _ends(place: str, value: ast.expr) -> Iterator[tuple[str, str, str]]:
    parts = value.values if isinstance(value, ast.JoinedStr) else [value]
    texts = [part.value if isinstance(part, ast.Constant) and isinstance(part.value, str) else "" for part in parts]
    if any(texts):
        yield place, f"{texts[0]} ".split(" ")[0], f" {texts[-1].replace('...', '')}"[-1]


def test_hints_begin_small_and_end_without_a_stop() -> None:
    found = list(hints())
    assert len(found) > 30
    assert [place for place, word, _ in found if word.istitle() and len(word) > 1] == []
    assert [place for place, _, end in found if end == "."] == []
