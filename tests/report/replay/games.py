"""Small games to replay, written for the tests."""

from __future__ import annotations

import json
from typing import Any

from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.notation import Game
from harmonies_cli.report.replay.folded import replay_of
from harmonies_cli.report.replay.steps import Replay
from tests.report.replay.stored import read

HOSTILE = "</script><script>document.title='owned'</script><img src=x onerror=alert(1)>\x1b[2J\u202e"


def record(**changes: Any) -> dict[str, Any]:
    """Return a game of two on side A with two turns."""
    return {
        "format": "harmonies-game",
        "version": 1,
        "id": "small",
        "side": "A",
        "players": [{"name": "Ann"}, {"name": "Ben"}],
        "start": {"central": ["WFT", "MMH", "LLW", "FWT", "HMM"], "row": ["falcon", "otter", "frog", "koala", "wolf"]},
        "turns": [
            {
                "player": 1,
                "notes": "first",
                "actions": [
                    {"do": "take-tokens", "space": 3},
                    {"do": "place-token", "token": "W", "at": "c2"},
                    {"do": "take-card", "card": "frog", "notes": "green"},
                    {"do": "place-token", "token": "L", "at": "b2"},
                    {"do": "place-cube", "card": "frog", "at": "c2"},
                    {"do": "place-token", "token": "L", "at": "b3"},
                ],
                "refill": {"central": {"3": "MMH"}, "row": ["panther"]},
            },
            {
                "player": 2,
                "actions": [
                    {"do": "take-tokens", "space": 2},
                    {"do": "place-token", "token": "M", "at": "c3"},
                    {"do": "place-token", "token": "M", "at": "c3"},
                    {"do": "place-token", "token": "H", "at": "d3"},
                ],
                "refill": {"central": {"2": "FFT"}},
            },
        ],
        "unfinished": True,
        **changes,
    }


def small(**changes: Any) -> Replay:
    """Return that game, changed, as a replay."""
    reading, verified = read(Document("small.json", None, json.dumps(record(**changes)).encode()))
    assert isinstance(reading.record, Game), reading.problems
    return replay_of(reading.record, verified)
