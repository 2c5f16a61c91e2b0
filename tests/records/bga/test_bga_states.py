"""Page states in their variants, made by editing the samples."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from harmonies_cli.records.bga.bga_reader import read_bga
from harmonies_cli.records.bga.envelopes import recognise
from harmonies_cli.records.bga.values import BgaError
from harmonies_cli.rules.board.cards import CARDS
from tests.records.bga.bga_samples import PAGE, STATES, expected, sample, written

SAMPLES = Path(__file__).parents[3] / "samples" / "bga"
SAME_AS_SNAPSHOT = "gamedatas-2p_B_spirits-08.json.gz"


def state(name: str = SAME_AS_SNAPSHOT) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(sample(name))
    return loaded


def record_of(document: object, **options: Any) -> dict[str, Any]:
    return read_bga(written(document), name="x.json", **options).record


def error_of(document: object) -> BgaError:
    with pytest.raises(BgaError) as caught:
        record_of(document)
    return caught.value


@pytest.mark.parametrize("name", STATES)
@pytest.mark.parametrize("key", ["gamedatas", "data"])
def test_a_page_state_may_be_inside_a_capture(name: str, key: str) -> None:
    capture = written({"kind": "capture", "url": "https://x", key: state(name)})
    assert recognise(capture) == "gamedatas"
    assert read_bga(capture, name=name).record == read_bga(sample(name), name=name).record


@pytest.mark.parametrize("nothing", [[], {}, None])
def test_a_capture_that_lists_no_packets_is_its_page_state(nothing: object) -> None:
    capture = written({"players": [], "gamedatas": state(), "packets": nothing})
    assert read_bga(capture, name=STATES[0]).record["players"] == record_of(state())["players"]


@pytest.mark.parametrize("name", STATES)
def test_tokens_may_be_one_list_and_cubes_a_list_of_spaces(name: str) -> None:
    edited = state(name)
    for player in edited["players"].values():
        player["tokensOnBoard"] = [token for stack in player["tokensOnBoard"].values() for token in stack]
        player["animalCubesOnBoard"] = list(player["animalCubesOnBoard"])
    assert record_of(edited) == record_of(state(name))


def test_the_order_in_which_a_stack_lists_its_tokens_does_not_matter() -> None:
    edited = state()
    for player in edited["players"].values():
        for tokens in player["tokensOnBoard"].values():
            tokens.reverse()
    assert record_of(edited) == record_of(state())


def test_players_come_in_their_order_of_play() -> None:
    edited = state()
    edited["players"] = dict(reversed(edited["players"].items()))
    assert record_of(edited) == record_of(state())


def test_player_ids_that_a_capture_replaced_are_no_identities() -> None:
    edited = state()
    edited["players"] = {f"player_{number}": player for number, player in enumerate(edited["players"].values(), 1)}
    known = record_of(state())["players"]
    players = record_of(edited)["players"]
    assert [player["board"] for player in players] == [player["board"] for player in known]
    assert not any("id" in player for player in players)


def test_a_game_in_progress_becomes_a_marked_position() -> None:
    text = sample(PAGE).decode()
    initial = json.loads(text[text.rindex(', "", {"players"') + 6 : text.rindex(", {} );")])
    found = read_bga(written(initial), name="table.json")
    assert found.site is None
    assert found.record["notes"] == "The state of a game in progress: not a final position."
    assert [player["board"][1] for player in found.record["players"]] == [". . . ."] * 3
    assert not any("score" in player for player in found.record["players"])


def test_a_page_state_names_its_winners_and_cubes() -> None:
    site = read_bga(sample("gamedatas-4p_A_nospirits-12.json.gz"), name="").site
    assert site is not None
    assert site.winners == (2,)
    assert [player.get("cubes") for player in site.players] == [9, 8, 8, 5]


def test_results_that_contradict_themselves_are_both_kept() -> None:
    edited = state()
    player = next(player for player in edited["players"].values() if player["playerNo"] == 1)
    row = next(key for key in player["scores"] if key.startswith("score-land-4"))
    known = next(points for key, points in player["scores"].items() if key.startswith("score-total-3"))
    player["scores"][row] += 1
    player["score"] = "7"
    site = read_bga(written(edited), name="").site
    assert site is not None
    first = site.players[0]
    assert [(one.points, one.final) for one in first.numbers if one.row == "total"] == [(known, False), (7, True)]
    assert first.rows()["total"] == 7
    solo = state(STATES[0])
    next(iter(solo["players"].values()))["scores"].pop("score-total-3-84510048")
    site = read_bga(written(solo), name="").site
    assert site is not None
    assert [site.players[0].get(row) for row in ("total", "suns")] == [84, 4]


def _put(edited: dict[str, Any], *path: Any, value: Any) -> dict[str, Any]:
    inner: Any = edited
    for key in path[:-1]:
        inner = next(iter(inner.values())) if key == "*" else inner[key]
    inner[path[-1]] = value
    return edited


TOKEN = {"location_arg": 1, "type_arg": 1}
CARD = {"id": 1, "type_arg": 1}
FAULTS = [
    (_put(state(), "players", "*", "tokensOnBoard", "cell_1_0_4", value=[TOKEN]), "side B has no space a5"),
    (_put(state(), "players", "*", "tokensOnBoard", "cell_1_9_4", value=[TOKEN]), "is not a space of a board"),
    (_put(state(), "players", "*", "tokensOnBoard", "cell_1_0_0", value=[{}]), "location_arg should be a whole number"),
    (_put(state(), "players", "*", "animalCubesOnBoard", "cell_1_1_3", value=[]), "side B has no space b4"),
    (_put(state(), "players", "*", "boardAnimalCards", value=[CARD, CARD]), "card alligator: one player has it twice"),
    (
        _put(state(), "players", "*", "boardAnimalCards", value=[{"id": 1, "type_arg": 0}]),
        f"1 to {len(CARDS)}, not 0",
    ),
    (_put(state(), "cubesOnAnimalCards", value=[{"location": "card_42"}] * 9), "cubes left of"),
    (_put(state(), "boardSide", value="sideC"), None),
    (_put(state(), "players", value=7), "players should be an object, not 7"),
]


@pytest.mark.parametrize(("edited", "message"), FAULTS, ids=[str(fault[1]) for fault in FAULTS])
def test_a_fault_in_a_page_state_is_named(edited: dict[str, Any], message: str | None) -> None:
    if message is None:
        assert record_of(edited)["side"] == "B"
    else:
        assert message in str(error_of(edited))


def test_a_page_state_without_the_cubes_on_cards_is_refused() -> None:
    edited = state()
    del edited["cubesOnAnimalCards"]
    assert "cubesOnAnimalCards is missing" in str(error_of(edited))


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.json*")), ids=lambda path: path.name)
def test_the_samples_for_users_are_readable(path: Path) -> None:
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    record = read_bga(data, name=path.name).record
    assert record["id"] in ("bga-510002236", path.name.split(".")[0])


def test_the_expected_results_are_those_of_the_page_states() -> None:
    for name in STATES:
        rows = [player["score"] for player in read_bga(sample(name), name=name).record["players"]]
        for row, known in zip(rows, expected(name)["bga"], strict=True):
            assert {key: known[key] for key in row if key != "landscapes"} | {"landscapes": row["landscapes"]} == row
