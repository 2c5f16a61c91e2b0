"""The documents of the project, and the blocks of code in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted([ROOT / "README.md", *ROOT.glob("docs/**/*.md")])
_FENCE = re.compile(r"(?:<!-- (?P<mark>[^\n]*?) -->\n)?^```(?P<kind>\w*)\n(?P<text>.*?)^```$", re.M | re.S)


class Block(NamedTuple):
    """A block of code.

    Attributes
    ----------
    document
        Its path from the project's folder.
    line
        Its first line, from 1.
    kind
        The word after its fence: ``sh``, ``python``, ``json`` ...
    mark
        The comment above the fence; empty if there is none.
    text
        The block.
    """

    document: str
    line: int
    kind: str
    mark: str
    text: str


def blocks(document: Path, kind: str) -> Iterator[Block]:
    """Yield the blocks of a kind."""
    text = document.read_text(encoding="utf-8")
    for found in _FENCE.finditer(text):
        if found["kind"] == kind:
            line = text.count("\n", 0, found.start("text")) + 1
            yield Block(document.relative_to(ROOT).as_posix(), line, kind, found["mark"] or "", found["text"])
