"""Files of records: one or many, packed or plain."""

from __future__ import annotations

import gzip
import json

import pytest

from harmonies_cli.errors import UsageError
from harmonies_cli.records.files.record_output import pack, write_records

LINES = [b'{"a": 1}\n', b'{"b": 2}\n{"c": 3}\n']


def written(path: str, records: list[bytes]) -> tuple[bytes, int]:
    pieces: list[bytes] = []
    with pack(pieces.append, path) as write:
        number = write_records(write, path, records)
    return b"".join(pieces), number


def test_many_records_are_lines_as_they_come() -> None:
    assert written("x.jsonl", LINES) == (b"".join(LINES), 3)
    assert written("x.jsonl", []) == (b"", 0)


@pytest.mark.parametrize("path", ["x.json", "X.JSON"])
def test_one_record_is_written_to_be_read(path: str) -> None:
    data, number = written(path, LINES[:1])
    assert (json.loads(data), number) == ({"a": 1}, 1)
    assert data == b'{\n  "a": 1\n}\n'


@pytest.mark.parametrize("path", ["x.json.gz", "x.jsonl.gz", "X.JSON.GZ"])
def test_a_packed_file_is_the_same_each_time_and_holds_the_plain_one(path: str) -> None:
    data, _ = written(path, LINES[:1])
    assert data == written(path, LINES[:1])[0]
    assert gzip.decompress(data) == written(path.lower().removesuffix(".gz"), LINES[:1])[0]


@pytest.mark.parametrize("path", ["x.json", "x.json.gz"])
@pytest.mark.parametrize(
    ("records", "words"), [(LINES[1:], "can hold only one record"), (LINES, "only one"), ([], "there is no record to")]
)
def test_a_file_for_one_record_cannot_hold_none_or_two(path: str, records: list[bytes], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        write_records(bytes, path, records)
