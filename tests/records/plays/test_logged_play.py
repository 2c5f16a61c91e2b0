from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from harmonies_cli.records.plays.logged_play import entry_of, pad_entries, pad_line
from harmonies_cli.rules.scoring.scoresheet import POINT_ROWS
from tests.plays.shared_records import sheet
from tests.records.assessed import assessed

ROWS = {"trees": 4, "mountains": 10, "fields": 10, "buildings": 10, "water": 19, "animals": 50, "spirit": 0}


@given(st.lists(st.text(min_size=1, max_size=60), min_size=1, max_size=4))
def test_written_rows_are_read_back(names: list[str]) -> None:
    scores = [{**ROWS, "animals": 50 + seat} for seat in range(len(names))]
    found = assessed(sheet(*zip(names, scores, strict=True)))
    entries = pad_entries(f"A good evening. {pad_line(found.players)}")
    for name, rows in zip(names, scores, strict=True):
        entry = entry_of(entries, name, sum(rows.values()))
        assert entry is not None and entry.rows == rows


def test_rows_that_are_unknown_are_left_out() -> None:
    found = assessed(sheet(("Ann", {"animals": 50, "landscapes": 40, "spirit": 0, "total": 90}), ("Ben", 80)))
    assert pad_line(found.players) == "Ann 90 = animals 50, spirit 0"


def test_two_players_with_one_total_are_distinguished_by_name_only() -> None:
    entries = pad_entries("Ann 88 = trees 88; Ben 88 = water 88")
    found = [entry_of(entries, name, 88) for name in ("Ben", "Ann", "Cleo")]
    assert [one and dict(one.rows) for one in found] == [{"water": 88}, {"trees": 88}, None]


def test_every_row_can_be_read() -> None:
    rows = ", ".join(f"{row} 1" for row in POINT_ROWS)
    assert list(pad_entries(f"Ann 7 = {rows}")[0].rows) == list(POINT_ROWS)
