from __future__ import annotations

import csv
import io
import re
from copy import deepcopy
from unicodedata import category

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from harmonies_cli.records.outcome import ScoredRecord
from harmonies_cli.records.problems import Problem
from harmonies_cli.report.formats import Options
from harmonies_cli.report.scoresheets.csv_markdown import COLUMNS, CsvWriter, escape_markdown
from harmonies_cli.rules.scoring.scoresheet import Scoresheet
from harmonies_cli.safe_text import printable
from tests.report.scoresheets.scored_cases import CASES, Case, written

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


PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
NAMES = st.text(st.sampled_from("\\`*_[]<>|~&#!$@:/w.-+=1)( \nañ漢"), max_size=12)


def inline(tokens: list[Token]) -> list[Token]:
    return [token for token in tokens if token.type == "inline"]


def texts(token: Token) -> str:
    return "".join(child.content for child in token.children or ())


@given(NAMES)
@example("\\|")
@example("a\\")
@example("`|`")
@example("&lt;")
def test_a_name_in_a_table_reads_as_it_is(name: str) -> None:
    shown = printable(name)
    tokens = PARSER.parse(f"|  | 1. {escape_markdown(name)} |\n| --- | --- |\n| a | b |\n")
    assert tokens[0].type == "table_open"
    cells = inline(tokens)
    assert len(cells) == 4
    assert texts(cells[1]) == f"1. {shown}".rstrip()
    assert {child.type for child in cells[1].children or ()} <= {"text", "text_special"}


@given(NAMES)
@example("1. x")
@example("- x")
@example("+")
@example("=")
def test_a_name_at_the_beginning_of_a_remark_opens_nothing(name: str) -> None:
    case = deepcopy(next(case for case in CASES if case.case == "shared win of two with one name"))
    for sheet, called in zip(case.record.players[1:], (name, "x"), strict=True):
        sheet.name = called
    report = written("markdown", Options(), [case]).decode()
    tokens = PARSER.parse(report[report.index("\n- The tie") :])
    assert [token.type for token in tokens].count("list_item_open") == 2
    assert {child.type for token in inline(tokens) for child in token.children or ()} <= {"text", "text_special"}


@pytest.mark.parametrize("explain", [False, True])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.case)
def test_tables_have_a_column_for_each_player(case: Case, explain: bool) -> None:
    tokens = PARSER.parse(written("markdown", Options(explain=explain), [case]).decode())
    rows = [token for token in tokens if token.type == "tr_open"]
    cells = [token for token in tokens if token.type in ("th_open", "td_open")]
    players = len(case.record.players)
    if not explain:
        assert len(cells) == len(rows) * (players + 1)
    assert sum(token.type == "table_open" for token in tokens) == (players > 0) * (1 + players * explain)


def test_totals_are_in_the_table() -> None:
    for case in CASES:
        table = written("markdown", Options(), [case]).decode()
        if case.record.players:
            totals = re.findall(r"^\| \*\*Total\*\* (.*)\|$", table, re.MULTILINE)[0]
            assert re.findall(r"\*\*(.+?)\*\*", totals) == [_total(sheet) for sheet in case.record.players]


def _total(sheet: Scoresheet) -> str:
    return "?" if sheet.total is None else str(sheet.total)


def test_an_excerpt_is_in_a_fence_that_it_cannot_close() -> None:
    case = next(case for case in CASES if case.case == "not readable")
    tokens = PARSER.parse(written("markdown", Options(), [case]).decode())
    (fence,) = [token for token in tokens if token.type == "fence"]
    assert fence.content == '  5 | "name": "```Ann�[2J"\n    |              ^\n'
    assert not [token for token in tokens if token.type.startswith("html")]
