"""Common turns played in one loop leave exactly the state that turns played rule by rule leave."""

from __future__ import annotations

import random
from typing import Any

import pytest

from harmonies_cli.errors import HarmoniesError
from harmonies_cli.rules.replay import replay as replaying
from harmonies_cli.rules.replay.actions import Turn
from harmonies_cli.rules.replay.fast_path import play_common_turns
from harmonies_cli.rules.replay.replay import GameLog, fold, replay
from harmonies_cli.rules.replay.turn_phases import begin_turn
from tests.copies import copied
from tests.rules.replay.game_logs import GAMES, ILLEGAL, Record, edited, log_of, without
from tests.rules.replay.mutate_within_schema import scribble
from tests.rules.replay.state_snapshot import State, snapshot

INCOMPLETE = (
    (),
    ("start",),
    ("start.row",),
    ("start.spirits",),
    ("refill.central",),
    ("refill.row",),
    ("tokens",),
    ("start", "refill"),
    ("start", "refill", "space"),
)


def states(log: GameLog) -> list[State | str]:
    """Return the states that the fold yields, those that a watcher sees, and the last state of all turns at once."""
    found: list[State | str] = []
    try:
        found += (snapshot(state) for state in fold(log))
        found.append(snapshot(replay(log, watch=lambda state: found.append(snapshot(state)))))
        found.append(snapshot(replay(log)))
    except HarmoniesError as error:
        found.append(str(error))
    return found


def assert_same(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    log = log_of(record)
    in_the_loop = states(log)
    with monkeypatch.context() as patch:
        patch.setattr(replaying, "play_common_turns", lambda *given: None)
        assert in_the_loop == states(log)


@pytest.mark.parametrize("parts", INCOMPLETE, ids=lambda parts: "+".join(parts) or "complete")
@pytest.mark.parametrize("game", GAMES)
def test_games_complete_or_not_are_the_same(game: str, parts: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    assert_same(without(GAMES[game], *parts), monkeypatch)


def test_games_with_a_fault_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    for faulty in ILLEGAL:
        assert_same(faulty["record"], monkeypatch)


@pytest.mark.parametrize("game", GAMES)
def test_games_with_random_mistakes_are_the_same(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(game)
    for _ in range(20):
        record = edited(game)
        scribble(record, rng)
        assert_same(record, monkeypatch)


@pytest.mark.parametrize("game", GAMES)
def test_games_cut_after_any_action_are_the_same(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    record = edited(game) | {"unfinished": True}
    rng = random.Random(game)
    for _ in range(20):
        cut = copied(record)
        cut["turns"] = cut["turns"][: rng.randint(1, len(cut["turns"]))]
        last = cut["turns"][-1]
        last["actions"] = last["actions"][: rng.randint(0, len(last["actions"]))]
        if rng.random() < 0.5:
            last.pop("refill", None)
        assert_same(cut, monkeypatch)


@pytest.mark.parametrize("game", [game for game in GAMES if game[0] in "23"])
def test_a_complete_game_is_played_in_the_loop_to_its_end(game: str) -> None:
    log = log_of(GAMES[game])
    state = next(iter(fold(log)))
    assert play_common_turns(state, log.turns, len(log.turns)) is None
    assert (state.turn, state.over, state.ending) == (len(log.turns), True, "spaces")


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_is_watched_at_each_state_of_the_fold(game: str) -> None:
    watched: list[State] = []
    log = log_of(GAMES[game])
    replay(log, watch=lambda state: watched.append(snapshot(state)))
    assert watched == [snapshot(state) for state in fold(log)]


def test_the_loop_stops_before_the_first_action_that_is_unusual() -> None:
    record = edited("2p_A_spirits-06")
    turn = record["turns"][6]
    number = next(number for number, action in enumerate(turn["actions"]) if action["do"] == "place-token")
    turn["actions"][number]["token"] = "q"
    log = log_of(record)
    state = next(iter(fold(log)))
    assert play_common_turns(state, log.turns, len(log.turns)) == number
    assert (state.turn, state.actions_done) == (7, 0)
    good = log_of(record, turns=log.turns[:6], unfinished=True)
    *_, before = fold(good)
    begin_turn(before, log.turns[6])
    assert state.pouch == before.pouch
    assert [seat.stacks for seat in state.seats] == [seat.stacks for seat in before.seats]
    assert state.expected == before.expected


class _Whole(list[Turn]):
    """Turns that refuse to be sliced."""

    def __getitem__(self, index: Any) -> Any:
        assert not isinstance(index, slice)
        return super().__getitem__(index)


def test_turns_are_not_copied_for_each_that_is_unusual() -> None:
    """With tens of thousands of turns, copies would take minutes."""
    log = log_of(edited("2p_A_spirits-06"))
    log.turns = _Whole([Turn(1, [], replaced=True), Turn(2, [], replaced=True)] * 25)
    assert replay(log).turn == 50
