"""The notebooks run from start to end, and are committed without outputs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))
_FEWER_GAMES = {"GAMES = 400": "GAMES = 40", "GAMES = 100": "GAMES = 20"}


def test_there_are_notebooks() -> None:
    assert [file.stem for file in NOTEBOOKS] == ["tour", "which-cards"]


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_has_no_outputs(file: Path) -> None:
    notebook: dict[str, Any] = json.loads(file.read_text("utf-8"))
    for cell in notebook["cells"]:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_runs(file: Path) -> None:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    notebook = nbformat.read(file, as_version=4)
    for cell in notebook.cells:
        for usual, fewer in _FEWER_GAMES.items():
            cell.source = cell.source.replace(usual, fewer)
    client = nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(file.parent)}})
    client.execute()
    assert all(cell.execution_count for cell in notebook.cells if cell.cell_type == "code")
