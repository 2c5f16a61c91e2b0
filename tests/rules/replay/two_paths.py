"""A game replayed with and without the fast path."""

from __future__ import annotations

import msgspec
import pytest

from harmonies_cli.errors import HarmoniesError
from harmonies_cli.rules.replay import replay as replaying
from harmonies_cli.rules.replay.replay import GameLog, fold, replay, scoresheets
from harmonies_cli.rules.replay.state import GameState
from tests.rules.replay.game_logs import Record, log_of
from tests.rules.replay.state_snapshot import snapshot

__all__ = ["compared"]


def _some_log(record: Record) -> GameLog | None:
    """Return the part of a record that the rules see; None if the decoder would refuse it."""
    try:
        return log_of(record)
    except msgspec.ValidationError:
        return None


def _trace(log: GameLog, turn: int) -> list[object]:
    """Return everything visible of a replay: turn by turn, to a watcher, at its end and after one of its turns."""
    found: list[object] = []
    names = [str(number) for number in range(log.players)]

    def seen(state: GameState) -> None:
        found.append(snapshot(state))

    for play in (
        lambda: list(map(seen, fold(log))),
        lambda: replay(log, watch=seen),
        lambda: replay(log),
        lambda: replay(log, turns=turn, watch=seen),
        lambda: replay(log, turns=turn),
    ):
        try:
            state = play()
        except HarmoniesError as error:
            found.append((type(error), str(error)))
            continue
        if isinstance(state, GameState):
            found.append(snapshot(state))
            found += [scoresheets(state, names, rules) for rules in ("rulebook", "bga")]
    return found


def _rule_by_rule(*_given: object) -> None:
    """Replace the loop: no turn is common."""


def compared(record: Record, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Replay a record both ways; return whether it can be decoded."""
    log = _some_log(record)
    if log is None:
        return False
    turn = len(log.turns) // 2 + 1
    in_the_loop = _trace(log, turn)
    with monkeypatch.context() as patch:
        patch.setattr(replaying, "play_common_turns", _rule_by_rule)
        assert in_the_loop == _trace(log, turn)
    return True
