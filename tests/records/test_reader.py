"""Files to records, recognised by content."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from harmonies_cli.errors import UsageError
from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.notation import Game, Position
from harmonies_cli.records.reader import Reading, ReadOptions, read_document, read_records
from tests.records.typos import RIGHT
from tests.rules.replay.game_logs import GAMES

DATA = Path(__file__).parents[1] / "data"
GAME = json.dumps(GAMES["2p_A_nospirits-04"])
LINE = RIGHT.replace("\n", " ")


def read(data: bytes, name: str, folder: Path) -> list[Reading]:
    path = folder / name
    path.write_bytes(data)
    return list(read_records([str(path)]))


def kinds(readings: list[Reading]) -> list[str]:
    return [type(reading.record).__name__ if reading.record else reading.problems[0].code for reading in readings]


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize(
    ("name", "data", "found"),
    [
        ("one.json", RIGHT, ["Position"]),
        ("game.json", GAME, ["Game"]),
        ("bom.json", "\ufeff" + RIGHT, ["Position"]),
        ("lines.jsonl", f"{LINE}\n\n{GAME}\n", ["Position", "Game"]),
        ("lines.json", f"{LINE}\n{GAME}", ["Position", "Game"]),
        ("windows.jsonl", f"{LINE}\r\n{GAME}\r\n", ["Position", "Game"]),
        ("bom.jsonl", f"\ufeff{LINE}\n{GAME}\n", ["Position", "Game"]),
        ("mixed.jsonl", f"{LINE}\n{{\n{GAME}\n", ["Position", "syntax", "Game"]),
        ("list.json", f"[{LINE}, {GAME}]", ["schema"]),
        ("empty.json", "", ["syntax"]),
    ],
)
def test_the_content_decides_what_a_file_is(
    name: str, data: str, found: list[str], packed: bool, tmp_path: Path
) -> None:
    text = data.encode()
    if packed:
        name, text = f"{name}.gz", gzip.compress(text)
    readings = read(text, name, tmp_path)
    assert kinds(readings) == found
    assert {reading.source for reading in readings} == {str(tmp_path / name)}
    lines = [reading.line for reading in readings]
    assert lines == [None] or lines == sorted({line for line in lines if line})


def test_a_folder_is_read_in_the_order_of_its_names(tmp_path: Path) -> None:
    for name in ("b.json", "a.jsonl", "c/d.json", "notes.txt", ".hidden.json"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(LINE)
    found = list(read_records([str(tmp_path)]))
    assert [Path(reading.source).name for reading in found] == ["a.jsonl", "b.json", "d.json"]


def test_a_missing_file_is_reported_at_once(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no file"):
        read_records([str(tmp_path / "none.json")])


def test_records_come_one_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    path.write_text(f"{LINE}\n" * 3)
    readings = read_records([str(path)])
    assert next(readings).line == 1
    assert next(readings).line == 2


def test_a_file_of_the_site_is_recognised() -> None:
    (log,) = read_records([str(DATA / "bga" / "log-2p_A_nospirits-04-B.json.gz")])
    assert isinstance(log.record, Game)
    assert log.foreign is not None
    assert log.rules == "bga"
    (state,) = read_records([str(DATA / "bga" / "gamedatas-2p_A_nospirits-04.json.gz")])
    assert isinstance(state.record, Position)
    (error,) = read_records([str(DATA / "bga" / "error-page.json")])
    assert (error.record, error.problems[0].code) == (None, "schema")


def test_the_rule_set_of_a_reading() -> None:
    def rules(text: str) -> str | None:
        return read_document(Document("x", None, text.encode()), ReadOptions()).rules

    assert rules(RIGHT) is None
    assert rules(RIGHT.replace('"side"', '"rules": "bga", "side"')) == "bga"
    assert rules("{") is None
