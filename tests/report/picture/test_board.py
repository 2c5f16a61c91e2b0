"""The data that a drawing is made from."""

from __future__ import annotations

import pytest

from harmonies_cli.errors import UnknownNameError
from harmonies_cli.report.picture.board_picture import BoardPicture, stack_words
from harmonies_cli.rules.scoring.score_items import Item


@pytest.mark.parametrize(
    "wrong",
    [
        {"stacks": {"a6": "W"}},
        {"stacks": {}, "cubes": {"b5": None}},
        {"stacks": {}, "marks": {"z9": "no such space"}},
        {"stacks": {}, "groups": [Item("fields", ("a1", "f1"), 5, "field of 2")]},
    ],
)
def test_a_space_that_the_side_lacks_is_an_error(wrong: dict[str, object]) -> None:
    with pytest.raises(UnknownNameError, match="no space is called"):
        BoardPicture("A", **wrong)  # type: ignore[arg-type]


def test_a_letter_that_is_no_token_is_an_error() -> None:
    with pytest.raises(UnknownNameError, match="no token is called 'B'"):
        BoardPicture("A", {"a1": "TB"})


def test_an_impossible_stack_can_be_drawn() -> None:
    assert BoardPicture("A", {"a1": "LT"}).stacks["a1"] == "LT"


@pytest.mark.parametrize(
    ("name", "player", "heading"),
    [("Ann", 2, "2. Ann"), ("Ann", None, "Ann"), ("", 3, "Player 3"), ("", None, "Player")],
)
def test_heading_names_the_player(name: str, player: int | None, heading: str) -> None:
    assert BoardPicture("A", {}, name=name, player=player).heading == heading


@pytest.mark.parametrize(("total", "points"), [(116, "116 points"), (1, "1 point"), (0, "0 points"), (None, "")])
def test_points_are_given_only_if_the_total_is_known(total: int | None, points: str) -> None:
    assert BoardPicture("A", {}, total=total).points == points


def test_stack_in_words() -> None:
    assert stack_words("TTL") == "brown under brown under green"
    assert stack_words("?H") == "red, brown or gray under red"
    assert stack_words("") == "empty"
