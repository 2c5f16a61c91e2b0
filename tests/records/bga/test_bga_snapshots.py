"""Captures in the form of the harmonies-bot project, and their possible faults."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from harmonies_cli.records.bga.bga_reader import read_bga
from harmonies_cli.records.bga.envelopes import recognise
from harmonies_cli.records.bga.values import BgaError
from harmonies_cli.rules.board.cards import CARDS
from tests.records.bga.bga_samples import sample, written

SNAPSHOT = (Path(__file__).parents[3] / "samples" / "bga" / "harmonies-bot-snapshot.json").read_text()


def snapshot() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(SNAPSHOT)
    return loaded


def record_of(document: object, **options: Any) -> dict[str, Any]:
    return read_bga(written(document), name="x.json", **options).record


def put(edited: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    inner: Any = edited
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return edited


def test_a_snapshot_gives_the_same_position_as_the_page_state() -> None:
    record, known = record_of(snapshot()), read_bga(sample("gamedatas-2p_B_spirits-08.json.gz"), name="").record
    assert record["format"] == "harmonies-position"
    assert (record["id"], record["side"], record["rules"]) == ("x", "B", "bga")
    for player, other in zip(record["players"], known["players"], strict=True):
        assert [player[key] for key in ("board", "cards", "cubes")] == [
            other[key] for key in ("board", "cards", "cubes")
        ]
    assert [player["name"] for player in record["players"]] == ["player_1", "player_2"]


def test_a_snapshot_may_be_inside_a_request() -> None:
    request = {"snapshot": snapshot(), "timeBudgetMs": 1500}
    assert recognise(written(request)) == "snapshot"
    assert record_of(request) == record_of(snapshot())


SNAPSHOT_FAULTS = [
    (("players", 0, "cells", 22, "stack", "tokens"), ["water"], "side B has no space b4"),
    (("players", 0, "cells", 0, "stack", "tokens"), ["blue"], "should be one of building, field, foliage"),
    (("players", 0, "cells", 0, "coord"), {"col": 1, "row": 0}, "column 1, row 0 (from 0) is listed twice"),
    (("players", 0, "cells", 0, "coord"), {"col": 8}, "column 8, row None (from 0) is not on any board"),
    (("players", 0, "activeCards", 0, "typeArg"), 99, f"from 1 to {len(CARDS)}, not 99"),
    (("players", 0, "activeCards", 0, "remainingCubes"), 6, "6 cubes left of"),
    (("players", 0, "completedCards"), [{"typeArg": 20, "remainingCubes": 0}] * 2, "one player has it twice"),
    (("boardSide",), None, "boardSide should be sideA or sideB, not None"),
]


@pytest.mark.parametrize(("path", "value", "message"), SNAPSHOT_FAULTS, ids=[fault[2] for fault in SNAPSHOT_FAULTS])
def test_a_fault_in_a_snapshot_is_named(path: tuple[Any, ...], value: Any, message: str) -> None:
    with pytest.raises(BgaError) as caught:
        record_of({"snapshot": put(snapshot(), path, value)})
    assert message in str(caught.value)
    assert caught.value.problem.pointer.startswith("/snapshot/")


def test_a_snapshot_without_a_side_takes_the_given_one() -> None:
    edited = snapshot()
    del edited["boardSide"]
    assert record_of(edited, side="B")["side"] == "B"
