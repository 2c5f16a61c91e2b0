from __future__ import annotations

import pytest

from tests.rules.replay.game_logs import GAMES, Record, actions, edited, faults, replayed, without
from tests.rules.replay.generated_games import generated
from tests.rules.replay.mutations import ANIMALS

all_games = pytest.mark.parametrize("game", GAMES)
START = {"start.central", "start.row"}


def spirit_part(game: str) -> set[str]:
    return {"start.spirits"} if GAMES[game]["spirits"] else set()


@all_games
@pytest.mark.parametrize(
    ("parts", "unchecked"),
    [
        (("start.central",), {"start.central", "take-tokens"}),
        (("start.row",), {"start.row"}),
        (("refill.central",), {"refill.central", "take-tokens"}),
        (("refill.row",), {"refill.row"}),
        (("refill",), {"refill.central", "refill.row", "take-tokens"}),
        (("start.central", "start.row", "refill"), {*START, "refill.central", "refill.row", "take-tokens"}),
        (("space",), set()),
        (("tokens",), set()),
        (("space", "start.row"), {"start.row"}),
    ],
    ids=lambda value: "+".join(value) if isinstance(value, tuple) else None,
)
def test_omitted_parts_are_unchecked_and_the_rest_is_legal(
    game: str, parts: tuple[str, ...], unchecked: set[str]
) -> None:
    state = replayed(without(GAMES[game], *parts))
    assert state.violations == []
    assert state.unchecked == unchecked
    assert state.over


@all_games
@pytest.mark.parametrize("parts", [("start",), ("start", "space"), ("start", "tokens"), ("start", "refill.row")])
def test_without_start(game: str, parts: tuple[str, ...]) -> None:
    state = replayed(without(GAMES[game], *parts))
    assert state.violations == []
    refills = {"refill.row"} if "refill.row" in parts else set()
    assert state.unchecked == START | {"take-tokens"} | refills | spirit_part(game)


@all_games
@pytest.mark.parametrize("parts", [(), ("space",), ("tokens",)])
def test_without_start_and_refills(game: str, parts: tuple[str, ...]) -> None:
    state = replayed(without(GAMES[game], "start", "refill", *parts))
    assert state.violations == []
    assert state.unchecked == START | {"take-tokens", "refill.central", "refill.row"} | spirit_part(game)
    assert state.over


@all_games
def test_without_the_spirit_deal(game: str) -> None:
    state = replayed(without(GAMES[game], "start.spirits"))
    assert state.violations == []
    assert state.unchecked == spirit_part(game)


@all_games
def test_one_refill_left_out_is_one_unchecked_part(game: str) -> None:
    record = edited(game)
    turn = next(number for number, turn in enumerate(record["turns"]) if turn["refill"].get("row"))
    del record["turns"][turn]["refill"]["row"]
    assert faults(record) == []
    assert replayed(record).unchecked == {"refill.row"}
    record = edited(game)
    del record["turns"][0]["refill"]["central"]
    state = replayed(record)
    assert state.violations == []
    assert "refill.central" in state.unchecked
    assert state.unchecked <= {"refill.central", "take-tokens"}


@all_games
def test_an_empty_part_is_checked(game: str) -> None:
    for part in ("central", "row"):
        record = edited(game)
        record["start"][part] = []
        assert faults(record) == [("refill-wrong", 0, None)]
    record = edited(game)
    record["start"]["spirits"] = []
    assert faults(record) == ([("refill-wrong", 0, None)] if GAMES[game]["spirits"] else [])
    record = edited(game)
    record["turns"][2]["refill"]["central"] = {}
    assert faults(record) == [("refill-wrong", 3, None)]
    record = edited(game)
    number = next(number for number, turn in enumerate(record["turns"], 1) if turn["refill"].get("row"))
    record["turns"][number - 1]["refill"]["row"] = []
    assert faults(record) == [("refill-wrong", number, None)]


