from __future__ import annotations

import random

import pytest

from harmonies_cli.rules.replay.faults import CARRIED_OUT, RULE_OF
from tests.rules.replay.all_mutations import MUTATIONS
from tests.rules.replay.game_logs import GAMES, edited, faults

TRIES = 6


def broken(rule: str, game: str, seed: int) -> None:
    record = edited(game)
    expected = MUTATIONS[rule](record, random.Random(f"{rule} {game} {seed}"))
    if expected is not None:
        assert faults(record) == [expected]


@pytest.mark.parametrize("rule", MUTATIONS)
@pytest.mark.parametrize("game", GAMES)
def test_one_broken_rule_is_the_one_fault_reported(game: str, rule: str) -> None:
    for seed in range(TRIES):
        broken(rule, game, seed)


@pytest.mark.slow
@pytest.mark.parametrize("rule", MUTATIONS)
@pytest.mark.parametrize("game", GAMES)
def test_in_many_games_a_broken_rule_is_the_one_fault_reported(game: str, rule: str) -> None:
    for seed in range(TRIES, 80):
        broken(rule, game, seed)


def test_every_mutation_applies_somewhere_and_every_code_of_a_replay_is_broken() -> None:
    reached: dict[str, set[str]] = {rule: set() for rule in MUTATIONS}
    for rule, mutation in MUTATIONS.items():
        for game in GAMES:
            expected = mutation(edited(game), random.Random(1))
            if expected:
                reached[rule].add(expected[0])
    assert all(reached.values()), [rule for rule, codes in reached.items() if not codes]
    elsewhere = {"result-mismatch", "turn-replaced", "site-differs", "site-disagrees"}
    assert set().union(*reached.values()) == set(RULE_OF) - elsewhere


def test_the_faults_that_can_be_carried_out_are_those_of_the_specification() -> None:
    assert {
        *("turn-order", "tokens-mismatch", "card-not-in-row", "card-taken-twice", "card-limit", "habitat-missing"),
        *("spirit-not-dealt", "spirit-chosen-twice", "spirit-not-chosen", "discard-not-allowed", "token-unplaced"),
        *("refill-wrong", "pouch-overdrawn", "card-duplicated"),
    } == CARRIED_OUT
