"""The shell blocks of README and docs, and what they print."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tests.documents import Block, blocks

__all__ = ["PLAIN", "SKIPPED", "shell_blocks"]

SKIPPED = re.compile(r"main-command|test-command|not run: .+")
PLAIN = {"NO_COLOR": "1", "COLUMNS": "80", "LC_ALL": "C.UTF-8", "PYTHONIOENCODING": "utf-8", "HARMONIES_CONFIG": ""}


def shell_blocks(document: Path) -> Iterator[tuple[Block, str | None]]:
    """Yield the shell blocks that are run, each with its expected output if the next block gives that."""
    texts = {block.line: block.text for block in blocks(document, "text")}
    lines = document.read_text(encoding="utf-8").splitlines()
    for block in blocks(document, "sh"):
        if not SKIPPED.fullmatch(block.mark):
            behind = block.line + block.text.count("\n")  # index of the line after the fence
            is_followed = lines[behind : behind + 1] == ["```text"]
            yield block, texts[behind + 2] if is_followed else None
