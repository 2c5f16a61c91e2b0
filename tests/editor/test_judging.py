from __future__ import annotations

import json
from html import unescape
from typing import Any

import pytest

from harmonies_cli.editor.judging import judge_draft, picture
from tests.cli.command import ROOT
from tests.cli.sample_scores import SAMPLES, SCORES

LION = json.loads((ROOT / "samples/rulebook-example-lion.json").read_text(encoding="utf-8"))


def judge(record: Any) -> dict[str, Any]:
    return judge_draft(json.dumps(record).encode())


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_totals_are_those_of_the_command_score(sample: Any) -> None:
    scored = json.loads(SCORES[sample].read_text(encoding="utf-8"))["players"]
    result = judge_draft((ROOT / sample).read_bytes())["totals"]
    assert [(each["player"], each["total"], each["landscapes"], each["rank"]) for each in result] == [
        (sheet["player"], sheet["total"], sheet["landscapes"], sheet["rank"]) for sheet in scored
    ]


def test_sheet_has_pad_and_reasons() -> None:
    sheet = unescape(judge(LION)["sheet"])
    assert "130" in sheet
    assert "river of 7" in sheet
    assert 'aria-labelledby="sheet"' in sheet


def test_scoring_groups_are_drawn_for_each_board() -> None:
    scoring = judge(LION)["scoring"]
    assert list(scoring) == [1]
    assert ">19</text>" in scoring[1]


def test_problem_has_its_place() -> None:
    record = {**LION, "players": [{**LION["players"][0], "cubes": {"a1": "falcon"}}]}
    codes = {problem["code"]: problem for problem in judge(record)["problems"]}
    assert codes["cubes-misplaced"]["space"] == "a1"
    assert codes["cubes-misplaced"]["player"] == 1
    assert codes["cubes-misplaced"]["hint"] == "it goes on MMM"


def test_no_remedy_mentions_the_command_line() -> None:
    record = {**LION, "players": [{**LION["players"][0], "score": 100}]}
    (problem,) = judge(record)["problems"]
    assert problem["message"] == "total: 100 claimed, 130 counted"
    assert problem["hint"] is None


def test_solo_game_is_worth_suns() -> None:
    assert "Suns" in judge({**LION, "solo": True})["sheet"]


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"{", b"null", b'"x"', b"\xff\xfe", b"[" * 5000, b'{"format": "harmonies-game"}']
)
def test_anything_else_is_a_problem_and_no_crash(data: bytes) -> None:
    result = judge_draft(data)
    assert result["problems"]
    assert result["totals"] == [] and result["sheet"] == ""


def test_names_are_escaped() -> None:
    record = {**LION, "players": [{**LION["players"][0], "name": "<script>alert(1)</script>"}]}
    assert "<script" not in judge(record)["sheet"]


def test_only_a_result_can_be_shared() -> None:
    assert 'class="share"' in judge(LION)["sheet"]
    assert 'class="share"' not in judge(LION | {"unfinished": True})["sheet"]
    assert picture(json.dumps(LION | {"unfinished": True}).encode()) == {"png": ""}
