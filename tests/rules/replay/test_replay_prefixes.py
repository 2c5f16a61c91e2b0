from __future__ import annotations

import pytest

from harmonies_cli.rules.replay.actions import Turn
from harmonies_cli.rules.replay.replay import replay
from tests.copies import copied
from tests.rules.replay.game_logs import GAMES, edited, faults, faults_of, log_of, replayed

all_games = pytest.mark.parametrize("game", GAMES)


@all_games
def test_every_prefix_by_turn_is_legal(game: str) -> None:
    log = log_of(GAMES[game], unfinished=True)
    turns = log.turns
    for length in range(len(turns) + 1):
        log.turns = turns[:length]
        state = replay(log)
        assert state.violations == []
        assert state.over == (length == len(turns))
        assert state.unchecked == set()


@all_games
def test_every_prefix_by_action_is_legal(game: str) -> None:
    log = log_of(GAMES[game], unfinished=True)
    turns = list(log.turns)
    for number, turn in enumerate(turns):
        for length in range(len(turn.actions) + 1):
            log.turns = [*turns[:number], Turn(turn.player, turn.actions[:length])]
            state = replay(log)
            assert state.violations == [], (number, length)
            assert state.unchecked == set()
            assert not state.over or number == len(turns) - 1


@all_games
def test_a_prefix_that_is_not_marked_is_unfinished(game: str) -> None:
    record = edited(game)
    turns = record["turns"]
    for length in range(len(turns)):
        record["turns"] = turns[:length]
        state = replayed(record)
        assert faults_of(state) == [("game-unfinished", length or None, None)]
        assert state.violations[0].player is None


@all_games
def test_a_turn_that_stops_early_is_a_fault_unless_it_is_the_last_of_an_unfinished_record(game: str) -> None:
    record = edited(game)
    record["turns"] = record["turns"][:4]
    record["turns"][-1]["actions"] = []
    record["unfinished"] = True
    assert faults(record) == []
    record["turns"].append(copied(GAMES[game]["turns"][4]))
    assert faults(record)[0] == ("tokens-not-taken", 4, None)


def test_a_complete_game_may_be_marked_unfinished() -> None:
    for record in GAMES.values():
        state = replayed({**record, "unfinished": True})
        assert state.violations == []
        assert state.over
