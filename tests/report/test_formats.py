""""""

from __future__ import annotations

import json

import msgspec
import pytest

from harmonies_cli.records.outcome import ScoredRecord
from harmonies_cli.report.formats import FORMATS, Extras, JsonWriter, Options, json_element, writer
from tests.report.scoresheets.scored_cases import CASES, DATA, REPORTS, STREAMED, written


@pytest.mark.parametrize("name", REPORTS)
def test_a_report_is_the_stored_one(name: str) -> None:
    form, options, cases = REPORTS[name]
    assert written(form, options, cases).decode() == (DATA / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("form", STREAMED)
def test_every_format_is_complete_without_records(form: str) -> None:
    text = written(form, Options(), []).decode()
    expected = {
        "text": "",
        "jsonl": "",
        "json": '{"records": [\n]}\n',
        "markdown": "# Harmonies scoresheets\n",
        "csv": "source,line,id,side,player,name,trees,mountains,fields,buildings,water,landscapes,animals,spirit,total,"
        "rank,winner,suns,problems,finished,not_final\n",
    }
    if form == "html":
        assert "<p>No records.</p>" in text and text.endswith("</html>\n")
    else:
        assert text == expected[form]


@pytest.mark.parametrize("form", STREAMED)
def test_a_record_is_written_when_it_comes(form: str) -> None:
    pieces: list[bytes] = []
    out = writer(form, pieces.append)
    out.begin()
    before = len(pieces)
    out.add(CASES[0].record)
    assert b"Pauline" in b"".join(pieces[before:])


@pytest.mark.parametrize("form", FORMATS)
def test_only_the_page_asks_for_the_drawing(form: str) -> None:
    asked: list[bool] = []

    def drawing() -> str:
        asked.append(True)
        return "<svg></svg>\n"

    out = writer(form, lambda _: None)
    out.begin()
    out.add(CASES[0].record, extras=Extras(drawing))
    assert bool(asked) == (form == "html")


@pytest.mark.parametrize("form", STREAMED)
def test_undecodable_file_names_do_not_stop_the_output(form: str) -> None:
    pieces: list[bytes] = []
    out = writer(form, pieces.append)
    out.begin()
    out.add(ScoredRecord(source="caf\udce9.json"))
    out.end()
    assert "caf" in b"".join(pieces).decode()


def test_the_cases_cover_everything_that_reports_distinguish() -> None:
    sheets = [sheet for case in CASES for sheet in case.record.players]
    assert {len(case.record.players) for case in CASES} == {0, 1, 2, 3, 4}
    assert any(sheet.other_rules for sheet in sheets)
    assert any(sheet.cards is None for sheet in sheets)
    assert any(sheet.suns is not None for sheet in sheets)
    assert {case.record.kind for case in CASES} == {"position", "game", None}
    assert all(msgspec.json.decode(msgspec.json.encode(case), type=type(case)) == case for case in CASES)


ELEMENT = ["source", "line", "id", "kind", "side", "rules", "players", "winners", "problems", "finished"]
PROBLEM = ["code", "pointer", "line", "column", "player", "space", "message", "hint"]
SCORESHEET = [
    *(
        "player",
        "name",
        "trees",
        "mountains",
        "fields",
        "buildings",
        "water",
        "landscapes",
        "animals",
        "spirit",
        "total",
    ),
    *("animal_cubes", "spirit_cubes", "cards", "items", "rank", "winner", "suns", "other_rules"),
]


def test_fields_are_those_of_the_notation_in_its_order() -> None:
    for record in json.loads(written("json", Options()))["records"]:
        assert [name for name in record if name != "not_final"] == ELEMENT
        assert record["finished"] is not ("not_final" in record) or not record["players"]
        for sheet in record["players"]:
            assert list(sheet) == SCORESHEET
        for problem in record["problems"]:
            assert list(problem) == PROBLEM


def test_lines_hold_the_same_as_the_document() -> None:
    lines = written("jsonl", Options()).decode().split("\n")
    assert lines.pop() == ""
    document = json.loads(written("json", Options()))
    assert document == {"records": [json.loads(line) for line in lines]}
    assert len(lines) == len(CASES)


def test_further_members_close_the_document() -> None:
    pieces: list[bytes] = []
    out = JsonWriter(pieces.append, Options())
    out.begin()
    out.end(summary={"records": 0})
    assert json.loads(b"".join(pieces)) == {"records": [], "summary": {"records": 0}}


def test_half_characters_of_a_file_name_are_escaped() -> None:
    line = json_element(ScoredRecord(source="caf\udce9.json"))
    assert json.loads(line)["source"] == "caf\udce9.json"
    assert line.isascii()
