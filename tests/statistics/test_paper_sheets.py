"""Paper sheets count in tables that need only points (totals, rows of the pad, players), and in no others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from harmonies_cli.statistics.analysis import Analysis, analyse
from harmonies_cli.statistics.files.row_source import tables_of
from tests.statistics.strength.synthetic_rows import Plan, row_tables

ROWS = {"trees": 10, "mountains": 7, "fields": 5, "buildings": 10, "water": 8, "animals": 30, "spirit": 0}


def sheet(date: str, ann: Any, ben: Any, **more: Any) -> str:
    players = [{"name": "Ann", "score": ann}, {"name": "Ben", "score": ben}]
    return json.dumps({"format": "harmonies-position", "version": 1, "date": date, "players": players} | more)


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> dict[str, pd.DataFrame]:
    file = tmp_path_factory.mktemp("sheets") / "sheets.jsonl"
    sheets = [
        sheet("2026-05-01", ROWS, ROWS | {"trees": 4, "water": 2}, side="A", spirits=True),
        sheet("2026-05-02", 101, {"trees": 12, "total": 101}, side="A", spirits=True),
        sheet("2026-05-03", 90, {"trees": 12}, side="A", spirits=True),
        sheet("2026-05-04", 80, 70),
    ]
    file.write_text("\n".join(sheets))
    tables, _ = tables_of([str(file)])
    return {name: table.to_pandas() for name, table in tables.items()}


@pytest.fixture(scope="module")
def analysis(rows: dict[str, pd.DataFrame]) -> Analysis:
    return analyse([row_tables(Plan(games=8, seed=3)), rows])


def test_seats_of_a_sheet_have_what_it_gives(rows: dict[str, pd.DataFrame]) -> None:
    seats = rows["seats"].merge(rows["games"][["game", "date"]], on="game").set_index(["date", "name"])
    assert seats.loc["2026-05-01", ["total", "landscapes", "water", "rank", "win_share"]].to_numpy().tolist() == [
        *([70, 40, 8, 1, 1.0], [58, 28, 2, 2, 0.0])
    ]
    tied = seats.loc["2026-05-02"]
    assert tied["win_share"].tolist() == [0.5, 0.5]
    assert tied["trees"].isna().tolist() == [True, False]
    unknown = seats.loc["2026-05-03"]
    assert (unknown["total"].isna().tolist(), unknown["rank"].isna().all()) == ([False, True], True)
    assert seats[["board", "empty_spaces", "cards_taken", "animal_cubes", "turns"]].isna().all(axis=None)
    assert rows["games"].set_index("date")["side"].isna().to_dict()["2026-05-04"]


def test_a_sheet_without_a_total_is_left_out_and_said_so(analysis: Analysis) -> None:
    assert analysis.left_out == {"a total not recorded": 1}
    assert analysis.games == 11
    assert set(analysis.kinds["kind"]) == {"2 players, side A, with spirits", "2 players, side unknown, no spirits"}


def test_totals_rows_and_players_count_sheets(analysis: Analysis) -> None:
    totals = analysis.of_scope("totals", "all")
    assert totals[["winners", "others"]].to_numpy().sum() == 2 * 11
    points = analysis.of_scope("rows", "all").set_index("row")
    assert points.loc["total", "n"] == 10  # both players share one of the eleven games
    assert points.loc["mountains", "n"] == 9
    players = analysis.of_scope("players", "all").set_index("player")
    assert players.loc[["Ann", "Ben"], "n"].tolist() == [3, 3]
    assert players.loc[["Ann", "Ben"], "wins"].tolist() == [2.5, 0.5]
    met = analysis.tables["head_to_head"].query("player == 'Ann'")
    assert met[["opponent", "n", "beaten"]].to_numpy().tolist() == [["Ben", 3, 2.5]]


def test_nothing_else_counts_sheets(analysis: Analysis) -> None:
    for name in ("seats", "archetypes", "openings", "ends"):
        assert analysis.of_scope(name, "all")["n"].sum() == 16, name
    pairs = analysis.of_scope("pairs", "all")
    assert (pairs[["n", "alone_n", "partner_alone_n", "neither_n"]].sum(axis=1) == 16).all()


def test_a_sheet_of_a_case_has_rows() -> None:
    tables, _ = tables_of([str(Path("tests/data/cases/17-score-sheet-only.json"))])
    assert tables["seats"]["total"].to_pylist() == [116, 100]
