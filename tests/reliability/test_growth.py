"""Adding 1 % to a data set costs in proportion to the 1 %, not to the known games."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from harmonies_cli.statistics.files.arrow import packed_tables
from harmonies_cli.statistics.files.dataset import Dataset
from harmonies_cli.statistics.files.row_source import tables_of
from harmonies_cli.statistics.rows.chunk_rows import RowOptions
from tests.cli.processes import ENVIRONMENT, PROGRAM
from tests.statistics.many_games import write_games

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="time and memory are measured in the POSIX way"),
]
SIZES = [int(size) for size in os.environ.get("HARMONIES_KNOWN", "20000,200000,1000000").split(",")]
_PART = 1000
"""Games of a part; 8 MB of records make some 1,500."""


def known_set(path: Path, number: int, folder: Path) -> None:
    """Make a data set of many games; each thousand is like the first except for what identifies games."""
    write_games(folder / "first.jsonl", _PART, 99)
    tables = tables_of([str(folder / "first.jsonl")])[0]
    dataset = Dataset.open_or_create(path, RowOptions())
    shifts = np.random.default_rng(1).integers(-(2**62), 2**62, number // _PART)
    for shift in shifts.tolist():
        dataset.add(packed_tables({name: _shifted(table, shift) for name, table in tables.items()}))


def _shifted(table: pa.Table, shift: int) -> pa.Table:
    for name in ("game", "fingerprint"):
        if name in table.column_names:
            at = table.column_names.index(name)
            column = table[name].combine_chunks()
            values = (column.fill_null(0).to_numpy() + np.int64(shift)).astype(np.int64)
            table = table.set_column(
                at, table.schema.field(at), pa.array(values, mask=column.is_null().to_numpy(False))
            )
    return table


def exported(records: Path, output: Path) -> tuple[float, int, str]:
    """Export records with one process; return its processor time in seconds, its peak memory in MB, and its output."""
    process = subprocess.Popen(
        [*PROGRAM, "export", records, "-o", output, "--jobs", "1"], stderr=subprocess.PIPE, text=True, env=ENVIRONMENT
    )
    assert process.stderr is not None
    said = process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    assert status == 0, said
    return used.ru_utime + used.ru_stime, used.ru_maxrss >> 10, said


@pytest.mark.parametrize("number", SIZES)
def test_one_percent_more(number: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    known, new = tmp_path / "known", tmp_path / "new.jsonl"
    known_set(known, number, tmp_path)
    write_games(new, number // 100, 1)
    alone = exported(new, tmp_path / "alone")
    added = exported(new, known)
    again = exported(new, known)
    with capsys.disabled():
        print(
            f"\n{number:,} known games, {number // 100:,} more: {added[0]:.1f} s and {added[1]} MB"
            f" (into an empty set {alone[0]:.1f} s and {alone[1]} MB; the same once more {again[0]:.1f} s)"
        )
    assert f"{number // 100:,} records read, {number // 100:,} added." in added[2]
    assert "0 added" in again[2]
    # Per known game: one column of whole numbers, and some more to choose among records, so a few bytes.
    assert added[0] < 1.5 * alone[0] + 5e-6 * number + 0.5
    assert added[1] < alone[1] + 100 + 300 * number / (1 << 20)
