"""``harmonies score``: files, exit status, and output on a terminal."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from tests.cli.command import ROOT, run, within
from tests.records.assessed import position
from tests.records.typos import RIGHT
from tests.report.scoresheets.scored_cases import STREAMED

EXAMPLE = ROOT / "samples" / "rulebook-example.json"
POSITIONS = ROOT / "samples" / "positions"
TRIANGLE = position({"board": {"a2": "W", "b1": "W", "b2": "W"}, "cards": {}})


# --- files and exit status


def test_files_folders_packed_files_and_standard_input_in_the_order_given(tmp_path: Path) -> None:
    (tmp_path / "many.jsonl").write_text("\n".join([RIGHT.replace("\n", " "), "", json.dumps(TRIANGLE)]) + "\n")
    (tmp_path / "one.json.gz").write_bytes(gzip.compress(RIGHT.encode()))
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "b.json").write_text(RIGHT)
    (tmp_path / "folder" / "a.json").write_bytes(b"\xef\xbb\xbf" + RIGHT.encode())
    with within(tmp_path):
        found = run("score", "one.json.gz", "many.jsonl", "-", "folder", "--format", "json", stdin=RIGHT.encode())
    assert found.status == 0
    places = [(element["source"], element["line"]) for element in found.records]
    assert places == [
        ("one.json.gz", None),
        ("many.jsonl", 1),
        ("many.jsonl", 3),
        ("-", None),
        ("folder/a.json", None),
        ("folder/b.json", None),
    ]


def test_later_records_are_unaffected_by_faulty_ones() -> None:
    good = RIGHT.replace("\n", " ")
    lines = [good, "{", "[]", "3", "null", '"x"', good.replace("TL", "LT"), '{"format": "harmonies-game"}', good]
    ran = run("score", "-", "--format", "jsonl", stdin="\n".join(lines).encode())
    assert ran.status == 1
    assert [element["line"] for element in ran.lines] == list(range(1, len(lines) + 1))
    assert [len(element["problems"]) > 0 for element in ran.lines] == [False, *[True] * 7, False]
    assert [element["kind"] for element in ran.lines] == ["position", *[None] * 5, "position", None, "position"]


def test_an_unreadable_record_gives_an_element_with_its_id() -> None:
    (element,) = run("score", "-", "--format", "json", stdin=b'{"id": "g7", "format": "harmonies-game"}').records
    assert (element["id"], element["kind"], element["side"], element["players"]) == ("g7", None, None, [])


def test_a_missing_file_is_reported_before_anything_is_written(tmp_path: Path) -> None:
    ran = run("score", EXAMPLE, tmp_path / "rulebok.json", "--output", tmp_path / "out.txt")
    assert (ran.status, ran.out, list(tmp_path.iterdir())) == (2, "", [])
    assert "there is no file" in ran.err


def test_texts_from_records_cannot_drive_a_terminal() -> None:
    names = ["\x1b[31mred\x07", "a\nb\tc", "\u202eevil|pipe`<script>", "=cmd()"]
    record = position(*({"name": name, "board": {"a1": "F"}, "cards": {}} for name in names), id="\x1b]0;x\x07")
    data = json.dumps(record).encode()
    for form in STREAMED:
        out = run("score", "-", "--format", form, "--explain", stdin=data).out
        assert not {"\x1b", "\x07", "\t"} & set(out), form
        assert "\u202e" not in out or form in ("json", "jsonl"), form
        assert "<script>" not in out or form in ("json", "jsonl", "csv", "text"), form
    named = run("score", "-", "--format", "json", stdin=data).records[0]["players"]
    assert [sheet["name"] for sheet in named] == names


# --- the terminal


def test_colour_is_for_terminals_or_on_request() -> None:
    assert "\x1b[" not in run("score", EXAMPLE).out
    assert "\x1b[" in run("score", EXAMPLE, "--colour", "always").out
    assert "\x1b[" in run("score", EXAMPLE, environ={"FORCE_COLOR": "1"}).out
    assert "\x1b[" not in run("score", EXAMPLE, environ={"FORCE_COLOR": "1", "NO_COLOR": "1"}).out
    assert "\x1b[" not in run("score", EXAMPLE, "--color", "never", environ={"FORCE_COLOR": "1"}).out


def test_a_file_holds_no_colours(tmp_path: Path) -> None:
    run("score", EXAMPLE, "--output", tmp_path / "out.txt", environ={"FORCE_COLOR": "1"})
    assert "\x1b[" not in (tmp_path / "out.txt").read_text()


@pytest.mark.parametrize("columns", [20, 40, 80, 120])
def test_lines_are_as_wide_as_the_terminal_and_ascii_where_that_is_all_it_shows(columns: int) -> None:
    environ = {"COLUMNS": str(columns), "LC_ALL": "C"}
    out = run("score", POSITIONS, "--explain", environ=environ).out
    assert out.isascii()
    wide = [line for line in out.splitlines() if len(line) > max(columns, 40) and not line.startswith(str(ROOT))]
    assert wide == []
