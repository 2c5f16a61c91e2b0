"""Lines that are not records: they take little time, and none is skipped silently."""

from __future__ import annotations

import gzip
import time
from pathlib import Path

from tests.cli.command import ROOT
from tests.records.files.source_files import RECORD, messages, read

GAME = (ROOT / "tests" / "data" / "games" / "2p_A_spirits-06.json").read_bytes().replace(b"\n", b" ")


def test_blank_lines_take_no_time(tmp_path: Path) -> None:
    file = tmp_path / "blank.jsonl.gz"
    file.write_bytes(gzip.compress(RECORD + b"\n \n" * 10_000_000 + RECORD))
    start = time.process_time()
    assert [document.line for document in read(file)] == [1, 20_000_001]
    assert time.process_time() - start < 2


def test_many_short_lines_are_counted_not_listed(tmp_path: Path) -> None:
    file = tmp_path / "numbers.jsonl"
    file.write_bytes(RECORD + b"\n" + b"1\n" * 300_000 + RECORD + b"\n" + b"2\n" * 1_000)
    documents = read(file)
    assert len(documents) == 1 + 1000 + 2 + 1000
    assert messages(documents) == ["299,000 more lines before this one are too short to be records"]
    assert [document.line for document in documents if document.data == RECORD] == [1, 300_002]


def test_short_lines_take_no_time_and_a_record_after_them_is_read(tmp_path: Path) -> None:
    file = tmp_path / "short.jsonl"
    file.write_bytes(b"{}\n" * 5_000_000 + RECORD + b"\n{}\n")
    start = time.process_time()
    found = read(file)
    assert time.process_time() - start < 3
    assert [document.line for document in found[-3:]] == [5_000_001, 5_000_001, 5_000_002]
    assert found[-3].problem is not None
    assert found[-3].problem.message == "4,999,000 more lines before this one are too short to be records"
    assert found[-2].data == RECORD


def test_gzip_data_that_unpack_to_far_more_than_records_do_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "short.jsonl.gz"
    file.write_bytes(gzip.compress(RECORD + b"\n" + b"{}\n" * 10_000_000))
    found = read(file)
    assert found[0].data == RECORD
    assert found[-1].problem is not None
    assert found[-1].problem.message == "the gzip data unpack to more than 250 times their size"
    repeated = tmp_path / "repeated.jsonl.gz"
    repeated.write_bytes(gzip.compress((GAME + b"\n") * 4000))
    assert len(read(repeated)) == 4000
