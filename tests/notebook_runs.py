"""Runs notebooks, and compares their outputs with the stored ones."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
_ADDRESS = re.compile(r"0x[0-9a-f]{6,}")
_FOLDER = re.compile(r"/[\w/.-]*tmp\w{8}")
_NUMBER = re.compile(r"-?\d+\.\d+(?:e[+-]?\d+)?")
_DRAWN = ("image/png", "image/jpeg")

__all__ = ["NOTEBOOKS", "ROOT", "executed", "gist"]


def executed(files: list[Path]) -> list[Any]:
    """Return notebooks, run one after another in one kernel, which is cleared before each."""
    import nbformat
    from nbclient import NotebookClient

    books: list[Any] = [nbformat.read(file, as_version=4) for file in files]  # type: ignore[no-untyped-call]
    first = NotebookClient(books[0], timeout=120, resources={"metadata": {"path": str(ROOT / "notebooks")}})
    with first.setup_kernel():
        for book in books:
            client = NotebookClient(book, timeout=120, km=first.km)
            client.kc = first.kc
            client.reset_execution_trackers()
            code = [cell for cell in book.cells if cell.cell_type == "code"]
            for number, cell in enumerate(code, 1):
                client.execute_cell(cell, book.cells.index(cell), execution_count=None)
                cell.execution_count = number
                cell.metadata = {}
            for cell in code:
                cell.outputs = [_portable(output) for output in cell.outputs]
            book.metadata["language_info"] = {"name": "python"}
    return books


def gist(outputs: list[Any]) -> list[Any]:
    """Return what fresh outputs must have in common with stored ones.

    Texts are compared except for the last digits of numbers, which differ between machines; pictures, by kind only.
    """
    found: list[Any] = []
    for output in outputs:
        if output["output_type"] == "stream":
            found.append((output["name"], _rounded("".join(output["text"]))))
        else:
            data = output["data"]
            texts = {kind: "" if kind in _DRAWN else _rounded("".join(text)) for kind, text in data.items()}
            found.append((output["output_type"], texts))
    return found


def _portable(output: Any) -> Any:
    """Return an output without details that differ from run to run and mean nothing."""
    output.pop("execution_count", None)
    if output["output_type"] == "execute_result":
        output["output_type"] = "display_data"
        output["metadata"] = {}
    if output["output_type"] == "stream":
        output["text"] = _plain(output["text"])
    for kind, text in output.get("data", {}).items():
        if kind not in _DRAWN:
            output["data"][kind] = _plain(text)
    return output


def _plain(text: str) -> str:
    return _FOLDER.sub("/tmp/study", _ADDRESS.sub("0x0", text))


def _rounded(text: str) -> str:
    return _NUMBER.sub(lambda number: f"{float(number[0]):.3g}", text)
