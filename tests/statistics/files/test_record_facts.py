"""The facts about records are numbers, the same whatever lies in memory where a value is missing."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest

from harmonies_cli.statistics.files.record_facts import FactColumns, facts_of

_DATES = ["2026-05-31", "2026-05-31T20:15:00+02:00", None, "2026-05", "on 2026-05-31", "0999-12-01"]
_DAYS = [20260531, 20260531, 0, 0, 0, 9991201]
_VERDICTS = ["legal", "illegal", "invalid", "legal", "legal", "legal"]
_MISSING = [False, True, False, True, False, False]


def _games() -> pa.Table:
    numbers = np.arange(11, 17)
    partly = pa.array(numbers, mask=np.array(_MISSING))  # the missing numbers stay in memory
    names = ("fingerprint", "cards_hash", "cubes_hash", "site_table", "totals_hash")
    return pa.table(
        {
            "game": pa.array(numbers),
            "verdict": pa.array(_VERDICTS).dictionary_encode(),
            "date": pa.array(_DATES).dictionary_encode(),
            "lacks": partly.cast(pa.int8()),
            **dict.fromkeys(names, partly),
        }
    )


@pytest.mark.parametrize("begin", [0, 2, 6])
def test_missing_numbers_are_0_also_in_a_part_of_a_table(begin: int) -> None:
    facts = facts_of(_games().slice(begin))
    assert facts["game"].tolist() == list(range(11, 17))[begin:]
    for name in ("lacks", "fingerprint", "totals_hash"):
        assert facts[name].tolist() == [11, 0, 13, 0, 15, 16][begin:]
        assert facts[f"has_{name}"].tolist() == [not one for one in _MISSING][begin:]
    assert facts["lacks"].dtype == np.int8
    assert facts["legal"].tolist() == [one == "legal" for one in _VERDICTS][begin:]


def test_a_date_without_a_day_is_0() -> None:
    assert facts_of(_games())["day"].tolist() == _DAYS


def test_a_column_of_all_parts_is_joined_once() -> None:
    columns = FactColumns([facts_of(_games()), facts_of(_games().slice(4))])
    assert columns["game"].tolist() == [11, 12, 13, 14, 15, 16, 15, 16]
    assert columns["game"] is columns["game"]
