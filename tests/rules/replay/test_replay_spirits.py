from __future__ import annotations

import pytest

from tests.rules.replay.game_logs import actions, edited, faults, faults_of, replayed, without
from tests.rules.replay.generated_games import generated
from tests.rules.replay.mutations import SPIRITS


def test_without_a_deal_a_spirit_chosen_by_two_is_a_duplicate() -> None:
    record = without(edited("2p_A_spirits-06"), "start.spirits")
    (_, _, first), (turn, number, second) = actions(record, "choose-spirit")
    second["card"] = first["card"]
    assert faults(record) == [("card-duplicated", turn, number)]


def test_spirits_absent_means_what_the_record_shows() -> None:
    dealt = edited("2p_A_spirits-06")
    del dealt["spirits"]
    assert faults(dealt) == []
    chosen = without(dealt, "start.spirits")
    assert faults(chosen) == []
    assert replayed(chosen).unchecked == {"start.spirits"}
    none = edited("2p_A_nospirits-04")
    del none["spirits"]
    assert faults(none) == []
    assert replayed(none).unchecked == set()


def test_if_one_player_chooses_a_spirit_all_must() -> None:
    record = without(edited("2p_A_nospirits-04"), "start.spirits")
    del record["spirits"]
    record["turns"][0]["actions"].insert(0, {"do": "choose-spirit", "card": "lion"})
    assert faults(record) == [("spirit-not-chosen", 2, None)]
    record["turns"][1]["actions"].insert(0, {"do": "choose-spirit", "card": "owl"})
    state = replayed(record)
    assert faults_of(state) == [] or faults_of(state)[0][0] == "card-limit"
    assert "start.spirits" in state.unchecked


def test_spirits_true_calls_for_a_choice_without_a_recorded_deal() -> None:
    record = edited("2p_A_nospirits-04")
    record["spirits"] = True
    assert faults(record) == [("spirit-not-chosen", 1, None)]


def test_spirits_false_admits_none() -> None:
    record = edited("2p_A_spirits-06")
    record["spirits"] = False
    assert faults(record) == [("spirit-not-dealt", 0, None)]
    record = without(record, "start.spirits")
    turn, number, _ = actions(record, "choose-spirit")[0]
    assert faults(record) == [("spirit-not-dealt", turn, number)]


@pytest.mark.parametrize("spirit", SPIRITS)
def test_any_spirit_may_be_chosen_without_a_deal(spirit: str) -> None:
    record = without(generated(1, "A", 1, spirits=True), "start.spirits")
    _, _, action = actions(record, "choose-spirit")[0]
    action["card"] = spirit
    assert faults(record) == []
