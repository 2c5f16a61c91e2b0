from __future__ import annotations

import io
import shutil
import subprocess
import zipfile
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook

from harmonies_cli.report.scoresheets.pad_workbook import PadSheet, pad_workbook
from tests.cli.command import ROOT, run
from tests.records.plays.exports import outcome

SAMPLES = ROOT / "samples" / "positions"
ROWS = ["trees", "mountains", "fields", "buildings", "water", "landscapes", "animals", "spirit", "total"]
FIRST = 7
"""Row of the trees, from 1."""


def blank(*names: str) -> Workbook:
    return load_workbook(io.BytesIO(pad_workbook([PadSheet("", "", "", [(name, {}) for name in names])])))


def saved(book: Workbook) -> bytes:
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def filled(*names: str, **cells: Any) -> bytes:
    book = blank(*names)
    for place, value in cells.items():
        book.worksheets[0][place] = value
    return saved(book)


def test_the_rows_of_a_scored_record_come_back(tmp_path: Path) -> None:
    run("score", SAMPLES, "--format", "xlsx", "-o", tmp_path / "pads.xlsx")
    scored = run("score", SAMPLES, "--format", "json").records
    back = run("score", tmp_path / "pads.xlsx", "--format", "json").records
    for record, read in zip(scored, back, strict=True):
        for sheet, found in zip(record["players"], read["players"], strict=True):
            assert [found[row] for row in ROWS] == [sheet[row] for row in ROWS]


def test_a_pad_filled_in_by_hand_is_read(tmp_path: Path) -> None:
    target = tmp_path / "pad.xlsx"
    assert run("new", "--sheet", "--name", "Ann", "--name", "Ben", "--side", "A", "-o", target).status == 0
    book = load_workbook(target)
    sheet = book.worksheets[0]
    for column, animals in (("B", 40), ("C", "35")):
        for row, points in enumerate([4, 10, 10, 10, 19, None, animals, 0]):
            if points is not None:
                sheet[f"{column}{FIRST + row}"] = points
    sheet["B3"] = "2026-05-31"
    book.save(target)
    ran = run("convert", target, "-o", "-")
    assert ran.status == 0, ran.err
    (record,) = ran.lines
    assert (record["date"], record["side"]) == ("2026-05-31", "A")
    assert [(player["name"], player["score"]["total"]) for player in record["players"]] == [("Ann", 93), ("Ben", 88)]


def test_totals_alone_are_enough() -> None:
    (record,), wrong, _ = outcome(filled("Ann", "Ben", B15=93, C15=88))
    assert [player["score"] for player in record["players"]] == [{"total": 93}, {"total": 88}]
    assert wrong == []


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        ({"B7": "twelve"}, 'trees in cell B7 has "twelve" as points'),
        ({"B7": 3.5}, "trees in cell B7 has"),
        ({"B7": -3}, "trees in cell B7 has"),
        ({"B7": True}, "trees in cell B7 has"),
        ({"B7": datetime(2026, 5, 31)}, 'trees in cell B7 has "2026-05-31 00:00:00" as points'),
        ({"B7": "=2+2"}, "formula without a result"),
        ({"B7": 4}, '"Ben" has no points'),
        ({"B4": "C", "B15": 90, "C15": 80}, 'the side is "C"'),
        ({}, "has no points"),
        ({"B6": None, "C6": None}, "nothing is filled in"),
    ],
)
def test_a_fault_names_its_cell(cells: dict[str, Any], words: str) -> None:
    records, wrong, _ = outcome(filled("Ann", "Ben", **cells))
    assert records == []
    assert any(words in message for message in wrong)


def test_a_pad_without_a_row_of_totals_is_one_too() -> None:
    rows = {"B7": 4, "B8": 1, "B9": 5, "B10": 5, "B11": 2, "B13": 4, "B14": 0}
    [record], _, _ = outcome(filled("Ann", A15=None, **rows))
    assert record["players"][0]["score"]["total"] == 21


def test_all_that_is_wrong_is_reported_at_once() -> None:
    assert len(outcome(filled("Ann", "Ben", B7="x", B8="y", B4="C"))[1]) == 4


def test_a_typed_total_is_checked_against_the_rows() -> None:
    _, wrong, _ = outcome(filled("Ann", B7=4, B8=0, B9=0, B10=0, B11=5, B13=10, B14=0, B15=99))
    assert any("99 claimed" in message for message in wrong)


def test_another_workbook_is_reported(tmp_path: Path) -> None:
    book = Workbook()
    book.worksheets[0]["A1"] = "shopping"
    assert "without a score pad" in outcome(saved(book))[1][0]


def packed(**members: str) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members.items():
            archive.writestr(name.replace("__", "/") + ".xml", text)
    return data.getvalue()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (packed(xl__workbook="<!DOCTYPE x [<!ENTITY a 'b'>]><x/>"), "document type"),
        (packed(xl__workbook="x" * (33 << 20)), "unpacks to more than 32 MB"),
        (packed(xl__workbook="<x"), "damaged"),
        (filled("Ann", B15=90)[:-200], "damaged"),
    ],
)
def test_a_hostile_workbook_is_refused(data: bytes, words: str) -> None:
    records, wrong, _ = outcome(data)
    assert records == [] and words in wrong[0]


@pytest.mark.parametrize("name", ["=cmd|' /C calc'!A1", "@SUM(A1)", "+1", "https://example.org", "<b>", "x" * 500])
def test_a_hostile_name_is_a_text(name: str) -> None:
    cell = blank(name).worksheets[0]["B6"]
    assert (cell.data_type, cell.hyperlink) == ("s", None)
    book = load_workbook(io.BytesIO(pad_workbook([PadSheet(name, "", "", [("Ann", {})])] * 2)))
    assert len({sheet.title for sheet in book.worksheets}) == 2


def test_only_a_score_sheet_is_written_as_a_workbook(tmp_path: Path) -> None:
    assert "give --sheet" in run("new", "-o", tmp_path / "x.xlsx").err
    run("new", "--sheet", "-o", tmp_path / "y.xlsx")
    assert "already exists" in run("new", "--sheet", "-o", tmp_path / "y.xlsx").err


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("soffice") is None, reason="needs LibreOffice")
def test_libreoffice_adds_up_the_sums(tmp_path: Path) -> None:
    points = [4, 10, 10, 10, 19, None, 40, 3]
    cells = {f"B{FIRST + row}": value for row, value in enumerate(points) if value is not None}
    (tmp_path / "pad.xlsx").write_bytes(filled("Ann", "Ben", **cells))  # openpyxl writes formulas without results
    command = ["soffice", "--headless", "--convert-to", "xlsx:Calc MS Excel 2007 XML", "--outdir", tmp_path / "out"]
    subprocess.run([*map(str, command), str(tmp_path / "pad.xlsx")], check=True, timeout=120, capture_output=True)
    sheet = load_workbook(tmp_path / "out" / "pad.xlsx", data_only=True).worksheets[0]
    assert (sheet["B12"].value, sheet["B15"].value) == (53, 96)
    assert not sheet["C15"].value
