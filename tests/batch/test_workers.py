"""Where work runs: in this process if there is little, on all cores or a cluster if there is much."""

from __future__ import annotations

import os
import sys

import pytest

from harmonies_cli.batch.executor import process_pool, workers
from harmonies_cli.errors import UsageError
from harmonies_cli.records.files.paths import CHUNK_BYTES


def test_one_chunk_is_for_this_process() -> None:
    with workers(8, "tcp://nowhere:1", CHUNK_BYTES) as found:
        assert found == (1, process_pool)


def test_several_chunks_are_for_all_cores_or_the_requested_number() -> None:
    with workers(size=CHUNK_BYTES + 1) as found:
        assert found == (len(os.sched_getaffinity(0)), process_pool)
    with workers(3) as found:
        assert found == (3, process_pool)


def test_missing_package_is_reported_with_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match=r"pip install .*\[cluster\]"), workers(None, "tcp://a:1"):
        pass
