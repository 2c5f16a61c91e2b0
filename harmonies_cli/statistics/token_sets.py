"""Packed tokens of many central spaces at once, as the letters that they stand for."""

from __future__ import annotations

import numpy as np

from harmonies_cli.rules.tokens import LANES, LETTERS, MOST_TAKEN
from harmonies_cli.statistics.columns import TOKEN_SETS
from harmonies_cli.statistics.timeline import Ints

__all__ = ["NO_SET", "token_set_codes"]

NO_SET = -1
_BASE = MOST_TAKEN + 1
_LANE = 255
_SHIFTS = tuple(lane.bit_length() - 1 for lane in LANES)


def _index(counts: list[Ints]) -> Ints:
    """Return numbers of tokens as one number, a digit for each kind."""
    index = counts[0]
    for count in counts[1:]:
        index = index * _BASE + count
    return index


_CODES: Ints = np.full(_BASE ** len(LETTERS), NO_SET)
_CODES[_index([np.array([letters.count(letter) for letters in TOKEN_SETS]) for letter in LETTERS])] = np.arange(
    len(TOKEN_SETS)
)


def token_set_codes(packed: Ints) -> Ints:
    """Return the places in `columns.TOKEN_SETS`; `NO_SET` for a negative number, and for more than six tokens."""
    counts = [packed >> shift & _LANE for shift in _SHIFTS]
    known = (packed >= 0) & (np.maximum.reduce(counts) < _BASE)
    codes: Ints = np.where(known, _CODES[np.where(known, _index(counts), 0)], NO_SET)
    return codes
