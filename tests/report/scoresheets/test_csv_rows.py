from __future__ import annotations

import csv
import io
from unicodedata import category

from hypothesis import given
from hypothesis import strategies as st

from harmonies_cli.records.outcome import ScoredRecord
from harmonies_cli.records.problems import Problem
from harmonies_cli.report.formats import Options
from harmonies_cli.report.scoresheets.csv_rows import COLUMNS, CsvWriter
from tests.report.scoresheets.scored_cases import CASES, written

TEXTS = st.text(st.characters(exclude_categories=()), max_size=20)


def rows(text: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text.decode(), newline="")))


def test_every_player_has_a_line_with_the_numbers_of_the_scoresheet() -> None:
    read = iter(rows(written("csv", Options())))
    for case in CASES:
        for sheet in case.record.players:
            row = next(read)
            for column in COLUMNS[6:16]:
                value = getattr(sheet, column)
                assert row[column] == ("" if value is None else str(value))
            assert row["winner"] == {True: "true", False: "false", None: ""}[sheet.winner]
            assert row["player"] == str(sheet.player)
        if not case.record.players:
            assert next(read)["player"] == ""
    assert next(read, None) is None


def test_an_unreadable_record_has_a_line_with_its_problems() -> None:
    problems = [Problem("schema", "a"), Problem("card-unknown", "b"), Problem("schema", "c")]
    pieces: list[bytes] = []
    out = CsvWriter(pieces.append, Options())
    out.add(ScoredRecord(source="x.jsonl", line=3, id="g", problems=problems))
    assert b"".join(pieces) == b"x.jsonl,3,g" + b"," * 16 + b"schema;card-unknown,,\n"


@given(TEXTS, TEXTS)
def test_a_record_is_one_line_whatever_its_texts(source: str, name: str) -> None:
    pieces: list[bytes] = []
    out = CsvWriter(pieces.append, Options())
    out.begin()
    out.add(ScoredRecord(source=source, id=name))
    text = b"".join(pieces)
    assert text.count(b"\n") == 2
    (row,) = rows(text)
    assert len(row["source"]) <= 1 or row["source"][0] not in "=+-@\t\r"
    assert not any(category(letter) in ("Cc", "Cs") for letter in row["id"])
