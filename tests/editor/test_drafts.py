from __future__ import annotations

import json
from typing import Any

import pytest

from harmonies_cli.editor.drafts import draft_of, file_text, new_draft, unreadable_parts
from harmonies_cli.editor.judging import reading_of
from harmonies_cli.editor.session import text_to_save
from harmonies_cli.records.assess import assess
from harmonies_cli.records.notation import Position
from harmonies_cli.records.outcome import AssessOptions
from tests.cli.command import ROOT
from tests.cli.sample_scores import SAMPLES as ALL_SAMPLES

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
