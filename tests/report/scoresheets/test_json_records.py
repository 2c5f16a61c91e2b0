from __future__ import annotations

import json

from harmonies_cli.records.outcome import ScoredRecord
from harmonies_cli.report.formats import Options
from harmonies_cli.report.scoresheets.json_records import JsonWriter, json_element
from tests.report.scoresheets.scored_cases import CASES, written

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
