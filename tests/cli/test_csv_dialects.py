from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest

from tests.cli.command import ROOT, run

GAMES = ROOT / "samples" / "games"
MARK = "\ufeff"
FRACTION = re.compile(r"(?<=^\d)\.(?=\d+$)")


def rows_of(text: str, delimiter: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text), delimiter=delimiter))


def written(folder: Path, dialect: str | None) -> dict[str, str]:
    """Return all CSV output, by the command that writes it."""
    options = () if dialect is None else ("--csv-dialect", dialect)
    run("export", GAMES, "--to", "csv", "-o", folder / "tables", *options)
    files = {path.name: path.read_text(encoding="utf-8") for path in (folder / "tables").iterdir()}
    return files | {
        "score": run("score", GAMES, "--format", "csv", *options).out,
        "cards": run("cards", "--format", "csv", *options).out,
        "one table": run("export", GAMES, "--table", "seats", *options).out,
    }


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return written(tmp_path_factory.mktemp("plain"), None)


def test_the_default_stays_as_it_is(plain: dict[str, str]) -> None:
    assert {"games.csv", "seats.csv", "rejected.csv", "score", "cards", "one table"} <= plain.keys()
    assert not any(text.startswith(MARK) for text in plain.values())
    assert "0.5" in plain["seats.csv"] or ",1," in plain["seats.csv"]


@pytest.mark.parametrize(("dialect", "delimiter", "decimal"), [("excel", ",", "."), ("excel-eu", ";", ",")])
def test_a_spreadsheet_reads_the_same_values(
    tmp_path: Path, plain: dict[str, str], dialect: str, delimiter: str, decimal: str
) -> None:
    found = written(tmp_path, dialect)
    assert found.keys() == plain.keys()
    for name, text in found.items():
        assert text.startswith(MARK), name
        rows, expected = rows_of(text.removeprefix(MARK), delimiter), rows_of(plain[name], ",")
        assert rows[0] == expected[0]
        for row, wanted in zip(rows, expected, strict=True):
            assert row == [FRACTION.sub(decimal, cell) for cell in wanted], name


def test_tables_of_an_analysis_have_decimal_commas(tmp_path: Path) -> None:
    games = tmp_path / "games.jsonl"
    run("simulate", "--games", "30", "--players", "2", "--bot", "random", "--seed", "1", "-o", games)
    options = ("--tables", "seats,players", "--charts", "none", "--csv-dialect", "excel-eu")
    ran = run("analyse", games, "-o", tmp_path / "report", *options)
    assert ran.status == 0, ran.err
    tables = [path.read_text(encoding="utf-8") for path in (tmp_path / "report" / "tables").glob("*.csv")]
    assert tables and all(text.startswith(MARK) and ";" in text for text in tables)
    numbers = [cell for text in tables for row in rows_of(text, ";") for cell in row]
    assert any("," in cell and cell.replace(",", "").isdecimal() for cell in numbers)


@pytest.mark.parametrize(
    "args", [("score", GAMES), ("cards",), ("export", GAMES, "-o", "set"), ("score", GAMES, "--format", "json")]
)
def test_a_dialect_is_refused_where_no_csv_is_written(args: tuple[object, ...]) -> None:
    ran = run(*args, "--csv-dialect", "excel")
    assert (ran.status, ran.out) == (2, "")
    assert "only where CSV is written" in ran.err
