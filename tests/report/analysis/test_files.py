from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pandas as pd
import pyarrow.parquet as pq
import pytest

from harmonies_cli.errors import UsageError
from harmonies_cli.report.analysis.cells import written
from harmonies_cli.report.analysis.files import analysis_files, write_files
from harmonies_cli.report.analysis.findings import findings
from harmonies_cli.report.analysis.first_findings import first_findings
from harmonies_cli.report.analysis.terminal import summary_lines
from harmonies_cli.report.analysis.views import views_of
from harmonies_cli.report.terminal import Terminal
from harmonies_cli.statistics.analysis import Analysis, analyse
from tests.statistics.strength.synthetic_rows import Plan, row_tables


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    return analyse(row_tables(Plan(games=250, card="otter", card_bonus=5, player_bonus=25, seat_bonus=6)))


@pytest.fixture(scope="module")
def files(analysis: Analysis) -> dict[str, bytes]:
    return dict(analysis_files(analysis, sources=["games.jsonl"], charts=["totals"]))


def plain(table: pd.DataFrame) -> pd.DataFrame:
    """Return a table with one kind of missing value."""
    return table.astype(object).where(table.notna(), None)


def test_each_table_is_there_twice_and_its_columns_are_explained(analysis: Analysis, files: dict[str, bytes]) -> None:
    explained = set()
    for row in csv.DictReader(io.StringIO(files["tables/columns.csv"].decode())):
        assert row["meaning"]
        explained.add((row["table"], row["column"]))
    for name, table in analysis.tables.items():
        from_csv = pd.read_csv(io.BytesIO(files[f"tables/{name}.csv"]))
        from_parquet = pq.read_table(io.BytesIO(files[f"tables/{name}.parquet"])).to_pandas()
        assert list(from_csv) == list(from_parquet) == list(table)
        assert len(from_csv) == len(from_parquet) == len(table)
        assert {(name, column) for column in table} <= explained
        pd.testing.assert_frame_equal(plain(from_parquet), plain(table), check_dtype=False)


def test_summary(analysis: Analysis, files: dict[str, bytes]) -> None:
    summary = json.loads(files["summary.json"])
    assert (summary["format"], summary["version"]) == ("harmonies-analysis", 1)
    assert (summary["records"], summary["games"], summary["seats"]) == (250, 250, 500)
    assert summary["sources"] == ["games.jsonl"]
    assert summary["tables"]["cards"] == 32
    assert set(summary["files"]) == set(files) - {"summary.json"}
    assert summary["findings"] == dict(findings(analysis))


def test_a_planted_effect_stands_out(analysis: Analysis) -> None:
    found = dict(findings(analysis))
    assert found["Cards, points"].startswith(
        "1 of 32 beyond chance, in points. Score more than the other cards: otter (+"
    )
    assert "seat 1 (+" in found["Seat order"]
    assert "Player 0 (+" in found["Players"]
    assert found["Spirits"] == "None of 10 differs beyond chance."


def test_formulas_in_names_are_harmless() -> None:
    tables = row_tables(Plan(games=20))
    tables["seats"]["player"] = tables["seats"]["name"] = "=cmd|' /C calc'!A0"
    tables["seats"].loc[::2, "player"] = "@SUM(A1)"
    written_files = dict(analysis_files(analyse(tables, only=("players", "head_to_head")), charts=[]))
    for name in ("players", "head_to_head"):
        for row in csv.reader(io.StringIO(written_files[f"tables/{name}.csv"].decode())):
            assert not any(cell[:1] in ("=", "@", "+") for cell in row)


@pytest.mark.parametrize("width", [40, 60, 80, 200])
def test_the_terminal_shows_the_first_findings_in_at_most_24_lines(analysis: Analysis, width: int) -> None:
    lines = summary_lines(analysis, Terminal(width=width))
    assert lines[0] == "250 games analysed, 500 seats; 0 of 250 left out"
    assert len(lines) <= 24
    assert max(map(len, lines[1:])) <= width
    assert all(line.isascii() for line in summary_lines(analysis, Terminal(width=width, unicode=False)))


def test_the_terminal_says_what_the_page_says(analysis: Analysis) -> None:
    text = " ".join(" ".join(summary_lines(analysis, Terminal(width=80))).split())
    for finding in first_findings(next(iter(views_of(analysis)))):
        assert f"{finding.title}: {finding.sentence}" in text


@pytest.mark.parametrize(
    ("value", "kind", "text"),
    [
        (1234, "count", "1,234"),
        (0.0004, "q", "<0.001"),
        (0.0421, "q", "0.042"),
        (0.5, "percent", "50 %"),
        (0.0512, "percent", "5.1 %"),
        (0, "percent", "0 %"),
        (7.25, "points", "7.2"),
        (-0.004, "signed", "0.00"),
        (1.5, "signed", "+1.50"),
        (-1.5, "signed", "−1.50"),
    ],
)
def test_numbers(value: float, kind: str, text: str) -> None:
    assert written(value, kind) == text


def test_files_of_an_earlier_analysis_go_and_those_of_others_stay(tmp_path: Path) -> None:
    write_files(tmp_path, [("tables/cards.csv", b"old"), ("charts/seats.svg", b"old"), ("report.html", b"old")])
    (tmp_path / "tables" / "notes.txt").write_text("mine")
    write_files(tmp_path, [("tables/seats.csv", b"new"), ("report.html", b"new")])
    found = {str(file.relative_to(tmp_path)) for file in tmp_path.rglob("*") if file.is_file()}
    assert found == {"tables/seats.csv", "tables/notes.txt", "report.html"}
    assert (tmp_path / "report.html").read_bytes() == b"new"


def test_a_folder_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    (tmp_path / "tables").write_text("a file")
    with pytest.raises(UsageError, match="cannot write"):
        write_files(tmp_path, [("tables/seats.csv", b"new")])
