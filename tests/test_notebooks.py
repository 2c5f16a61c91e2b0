"""The notebooks use only the documented API, and their stored outputs are those of a fresh run."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from tests.notebook_runs import NOTEBOOKS, executed, gist

NAMES = [file.stem for file in NOTEBOOKS]


@pytest.fixture(scope="module")
def stored() -> dict[str, Any]:
    nbformat = pytest.importorskip("nbformat")
    return {file.stem: nbformat.read(file, as_version=4) for file in NOTEBOOKS}


@pytest.fixture(scope="module")
def fresh() -> dict[str, Any]:
    pytest.importorskip("nbclient")
    return dict(zip(NAMES, executed(NOTEBOOKS), strict=True))


def code_of(book: Any) -> list[Any]:
    return [cell for cell in book.cells if cell.cell_type == "code"]


def test_there_are_notebooks() -> None:
    assert NAMES == ["tour", "which-cards"]


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_imports_only_the_public_interface(name: str, stored: dict[str, Any]) -> None:
    tree = ast.parse("\n".join(cell.source for cell in code_of(stored[name])))
    imported = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    imported += [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert [module for module in imported if module.startswith("harmonies_cli")] == ["harmonies_cli"]


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_stores_what_it_gives(name: str, stored: dict[str, Any], fresh: dict[str, Any]) -> None:
    for old, new in zip(code_of(stored[name]), code_of(fresh[name]), strict=True):
        assert gist(old.outputs) == gist(new.outputs), f"python -m tests.regenerate_notebooks, or mend: {old.source}"
    assert [cell.execution_count for cell in code_of(stored[name])] == list(range(1, len(code_of(stored[name])) + 1))


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_shows_pictures_and_tables(name: str, stored: dict[str, Any]) -> None:
    kinds = {kind for cell in code_of(stored[name]) for output in cell.outputs for kind in output.get("data", {})}
    assert {"image/png", "text/html", "text/plain"} <= kinds
