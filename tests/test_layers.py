"""Imports go one way, and the start loads only what it needs."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from harmonies_cli.cli.main import _COMMANDS

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "harmonies_cli"
MAY_IMPORT = {
    "rules": set[str](),
    "records": {"rules"},
    "bots": {"rules"},
    "review": {"rules", "records", "bots", "batch"},
    "simulate": {"rules", "bots", "batch"},
    "catalogue": {"rules", "records"},
    "batch": {"rules", "records"},
    "statistics": {"rules", "records", "batch", "bots", "review"},
    "charts": {"rules", "statistics"},
    "plays": {"rules", "records"},
    "report": {"rules", "records", "catalogue", "statistics", "charts", "plays", "review"},
    "editor": {"rules", "records", "report", "plays", "photo"},
    "photo": {"rules"},
    "interview": {"rules", "records", "report"},
    "api": {"rules", "records", "catalogue", "batch", "bots", "simulate", "statistics", "charts", "report", "review"},
}
"""Each layer, with the layers below it. Commands are above all; modules outside the layers serve any of them."""
HEAVY = ("jinja2", "pandas", "numpy", "matplotlib", "jsonschema", "orjson", "resvg_py", "textual", "rich")


@cache
def imported(file: Path) -> tuple[str, ...]:
    """Return the modules that a file imports anywhere, except imports for typing only."""
    return tuple(_imported(file))


def _imported(file: Path) -> Iterator[str]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    for_typing = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in for_typing:
            continue
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{file}: imports are absolute"
            yield node.module or ""


def layer_of(module: str) -> str:
    parts = module.split(".")
    return parts[1] if parts[0] == "harmonies_cli" and len(parts) > 1 else ""


def test_every_folder_of_the_package_is_a_layer() -> None:
    folders = {file.parent.name for file in PACKAGE.glob("*/__init__.py")}
    assert folders == {*MAY_IMPORT, "cli"}


@pytest.mark.parametrize("layer", MAY_IMPORT)
def test_a_layer_imports_only_those_below_it(layer: str) -> None:
    wrong = {
        f"{file.relative_to(ROOT)} imports {module}"
        for file in (PACKAGE / layer).rglob("*.py")
        for module in imported(file)
        if layer_of(module) in MAY_IMPORT.keys() - MAY_IMPORT[layer] - {layer} or layer_of(module) == "cli"
    }
    assert wrong == set()


def test_only_commands_import_commands() -> None:
    wrong = {
        f"{file.relative_to(ROOT)} imports {module}"
        for file in PACKAGE.rglob("*.py")
        if file.relative_to(PACKAGE).parts[0] not in ("cli", "__main__.py")
        for module in imported(file)
        if layer_of(module) == "cli"
    }
    assert wrong == set()


@pytest.mark.parametrize("library", ["click", "json"])
def test_the_rules_know_nothing_of_the_command_line_or_of_files(library: str) -> None:
    assert [file for file in (PACKAGE / "rules").rglob("*.py") if library in set(imported(file))] == []


def loaded_by(*args: object) -> set[str]:
    """Return the modules that a run of the program has loaded when it ends."""
    program = "import json, sys; from harmonies_cli.cli.main import main\ntry: main()\nexcept SystemExit: pass\n"
    ran = subprocess.run(
        [sys.executable, "-c", program + "print(json.dumps(sorted(sys.modules)), file=sys.stderr)", *map(str, args)],
        capture_output=True,
        check=True,
    )
    return set(json.loads(ran.stderr.splitlines()[-1]))


@pytest.mark.parametrize(
    "args",
    [
        ("score", ROOT / "samples" / "rulebook-example.json"),
        ("score", ROOT / "samples" / "positions", "--explain"),
        ("score", ROOT / "samples" / "rulebook-example.json", "--format", "json"),
        ("score", ROOT / "tests" / "data" / "games" / "2p_A_nospirits-04.json"),
        ("verify", ROOT / "tests" / "data" / "games" / "2p_A_nospirits-04.json"),
        ("show", ROOT / "samples" / "rulebook-example.json"),
        ("--help",),
        ("score", "--help"),
    ],
    ids=lambda args: " ".join(str(getattr(arg, "name", arg)) for arg in args),
)
def test_a_start_loads_no_heavy_library(args: tuple[object, ...]) -> None:
    assert loaded_by(*args) & set(HEAVY) == set()


def test_an_export_loads_neither_pandas_nor_functions_of_pyarrow_also_when_it_adds_to_a_data_set(
    tmp_path: Path,
) -> None:
    for _ in range(2):
        loaded = loaded_by("export", ROOT / "samples" / "games", "-o", tmp_path / "games", "--jobs", 1)
        assert "pyarrow" in loaded and not {"pandas", "pyarrow.compute"} & loaded


def test_an_export_as_csv_loads_neither(tmp_path: Path) -> None:
    loaded = loaded_by("export", ROOT / "samples" / "games", "--to", "csv", "-o", tmp_path / "games", "--jobs", 1)
    assert "pyarrow" in loaded and not {"pandas", "pyarrow.compute"} & loaded


def test_the_list_of_commands_loads_none_of_them() -> None:
    assert loaded_by("--help") & {f"harmonies_cli.cli.{command}" for command in _COMMANDS} == set()


def test_a_position_is_scored_without_what_games_and_the_site_need() -> None:
    loaded = loaded_by("score", ROOT / "samples" / "rulebook-example.json")
    for needless in (
        "harmonies_cli.records.bga",
        "harmonies_cli.rules.replay.replay",
        "harmonies_cli.records.schema.validation",
        "harmonies_cli.statistics",
        "difflib",
    ):
        assert needless not in loaded


def test_a_legal_game_is_verified_without_the_schemas_and_what_explains_faults() -> None:
    loaded = loaded_by("verify", ROOT / "samples" / "games" / "solo-side-a.json")
    assert "harmonies_cli.rules.replay.replay" in loaded
    assert "harmonies_cli.records.schema.validation" not in loaded
    assert "harmonies_cli.report.verdicts.fault_lines" not in loaded
    assert "harmonies_cli.report.picture.board_terminal" not in loaded
