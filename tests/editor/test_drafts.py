from __future__ import annotations

import json
from base64 import b64decode
from html import unescape
from typing import Any

import pytest

from harmonies_cli.editor.drafts import (
    draft_of,
    file_text,
    judge_draft,
    new_draft,
    picture,
    reading_of,
    unreadable_parts,
)
from harmonies_cli.editor.session import text_to_save
from harmonies_cli.records.assess import assess
from harmonies_cli.records.notation import Position
from harmonies_cli.records.outcome import AssessOptions
from tests.cli.command import ROOT
from tests.cli.sample_scores import SAMPLES as ALL_SAMPLES
from tests.cli.sample_scores import SCORES

SAMPLES = [sample for sample in ALL_SAMPLES if sample.stem != "paper-sheet"]
"""A paper sheet has no boards for the page to show."""


def position(data: bytes | dict[str, Any]) -> Position:
    record = reading_of(data if isinstance(data, bytes) else json.dumps(data).encode()).record
    assert isinstance(record, Position)
    return record


def sent(draft: dict[str, Any]) -> bytes:
    """Return a draft as the page sends it: cubes as a list if the card of any cube is unknown."""
    for player in draft["players"]:
        if None in player.get("cubes", {}).values():
            player["cubes"] = list(player["cubes"])
    return json.dumps(draft).encode()


def scores(data: bytes) -> Any:
    found = assess(reading_of(data), AssessOptions())
    return [problem.code for problem in found.problems], found.winners, found.players


def with_player(**fields: Any) -> dict[str, Any]:
    return {**new_draft(), "players": [{"name": "Ann", "board": {}, **fields}]}


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_position_opened_and_saved_scores_as_before(sample: Any) -> None:
    data = (ROOT / sample).read_bytes()
    text, problems = text_to_save(sent(draft_of(position(data))))
    assert scores(text) == scores(data)
    assert problems == 0


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_saved_text_is_saved_alike_again(sample: Any) -> None:
    text = file_text(position((ROOT / sample).read_bytes()))
    assert file_text(position(text)) == text


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_fields_that_are_not_edited_are_kept(sample: Any) -> None:
    before = json.loads((ROOT / sample).read_bytes())
    after = json.loads(text_to_save(sent(draft_of(position(before))))[0])
    for record in (before, after):
        for player in record["players"]:
            del player["board"]
            player.pop("cards", None)
    assert after == before


def test_new_position_is_empty_and_has_no_problem() -> None:
    assert scores(json.dumps(new_draft()).encode())[0] == []
    assert new_draft()["players"][0]["cards"] == {}


def test_boards_of_either_form_and_names_of_any_language_are_written_alike() -> None:
    columns = with_player(
        board=["F . . . .", ". . . .", ". th . . .", ". . . .", "MMM . . . ."], cards={"Grenouille": 1}
    )
    spaces = with_player(board={"A1": "f", "c2": ["Brown", "red"], "e1": ["grey", "gray", "M"]}, cards={"frog": 1})
    expected = {"a1": "F", "c2": "TH", "e1": "MMM"}
    for record in (columns, spaces):
        (player,) = draft_of(position(record))["players"]
        assert player["board"] == expected
        assert player["cards"] == {"frog": 1}


def test_second_name_of_a_card_stays_as_typed() -> None:
    (player,) = draft_of(position(with_player(cards={"frog": 1, "Frosch": 2, "no card": 1})))["players"]
    assert player["cards"] == {"frog": 1, "Frosch": 2, "no card": 1}


def test_cubes_are_an_object_with_null_for_a_card_that_is_not_known() -> None:
    (player,) = draft_of(position(with_player(cubes=["A1", "b2"])))["players"]
    assert player["cubes"] == {"a1": None, "b2": None}
    (player,) = draft_of(position(with_player(cubes={"A1": "Frosch", "b2": 1})))["players"]
    assert player["cubes"] == {"a1": "frog", "b2": "alligator"}


def test_impossible_stack_is_left_empty_and_reported() -> None:
    typed = position(with_player(board={"a1": "FT", "b1": "W", "z9": "W"}))
    assert draft_of(typed)["players"][0]["board"] == {"b1": "W"}
    assert sorted(problem.code for problem in unreadable_parts(typed)) == ["no-such-space", "stack-impossible"]


def test_board_that_cannot_be_read_is_saved_as_it_is() -> None:
    record = json.loads(file_text(position(with_player(board={"a1": "FT"}))))
    assert record["players"][0]["board"] == {"a1": "FT"}


def test_file_shows_a_column_a_line() -> None:
    lines = file_text(position(with_player(board={"b2": "TTL"}))).decode().splitlines()
    assert [line.strip() for line in lines if '"' in line and " . " in line] == [
        '". . . . .",',
        '". TTL . .",',
        '". . . . .",',
        '". . . .",',
        '". . . . ."',
    ]


LION = json.loads((ROOT / "samples/rulebook-example-lion.json").read_text(encoding="utf-8"))


def judge(record: Any) -> dict[str, Any]:
    return judge_draft(json.dumps(record).encode())


@pytest.mark.parametrize("sample", ALL_SAMPLES, ids=lambda path: path.stem)
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
    assert "Suns" not in judge(LION)["sheet"]


def test_items_are_what_each_row_counts() -> None:
    judged = judge(LION)
    assert {tuple(item) for item in judged["items"]} == {("player", "spaces", "points", "why", "row")}
    assert {item["player"] for item in judged["items"]} == {1}
    river = next(item for item in judged["items"] if item["row"] == "water")
    assert (river["points"], river["why"], len(river["spaces"])) == (19, "river of 7", 7)
    (total,) = judged["totals"]
    assert sum(item["points"] for item in judged["items"] if item["row"] != "spirit") == total["landscapes"]


def test_groups_have_an_outline_and_a_badge() -> None:
    assert "<path" in judge(LION)["scoring"][1]


def test_problem_of_a_record_that_nobody_opened_has_no_line_and_a_message_of_one_line() -> None:
    (problem,) = judge_draft(b'{"format": "harmonies-position",\n oops}')["problems"]
    assert (problem["line"], problem["column"], problem["pointer"], problem["code"]) == (None, None, "", "syntax")
    assert problem["message"] == "keys need double quotes:"


def test_a_result_has_a_picture_to_share() -> None:
    assert b64decode(picture(json.dumps(LION).encode())["png"]).startswith(b"\x89PNG")
    assert 'class="share-picture"' in judge(LION)["sheet"]


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
