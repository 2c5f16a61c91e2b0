"""Folders inside a layer import one way, no imports form a circle, and a file name means one thing."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "harmonies_cli"
ROOMS = {
    "rules/board": set[str](),
    "rules/scoring": {"board"},
    "rules/replay": {"board", "scoring"},
    "records/files": set[str](),
    "records/json": {"files"},
    "records/schema": {"json"},
    "records/bga": {"files", "game"},
    "records/plays": {"files", "json"},
    "statistics/strength": {"rows"},
    "report/picture": set[str](),
    "report/sharing": {"picture"},
    "report/scoresheets": {"picture", "sharing"},
    "report/verdicts": {"picture", "scoresheets"},
    "report/replay": {"picture", "scoresheets", "verdicts"},
    "report/review": {"picture", "scoresheets", "verdicts", "replay"},
    "report/analysis": {"picture", "replay"},
}
"""Each folder, with the other folders of its layer that it may import. Modules beside the folders serve all of them."""
SHARED_NAMES = {
    "cards",  # the cards themselves; their strength; their charts
    "spirits",  # how spirits score; their strength
    "terminal",  # what the output can show; an analysis on it
}
"""File names that several modules share, each the plain word for its subject."""


@cache
def modules() -> dict[str, Path]:
    """Return the files of the package by module name."""
    return {
        ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file
        for file in PACKAGE.rglob("*.py")
    }


@cache
def imports_of(file: Path) -> tuple[str, ...]:
    """Return the names that a file imports anywhere, for typing too: modules, and the names imported from them."""
    return tuple(_imports_of(file))


def _imports_of(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)


def circle(graph: dict[str, set[str]]) -> list[str]:
    """Return the modules of an import circle, from one module back to itself; empty if there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_those_below_it(room: str) -> None:
    layer, own = room.split("/")
    rooms = {path.parent.name for path in (PACKAGE / layer).glob("*/__init__.py")}
    wrong = {
        f"{file.relative_to(ROOT)} imports {name}"
        for file in (PACKAGE / room).rglob("*.py")
        for name in imports_of(file)
        for parts in [name.split(".")]
        if parts[:2] == ["harmonies_cli", layer] and len(parts) > 2 and parts[2] in rooms - ROOMS[room] - {own}
    }
    assert own in rooms
    assert wrong == set()


def test_no_import_runs_in_a_circle() -> None:
    # The package itself is left out: importing any module imports it first, and it loads the interface on demand.
    graph = {
        name: {other for other in imports_of(file) if other in modules() and other != name} - {"harmonies_cli"}
        for name, file in modules().items()
        if name != "harmonies_cli"
    }
    assert circle(graph) == []


def test_a_circle_is_found() -> None:
    assert set(circle({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}})) == {"a", "b", "c"}


def test_a_file_name_means_one_thing() -> None:
    places = defaultdict(list)
    for name in modules():
        if not name.startswith("harmonies_cli.cli."):  # a command has the name of what it does
            places[name.rpartition(".")[2]].append(name)
    repeated = {name: found for name, found in places.items() if len(found) > 1 and name not in SHARED_NAMES}
    # A folder may hold a module with its own name.
    assert {k: v for k, v in repeated.items() if not any(modules()[m].name == "__init__.py" for m in v)} == {}


def test_click_is_used_by_the_command_line_alone() -> None:
    wrong = {
        f"{file.relative_to(ROOT)} imports {name}"
        for module, file in modules().items()
        if not module.startswith("harmonies_cli.cli")
        for name in imports_of(file)
        if name.split(".")[0] == "click"
    }
    assert wrong == set()


def test_no_test_module_imports_another() -> None:
    tests = ROOT / "tests"
    wrong = {
        f"{file.relative_to(ROOT)} imports {name}"
        for file in tests.rglob("*.py")
        for name in imports_of(file)
        if name.split(".")[0] == "tests" and any(part.startswith(("test_", "conftest")) for part in name.split("."))
    }
    assert wrong == set()
