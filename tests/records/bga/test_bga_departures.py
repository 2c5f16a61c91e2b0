"""Players who give up or leave, and logs that stop early, made by editing the samples."""

from __future__ import annotations

from typing import Any

import pytest

from harmonies_cli.records.bga.bga_reader import read_bga
from harmonies_cli.records.bga.values import BgaError
from tests.records.bga.bga_samples import (
    LOGS,
    TWO,
    Packets,
    is_move,
    packets,
    renumbered,
    turn_starts,
    without,
    written,
)


def record_of(log: Packets) -> dict[str, Any]:
    return read_bga(written(renumbered(log)), name="x").record


def final_state(scores: list[int]) -> dict[str, Any]:
    players = ["84510048", "84510011"]
    result = [{"id": who, "score": score, "rank": 2 - score} for who, score in zip(players, scores, strict=True)]
    return {"type": "gameStateChange", "uid": "end", "args": {"id": 99, "args": {"result": result}}}


@pytest.mark.parametrize("name", [name for name in LOGS if "undo-kept" not in name])
def test_a_log_may_stop_after_any_packet(name: str) -> None:
    log = packets(name)
    whole = record_of(log)
    starts = turn_starts(log)
    for stop in range(starts[0] + 2, len(log), 7):
        stopped = read_bga(written(log[:stop]), name="x", side=whole["side"])
        assert stopped.record["unfinished"] is True
        assert stopped.site is None
        assert "result" not in stopped.record
        turns = stopped.record["turns"]
        assert turns[:-2] == whole["turns"][: len(turns[:-2])]
        last = turns[-1]
        assert "replaced" not in last
        assert last["actions"] == whole["turns"][len(turns) - 1]["actions"][: len(last["actions"])]


def test_a_log_that_stops_before_the_first_turn_is_not_a_game() -> None:
    log = without(packets(TWO)[:1], lambda each: each["type"] == "msg")
    with pytest.raises(BgaError, match="before the first turn"):
        record_of(log)


def test_a_player_who_gives_up_leaves_an_unfinished_game() -> None:
    log = packets(TWO)[:40]
    concede = {"type": "playerConcedeGame", "uid": "c", "args": {"player_id": "84510011", "player_name": "Anna"}}
    log.append({**log[0], "packet_id": "c", "data": [concede, final_state([1, 0])]})
    found = read_bga(written(log), name="x")
    assert found.record["unfinished"] is True
    assert found.record["notes"] == "Anna gave up."
    assert found.site is None
    assert "result" not in found.record
    assert not any("replaced" in turn for turn in found.record["turns"])


def test_a_turn_that_takes_nothing_is_replaced() -> None:
    log = packets(TWO)
    start, end = turn_starts(log)[3:5]
    taken = {"type": "holeEmptied", "uid": "z", "args": {"hole": 0, "tokens": [], "player_name": "Anna"}}
    zombie = [*log[: start + 1], {**log[start], "packet_id": "z", "data": [taken]}, *log[end:]]
    turn = record_of(zombie)["turns"][3]
    assert turn["replaced"] is True
    assert turn["actions"] == []
    assert record_of([*log[: start + 1], *log[end:]])["turns"][3]["replaced"] is True


def test_a_turn_whose_tokens_vanish_is_replaced() -> None:
    log = packets(TWO)
    start, end = turn_starts(log)[3:5]
    kept = [each for each in log[start + 1 : end] if any(n["type"] == "holeEmptied" for n in each["data"])]
    turns = record_of([*log[: start + 1], *kept, *log[end:]])["turns"]
    assert turns[3]["actions"] == [{"do": "take-tokens", "space": 5, "tokens": "WWF"}]
    assert turns[3]["replaced"] is True
    assert [number for number, turn in enumerate(turns) if "replaced" in turn] == [3]
    without_one = without(log[start:end], lambda each: is_move(each, "TOKEN", "DECK", "HEX"))
    turns = record_of([*log[:start], *without_one, *log[end:]])["turns"]
    assert [action["do"] for action in turns[3]["actions"]] == ["take-tokens", "take-card"]
    assert turns[3]["replaced"] is True


def test_six_tokens_may_be_taken_from_one_space() -> None:
    log = packets(TWO)
    start = turn_starts(log)[4]
    taken = next(n for packet in log[start:] for n in packet["data"] if n["type"] == "holeEmptied")
    taken["args"]["tokens"] *= 2
    turn = record_of(log)["turns"][4]
    assert turn["actions"][1]["tokens"] == "WWHWWH"
    assert turn["replaced"] is True


def test_the_last_turn_of_a_scored_game_may_be_replaced() -> None:
    log = packets(TWO)
    last = turn_starts(log)[-1]
    record = record_of([*log[: last + 1], log[-1]])
    assert record["turns"][-1]["replaced"] is True
    assert "result" in record


def test_a_table_that_ended_without_scoring_is_unfinished() -> None:
    log = packets(TWO)[:40]
    log.append({**log[0], "packet_id": "e", "data": [final_state([0, 0])]})
    assert record_of(log)["unfinished"] is True
