"""What makes two records the same: their content, not how it is written."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.reader import ReadOptions, read_document
from harmonies_cli.statistics.rows.record_hash import content_hash

DATA = Path(__file__).parents[2] / "data"
GAME = json.loads((DATA / "statistics" / "records.jsonl").read_text().splitlines()[0])
POSITION = json.loads((DATA / "statistics" / "records.jsonl").read_text().splitlines()[1])
GAME_HASH = -2579188362865246346
POSITION_HASH = -6205325418984029907
Record = dict[str, Any]


def hash_of(record: Record | bytes, *, source: str = "x", line: int | None = None) -> int:
    data = record if isinstance(record, bytes) else json.dumps(record).encode()
    return content_hash(read_document(Document(source, line, data), ReadOptions()))


def _set(*path: Any) -> Callable[[Record], None]:
    def change(record: Record) -> None:
        *keys, last, value = path
        place: Any = record
        for key in keys:
            place = place[key]
        place[last] = value

    return change


SAME_GAME = {
    "id": _set("id", "other"),
    "source": _set("source", "a book"),
    "notes": _set("notes", "well played"),
    "notes of a player": _set("players", 0, "notes", "left-handed"),
    "notes of a turn": _set("turns", 0, "notes", "at last"),
    "notes of an action": _set("turns", 0, "actions", 1, "notes", "hm"),
    "rule set said": _set("rules", "rulebook"),
    "lower case of the side": _set("side", "a"),
    "lower case of a token": _set("turns", 0, "actions", 2, "token", "w"),
    "colour word": _set("turns", 0, "actions", 2, "token", "blue"),
    "upper case of a space": _set("turns", 0, "actions", 2, "at", "C2"),
    "card in another language": _set("turns", 0, "actions", 4, "card", "Frosch"),
    "card by upper case": _set("turns", 0, "actions", 5, "card", "FROG"),
    "tokens as a list": _set("turns", 1, "actions", 1, "tokens", ["blue", "F", "brown"]),
    "central board as lists": _set("start", "central", [list(tokens) for tokens in GAME["start"]["central"]]),
    "row of the start in upper case": _set("start", "row", [card.upper() for card in GAME["start"]["row"]]),
    "refill in lower case": _set("turns", 0, "refill", "central", {"3": "mmh"}),
    "not replaced": _set("turns", 0, "replaced", False),
}
OTHER_GAME = {
    "date": _set("date", "2020-01-01"),
    "rating": _set("players", 0, "rating", 2000),
    "result": lambda record: (record.pop("unfinished"), _set("result", {"scores": [14, 2]})(record))[0],
    "player": _set("players", 0, "id", "p7"),
    "spirits said": lambda record: (
        record.pop("spirits", None) if "spirits" in record else _set("spirits", True)(record)
    ),
    "name": _set("players", 0, "name", "Anna"),
    "side": _set("side", "B"),
    "rule set": _set("rules", "bga"),
    "place of a token": _set("turns", 4, "actions", 4, "at", "e4"),
    "token": _set("turns", 4, "actions", 4, "token", "W"),
    "refill": _set("turns", 4, "refill", "central", {"1": "TTL"}),
    "row": _set("turns", 3, "refill", "row", ["boar"]),
    "one turn less": lambda record: record["turns"].pop(),
    "order of two actions": lambda record: record["turns"][0]["actions"].reverse(),
    "start unknown": lambda record: record.pop("start"),
    "spirits dealt unknown": lambda record: record["start"].pop("spirits"),
    "tokens named": _set("turns", 0, "actions", 1, "tokens", "LLW"),
    "replaced": _set("turns", 0, "replaced", True),
}


@pytest.mark.parametrize("change", SAME_GAME.values(), ids=SAME_GAME)
def test_same_game(change: Callable[[Record], None]) -> None:
    record = copy.deepcopy(GAME)
    change(record)
    assert hash_of(record) == hash_of(GAME)


@pytest.mark.parametrize("change", OTHER_GAME.values(), ids=OTHER_GAME)
def test_other_game(change: Callable[[Record], None]) -> None:
    record = copy.deepcopy(GAME)
    change(record)
    assert hash_of(record) != hash_of(GAME)


def test_layout_does_not_matter() -> None:
    def turned(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: turned(value[key]) for key in reversed(value)}
        return [turned(item) for item in value] if isinstance(value, list) else value

    assert hash_of(json.dumps(turned(GAME), indent=3).encode(), source="y", line=7) == hash_of(GAME)


def test_texts_like_keys_do_no_harm() -> None:
    record = copy.deepcopy(GAME)
    record["players"][0]["name"] = ',"turns":[{"notes":'
    other = copy.deepcopy(record)
    other["id"] = ',"start":{},"result":{'
    other["source"] = other["turns"][0]["notes"] = ',"unfinished":true,"replaced":false'
    assert hash_of(other) == hash_of(record) != hash_of(GAME)


def test_order_of_two_refills_does_not_matter() -> None:
    one, other = copy.deepcopy(GAME), copy.deepcopy(GAME)
    _set("turns", 0, "refill", "central", {"3": "MMH", "1": "WWW"})(one)
    _set("turns", 0, "refill", "central", {"1": "WWW", "3": "MMH"})(other)
    assert hash_of(one) == hash_of(other) != hash_of(GAME)


def test_either_way_to_the_hash_gives_the_same() -> None:
    """A game in the notation's standard form is hashed without being taken apart."""
    whole = [file.read_bytes() for file in (DATA / "games").glob("*p_*.json")]
    illegal = json.loads((DATA / "games" / "illegal.json").read_text())
    games = whole + [json.dumps(entry["record"]).encode() for entry in illegal]
    usual = [read_document(Document("x", None, data), ReadOptions()) for data in games]
    usual = [reading for reading in usual if reading.written]
    apart = copy.deepcopy(usual)
    for reading in apart:
        reading.written = b""
    assert list(map(content_hash, apart)) == list(map(content_hash, usual))
    assert len(usual) > 0.9 * len(games)


