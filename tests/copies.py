"""Copies of records, for tests to change."""

from __future__ import annotations

import pickle
from typing import TypeVar

__all__ = ["copied"]

Value = TypeVar("Value")


def copied(value: Value) -> Value:
    """Return a deep copy, several times faster than `copy.deepcopy` does."""
    copy: Value = pickle.loads(pickle.dumps(value, pickle.HIGHEST_PROTOCOL))
    return copy
