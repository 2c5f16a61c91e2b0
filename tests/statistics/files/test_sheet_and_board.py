"""A typed board, the sheets and the logged plays of a game count as one game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from harmonies_cli.statistics.files.dataset import Dataset
from harmonies_cli.statistics.files.dataset_tables import read_tables
from harmonies_cli.statistics.files.export import export_rows
from harmonies_cli.statistics.rows.chunk_rows import RowOptions
from harmonies_cli.statistics.rows.rejected import ExportSummary
from tests.cli.command import ROOT, run
from tests.plays.shared_records import sheet
from tests.records.plays.exports import bgg_page, bgg_play

BOARD: dict[str, Any] = json.loads((ROOT / "samples" / "positions" / "real-08.json").read_bytes())
DAY = "2026-05-31"
NAMES = [player["name"] for player in BOARD["players"]]
DATED = {**BOARD, "date": DAY}
SHEET = sheet((NAMES[0], 116), (NAMES[1], 113), date=f"{DAY}T20:15:00")
FULLER = sheet((NAMES[0], 116), (NAMES[1], {"animals": 29, "total": 113}), date=DAY)


def exported(folder: Path, *records: dict[str, Any], name: str = "set") -> tuple[ExportSummary, list[dict[str, Any]]]:
    """Export records, and return the summary and the games that count."""
    file = folder / "records.jsonl"
    file.write_text("".join(f"{json.dumps(record)}\n" for record in records), encoding="utf-8")
    options = RowOptions()
    summary = export_rows([str(file)], Dataset.open_or_create(folder / name, options), options)
    return summary, read_tables(folder / name, ["games"])["games"].to_pylist()


LOUD = sheet((f"  {NAMES[0].upper()}", 116), (NAMES[1], 113), date=DAY)


@pytest.mark.parametrize(
    "records", [(DATED, SHEET), (SHEET, DATED), (SHEET, FULLER, DATED), (DATED, SHEET, FULLER), (LOUD, DATED)]
)
def test_the_board_represents_the_sheets_of_its_day_names_and_totals(
    tmp_path: Path, records: tuple[dict[str, Any], ...]
) -> None:
    summary, games = exported(tmp_path, *records)
    assert len(games) == 1 and games[0]["fingerprint"] is not None
    assert summary.same == len(records) - 1
    assert summary.rejected == [] and summary.disagreements == []
    assert {one.code for one in summary.same_games} == {"same-game"}


def test_a_board_that_comes_later_replaces_the_sheet(tmp_path: Path) -> None:
    exported(tmp_path, SHEET)
    summary, games = exported(tmp_path, DATED)
    assert summary.replaced == 1
    assert len(games) == 1 and games[0]["fingerprint"] is not None


@pytest.mark.parametrize("records", [(SHEET, FULLER), (FULLER, SHEET)])
def test_the_fuller_of_two_sheets_counts(tmp_path: Path, records: tuple[dict[str, Any], ...]) -> None:
    _, games = exported(tmp_path, *records)
    assert [game["date"] for game in games] == [DAY]


@pytest.mark.parametrize(
    "other",
    [
        {**SHEET, "date": "2026-06-01"},
        sheet((NAMES[0], 116), (NAMES[1], 112), date=DAY),
        sheet((NAMES[0], 116), ("Somebody", 113), date=DAY),
        {**SHEET, "unfinished": True},
    ],
)
def test_another_day_name_or_total_is_another_game(tmp_path: Path, other: dict[str, Any]) -> None:
    assert len(exported(tmp_path, DATED, other)[1]) == 2


@pytest.mark.parametrize(
    "records",
    [
        (BOARD, SHEET),
        (DATED, {**SHEET, "date": "2026-05"}),
        (DATED, sheet((NAMES[0], 116), (NAMES[1], 113))),
    ],
)
def test_without_a_day_both_count_with_a_message(tmp_path: Path, records: tuple[dict[str, Any], ...]) -> None:
    summary, games = exported(tmp_path, *records)
    assert len(games) == 2
    (line,) = summary.disagreements
    assert "may be one game" in line.lower() and "records.jsonl:1, " in line and "records.jsonl:2" in line


@pytest.mark.parametrize("record", [DATED, BOARD], ids=["dated", "undated"])
def test_two_boards_of_the_same_totals_are_two_games(tmp_path: Path, record: dict[str, Any]) -> None:
    turned = json.loads(json.dumps(record))
    turned["players"][0] = {"name": NAMES[0], "board": {"a1": "F", "a2": "F"}, "cards": {}}
    other = json.loads(json.dumps(turned))
    other["players"][0]["board"] = {"b1": "F", "b2": "F"}
    summary, games = exported(tmp_path, turned, other)
    assert len({game["totals_hash"] for game in games}) == 1 and len(games) == 2
    assert (summary.same, summary.disagreements) == (0, [])


def test_a_typed_board_and_its_logged_play_are_one_game(tmp_path: Path) -> None:
    (tmp_path / "board.json").write_text(json.dumps(DATED), encoding="utf-8")
    play = bgg_play((f"user:{NAMES[0]}", "116"), (NAMES[1], "113"))
    (tmp_path / "plays.xml").write_bytes(bgg_page(play))
    ran = run("export", tmp_path / "board.json", tmp_path / "plays.xml", "-o", tmp_path / "tables")
    assert ran.status == 0
    assert "1 duplicate of games already counted" in ran.err
    assert "same-game" in (tmp_path / "tables" / "rejected.csv").read_text(encoding="utf-8")
