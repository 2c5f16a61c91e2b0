"""Files that are huge, deep, packed or not records: a clear message, at once, with little memory."""

from __future__ import annotations

import gzip
import json
import time
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import run
from tests.records.typos import RIGHT

LIMIT = 1 << 19
LINE = RIGHT.replace("\n", " ").encode()
START = b'{"format": "harmonies-position", "notes": "'


@pytest.fixture
def small_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make half a megabyte the limit of a record instead of 64 MB; files are read in pieces of half that size."""
    monkeypatch.setattr("harmonies_cli.records.files.documents.RECORD_LIMIT", LIMIT)


def problem_of(path: Path, command: str = "score") -> dict[str, Any]:
    """Return the only problem of the only record in a file."""
    ran = run(command, path, "--format", "json")
    (element,) = ran.records
    (problem,) = element["problems"]
    assert ran.status == 1
    assert (element["kind"], element["players"]) == (None, [])
    found: dict[str, Any] = problem
    return found


@pytest.mark.usefixtures("small_limit")
@pytest.mark.parametrize(
    ("name", "data", "message", "line"),
    [
        ("one.json", START + b"x" * 2_000_000, "the record is larger than 64 MB", None),
        ("one.jsonl", START + b"x" * 2_000_000, "the line is longer than 64 MB", 1),
        ("blanks.json", b"{" + b" " * 2_000_000, "the record is larger than 64 MB", None),
        ("lines.json", b"{\n" + b" \n" * 1_000_000, "the record is larger than 64 MB", None),
    ],
)
def test_a_record_beyond_the_limit(name: str, data: bytes, message: str, line: int | None, tmp_path: Path) -> None:
    for path, content in ((tmp_path / name, data), (tmp_path / f"{name}.gz", gzip.compress(data))):
        path.write_bytes(content)
        for command in ("score", "verify"):
            problem = problem_of(path, command)
            assert (problem["code"], problem["message"], problem["line"]) == ("syntax", message, line)
            assert "one record a line" in problem["hint"]


@pytest.mark.usefixtures("small_limit")
def test_records_around_one_beyond_the_limit_are_read(tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    path.write_bytes(b"\n".join([LINE, START + b"x" * 2_000_000, LINE, b""]))
    ran = run("verify", path, "--format", "jsonl")
    assert [(element["line"], element["verdict"]) for element in ran.lines] == [
        (1, "legal"),
        (2, "invalid"),
        (3, "legal"),
    ]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "it is empty"),
        (b" \n\t ", "it holds only blanks"),
        (b"\x89PNG\r\n\x1a\n\0\0", "this is a PNG picture, not JSON"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "this is a JPEG picture, not JSON"),
        (b"%PDF-1.7", "this is a PDF document, not JSON"),
        (RIGHT.encode("utf-16"), "this is text in the encoding UTF-16, not JSON"),
        (RIGHT.encode("utf-16-le"), "this is text in the encoding UTF-16, not JSON"),
        (RIGHT.encode("utf-32"), "this is text in the encoding UTF-32, not JSON"),
        (b"\0" * 1000, "this is binary data, not JSON"),
    ],
)
def test_data_other_than_text_are_reported_by_kind(data: bytes, message: str, tmp_path: Path) -> None:
    for name in ("x.json", "x.jsonl", "x"):
        (tmp_path / name).write_bytes(data)
        assert problem_of(tmp_path / name)["message"] == message


def test_a_wrong_encoding_is_reported_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "latin.json"
    path.write_bytes(RIGHT.replace("Pauline", "Zoë").encode("latin-1"))
    problem = problem_of(path)
    assert (problem["line"], problem["column"]) == (3, 15)
    assert "the encoding is probably Windows-1252 or Latin-1" in problem["message"]
    assert "UTF-8" in problem["hint"]


def test_a_syntax_error_is_reported_with_line_column_and_the_line_itself(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(RIGHT.replace('"falcon": 1,', '"falcon": 1'))
    (element,) = run("score", path, "--format", "json").records
    (problem,) = element["problems"]
    assert element["players"][0]["total"] == 116
    assert (problem["code"], problem["line"], problem["column"]) == ("syntax", 5, 26)
    assert '"cards": {"falcon": 1 "shrew": 2' in problem["message"]
    text = run("score", path).out
    assert f"{path}:5:26: syntax" in text
    assert '"cards": {"falcon": 1 "shrew": 2' in text


@pytest.mark.parametrize("start", ["[", '{"a":', '{"format": "harmonies-position", "players": ' + "["])
def test_nesting_a_hundred_thousand_deep(start: str, tmp_path: Path) -> None:
    path = tmp_path / "deep.json"
    for data in (start * 100_000, "[" * 100_000 + "]" * 100_000):
        path.write_text(data)
        assert "lists and objects are nested more than 100 deep" in problem_of(path)["message"]


def test_damaged_gzip_data(tmp_path: Path) -> None:
    packed = gzip.compress(RIGHT.encode())
    for data in (packed[:-9], packed[:30] + b"\0\0\0\0" + packed[34:]):
        (tmp_path / "x.json.gz").write_bytes(data)
        assert "gzip data" in problem_of(tmp_path / "x.json.gz")["message"]


@pytest.mark.parametrize("part", ["cards", "board", "cubes"])
def test_a_record_of_thousands_of_mistakes_lists_the_first(part: str, tmp_path: Path) -> None:
    record = json.loads(RIGHT)
    many = {f"x{number}": 1 for number in range(20_000)}
    record["players"][0] |= {"cards": {}, "board": {}}
    record["players"][0][part] = dict.fromkeys(many, "W") if part == "board" else many
    path = tmp_path / "x.json"
    path.write_text(json.dumps(record))
    started = time.process_time()
    (element,) = run("score", path, "--format", "json").records
    assert time.process_time() - started < 5
    assert 50 < len(element["problems"]) < 55
