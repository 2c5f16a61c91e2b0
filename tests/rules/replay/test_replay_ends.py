from __future__ import annotations

import pytest

from harmonies_cli.rules.replay.replay import fold, scoresheets
from harmonies_cli.rules.replay.state import GameState
from tests.copies import copied
from tests.rules.replay.game_logs import GAMES, Record, actions, edited, faults, faults_of, log_of, replayed
from tests.rules.replay.generated_games import always, generated, never
from tests.rules.replay.mutations import ANIMALS


def games_with_end(players: int, side: str, end: str, number: int = 3) -> list[Record]:
    """Return generated games that end in the given way, judged by their words."""
    found = []
    for seed in range(400):
        record = generated(players, side, seed, spirits=seed % 2 == 0, stacking=always if end == "pouch" else never)
        boards: dict[int, set[str]] = {}
        for turn in record["turns"]:
            spaces = {action["at"] for action in turn["actions"] if action["do"] == "place-token"}
            boards.setdefault(turn["player"], set()).update(spaces)
        full = any(len(board) >= {"A": 23, "B": 25}[side] - 2 for board in boards.values())
        if full == (end == "spaces"):
            found.append(record)
        if len(found) == number:
            return found
    raise AssertionError("no such game was generated")


@pytest.mark.parametrize("side", ["A", "B"])
@pytest.mark.parametrize(("players", "turns"), [(1, 14), (4, 36)])
def test_games_that_empty_the_pouch(players: int, turns: int, side: str) -> None:
    for record in games_with_end(players, side, "pouch"):
        assert len(record["turns"]) == turns
        state = replayed(record)
        assert state.violations == []
        assert (state.over, state.ending, state.turn, state.pouch_left) == (True, "pouch", turns, 0)
        assert state.unchecked == set()


@pytest.mark.parametrize("side", ["A", "B"])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_games_that_fill_a_board_are_played_to_the_end_of_the_round(players: int, side: str) -> None:
    for record in games_with_end(players, side, "spaces"):
        state = replayed(record)
        assert state.violations == []
        assert (state.over, state.ending) == (True, "spaces")
        assert state.turn % players == 0
        assert min(seat.empty for seat in state.seats) <= 2


@pytest.mark.parametrize("players", [1, 4])
def test_generated_games_without_setup_and_refills(players: int) -> None:
    for record in games_with_end(players, "B", "pouch", 2):
        del record["start"]
        for turn in record["turns"]:
            turn.pop("refill", None)
        state = replayed(record)
        assert state.violations == []
        assert (state.over, state.ending) == (True, "pouch")
        record["turns"].append({"player": 1, "actions": []})
        assert faults(record) == [("game-over", len(record["turns"]), None)]


def test_solo_with_a_short_pouch_refills_space_1_only() -> None:
    record = games_with_end(1, "B", "pouch", 1)[0]
    assert set(record["turns"][11]["refill"]["central"]) == {"1", "2", "3"}
    assert set(record["turns"][12]["refill"]["central"]) == {"1"}
    for wrong in ({}, {"2": "MMM"}, {"1": "MM"}, {"1": "MMM", "2": "MMM"}):
        broken = copied(record)
        broken["turns"][12]["refill"]["central"] = wrong
        assert faults(broken) == [("refill-wrong", 13, None)]


def test_solo_turn_14_finds_spaces_2_and_3_empty_even_without_recorded_refills() -> None:
    record = games_with_end(1, "B", "pouch", 1)[0]
    del record["start"]
    for turn in record["turns"]:
        turn.pop("refill", None)
    for space in (2, 3):
        broken = copied(record)
        index = next(number for turn, number, _ in actions(broken, "take-tokens") if turn == 14)
        broken["turns"][13]["actions"][index - 1]["space"] = space
        assert faults(broken) == [("central-empty", 14, index)]


