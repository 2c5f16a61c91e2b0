"""Paper score sheets on the pad: rows that the sheet gives are shown, the others are marked as unknown."""

from __future__ import annotations

import msgspec
import pytest

from harmonies_cli.records.outcome import ScoredRecord
from harmonies_cli.report.formats import Options, writer
from harmonies_cli.report.scoresheets.pad import pad
from harmonies_cli.report.scoresheets.pad_notes import remarks
from tests.records.assessed import assessed

ROWS = {"trees": 4, "mountains": 10, "fields": 10, "buildings": 10, "water": 19, "animals": 63, "spirit": 12}


@pytest.fixture(scope="module")
def tied_sheet() -> ScoredRecord:
    players = [{"name": "Ann", "score": ROWS}, {"name": "Ben", "score": 128}]
    return assessed({"format": "harmonies-position", "version": 1, "players": players})


def cells(record: ScoredRecord) -> dict[str, list[str]]:
    return {row.row: [entry.number for (entry,) in row.entries] for group in pad(record) for row in group}


def test_a_row_that_the_sheet_gives_is_shown_even_if_the_cards_are_unknown(tied_sheet: ScoredRecord) -> None:
    assert cells(tied_sheet)["spirit"] == ["12", "?"]
    assert cells(tied_sheet)["animals"] == ["63", "?"]


def test_equal_totals_share_the_win_without_a_word_about_cubes(tied_sheet: ScoredRecord) -> None:
    assert cells(tied_sheet)["cubes"] == ["?", "?"]
    assert remarks(tied_sheet) == ["Ann and Ben share the win: 128 points each."]
    assert [msgspec.to_builtins(player)["rank"] for player in tied_sheet.players] == [1, 1]


@pytest.mark.parametrize(("cubes", "points"), [(1, "?"), (0, "0")])
def test_the_points_of_a_spirit_are_unknown_without_its_row(cubes: int, points: str) -> None:
    player = {"name": "Ann", "score": 100, "cards": {"lion": cubes}}
    record = assessed({"format": "harmonies-position", "version": 1, "players": [player]})
    assert cells(record)["spirit"] == [points]


@pytest.mark.parametrize("form", ["text", "markdown", "html"])
def test_nothing_is_explained_that_only_a_board_can_show(form: str, tied_sheet: ScoredRecord) -> None:
    pieces: list[bytes] = []
    out = writer(form, pieces.append, Options(explain=True))
    out.begin()
    out.add(tied_sheet)
    out.end()
    text = b"".join(pieces).decode()
    assert "128" in text
    assert "none on the board" not in text
    assert "None" not in text
