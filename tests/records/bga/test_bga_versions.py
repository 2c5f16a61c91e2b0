"""Differences between versions and archives of the site's logs, made by editing the samples."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from harmonies_cli.records.bga.bga_reader import BgaRecord, read_bga
from harmonies_cli.records.bga.values import BgaError
from tests.copies import copied
from tests.records.bga.bga_samples import (
    HISTORY,
    LOGS,
    PAGE,
    SOLO,
    TWO,
    is_move,
    notifications,
    packets,
    renumbered,
    turn_starts,
    without,
)
from tests.records.bga.bga_samples import written as in_file


def read(log: object, **options: Any) -> BgaRecord:
    return read_bga(in_file(log), name="x", **options)


@cache
def original(name: str, **options: Any) -> BgaRecord:
    """Return what an unchanged log gives, which nobody may change."""
    return read(packets(name), **options)


def same(first: BgaRecord, second: BgaRecord) -> bool:
    moves = [[replace(listed, pointer="") for listed in found.legal_moves] for found in (first, second)]
    return (first.record, first.site, moves[0]) == (second.record, second.site, moves[1])


def as_strings(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: as_strings(inner) for key, inner in value.items()} or []
    if isinstance(value, list):
        return [as_strings(inner) for inner in value]
    return str(value) if type(value) is int else value


@pytest.mark.parametrize("name", LOGS)
def test_numbers_may_be_strings_and_empty_maps_lists(name: str) -> None:
    log = packets(name)
    assert same(read(as_strings(log), cross_check=True), original(name, cross_check=True))


@pytest.mark.parametrize("name", LOGS)
def test_repeated_packets_and_notifications_are_skipped(name: str) -> None:
    log = packets(name)
    twice = [again for packet in log for again in (packet, packet)]
    assert same(read(twice, cross_check=True), original(name, cross_check=True))
    resent = renumbered([again for packet in log for again in (packet, packet)])
    assert read(resent).record == read(renumbered(log)).record


@pytest.mark.parametrize("name", LOGS)
def test_packets_of_other_channels_and_missing_ids_do_not_matter(name: str) -> None:
    log = packets(name)
    chat = {"channel": "/player/p1", "packet_id": "3", "data": [{"type": "holeEmptied", "args": {"hole": 99}}]}
    edited = [chat, *({**packet, "move_id": None} for packet in log)]
    assert read(edited).record == original(name).record
    for notification in notifications(log):
        notification.pop("uid")
    for packet in log:
        packet["packet_id"] = None
        packet["data"].append({"type": "somethingNew", "args": "x"})
    assert read(log).record == original(name).record


@pytest.mark.parametrize("name", LOGS)
def test_the_numbers_that_a_file_gives_its_cards_do_not_matter(name: str) -> None:
    log = packets(name)
    numbers = list(range(1, 43))
    random.Random(name).shuffle(numbers)
    for notification in notifications(log, "materialMove"):
        args = notification["args"]
        if args["type"] == "CARD":
            for card in args["material"]:
                card["id"] = numbers[card["id"] - 1]
        elif args["to"] == "HEX" and args["type"] == "CUBE":
            args["fromArg"] = numbers[args["fromArg"] - 1]
    assert read(log).record == original(name).record


def test_players_may_come_from_the_packets_only() -> None:
    record = read({"status": 1, "data": {"logs": packets(TWO), "players": []}}).record
    assert [player["name"] for player in record["players"]] == ["Dmitri", "Anna"]


def test_only_players_with_a_turn_count_in_a_finished_game() -> None:
    players = [{"id": 5, "name": "Spectator"}]
    document = {"status": 1, "data": {"logs": packets(TWO), "players": players}}
    assert [player["name"] for player in read(document).record["players"]] == ["Dmitri", "Anna"]
    document["data"] = {"logs": packets(TWO)[:9], "players": [{"id": 84510011, "name": "Ann"}]}
    assert [player["name"] for player in read(document).record["players"]] == ["Dmitri", "Ann"]


def test_the_envelopes_names_go_before_those_of_the_packets() -> None:
    players = [{"id": 84510048, "name": "Renamed"}]
    record = read({"status": 1, "data": {"logs": packets(TWO), "players": players}}).record
    assert [player["name"] for player in record["players"]] == ["Renamed", "Anna"]


@pytest.mark.parametrize("name", [name for name in LOGS if name != HISTORY])
def test_early_logs_without_tokens_taken_give_the_spaces(name: str) -> None:
    log = packets(name)
    for notification in notifications(log, "holeEmptied"):
        del notification["args"]["tokens"]
    record = read(log).record
    known = copied(original(name).record)
    for turn in known["turns"]:
        for action in turn["actions"]:
            action.pop("tokens", None)
    assert record == known


@pytest.mark.parametrize("name", [name for name in LOGS if name != HISTORY])
def test_a_log_reduced_to_history_keeps_turns_and_land_rows(name: str) -> None:
    kept = {"msg", "holeEmptied", "undoRestorePoint", "lastTurn"}
    log = without(
        packets(name),
        lambda each: (
            not (
                each["type"] in kept
                or (each["type"] == "points" and each["args"].get("scoreType", "").startswith("score-land"))
                or (each["type"] == "materialMove" and each["args"]["to"] in ("HAND", "HEX", "DISCARD"))
            )
        ),
    )
    for packet in log:
        packet["packet_type"] = "history"
    known = original(name).record
    record = read(log, side=known["side"]).record
    assert "start" not in record
    assert [turn["actions"] for turn in record["turns"]] == [turn["actions"] for turn in known["turns"]]
    assert not any("refill" in turn or "replaced" in turn for turn in record["turns"])
    assert record["spirits"] == known["spirits"]
    for scores, claimed in zip(record["result"]["scores"], known["result"]["scores"], strict=True):
        assert scores == {row: claimed[row] for row in ("trees", "mountains", "fields", "buildings", "water")}
    assert "winners" not in record["result"]
    assert "history" in record["notes"]


def test_refills_before_the_next_turns_start_belong_to_the_same_turn() -> None:
    log = packets(TWO)
    for index in turn_starts(log)[1:]:
        log[index]["data"].sort(key=lambda each: each["type"] == "msg")
    assert read(log).record["turns"] == read(packets(TWO)).record["turns"]


def test_solo_with_a_short_pouch_names_only_the_spaces_that_got_tokens() -> None:
    log = packets(SOLO)
    start = turn_starts(log)[-1]
    filled = [each for each in log[start]["data"] if is_move(each, "TOKEN", "DECK", "HOLE")]
    assert [each["args"]["toArg"] for each in filled] == [1, 2, 3]
    filled[0]["args"]["material"] = filled[0]["args"]["material"][:2]
    filled[1]["args"]["material"] = []
    filled[2]["args"]["material"] = {}
    record = read(log).record
    assert record["turns"][-2]["refill"]["central"] == {"1": "FL"}
    filled[0]["args"]["material"] = []
    assert read(log).record["turns"][-2]["refill"]["central"] == {}


def test_a_solo_discard_and_its_replacement_belong_to_the_turn_that_ends() -> None:
    turn = read(packets(SOLO)).record["turns"][5]
    assert turn["actions"][-1] == {"do": "discard-card", "card": "squirrel"}
    assert turn["refill"]["row"] == ["ray"]


@pytest.mark.parametrize("name", LOGS)
def test_the_side_follows_from_the_spaces_if_there_are_no_counters(name: str) -> None:
    log = without(packets(name), lambda each: each["type"] == "counter")
    assert read(log).record["side"] == original(name).record["side"]


def test_the_user_is_asked_for_an_undecidable_side() -> None:
    log = without(packets(TWO), lambda each: each["type"] == "counter")[:5]
    with pytest.raises(BgaError, match="does not show the side") as caught:
        read(log)
    assert "--side" in str(caught.value.problem.hint)
    assert read(log, side="B").record["side"] == "B"
    state = {"players": [], "gamedatas": {"boardSide": "sideB", "players": []}, "packets": log}
    assert read(state).record["side"] == "B"
    assert read(packets(TWO), side="B").record["side"] == "A"


def test_a_page_gives_the_initial_state() -> None:
    found = read_bga(in_file(packets(PAGE)), name="")
    assert found.record["spirits"]
