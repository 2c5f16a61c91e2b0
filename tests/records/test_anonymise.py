from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from harmonies_cli.errors import UsageError
from harmonies_cli.records.bga.bga_reader import read_bga
from harmonies_cli.records.convert import anonymise

DATA = Path(__file__).parents[1] / "data"
GAMES = sorted((DATA / "games").glob("*p_*.json"))
KEY = b"a secret"


def full_record() -> dict[str, Any]:
    return {
        "$schema": "/home/pauline/game.schema.json",
        "format": "harmonies-game",
        "version": 1,
        "id": "pauline-and-bob",
        "date": "2026-05-31T20:15:00Z",
        "source": "Pauline's kitchen",
        "notes": "Pauline was tired",
        "side": "A",
        "rules": "bga",
        "spirits": False,
        "players": [
            {"name": "Pauline", "id": "bga-1", "rating": 1540, "notes": "Pauline"},
            {"name": "Bob", "rating": 1500.5},
        ],
        "start": {"row": ["frog"]},
        "turns": [
            {
                "player": 1,
                "notes": "Pauline",
                "replaced": True,
                "refill": {"row": ["bear"]},
                "actions": [{"do": "take-card", "card": "frog", "notes": "Pauline hopes"}],
            }
        ],
        "result": {"scores": [1, 2], "winners": [2]},
        "club": "Pauline's",
    }


def test_only_the_game_is_kept() -> None:
    found = anonymise(full_record(), KEY)
    names = [player.pop("name") for player in found["players"]]
    assert found.pop("id").startswith("game-")
    assert all(name.startswith("Player-") and len(name) == 19 for name in names)
    assert found == {
        "format": "harmonies-game",
        "version": 1,
        "date": "2026-05-31",
        "side": "A",
        "rules": "bga",
        "spirits": False,
        "players": [{"rating": 1540}, {"rating": 1500.5}],
        "start": {"row": ["frog"]},
        "turns": [
            {
                "player": 1,
                "replaced": True,
                "refill": {"row": ["bear"]},
                "actions": [{"do": "take-card", "card": "frog"}],
            }
        ],
        "result": {"scores": [1, 2], "winners": [2]},
    }


def test_the_record_that_is_given_stays_as_it_is() -> None:
    record = full_record()
    anonymise(record, KEY)
    assert record == full_record()


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_a_game_keeps_its_play_and_loses_its_names(path: Path) -> None:
    record = json.loads(path.read_text())
    found = anonymise(record, KEY)
    assert {key: found[key] for key in found if key not in ("id", "players")} == {
        key: record[key] for key in record if key not in ("id", "players")
    }
    text = json.dumps(found)
    assert record["id"] not in text
    assert not any(player["name"] in text for player in record["players"])


def test_a_player_stays_one_player_over_all_games() -> None:
    pseudonyms: dict[str, set[str]] = {}
    for path in GAMES:
        record = json.loads(path.read_text())
        for before, after in zip(record["players"], anonymise(record, KEY)["players"], strict=True):
            pseudonyms.setdefault(before["name"], set()).add(after["name"])
    assert all(len(found) == 1 for found in pseudonyms.values())
    assert len({name for found in pseudonyms.values() for name in found}) == len(pseudonyms) > 3


def _name(player: dict[str, Any], key: bytes | None = KEY) -> str:
    found: str = anonymise({"format": "harmonies-position", "players": [player]}, key)["players"][0]["name"]
    return found


def test_an_id_goes_before_the_name() -> None:
    assert _name({"name": "Ann", "id": "7"}) == _name({"name": "Ann the Second", "id": "7"})
    assert _name({"name": "Ann", "id": "7"}) != _name({"name": "Ann"})
    assert _name({"name": "Ann"}) != _name({"name": "ann"})
    assert _name({"name": "7"}) != _name({"name": "x", "id": "7"})


def test_another_key_gives_other_pseudonyms() -> None:
    assert _name({"name": "Ann"}, b"x" * 200) != _name({"name": "Ann"}, b"x" * 201)
    assert _name({"name": "Ann"}, KEY) == _name({"name": "Ann"}, b"a secret")
    record = full_record()
    assert anonymise(record, KEY)["id"] != anonymise(record, b"other")["id"]


def test_without_a_key_pseudonyms_agree_within_the_run() -> None:
    assert _name({"name": "Ann"}, None) == _name({"name": "Ann"}, None) != _name({"name": "Ann"}, KEY)


def test_an_empty_key_is_refused() -> None:
    with pytest.raises(UsageError, match="key for pseudonyms is empty"):
        anonymise(full_record(), b"")


def test_a_position_keeps_boards_cards_and_scores() -> None:
    data = gzip.decompress((DATA / "bga" / "gamedatas-3p_A_spirits-10.json.gz").read_bytes())
    record = read_bga(data, name="Anna's table.json").record
    found = anonymise(record, KEY)
    for before, after in zip(record["players"], found["players"], strict=True):
        assert {key: after[key] for key in after if key != "name"} == {
            key: before[key] for key in before if key not in ("name", "id")
        }
    assert "Anna" not in json.dumps(found)
