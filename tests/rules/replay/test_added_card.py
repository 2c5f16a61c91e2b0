"""A card appended to the catalogue: both paths of the replay know its kind from the data only."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from harmonies_cli.rules.board.cards import CARDS

ROOT = Path(__file__).parents[3]
GAME = ROOT / "tests" / "data" / "games" / "2p_A_spirits-06.json"
ADDED = {
    "id": "yak",
    "bga": len(CARDS) + 1,
    "kind": "animal",
    "cube_on": "gray",
    "aliases": {"en": [], "fr": [], "it": [], "es": [], "de": []},
    "points": [5, 11],
    "habitat": [{"q": 0, "r": 0, "stack": "MM"}, {"q": 1, "r": 0, "stack": "F"}],
}
PROGRAM = """
import json, sys
from harmonies_cli.rules.replay import replay
if sys.argv[2] == "explaining":
    replay.play_common_turns = lambda *args, **kwargs: None
from harmonies_cli.records.assess import assess
from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.outcome import AssessOptions
from harmonies_cli.records.reader import ReadOptions, read_document
document = Document("game.json", None, open(sys.argv[1], "rb").read())
verified = assess(read_document(document, ReadOptions()), AssessOptions())
codes = [fault.code for fault in verified.violations] + [problem.code for problem in verified.problems]
print(json.dumps([verified.verdict, codes, verified.turns]))
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a copy of the package whose catalogue has one more animal, after the spirits."""
    folder = tmp_path_factory.mktemp("package")
    for name in ("harmonies_cli", "schemas"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    data = folder / "harmonies_cli" / "data" / "cards.json"
    catalogue = json.loads(data.read_text(encoding="utf-8"))
    catalogue["cards"].append(ADDED)
    data.write_text(json.dumps(catalogue), encoding="utf-8")
    return folder


def verdict(package: Path, record: dict[str, Any], path: str) -> list[Any]:
    file = package / "game.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(file), path],
        capture_output=True,
        check=True,
        cwd=package,
        env=os.environ | {"PYTHONPATH": str(package)},
    )
    result: list[Any] = json.loads(ran.stdout)
    return result


def with_first_new_card(name: str) -> dict[str, Any]:
    """Return a game up to the first refill of the row, with another card in that refill."""
    record: dict[str, Any] = json.loads(GAME.read_text(encoding="utf-8"))
    turns = record["turns"]
    first = next(index for index, turn in enumerate(turns) if turn["refill"].get("row"))
    turns[first]["refill"]["row"] = [name]
    del turns[first + 1 :], record["result"]
    return record | {"unfinished": True}


@pytest.mark.parametrize("path", ["fast", "explaining"])
def test_a_spirit_in_a_refill_is_refused_even_with_an_animal_after_it_in_the_catalogue(
    package: Path, path: str
) -> None:
    result = verdict(package, with_first_new_card("lion"), path)
    assert result[0] == "invalid"
    assert result[1][0] == "schema"


@pytest.mark.parametrize("path", ["fast", "explaining"])
def test_the_row_is_refilled_with_the_added_card(package: Path, path: str) -> None:
    assert verdict(package, with_first_new_card("yak"), path)[:2] == ["legal", []]
