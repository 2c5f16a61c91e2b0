"""Lines that are no records: they take little time, and none is passed over in silence."""

from __future__ import annotations

import gzip
import time
from pathlib import Path

from tests.records.files.source_files import RECORD, messages, read


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
