"""``harmonies format``: what it writes, and where."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from tests.cli.command import run
from tests.records.typos import RIGHT

SLIPPED = (
    RIGHT.replace('"Pauline",', '"Pauline", // third photo\n').replace("fennec-fox", "Wüstenfuchs").replace("3}", "3,}")
)
WRONG = RIGHT.replace("TL", "LT")


@pytest.fixture
def slipped(tmp_path: Path) -> Path:
    path = tmp_path / "x.json"
    path.write_text(SLIPPED, encoding="utf-8")
    return path


def test_a_record_goes_to_standard_output(slipped: Path) -> None:
    ran = run("format", slipped)
    assert (ran.status, ran.err) == (0, "")
    player = json.loads(ran.out)["players"][0]
    assert player["notes"] == "third photo"
    assert "fennec-fox" in player["cards"]
    assert run("format", "-", stdin=SLIPPED.encode()).out == ran.out
    assert slipped.read_text(encoding="utf-8") == SLIPPED


def test_in_place_a_file_is_written_once_and_then_stays(slipped: Path) -> None:
    expected = run("format", slipped).out
    ran = run("format", "-i", slipped)
    assert (ran.status, ran.out) == (0, "")
    assert "2 slips; 1 comment becomes a note" in ran.err
    assert slipped.read_text(encoding="utf-8") == expected
    again = run("format", "-i", slipped)
    assert (again.status, again.out, again.err) == (0, "", "")
    assert run("format", "--check", slipped).status == 0
    assert run("score", slipped).status == 0


def test_check_and_diff_write_nothing_and_find_what_would_change(slipped: Path) -> None:
    check = run("format", "--check", slipped)
    assert check.status == 1
    assert check.out.startswith(f"{slipped}: not in standard form: 2 slips")
    diff = run("format", "--diff", slipped)
    assert diff.status == 1
    assert '+      "notes": "third photo"' in diff.out
    assert f"--- {slipped}" in diff.out
    assert slipped.read_text(encoding="utf-8") == SLIPPED


def test_a_file_with_other_mistakes_is_left_alone_and_its_mistakes_are_listed(slipped: Path) -> None:
    wrong = slipped.with_name("wrong.json")
    wrong.write_text(WRONG, encoding="utf-8")
    ran = run("format", "-i", wrong, slipped)
    assert ran.status == 1
    assert "stack-impossible" in ran.err
    assert "wrong.json is not written" in ran.err
    assert wrong.read_text(encoding="utf-8") == WRONG
    assert slipped.read_text(encoding="utf-8") != SLIPPED
    assert run("format", wrong).out == ""


def test_a_packed_file_stays_packed(tmp_path: Path) -> None:
    path = tmp_path / "x.json.gz"
    path.write_bytes(gzip.compress(SLIPPED.encode()))
    expected = run("format", path).out
    assert run("format", "-i", path).status == 0
    assert gzip.decompress(path.read_bytes()).decode() == expected


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("-i", "--check", "x.json"), "give one of them"),
        (("-i", "-"), "cannot be written in place"),
        (("absent.json",), "there is no file"),
    ],
)
def test_impossible_requests_are_refused_with_the_reason(arguments: tuple[str, ...], said: str) -> None:
    ran = run("format", *arguments)
    assert ran.status == 2
    assert said in ran.err
