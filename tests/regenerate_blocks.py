"""Runs the shell blocks of README and docs, and rewrites the outputs below them.

``python -m tests.regenerate_blocks``; read the diff before you commit it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.documents import DOCUMENTS, ROOT
from tests.shell_blocks import PLAIN, shell_blocks

__all__ = ["regenerate"]


def regenerate(document: Path) -> bool:
    """Run the blocks of a document, write its outputs, and return whether any has changed."""
    lines = document.read_text(encoding="utf-8").split("\n")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    changes: list[tuple[int, int, list[str]]] = []
    with TemporaryDirectory() as folder:
        for name in ("samples", "schemas", "notebooks"):
            shutil.copytree(ROOT / name, Path(folder) / name)
        for block, expected in shell_blocks(document):
            ran = subprocess.run(
                ["bash", "-euo", "pipefail", "-c", block.text],
                cwd=folder,
                env={**os.environ, **PLAIN, "PATH": path, "PYTHONPATH": str(ROOT)},
                capture_output=True,
                encoding="utf-8",
                check=False,
            )
            if expected is not None and ran.stdout.rstrip("\n") != expected.rstrip("\n"):
                start = block.line + block.text.count("\n") + 1
                changes.append((start, start + len(expected.splitlines()), ran.stdout.rstrip("\n").split("\n")))
    for start, end, output in reversed(changes):
        lines[start:end] = output
    document.write_text("\n".join(lines), encoding="utf-8")
    return bool(changes)


if __name__ == "__main__":
    for each in DOCUMENTS:
        if regenerate(each):
            print(f"changed: {each.relative_to(ROOT)}")
