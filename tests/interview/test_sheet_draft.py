"""The interview about a paper score sheet."""

from __future__ import annotations

from typing import Any

import pytest

from harmonies_cli.interview.interview import Interview
from harmonies_cli.interview.question import Given

LION_SHEET = ("4 10 10 10 19 63 12", "")


def after(*answers: str, **given: Any) -> Interview:
    interview = Interview(Given(sheet=True, **given))
    for answer in answers:
        assert not interview.answer(answer), answer
    return interview


def record_of(interview: Interview) -> dict[str, Any]:
    assert interview.record is not None
    record = dict(interview.record)
    del record["$schema"]
    return record


def test_rows_are_answered_in_the_order_of_the_pad() -> None:
    interview = after("A", "2", "yes", "Ann", *LION_SHEET, "Ben", "", "97")
    rows = {"trees": 4, "mountains": 10, "fields": 10, "buildings": 10, "water": 19, "animals": 63, "spirit": 12}
    assert record_of(interview) == {
        "format": "harmonies-position",
        "version": 1,
        "side": "A",
        "spirits": True,
        "players": [
            {"name": "Ann", "score": {**rows, "total": 128}},
            {"name": "Ben", "score": {"total": 97}},
        ],
    }


def test_an_unknown_side_is_left_out_and_a_solo_sheet_is_marked() -> None:
    record = record_of(after("unknown", "1", "y", "n", "Ann", "4 10 10 10 - 63", "116"))
    assert "side" not in record
    assert record["solo"] is True
    assert record["players"][0]["score"] == {
        "trees": 4,
        "mountains": 10,
        "fields": 10,
        "buildings": 10,
        "animals": 63,
        "total": 116,
    }


@pytest.mark.parametrize(
    ("answers", "wrong", "code", "words"),
    [
        ((), "4 10 10 10 19 63", "schema", "7 rows are needed, not 6"),
        ((), "4 10 10 10 19 63 x", "schema", '"x" is not a number of points'),
        ((), "4 10 7 10 19 63 12", "score-impossible", "fields"),
        (("4 10 10 10 19 63 12",), "129", "score-mismatch", "the rows add up to 128"),
        (("",), "", "schema", "a total is needed"),
        (("4 - 10 10 19 63 12",), "", "schema", "a total is needed"),
        (("4 - 10 10 19 63 12",), "117", "score-mismatch", "117"),
    ],
)
def test_a_wrong_answer_is_refused_at_once(answers: tuple[str, ...], wrong: str, code: str, words: str) -> None:
    interview = after("A", "1", "no", "yes", "Ann", *answers)
    (problem,) = interview.answer(wrong)
    assert problem.code == code
    assert words in problem.message


def test_questions_answered_by_options_are_not_asked() -> None:
    interview = after("4 10 10 10 19 63", "", side="A", players=1, names=["Ann"], solo=True, spirits=False)
    assert record_of(interview)["players"][0]["score"]["total"] == 116


def test_back_takes_the_rows_back() -> None:
    interview = after("A", "1", "no", "yes", "Ann", "4 10 10 10 19 63 12")
    assert interview.back()
    assert interview.question is not None
    assert "trees" in interview.question.prompt
