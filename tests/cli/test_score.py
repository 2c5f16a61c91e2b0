"""``harmonies score``: the formats, the options, and its exit status."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import ROOT, run
from tests.records.assessed import position
from tests.records.typos import RIGHT
from tests.report.scoresheets.scored_cases import STREAMED

DATA = ROOT / "tests" / "data"
EXAMPLE = ROOT / "samples" / "rulebook-example.json"
GAME = DATA / "games" / "2p_A_nospirits-04.json"
POSITIONS = ROOT / "samples" / "positions"
RECORD_FIELDS = ["source", "line", "id", "kind", "side", "rules", "players", "winners", "problems", "finished"]
SHEET_FIELDS = [
    *("player", "name", "trees", "mountains", "fields", "buildings", "water", "landscapes", "animals", "spirit"),
    *("total", "animal_cubes", "spirit_cubes", "cards", "items", "rank", "winner", "suns", "other_rules"),
]
PROBLEM_FIELDS = ["code", "pointer", "line", "column", "player", "space", "message", "hint"]
COLUMNS = [
    *("source", "line", "id", "side", "player", "name", "trees", "mountains", "fields", "buildings", "water"),
    *("landscapes", "animals", "spirit", "total", "rank", "winner", "suns", "problems"),
    *("finished", "not_final"),
]
TRIANGLE = position({"board": {"a2": "W", "b1": "W", "b2": "W"}, "cards": {}})


# --- formats


def elements() -> list[dict[str, Any]]:
    return run("score", POSITIONS, GAME, DATA / "typos" / "right.json", "--format", "json").records


def test_the_json_document_has_the_fields_of_the_notation_in_their_order() -> None:
    document = json.loads(run("score", POSITIONS, GAME, "--format", "json").out)
    assert list(document) == ["records"]
    for element in document["records"]:
        assert list(element) == RECORD_FIELDS
        for sheet in element["players"]:
            assert list(sheet) == SHEET_FIELDS
            assert all(list(card) == ["card", "placed", "points"] for card in sheet["cards"] or ())
            assert all(list(item) == ["row", "spaces", "points", "why"] for item in sheet["items"])
    problem = run("score", "-", "--format", "json", stdin=b"{").records[0]["problems"][0]
    assert list(problem) == PROBLEM_FIELDS
    other = run("score", "-", "--format", "json", stdin=json.dumps(TRIANGLE).encode()).records[0]["players"][0]
    assert other["other_rules"] == {"rules": "bga", "water": 5, "total": 5}


def test_jsonl_prints_the_elements_of_the_document_and_nothing_else() -> None:
    document = run("score", POSITIONS, GAME, "--format", "json").records
    assert run("score", POSITIONS, GAME, "--format", "jsonl").lines == document


def test_rows_add_up() -> None:
    for element in elements():
        if "paper-sheet" in element["source"]:
            continue  # it has no boards, so no items
        for sheet in element["players"]:
            landscape = [item for item in sheet["items"] if item["row"] not in ("spirit", "animals")]
            for row in ("trees", "mountains", "fields", "buildings", "water"):
                assert sheet[row] == sum(item["points"] for item in landscape if item["row"] == row)
            if sheet["total"] is not None:
                assert sheet["total"] == sheet["landscapes"] + sheet["animals"] + sheet["spirit"]
                assert sheet["animals"] + sheet["spirit"] == sum(card["points"] for card in sheet["cards"])


def test_csv_has_a_line_a_player_and_one_for_a_record_without() -> None:
    ran = run("score", EXAMPLE, POSITIONS / "landscape-only.json", "-", "--format", "csv", stdin=b"{")
    rows = list(csv.DictReader(io.StringIO(ran.out)))
    assert list(rows[0]) == COLUMNS
    assert [row["total"] for row in rows] == ["116", "", "", ""]
    assert [row["problems"] for row in rows] == ["", "", "", "syntax"]
    assert (rows[0]["winner"], rows[0]["source"], rows[0]["line"], rows[3]["source"]) == ("true", str(EXAMPLE), "", "-")


@pytest.mark.parametrize("form", STREAMED)
def test_every_text_format_is_written_to_a_file_as_to_standard_output(form: str, tmp_path: Path) -> None:
    record = tmp_path / "dated.json"  # without a day, the page's share link has the current time
    record.write_text(json.dumps({**json.loads(EXAMPLE.read_text(encoding="utf-8")), "date": "2026-05-31"}))
    out = tmp_path / "scores"
    shown = run("score", record, "--format", form)
    ran = run("score", record, "--format", form, "--output", out)
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    assert out.read_text(encoding="utf-8") == shown.out
    assert "116" in shown.out


def test_html_holds_the_board_as_a_drawing_and_nothing_from_elsewhere() -> None:
    page = run("score", EXAMPLE, "--format", "html").out
    assert page.count("<svg") == 1
    assert "src=" not in page
    assert "<link" not in page


def test_explain_adds_reasons_to_what_people_read() -> None:
    assert "Why 1. Pauline" in run("score", EXAMPLE, "--explain").out
    assert "Why 1. Pauline" not in run("score", EXAMPLE).out
    assert "0  e5: mountain of height 2 with no mountain beside it" in run("score", EXAMPLE, "--explain").out


def test_a_line_says_where_the_rule_sets_differ_and_by_how_much() -> None:
    out = " ".join(run("score", "-", stdin=json.dumps(TRIANGLE).encode()).out.split())
    assert "under bga the water row is 5 instead of 2, the total 5 instead of 2 (3 more)" in out
    assert "rule sets differ" not in run("score", EXAMPLE).out


# --- options


def test_rules_are_those_asked_for() -> None:
    data = json.dumps(TRIANGLE).encode()
    for asked, water in ((("--rules", "bga"), 5), (("--rules", "rulebook"), 2), ((), 2)):
        (element,) = run("score", "-", *asked, "--format", "json", stdin=data).records
        assert element["players"][0]["water"] == water
        assert element["rules"] == (asked[1] if asked else "rulebook")


@pytest.mark.parametrize(("asked", "shown"), [("Ben", [2]), ("2", [2]), ("1", [1]), ("Ann", [1]), ("ben", [2])])
def test_one_player_by_name_or_number(asked: str, shown: list[int]) -> None:
    tie = POSITIONS / "tie-decided-by-cubes.json"
    ran = run("score", tie, "--player", asked, "--format", "json")
    (element,) = ran.records
    assert ([sheet["player"] for sheet in element["players"]], element["winners"], ran.status) == (shown, [2], 0)


@pytest.mark.parametrize("command", ["score", "show"])
def test_a_player_in_no_record_is_an_error_and_nothing_is_written(command: str, tmp_path: Path) -> None:
    out = tmp_path / ("out.svg" if command == "show" else "out.txt")
    ran = run(command, EXAMPLE, "--player", "Paulina", "--output", out)
    assert (ran.status, out.exists()) == (2, False)
    assert "no record has a player 'Paulina': did you mean \"Pauline\"? the players are Pauline" in ran.err
    assert run(command, EXAMPLE, "--player", "Paulina").out == ""
    assert run("score", EXAMPLE, "--player", "Paulina", "--format", "json").out == ""


def test_the_side_given_is_assumed() -> None:
    data = RIGHT.replace('"side": "A"', '"side": "B"').encode()
    assert run("score", "-", stdin=data).status == 1
    assert run("score", "-", "--side", "a", stdin=data).status == 0


def test_a_game_is_scored_at_its_end_or_after_a_turn() -> None:
    (final,) = run("score", GAME, "--format", "json").records
    claimed = json.loads(GAME.read_text())["result"]["scores"]
    assert [sheet["total"] for sheet in final["players"]] == claimed
    assert (final["kind"], final["rules"], final["winners"]) == ("game", "bga", [1])
    (early,) = run("score", GAME, "--turn", 3, "--format", "json").records
    assert early["winners"] == []
    assert [sheet["winner"] for sheet in early["players"]] == [None, None]
    assert sum(sheet["total"] for sheet in early["players"]) < 30
    assert run("score", GAME, "--turn", 0).status == 2


def test_an_illegal_game_is_scored_up_to_the_fault_which_is_reported(tmp_path: Path) -> None:
    game = json.loads(GAME.read_text())
    game["turns"][6]["actions"].append({"do": "take-tokens", "space": 1})
    path = tmp_path / "g.json"
    path.write_text(json.dumps(game))
    ran = run("score", path, "--format", "json")
    assert ran.status == 1
    assert "illegal at turn 7, action" in ran.err
    assert "(tokens-taken-twice)" in ran.err
    assert [sheet["winner"] for sheet in ran.records[0]["players"]] == [None, None]


def test_an_empty_unfinished_game_is_reported_without_a_turn() -> None:
    game = {"format": "harmonies-game", "version": 1, "side": "A", "players": [{"name": "a"}], "turns": []}
    ran = run("score", "-", stdin=json.dumps(game).encode())
    assert ran.status == 1
    assert "None" not in ran.err
    assert "illegal (game-unfinished)" in ran.err


@pytest.mark.parametrize("command", ["score", "show"])
def test_a_turn_that_no_game_has_is_an_error_and_nothing_is_written(command: str) -> None:
    turns = len(json.loads(GAME.read_bytes())["turns"])
    for files, there_are in (
        ([GAME], f"; there are turns 1 to {turns}"),
        ([EXAMPLE], ""),
        ([GAME, EXAMPLE], f"; there are turns 1 to {turns}"),
    ):
        ran = run(command, *files, "--turn", 99)
        assert (ran.status, ran.out, ran.err) == (2, "", f"Error: no game has a turn 99{there_are}\n")
    assert run(command, GAME, EXAMPLE, "--turn", 3).status == 0


def test_players_of_a_record_wrongly_marked_as_solo_have_no_suns() -> None:
    record = position({"cards": {}}, {"cards": {}}, solo=True)
    out = run("score", "-", stdin=json.dumps(record).encode()).out
    assert '"solo" is true, but there are several players' in out
    assert "Suns" not in out
    assert "Spirit cards" not in out
