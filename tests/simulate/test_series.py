"""Many games: all legal with confirmed results, and the same on any number of processes."""

from __future__ import annotations

import json
from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from harmonies_cli.rules.scoring.landscapes import RULE_SETS
from harmonies_cli.simulate.series import Fixture, Terms, fixtures_of, play_fixture, play_fixtures
from tests.simulate.replaying import confirm

SETTINGS = list(product(RULE_SETS, (1, 2, 3, 4), "AB", (True, False)))


def verified(games_of_each: int) -> Counter[str | None]:
    endings: Counter[str | None] = Counter()
    for seed, (rules, players, side, spirits) in enumerate(SETTINGS):
        terms = Terms(seed, side, spirits, rules)
        for game in play_fixtures(terms, fixtures_of(terms, games_of_each, ["random"] * players)):
            record = json.loads(game.line)
            assert (record["side"], record["rules"], record["spirits"]) == (side, rules, spirits)
            assert len(record["players"]) == players
            table = confirm(record)
            endings[table.ending] += 1
            assert list(game.totals) == [score["total"] for score in record["result"]["scores"]]
    return endings


def test_random_games_over_all_settings_verify() -> None:
    assert verified(7) == {"spaces": 7 * len(SETTINGS)}


def test_four_players_who_stack_high_empty_the_pouch() -> None:
    bot = "greedy:empty=30,trunk=5,high_trunk=10,low_mountain=4,middle_mountain=8,lone_red=4"
    game = play_fixture(Terms(5, "B"), Fixture(1, "game", (bot,) * 4))
    table = confirm(json.loads(game.line))
    assert (table.ending, table.turn) == ("pouch", 36)


@pytest.mark.slow
def test_ten_thousand_random_games_verify() -> None:
    assert sum(verified(313).values()) >= 10_000


@pytest.mark.parametrize("bot", ["greedy", "planner:candidates=3,scenarios=1,width_1=3,width_2=3"])
@pytest.mark.parametrize(("players", "side", "spirits"), [(1, "A", True), (2, "B", True), (3, "A", False)])
def test_games_of_the_stronger_bots_verify(bot: str, players: int, side: str, spirits: bool) -> None:
    terms = Terms(11, side, spirits)
    game = play_fixture(terms, Fixture(1, "game", (bot,) * players))
    confirm(json.loads(game.line))


def test_the_games_are_the_same_on_any_number_of_processes() -> None:
    terms = Terms(8)
    alone, shared = (
        [game.line for game in play_fixtures(terms, fixtures_of(terms, 60, ["random"] * 2), jobs=jobs)]
        for jobs in (1, 2)
    )
    assert alone == shared
    assert len(set(alone)) == 60


def test_a_game_follows_from_the_seed_and_its_number_alone() -> None:
    terms = Terms(8)
    whole = list(play_fixtures(terms, fixtures_of(terms, 5, ["random"] * 2)))
    again = play_fixture(terms, whole[3].fixture)
    assert again == whole[3]
    assert play_fixture(Terms(9), whole[3].fixture).line != again.line


def test_the_solo_game_stacked_high_ends_when_the_short_pouch_is_empty() -> None:
    path = Path(__file__).parents[1] / "data" / "simulate" / "solo-short-pouch.json"
    record = json.loads(path.read_text())
    table = confirm(record)
    assert (table.ending, table.turn) == ("pouch", 14)
    assert list(record["turns"][12]["refill"]["central"]) == ["1"]
    assert "refill" not in record["turns"][13]
