"""Files that are not a game of Harmonies, or only part of one: each gives one message with its remedy."""

from __future__ import annotations

import re
from typing import Any

import pytest

from harmonies_cli.errors import HarmoniesError
from harmonies_cli.records.bga.bga_reader import read_bga
from harmonies_cli.records.bga.envelopes import recognise
from harmonies_cli.records.bga.values import BgaError
from harmonies_cli.rules.board.cards import CARDS
from tests.records.bga.bga_samples import (
    LOGS,
    PAGE,
    SOLO,
    STATES,
    TWO,
    Packets,
    is_move,
    notifications,
    packets,
    sample,
    written,
)


def error_of(data: bytes, **options: Any) -> BgaError:
    with pytest.raises(BgaError) as caught:
        read_bga(data, name="x", **options)
    assert isinstance(caught.value, HarmoniesError)
    assert caught.value.problem.message == str(caught.value)
    return caught.value


def test_an_error_answer_is_quoted() -> None:
    data = sample("error-page.json")
    assert recognise(data) == "error"
    error = error_of(data)
    assert "a BGA error answer, not a log: 'You have reached a limit (replay)' (code 806)" in str(error)
    inside = b'{"status":1,"data":{"status":0,"error":"Unexpected error: %s","code":100}}' % (b"x" * 500)
    assert 330 < len(str(error_of(inside))) < 400


