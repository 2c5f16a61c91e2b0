"""The sample positions have the stored scoresheets, and the points in their names."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import ROOT, run
from tests.cli.sample_scores import EXPLAINED, SAMPLES, SCORES, explained, scored

DATA = ROOT / "tests" / "data"
POSITIONS = ROOT / "samples" / "positions"


def sheet_of(sample: str) -> dict[str, Any]:
    sheet: dict[str, Any] = run("score", ROOT / "samples" / sample, "--format", "json").records[0]["players"][0]
    return sheet


# --- the samples


@pytest.mark.parametrize("sample", SAMPLES, ids=str)
def test_the_element_of_a_sample_is_the_stored_one(sample: Path) -> None:
    assert scored(sample) == SCORES[sample].read_text(encoding="utf-8")


@pytest.mark.parametrize("sample", SAMPLES, ids=str)
def test_the_explained_scoresheet_of_a_sample_is_the_stored_one(sample: Path) -> None:
    assert explained(sample) == EXPLAINED[sample].read_text(encoding="utf-8")


@pytest.mark.parametrize("sample", SAMPLES, ids=str)
def test_a_sample_has_no_problem_and_its_claims_hold(sample: Path) -> None:
    ran = run("score", ROOT / sample)
    assert (ran.status, ran.err) == (0, "")


def test_the_rulebooks_example() -> None:
    sheet = sheet_of("rulebook-example.json")
    assert [sheet[row] for row in ("trees", "mountains", "fields", "buildings", "water")] == [4, 10, 10, 10, 19]
    assert [sheet[row] for row in ("landscapes", "animals", "spirit", "total")] == [53, 63, 0, 116]
    with_lion = sheet_of("rulebook-example-lion.json")
    assert [with_lion[row] for row in ("landscapes", "animals", "spirit", "total")] == [53, 63, 14, 130]


def test_the_other_samples_have_the_points_that_they_are_named_for() -> None:
    assert sheet_of("positions/four-islands.json")["water"] == 20
    assert [sheet_of("positions/solo-seven-suns.json")[row] for row in ("total", "suns")] == [130, 7]
    (tie,) = run("score", POSITIONS / "tie-decided-by-cubes.json", "--format", "json").records
    assert [(sheet["total"], sheet["animal_cubes"], sheet["rank"]) for sheet in tie["players"]] == [
        (51, 4, 2),
        (51, 5, 1),
    ]
    assert tie["winners"] == [2]
    assert sheet_of("positions/landscape-only.json")["total"] is None


@pytest.mark.parametrize("final", sorted((DATA / "positions").glob("*.json")), ids=lambda path: path.stem)
def test_every_row_of_the_real_finals_is_what_the_site_gave(final: Path) -> None:
    claimed = [player["score"] for player in json.loads(final.read_text())["players"]]
    (found,) = run("score", final, "--format", "json").records
    for sheet, rows in zip(found["players"], claimed, strict=True):
        assert {row: sheet[row] for row in rows} == rows
