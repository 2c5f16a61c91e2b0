"""The facts about records that decide which of them count, as columns of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

__all__ = ["COLUMNS", "FactColumns", "Facts", "facts_of"]

_NUMBERS = ("fingerprint", "lacks", "cards_hash", "cubes_hash", "site_table", "totals_hash")
COLUMNS = ("game", "verdict", "date", *_NUMBERS)
"""The columns that decide."""
_DAY = r"^(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)(?:T.*)?$"
_LEGAL = "^legal$"

Facts: TypeAlias = dict[str, NDArray[Any]]
"""Numbers of a part's records by column, and under ``has_...`` whether the column has a value."""


def facts_of(games: pa.Table) -> Facts:
    """Return the facts that decide about the records of a part, from its `games`."""
    verdicts = games["verdict"].combine_chunks().cast(pa.string())
    facts: Facts = {
        "game": _numbers(games["game"].combine_chunks()),
        "legal": _booleans(pc.match_substring_regex(verdicts, _LEGAL)),
    }
    for name in _NUMBERS:
        column = games[name].combine_chunks()
        facts[name] = _numbers(column)
        facts[f"has_{name}"] = _booleans(column.is_valid())
    facts["day"] = _days(games["date"].combine_chunks())
    return facts


# `to_numpy`, and functions given a Python value, would load pandas, which takes half the time of a short export.
def _numbers(column: pa.Array) -> NDArray[Any]:
    """Return a column of integers, 0 where one is missing."""
    size = np.dtype(str(column.type))
    if not len(column):
        return np.zeros(0, size)
    values = np.frombuffer(column.buffers()[1], size)[column.offset : column.offset + len(column)]
    return np.where(_booleans(column.is_valid()), values, 0).astype(size) if column.null_count else values


def _booleans(column: pa.Array) -> NDArray[np.bool_]:
    return _numbers(column.cast(pa.uint8())).view(np.bool_)


def _days(dates: pa.Array) -> NDArray[np.int32]:
    """Return dates as numbers like 20260531; 0 if no day is recorded."""
    parts = pc.extract_regex(dates, _DAY)
    year, month, day = (_numbers(pc.struct_field(parts, [index]).cast(pa.int32())) for index in range(3))
    return np.asarray(year * 10_000 + month * 100 + day, np.int32)


class FactColumns(dict[str, NDArray[Any]]):
    """The facts of all parts by column, joined when a column is first used: most runs need half of them."""

    def __init__(self, parts: Sequence[Facts]) -> None:
        super().__init__()
        self._parts = parts

    def __missing__(self, name: str) -> NDArray[Any]:
        self[name] = np.concatenate([facts[name] for facts in self._parts])
        return self[name]
