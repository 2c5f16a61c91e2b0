"""Problems that make a decoded game invalid: words that the replay did not reach."""

from __future__ import annotations

import json
from typing import Any

import pytest

from harmonies_cli.records.decode import decode_quickly
from harmonies_cli.records.game.assess_game import card_problems, game_problems
from harmonies_cli.records.notation import Game
from harmonies_cli.rules.board.cards import CARDS
from tests.records.assessed import assessed
from tests.rules.replay.game_logs import GAMES, edited

GAME = "2p_A_spirits-06"


def problems(record: dict[str, Any]) -> list[tuple[str, str]]:
    data = json.dumps(record).encode()
    game, _ = decode_quickly(data)
    assert isinstance(game, Game)
    found = game_problems(data, None)
    assert all(problem.line == 1 and problem.column for problem in found)
    return [(problem.code, problem.pointer) for problem in found]


def test_a_correct_game_has_no_problems() -> None:
    assert all(problems(record) == [] for record in GAMES.values())


@pytest.mark.parametrize("do", ["take-card", "place-cube", "choose-spirit", "discard-card"])
@pytest.mark.parametrize(
    ("card", "code"), [("falcn", "card-unknown"), ("fox", "card-ambiguous"), (len(CARDS) + 1, "card-unknown")]
)
def test_cards_of_actions(do: str, card: object, code: str) -> None:
    record = edited(GAME)
    action = {"do": do, "card": card} | ({"at": "a1"} if do == "place-cube" else {})
    record["turns"][-1]["actions"].append(action)
    place = f"/turns/{len(record['turns']) - 1}/actions/{len(record['turns'][-1]['actions']) - 1}/card"
    assert problems(record) == [(code, place)]


def test_kinds_of_cards_in_the_row_and_among_the_spirits() -> None:
    record = edited(GAME)
    record["start"]["row"][2] = "lion"
    record["start"]["spirits"][1][0] = "frog"
    record["turns"][4]["refill"] = {"row": ["owl"]}
    assert problems(record) == [
        ("schema", "/start/row/2"),
        ("schema", "/start/spirits/1/0"),
        ("schema", "/turns/4/refill/row/0"),
    ]


def test_letters_and_spaces_are_those_of_the_schema() -> None:
    record = edited(GAME)
    record["start"]["central"][0] = "WXY"
    record["turns"][1]["actions"].append({"do": "place-token", "token": "B", "at": "a9"})
    at = f"/turns/1/actions/{len(record['turns'][1]['actions']) - 1}"
    assert problems(record) == [
        ("schema", "/start/central/0"),
        ("schema", f"{at}/token"),
        ("schema", f"{at}/at"),
    ]


def test_the_cards_of_a_game_that_is_not_of_its_schema_are_looked_at_too() -> None:
    record = edited(GAME)
    del record["version"]
    record["side"] = "river"
    record["start"]["row"][0] = "falcn"
    record["turns"].append(7)
    record["turns"][2]["actions"].append({"do": "take-card", "card": "Moose"})
    at = f"/turns/2/actions/{len(record['turns'][2]['actions']) - 1}/card"
    assert sorted((problem.code, problem.pointer) for problem in assessed(record).problems) == sorted(
        [
            ("schema", ""),
            ("schema", "/side"),
            ("schema", f"/turns/{len(record['turns']) - 1}"),
            ("card-unknown", "/start/row/0"),
            ("card-unknown", at),
        ]
    )


def test_a_whole_number_with_a_point_names_the_card_that_it_names_without() -> None:
    wrong = len(CARDS) + 1
    for number in (wrong, float(wrong)):
        assert [problem.pointer for problem in card_problems({"start": {"row": [1, 1.0, number]}})] == ["/start/row/2"]
    assert card_problems({"start": {"row": [wrong + 0.5, True, None]}}) == []  # not in the schema, which reports it