def test_if_both_ends_hold_spaces_is_named() -> None:
    both = 0
    for seed in range(20):
        record = generated(4, "A", seed, stacking=lambda turn, used: turn <= 32 and used >= 17)
        state = replayed(record)
        assert state.violations == []
        if len(record["turns"]) == 36 and min(seat.empty for seat in state.seats) <= 2:
            assert state.ending == "spaces"
            both += 1
    assert both


@pytest.mark.parametrize("game", ["2p_A_nospirits-04", "3p_A_spirits-10", "4p_B_spirits-14", "1p_A_spirits-00"])
def test_a_refill_after_the_last_turn_is_checked_for_pouch_and_duplicates_only(game: str) -> None:
    record = edited(game)
    last = record["turns"][-1]
    seen = {card for turn in record["turns"] for card in turn.get("refill", {}).get("row", [])}
    new = [card for card in ANIMALS if card not in seen and card not in record["start"]["row"]]
    refills: list[Record] = [{}, {"central": {}}, {"row": []}, {"central": {}, "row": new[:1]}, {"row": new[:2]}]
    for refill in refills:
        last["refill"] = refill
        assert faults(record) == []
    last["refill"] = {"row": [record["start"]["row"][0]]}
    assert faults(record) == [("card-duplicated", len(record["turns"]), None)]
    last["refill"] = {"row": new[:1] * 2}
    assert faults(record) == [("card-duplicated", len(record["turns"]), None)]
    last["refill"] = {"central": {str(space): "HHHHHH" for space in range(1, 6)}}
    assert faults(record) == [("pouch-overdrawn", len(record["turns"]), None)]


def test_a_few_tokens_left_in_the_pouch_may_be_recorded_after_the_last_turn() -> None:
    record = edited("2p_A_nospirits-04")
    left = dict.fromkeys("WMTLFH", 0) | {"W": 23, "M": 23, "T": 21, "L": 19, "F": 19, "H": 15}
    drawn = [*record["start"]["central"]]
    for turn in record["turns"][:-1]:
        drawn += turn["refill"]["central"].values()
    for token in "".join(drawn):
        left[token] -= 1
    for token, number in left.items():
        for extra in range(number + 2):
            record["turns"][-1]["refill"] = {
                "central": {str(1 + i // 6): token * min(6, extra - i) for i in range(0, extra, 6)}
            }
            expected = [("pouch-overdrawn", len(record["turns"]), None)] if extra > number else []
            assert faults(record) == expected


@pytest.mark.parametrize("left", [0, 1, 2])
def test_an_empty_animal_deck_is_not_refilled_from(left: int) -> None:
    record = edited("4p_A_nospirits-12")
    takes = [turn for turn, _, _ in actions(record, "take-card")]
    last = takes[left]
    record["turns"] = record["turns"][:last]
    new = record["turns"][-1]["refill"].pop("row")

    def played() -> GameState:
        states = fold(log_of(record))
        state = next(states)
        state.deck_left = left
        return [state, *states][-1]

    assert faults_of(played()) == [("game-unfinished", last, None)]
    assert played().unchecked == set()
    assert len([card for card in played().row if card >= 0]) == 4
    record["turns"][-1]["refill"]["row"] = []
    assert faults_of(played()) == [("game-unfinished", last, None)]
    record["turns"][-1]["refill"]["row"] = new
    assert faults_of(played()) == [("refill-wrong", last, None)]


def test_winners_and_suns_only_when_the_game_is_over() -> None:
    for record in (GAMES["1p_A_spirits-00"], generated(1, "B", 1)):
        names = [player["name"] for player in record["players"]]
        state = replayed(record)
        sheets, winners = scoresheets(state, names)
        assert winners == [1]
        assert (sheets[0].rank, sheets[0].winner) == (1, True)
        assert sheets[0].suns is not None
        state = replayed({**record, "turns": record["turns"][:-1], "unfinished": True})
        sheets, winners = scoresheets(state, names)
        assert (winners, sheets[0].rank, sheets[0].winner, sheets[0].suns) == ([], 1, None, None)