@pytest.mark.parametrize("name", [TWO, STATES[0], SOLO])
def test_a_download_that_was_cut_off_is_named_as_such(name: str) -> None:
    data = sample(name)
    kind = recognise(data)
    for stop in range(100, len(data) - 1, len(data) // 60):
        error = error_of(data[:stop])
        assert error.problem.code == "syntax"
        assert f"the file is cut off after {stop} bytes" in str(error)
        assert "again" in str(error.problem.hint)
        if stop > len(data) // 2:
            assert recognise(data[:stop]) == kind


@pytest.mark.parametrize("envelope", ['{"status":1,"data":{"logs":[', '{"status":1,"data":{"valid":1,"data":[', "["])
def test_a_log_cut_off_early_is_still_a_log(envelope: str) -> None:
    beginning = envelope + '{"channel":"\\/table\\/t5","table_id":"5","packet_id":"1'
    assert recognise(beginning.encode()) == "log"
    assert recognise(envelope.encode()) in ("log", None)


def test_a_page_that_was_cut_off_is_named_as_such() -> None:
    data = sample(PAGE)
    end = data.index(b"gameui.completesetup")
    for stop in range(200, end - 3, end // 40):
        assert "the page is cut off inside g_gamelogs" in str(error_of(data[:stop]))
        assert recognise(data[:stop]) == "page"
    found = read_bga(data[: len(data) - 1000], name="x").record
    assert found.pop("notes") == "The page is cut off after its log."
    assert found == read_bga(data, name="x").record
    broken = data.replace(b'"valid":1', b'"valid":x')
    assert "g_gamelogs is not JSON" in str(error_of(broken))


@pytest.mark.parametrize("page", ["<html><body>Replay</body></html>", "  <!DOCTYPE html>", "<x>g_gamelogs = null;</x>"])
def test_a_page_that_is_no_replay_is_named_as_such(page: str) -> None:
    assert recognise(page.encode()) == "page"
    error = error_of(page.encode())
    assert "an HTML page, but no saved replay" in str(error)
    assert "replay" in str(error.problem.hint)


def test_another_games_page_is_named() -> None:
    page = sample(PAGE).replace(b'completesetup( "harmonies"', b'completesetup( "azul"')
    assert "a page of another game, 'azul'" in str(error_of(page))


def test_the_token_of_the_person_who_saved_the_page_is_dropped() -> None:
    data = sample(PAGE)
    token = re.search(rb'archivemask_begin\*/"(\w+)"', data)
    assert token is not None
    assert token[1].decode() not in str(read_bga(data, name="x"))
    braces = data.replace(token[1], b"{" * 30)
    assert read_bga(braces, name="x") == read_bga(data, name="x")


OTHER_GAMES = [
    [{"type": "msg", "args": {"player_id": 1, "player_name": "A"}}, {"type": "points", "args": {"playerId": 1}}],
    [{"type": "materialMove", "args": {"type": "CARD", "from": "DECK", "to": "HAND", "material": 5}}],
    [{"type": "counter", "args": {"counterName": "gold"}}, {"type": "tilesPlaced", "args": []}, {"args": 1}],
]


@pytest.mark.parametrize("events", OTHER_GAMES)
def test_another_games_log_is_named_as_such(events: list[dict[str, Any]]) -> None:
    log = [{"channel": "/table/t5", "packet_id": "1", "data": events}]
    for document in (log, {"status": 1, "data": {"logs": log, "players": []}}):
        assert recognise(written(document)) == "other-game"
        assert "a BGA log, but of another game" in str(error_of(written(document)))


def test_another_games_page_state_is_named_as_such() -> None:
    state = {"players": {"1": {"id": "1", "score": "0"}}, "gamestate": {"id": 2}, "tablespeed": "1"}
    assert recognise(written(state)) == "other-game"
    assert "a BGA page state, but of another game" in str(error_of(written(state)))


@pytest.mark.parametrize("log", [{"status": 1, "data": {"logs": []}}, {"status": 1, "data": {"valid": 1, "data": []}}])
def test_a_log_without_packets_is_named_as_such(log: object) -> None:
    assert recognise(written(log)) == "log"
    assert "holds no packet of a table" in str(error_of(written(log)))


def test_logs_of_two_tables_in_one_list_are_named_as_such() -> None:
    error = error_of(written(packets(TWO) + packets(SOLO)))
    assert "logs of two tables in one: 510002236 and, from packet 117, 510000255" in str(error)
    assert error.problem.pointer == "/116/channel"


@pytest.mark.parametrize("between", [b"", b"\n", b" , "])
def test_two_logs_in_one_file_are_named_as_such(between: bytes) -> None:
    error = error_of(sample(TWO) + between + sample(SOLO))
    assert "more than one JSON document" in str(error)
    assert ".jsonl" in str(error.problem.hint)


@pytest.mark.parametrize("name", LOGS)
def test_a_space_that_the_side_does_not_have_is_named(name: str) -> None:
    log = packets(name)
    placed = [each for each in notifications(log) if is_move(each, "TOKEN", "DECK", "HEX")][-1]
    side = read_bga(sample(name), name="").record["side"]
    player = placed["args"]["toArg"]
    placed["args"]["material"][0]["location"] = f"cell_{player}_{'6_0' if side == 'A' else '0_4'}"
    error = error_of(written(log), side=side)
    space = "g1" if side == "A" else "a5"
    assert error.problem.code == "no-such-space"
    if "history" not in name:
        assert f"side {side} has no space {space}" in str(error)


def edited(kind: str, moved: tuple[str, str, str] | None = None, **args: Any) -> Packets:
    log = packets(TWO)
    found = next(each for each in notifications(log, kind) if moved is None or is_move(each, *moved))
    for key, value in args.items():
        parts = key.split("__")
        inner = found["args"]
        for part in parts[:-1]:
            inner = inner[int(part) if part.isdigit() else part]
        inner[parts[-1]] = value
    return log


PLACED, DEALT, CUBE = ("TOKEN", "DECK", "HEX"), ("CARD", "DECK", "RIVER"), ("CUBE", "CARD", "HEX")
FAULTS = [
    (edited("holeEmptied", hole=6), "the central board has no space 6", "/hole"),
    (edited("holeEmptied", hole="x"), "hole should be a whole number, not 'x'", "/hole"),
    (edited("holeEmptied", tokens=[{"type_arg": 7}]), "colour should be a number from 1 to 6, not 7", "/type_arg"),
    (edited("materialMove", PLACED, toArg=84510011), "by player 84510011 in the turn of player 84510048", "/args"),
    (edited("materialMove", PLACED, material=[]), "material is empty", "/material"),
    (edited("materialMove", PLACED, material__0__location="cell_84510011_0_0"), "is not on the board of", "/location"),
    (
        edited("materialMove", PLACED, material__0__location="cell_84510048_7_0"),
        "is not a space of a board",
        "/location",
    ),
    (
        edited("materialMove", DEALT, material__0__type_arg=999),
        f"1 to {len(CARDS)}, not 999",
        "/material/0/type_arg",
    ),
    (edited("materialMove", CUBE, fromArg=99), "card 99 was never dealt or taken", "/fromArg"),
    (edited("points", scoreType="score-moon-1-84510048"), "unknown scoreType 'score-moon-1-84510048'", "/scoreType"),
    (edited("points", delta=None), "delta should be a whole number, not None", "/delta"),
]


@pytest.mark.parametrize(("log", "message", "pointer"), FAULTS, ids=[fault[1] for fault in FAULTS])
def test_a_fault_in_a_packet_is_named_with_its_place(log: Packets, message: str, pointer: str) -> None:
    error = error_of(written(log))
    assert message in str(error)
    assert str(error).startswith("packet ")
    assert error.problem.pointer.endswith(pointer)
    assert re.match(r"/\d+/data/\d+/args", error.problem.pointer)


def test_a_log_without_its_beginning_is_named_as_such() -> None:
    problem = read_bga(written(packets(TWO)[1:]), name="x").problem
    assert problem is not None
    assert (problem.code, "packet 1 is missing" in problem.message) == ("log-incomplete", True)


@pytest.mark.parametrize("data", [b"", b"  \n", b"3", b"null", b'"x"', b"{}", b'{"a": 1}', b"hello", b"[1]", b"[[]]"])
def test_anything_else_is_refused_with_a_hint(data: bytes) -> None:
    assert recognise(data) is None
    assert error_of(data).problem.message


@pytest.mark.parametrize("data", [b"[" * 200_000, b'{"data":' * 200_000, b"<a>g_gamelogs = " + b"[" * 200_000])
def test_deep_nesting_is_refused(data: bytes) -> None:
    assert "nested too deeply" in str(error_of(data)) or "cut off" in str(error_of(data))


def test_bytes_that_are_not_text_are_refused() -> None:
    assert "byte 0xFF is not UTF-8" in str(error_of(sample(TWO).replace(b"Dmitri", b"Dm\xfftri")))
    assert "not JSON" in str(error_of(b'{"players": ' + b"9" * 6000 + b"}"))


def test_records_of_the_notation_are_not_the_sites() -> None:
    for text in (b'{"format":"harmonies-game","turns":[]}', b'[{"a":1},{"format" : "harmonies-position"}]'):
        assert recognise(text) is None