def test_a_take_from_an_unknown_space_is_three_tokens() -> None:
    record = without(edited("2p_A_nospirits-04"), "start", "refill", "tokens")
    record["turns"] = record["turns"][:1]
    record["unfinished"] = True
    number = next(number for _, number, action in actions(record, "take-tokens"))
    for tokens in ("WF", "WFTM", ""):
        record["turns"][0]["actions"][number - 1]["tokens"] = tokens
        assert faults(record)[0] == ("tokens-mismatch", 1, number)


def test_without_a_known_row_a_card_that_left_it_is_gone() -> None:
    record = without(edited("2p_A_nospirits-04"), "start", "refill")
    (first, _, action), (second, number, again) = actions(record, "take-card")[:2]
    assert first < second
    again["card"] = action["card"]
    assert faults(record)[0] == ("card-not-in-row", second, number)


def test_without_a_known_row_a_spirit_is_not_in_it() -> None:
    record = without(edited("2p_A_nospirits-04"), "start", "refill")
    turn, number, action = actions(record, "take-card")[0]
    action["card"] = "lion"
    assert faults(record)[0] == ("card-not-in-row", turn, number)


def test_without_the_start_a_card_taken_may_not_come_from_the_deck_later() -> None:
    record = without(edited("2p_A_nospirits-04"), "start")
    _, _, action = actions(record, "take-card")[0]
    number = next(n for n, turn in enumerate(record["turns"], 1) if n > 4 and turn.get("refill", {}).get("row"))
    record["turns"][number - 1]["refill"]["row"] = [action["card"]]
    assert faults(record)[0] == ("card-duplicated", number, None)


def test_with_all_places_of_the_row_known_again_nothing_else_can_be_taken() -> None:
    record = without(generated(4, "A", 3), "start.row")
    assert faults(record) == []
    drawn: set[str] = set()
    unknown = 5
    for turn, number, action in actions(record, "take-card"):
        if not unknown:
            action["card"] = next(card for card in ANIMALS if f"'{card}'" not in str(record))
            assert faults(record)[0] == ("card-not-in-row", turn, number)
            return
        unknown -= action["card"] not in drawn
        drawn.update(record["turns"][turn - 1]["refill"]["row"])
    raise AssertionError("the game does not take that many cards")


def test_tokens_without_space_come_from_the_space_that_the_refill_names() -> None:
    record = edited("2p_A_nospirits-04")
    turn = record["turns"][0]
    take = next(action for action in turn["actions"] if action["do"] == "take-tokens")
    taken = take["space"]
    other = 1 if taken != 1 else 2
    record["start"]["central"][other - 1] = record["start"]["central"][taken - 1]
    del take["space"]
    record["turns"], record["unfinished"] = record["turns"][:2], True
    record["turns"][1]["actions"] = []
    assert replayed(record).central[other - 1] != 0
    assert faults(record) == []
    del turn["refill"]["central"]
    assert replayed(record).central[min(taken, other) - 1] is None


@pytest.mark.parametrize("take", [{"space": 1}, {"tokens": "HHH"}, {"space": 1, "tokens": "HHH"}])
def test_pouch_is_accounted_for_as_far_as_it_is_known(take: Record) -> None:
    record: Record = {"side": "A", "players": [{}, {}], "turns": [], "unfinished": True}
    for number in range(6):
        row = number // 2 + 1
        placed = [{"do": "place-token", "token": "H", "at": f"{column}{row}"} for column in "aab"]
        turn = {"player": number % 2 + 1, "actions": [{"do": "take-tokens", **take}, *placed]}
        record["turns"].append({**turn, "refill": {"central": {"1": "HHH"}}})
    # 3 are taken from an unknown space, and 3 drawn at the end of each turn: 18 after turn 5, but the box holds 15.
    assert faults(record) == [("pouch-overdrawn", 5, None)]
    record["turns"] = record["turns"][:4]
    assert faults(record) == []
    assert replayed(record).unchecked == {"start.central", "start.row", "take-tokens"}
