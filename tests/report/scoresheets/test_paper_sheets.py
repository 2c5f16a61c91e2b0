"""Paper score sheets on the pad: what the sheet gives stands there, what it leaves open is marked."""

from __future__ import annotations

import msgspec
import pytest

from harmonies_cli.records.outcome import ScoredRecord
from harmonies_cli.report.scoresheets.pad import pad
from harmonies_cli.report.scoresheets.remarks import remarks
from tests.records.assessed import assessed

ROWS = {"trees": 4, "mountains": 10, "fields": 10, "buildings": 10, "water": 19, "animals": 63, "spirit": 12}


@pytest.fixture(scope="module")
def tied_sheet() -> ScoredRecord:
    players = [{"name": "Ann", "score": ROWS}, {"name": "Ben", "score": 128}]
    return assessed({"format": "harmonies-position", "version": 1, "players": players})


def cells(record: ScoredRecord) -> dict[str, list[str]]:
    return {row.row: [entry.number for (entry,) in row.entries] for group in pad(record) for row in group}


def test_a_row_that_the_sheet_gives_stands_though_the_cards_are_unknown(tied_sheet: ScoredRecord) -> None:
    assert cells(tied_sheet)["spirit"] == ["12", "?"]
    assert cells(tied_sheet)["animals"] == ["63", "?"]


def test_equal_totals_share_the_win_and_say_nothing_of_cubes(tied_sheet: ScoredRecord) -> None:
    assert cells(tied_sheet)["cubes"] == ["?", "?"]
    assert remarks(tied_sheet) == ["Ann and Ben share the win: 128 points each."]
    assert [msgspec.to_builtins(player)["rank"] for player in tied_sheet.players] == [1, 1]
