"""The facts about records that decide which of them count, as columns of numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

__all__ = ["COLUMNS", "WORDS", "FactColumns", "Facts", "facts_of"]

_NUMBERS = ("fingerprint", "lacks", "cards_hash", "cubes_hash", "site_table", "totals_hash")
WORDS = ("verdict", "date")
"""Columns of words, to be read with dictionaries."""
COLUMNS = ("game", *WORDS, *_NUMBERS)
"""The columns that decide."""
_DAY = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?:T.*)?", re.ASCII)

Facts: TypeAlias = dict[str, NDArray[Any]]
"""Numbers of a part's records by column, and under ``has_...`` whether the column has a value."""


def facts_of(games: pa.Table) -> Facts:
    """Return the facts that decide about the records of a part, from its `games`; see `WORDS`."""
    facts: Facts = {
        "game": _numbers(games["game"].combine_chunks()),
        "legal": _of_words(games["verdict"].combine_chunks(), "legal".__eq__).astype(np.bool_),
        "day": _of_words(games["date"].combine_chunks(), _day).astype(np.int32),
    }
    for name in _NUMBERS:
        column = games[name].combine_chunks()
        facts[name] = _numbers(column)
        facts[f"has_{name}"] = _valid(column)
    return facts


# The columns are read from their buffers, because pyarrow's own conversions load its functions or pandas, which takes
# up to half the time of a short export.
def _numbers(column: pa.Array) -> NDArray[Any]:
    """Return a column of integers, 0 where one is missing."""
    size = np.dtype(str(column.type))
    if not len(column):
        return np.zeros(0, size)
    values = np.frombuffer(column.buffers()[1], size)[column.offset : column.offset + len(column)]
    return np.where(_valid(column), values, 0).astype(size) if column.null_count else values


def _valid(column: pa.Array) -> NDArray[np.bool_]:
    """Return where a column has a value."""
    bits = column.buffers()[0]
    if bits is None:
        return np.ones(len(column), np.bool_)
    end = column.offset + len(column)
    return np.unpackbits(np.frombuffer(bits, np.uint8), count=end, bitorder="little")[column.offset :].view(np.bool_)


def _of_words(column: pa.DictionaryArray, number: Callable[[str], int]) -> NDArray[Any]:
    """Return the number of each word, 0 where one is missing."""
    numbers = np.array([*map(number, column.dictionary.to_pylist()), 0])
    codes = column.indices
    return numbers[np.where(_valid(codes), _numbers(codes), -1)]


def _day(date: str) -> int:
    """Return a date as a number like 20260531; 0 if no day is recorded."""
    found = _DAY.fullmatch(date)
    return int("".join(found.groups())) if found else 0


class FactColumns(dict[str, NDArray[Any]]):
    """The facts of all parts by column, joined when a column is first used: most runs need half of them."""

    def __init__(self, parts: Sequence[Facts]) -> None:
        super().__init__()
        self._parts = parts

    def __missing__(self, name: str) -> NDArray[Any]:
        self[name] = np.concatenate([facts[name] for facts in self._parts])
        return self[name]