def test_positions_are_the_same_in_either_form_of_the_board() -> None:
    other = copy.deepcopy(POSITION)
    columns = POSITION["players"][0]["board"]
    other["players"][0]["board"] = {
        f"{'abcde'[column]}{row}": stack
        for column, text in enumerate(columns)
        for row, stack in enumerate(text.split(), 1)
    }
    other["players"][0]["cards"] = dict(reversed(POSITION["players"][0]["cards"].items()))
    assert hash_of(other) == hash_of(POSITION)
    other["players"][0]["cards"]["falcon"] = 2
    assert hash_of(other) != hash_of(POSITION)


@pytest.mark.parametrize(
    "change", [_set("players", 0, "score", 115), _set("players", 0, "cubes", ["a1"]), _set("solo", True)]
)
def test_the_claims_of_a_position_matter(change: Callable[[Record], None]) -> None:
    other = copy.deepcopy(POSITION)
    change(other)
    assert hash_of(other) != hash_of(POSITION)


def test_unknown_cards_are_not_no_cards() -> None:
    without, unknown = copy.deepcopy(POSITION), copy.deepcopy(POSITION)
    without["players"][1]["cards"] = {}
    del unknown["players"][1]["cards"]
    assert hash_of(without) != hash_of(unknown)


def test_unreadable_records_are_distinguished_by_place() -> None:
    assert hash_of(b"{", line=1) != hash_of(b"{", line=2)
    assert hash_of(b"{", source="x") != hash_of(b"{", source="y")
    assert hash_of(b"{", line=1) == hash_of(b"{", line=1)


def test_hash_stays_the_same_in_later_versions() -> None:
    # Data sets hold these numbers; computed in another way, they would make every game look new.
    assert hash_of(GAME) == GAME_HASH
    assert hash_of(POSITION) == POSITION_HASH
