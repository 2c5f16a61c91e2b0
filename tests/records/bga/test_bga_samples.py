"""Every sample log and page state, compared with the same game in the notation and the site's results."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from harmonies_cli.records.bga.bga_reader import BgaRecord, read_bga
from harmonies_cli.records.bga.envelopes import recognise
from tests.records.bga.bga_samples import (
    ENVELOPES,
    HISTORY,
    LOGS,
    PAGE,
    STATES,
    expected,
    game,
    packets,
    sample,
    written,
)

WITH_GAME = [name for name in LOGS if game(name) is not None]
WITH_ROWS = [name for name in (*LOGS, *STATES) if "bga" in expected(name)]


@pytest.mark.parametrize("name", WITH_GAME)
def test_a_log_gives_the_game_of_the_notation(name: str) -> None:
    known = game(name)
    assert known is not None
    record = read_bga(sample(name), name=name).record
    assert [player["name"] for player in record["players"]] == [player["name"] for player in known["players"]]
    for key in ("format", "version", "id", "side", "rules", "spirits"):
        assert record[key] == known[key]
    if name == HISTORY:
        assert "start" not in record
        assert record["turns"] == [{k: v for k, v in turn.items() if k != "refill"} for turn in known["turns"]]
        return
    assert record["start"] == known["start"]
    assert record["turns"] == known["turns"]
    assert [scores["total"] for scores in record["result"]["scores"]] == known["result"]["scores"]
    best = max(known["result"]["scores"])
    assert record["result"]["winners"] == [known["result"]["scores"].index(best) + 1]
    assert "unfinished" not in record


@pytest.mark.parametrize("name", LOGS)
def test_a_log_has_its_kind_date_number_and_players(name: str) -> None:
    data = sample(name)
    assert recognise(data) == ("page" if name == PAGE else "log")
    known = expected(name)
    record = read_bga(data, name=name).record
    assert record["id"] == f"bga-{packets(name)[0]['table_id']}"
    assert record["date"][:5] in ("2023-", "2025-")
    assert record["date"].endswith("Z")
    assert len(record["players"]) == known["players"]
    assert record["side"] == known["side"]
    assert len(record["turns"]) == known.get("turns", len(record["turns"]))
    assert not any("replaced" in turn for turn in record["turns"])


@pytest.mark.parametrize("name", WITH_ROWS)
def test_the_sites_results_are_read(name: str) -> None:
    site = read_bga(sample(name), name=name).site
    assert site is not None
    for player, known in zip(site.players, expected(name)["bga"], strict=True):
        claimed = player.rows()
        rows = ("trees", "mountains", "fields", "buildings", "water")
        assert [claimed[row] for row in rows] == [known[row] for row in rows]
        if name == HISTORY:
            assert player.cards == ()
            assert claimed.keys() == set(rows)
            continue
        for row in ("animals", "spirit", "total"):
            assert claimed[row] == known[row]
        assert claimed.get("suns") == known["suns"]
        assert claimed["landscapes"] == sum(known[row] for row in rows)
        assert player.cards == tuple(points for _, points in known["cards"].values())
        assert player.get("cubes") in (known["cubes"], None)
        given: dict[str, set[int]] = {}
        for number in player.numbers:
            given.setdefault(number.row, set()).add(number.points)
        assert all(len(points) == 1 for points in given.values())


def test_the_sites_ranks_and_cubes_are_read() -> None:
    site = read_bga(sample("log-4p_A_nospirits-12-A.json.gz"), name="").site
    assert site is not None
    assert [player.get("rank") for player in site.players] == [2, 1, 3, 4]
    assert [player.get("cubes") for player in site.players] == [9, 8, 8, 5]
    assert site.winners == (2,)


def test_the_result_of_a_log_has_all_rows() -> None:
    record = read_bga(sample("log-1p_A_spirits-00-A.json.gz"), name="").record
    rows = {"trees": 10, "mountains": 0, "fields": 0, "buildings": 15, "water": 11, "landscapes": 36}
    rows |= {"animals": 36, "spirit": 12, "total": 84, "suns": 4}
    assert record["result"] == {"scores": [rows], "winners": [1], "ranks": [1]}
    assert record["date"] == "2025-10-11T16:36:59Z"
    assert record["players"] == [{"name": "Dmitri", "id": "bga-84510048"}]


def _final_board(known: dict[str, Any], player: int) -> tuple[dict[str, str], dict[str, int], list[str]]:
    stacks: dict[str, str] = {}
    cubes: list[str] = []
    cards: dict[str, int] = {}
    for turn in known["turns"]:
        for action in turn["actions"] if turn["player"] == player else ():
            if action["do"] == "place-token":
                stacks[action["at"]] = stacks.get(action["at"], "") + action["token"]
            elif action["do"] == "place-cube":
                cubes.append(action["at"])
                cards[action["card"]] += 1
            elif action["do"] in ("take-card", "choose-spirit"):
                cards[action["card"]] = 0
    return stacks, cards, sorted(cubes)


@pytest.mark.parametrize("name", STATES)
def test_a_page_state_gives_the_final_position(name: str) -> None:
    data = sample(name)
    assert recognise(data) == "gamedatas"
    record = read_bga(data, name=f"saved/{name}").record
    known = game(name)
    assert known is not None
    assert record["format"] == "harmonies-position"
    assert record["id"] == name.removesuffix(".json.gz")
    assert (record["side"], record["rules"], record["spirits"]) == (known["side"], "bga", known["spirits"])
    assert ("solo" in record) == (len(known["players"]) == 1)
    assert "notes" not in record
    for number, player in enumerate(record["players"], 1):
        stacks, cards, cubes = _final_board(known, number)
        columns = {
            f"{'abcdefg'[column]}{row}": stack
            for column, spaces in enumerate(player["board"])
            for row, stack in enumerate(spaces.split(), 1)
        }
        assert {space: stack for space, stack in columns.items() if stack != "."} == stacks
        assert (player["cards"], player["cubes"]) == (cards, cubes)
        assert player["name"] == known["players"][number - 1]["name"]
        assert player["score"]["total"] == known["result"]["scores"][number - 1]


@cache
def read_sample(name: str) -> BgaRecord:
    return read_bga(sample(name), name="b")


@pytest.mark.parametrize("envelope", ENVELOPES)
@pytest.mark.parametrize("name", LOGS)
def test_every_envelope_gives_the_same_record(name: str, envelope: str) -> None:
    # With spaces and escapes, unlike the site's files and what `written` gives.
    data = json.dumps(ENVELOPES[envelope](packets(name))).encode()
    assert recognise(data) == "log"
    first, second = read_bga(data, name="a"), read_sample(name)
    assert first.record == second.record
    assert first.site == second.site


@pytest.mark.parametrize("name", LOGS)
def test_a_page_around_a_log_gives_the_same_record(name: str) -> None:
    log = b'{"status":1,"data":{"valid":1,"data":' + written(packets(name)) + b"}}"
    page = b"\n<!DOCTYPE html><html><script>\nvar g_gamelogs=" + log + b";</script></html>"
    assert recognise(page) == "page"
    notes = "The page has no completesetup: its initial state is not known."
    record = read_bga(page, name="page.html").record
    assert record.pop("notes").startswith(notes)
    other = read_bga(sample(name), name=name).record
    other.pop("notes", None)
    assert record == other


def test_a_byte_order_mark_is_skipped() -> None:
    data = b"\xef\xbb\xbf" + sample(LOGS[0])
    assert recognise(data) == "log"
    assert read_bga(data, name="").record == read_bga(sample(LOGS[0]), name="").record
