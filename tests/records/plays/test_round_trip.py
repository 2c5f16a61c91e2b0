"""A result shared with BG Stats comes back unchanged."""

from __future__ import annotations

import pytest

from harmonies_cli.plays.play_file import play_file
from harmonies_cli.plays.shared_play import play_link, play_of, why_not_shared
from harmonies_cli.records.assess import assess
from harmonies_cli.records.outcome import AssessOptions, VerifiedRecord
from harmonies_cli.records.reader import Reading, read_records
from harmonies_cli.rules.scoring.scoresheet import POINT_ROWS
from tests.cli.command import ROOT
from tests.plays.shared_records import NOW
from tests.records.plays.exports import readings

MOST_IN_A_CODE = 2953
"""Bytes of the largest QR code at the lowest level (ISO/IEC 18004)."""
HOW = AssessOptions(explain=False)


def results() -> list[tuple[Reading, VerifiedRecord]]:
    found = [(reading, assess(reading, HOW)) for reading in read_records([str(ROOT / "samples")])]
    return [(reading, record) for reading, record in found if not why_not_shared(reading.record, record)]


@pytest.mark.parametrize(("reading", "found"), results(), ids=lambda value: getattr(value, "source", None))
def test_a_shared_result_is_read_back_with_all_its_rows(reading: Reading, found: VerifiedRecord) -> None:
    assert reading.record is not None
    play = play_of(reading.record, found, NOW)
    assert len(play_link(play)) <= MOST_IN_A_CODE
    (back,) = readings(play_file([play]))
    again = assess(back, HOW)
    assert (again.verdict, again.problems) == ("legal", [])
    rows = (*POINT_ROWS, "total")
    for sheet, read in zip(found.players, again.players, strict=True):
        assert [getattr(read, row) for row in rows] == [getattr(sheet, row) for row in rows]
