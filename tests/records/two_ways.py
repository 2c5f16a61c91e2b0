"""A record read as the program reads it, and the same record read carefully."""

from __future__ import annotations

import copy

import msgspec
import pytest

from harmonies_cli.records import decode as decoding
from harmonies_cli.records import reader
from harmonies_cli.records.assess import assess
from harmonies_cli.records.notation import Record
from harmonies_cli.records.outcome import AssessOptions
from harmonies_cli.records.reader import Reading
from harmonies_cli.statistics.rows.record_hash import content_hash
from tests.records.assessed import reading_of

__all__ = ["compared"]


def _no_way(_data: bytes) -> tuple[Record | None, bytes]:
    return None, b""


def _both(data: bytes) -> tuple[Reading, Reading]:
    """Return the record as the program reads it, and as read carefully."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(decoding, "decode_quickly", _no_way)
        patch.setattr(reader, "decode_quickly", _no_way)
        careful = reading_of(data, line=3)
    return reading_of(data, line=3), careful


def compared(data: bytes) -> Reading:
    """Check that both ways give the same result; return what the program reads."""
    quick, careful = _both(data)
    assert quick.record == careful.record
    for how in (AssessOptions(), AssessOptions(keep_going=True, rules="bga", explain=False)):
        assert msgspec.to_builtins(assess(quick, how)) == msgspec.to_builtins(assess(careful, how))
    assert len({content_hash(quick), content_hash(careful), content_hash(_taken_apart(quick))}) == 1
    return quick


def _taken_apart(reading: Reading) -> Reading:
    """Return a reading without its text in standard form, so its hash comes from the record."""
    apart = copy.copy(reading)
    apart.written = b""
    return apart
