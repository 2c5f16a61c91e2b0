"""The chunks together hold exactly the records that are read without chunks."""

from __future__ import annotations

import gzip
import io
import pickle
import random
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from harmonies_cli.batch.record_chunks import FilesChunk, LinesChunk, chunks_of
from harmonies_cli.errors import UsageError
from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.files.paths import bytes_of
from harmonies_cli.records.files.sources import iter_documents
from tests.examples import examples


def documents(paths: list[str], size: int) -> list[Document]:
    return [document for chunk in chunks_of(paths, size) for document in pickle.loads(pickle.dumps(chunk)).documents()]


LINES = [b'{"a": 1}', b"{", b"", b"  ", b'{"long": "' + b"x" * 300 + b'"}', b"\r"]


@examples(0.5, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    lines=st.lists(st.sampled_from(LINES), max_size=40),
    ended=st.booleans(),
    bom=st.booleans(),
    size=st.integers(1, 400),
    name=st.sampled_from(["a.jsonl", "a.json", "a.jsonl.gz"]),
)
def test_any_file_at_any_size(tmp_path: Path, lines: list[bytes], ended: bool, bom: bool, size: int, name: str) -> None:
    data = b"\xef\xbb\xbf" * bom + b"\n".join(lines) + b"\n" * ended
    file = tmp_path / name
    file.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    assert documents([str(file)], size) == list(iter_documents([str(file)]))


def test_folder_of_many_files_keeps_their_order(tmp_path: Path) -> None:
    chance = random.Random(3)
    for number in range(30):
        lines = [b'{"n": %d}' % chance.randrange(100)] * chance.choice([1, 1, 1, 50])
        (tmp_path / f"{number:02}.jsonl").write_bytes(b"\n".join(lines))
    (tmp_path / "page.html").write_bytes(b"<html>" + b" " * 999)
    (tmp_path / "picture.json").write_bytes(b"\x89PNG\r\n" + b"x" * 999)
    assert documents([str(tmp_path)], 200) == list(iter_documents([str(tmp_path)]))


def test_large_files_are_cut_at_line_ends_and_small_ones_put_together(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(b"{}")
    (tmp_path / "b.json").write_bytes(b"{}")
    (tmp_path / "c.jsonl").write_bytes(b'{"n": 1}\n' * 100)
    small, *parts = chunks_of([str(tmp_path)], 90)
    assert isinstance(small, FilesChunk) and small.place == f"{tmp_path / 'a.json'} and 1 more files"
    assert len(parts) == 10
    first = parts[0]
    assert isinstance(first, LinesChunk)
    assert (first.first, first.last, first.size) == (1, 10, 90)
    assert parts[1].place == f"{tmp_path / 'c.jsonl'}, lines 11 to 20"
    assert bytes_of([str(tmp_path)]) == 904


def test_standard_input_is_read_as_it_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b'{"n": 1}\n' * 20)))
    chunks = list(chunks_of(["-"], 80))
    assert [chunk.place for chunk in chunks] == ["-, lines 1 to 10", "-, lines 11 to 20"]
    assert bytes_of(["-"]) is None


def test_missing_file_is_reported_at_once(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no file"):
        chunks_of([str(tmp_path / "nothing")])


def test_file_that_goes_missing_later_is_a_problem_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_bytes(b'{"n": 1}\n' * 100)
    chunks = list(chunks_of([str(file)], 100))
    file.unlink()
    problems = [document.problem for chunk in chunks for document in chunk.documents()]
    assert problems and all(problem is not None and "cannot be read" in problem.message for problem in problems)


def test_last_chunks_are_small_so_that_workers_end_together(tmp_path: Path) -> None:
    file = tmp_path / "long.jsonl"
    file.write_bytes((b" " * 999 + b"\n" + b"1" * 999 + b"\n") * 4000)
    sizes = [chunk.size for chunk in chunks_of([str(file)], 1 << 20)]
    assert sum(sizes) == 8_000_000
    assert all(later <= size + 2000 for size, later in pairwise(sizes))
    assert sizes[0] > 1 << 19 and sizes[-1] < 1 << 19
