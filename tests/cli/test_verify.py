"""``harmonies verify``: the documents, the options, and output on a terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import ROOT, run, within
from tests.cli.verdicts import RIGHT_LINE, faults_of, faulty, lines_of, verified
from tests.rules.replay.game_logs import GAMES, edited
from tests.rules.replay.generated_games import generated

DATA = ROOT / "tests" / "data"
GAME = DATA / "games" / "2p_A_nospirits-04.json"
FIELDS = [
    *("source", "line", "id", "kind", "side", "rules", "players", "winners", "problems"),
    *("finished", "verdict", "end", "turns", "violations", "unchecked"),
]
VIOLATION_FIELDS = ["code", "turn", "player", "action", "pointer", "message", "rule"]


# --- documents


def test_the_document_has_the_fields_of_the_notation_in_their_order() -> None:
    document = json.loads(run("verify", "-", "--format", "json", stdin=lines_of(faulty(), RIGHT_LINE.encode())).out)
    assert list(document) == ["records", "summary"]
    assert document["summary"] == {"records": 2, "legal": 1, "illegal": 1, "invalid": 0}
    assert list(document["summary"]) == ["records", "legal", "illegal", "invalid"]
    for element in document["records"]:
        assert [name for name in element if name != "not_final"] == FIELDS
    (violation,) = document["records"][0]["violations"]
    assert list(violation) == VIOLATION_FIELDS
    assert violation["pointer"] == "/turns/6/actions/" + str(len(faulty()["turns"][6]["actions"]) - 1)


def test_jsonl_prints_each_element_and_the_summary_elsewhere() -> None:
    data = lines_of(faulty(), RIGHT_LINE.encode())
    ran = run("verify", "-", "--format", "jsonl", stdin=data)
    assert ran.lines == run("verify", "-", "--format", "json", stdin=data).records
    assert ran.err == "2 records: 1 legal, 1 illegal, 0 invalid\n"


def test_a_position_verifies_as_legal_or_invalid() -> None:
    legal, invalid = verified(RIGHT_LINE.encode()), verified(RIGHT_LINE.replace("TL", "LT").encode())
    for element, verdict in ((legal, "legal"), (invalid, "invalid")):
        state = [element[name] for name in ("verdict", "kind", "finished", "end", "turns", "violations", "unchecked")]
        assert state == [verdict, "position", True, None, 0, [], []]
    assert [problem["code"] for problem in invalid["problems"]] == ["stack-impossible"]
    assert legal["players"][0]["total"] == 116


def test_the_sheets_of_an_illegal_game_are_those_after_its_last_legal_action() -> None:
    element = verified(faulty())
    assert (element["finished"], element["winners"]) == (False, [])
    assert [sheet["winner"] for sheet in element["players"]] == [None, None]
    (until,) = run("score", "-", "--turn", "7", "--format", "jsonl", stdin=lines_of(edited("2p_A_nospirits-04"))).lines
    assert [sheet["landscapes"] for sheet in element["players"]] == [sheet["landscapes"] for sheet in until["players"]]


# --- options


def test_text_shows_place_rule_and_board_of_a_fault() -> None:
    out = run("verify", "-", stdin=lines_of(faulty())).out
    for shown in (
        "turn 7, player 1 (Dmitri), action",
        "tokens-taken-twice",
        "rule: 4. A turn",
        "/turns/6/actions/",
    ):
        assert shown in out
    assert "a1" in out
    assert out.endswith("1 record: 0 legal, 1 illegal, 0 invalid\n")


def test_quiet_omits_legal_records() -> None:
    ran = run("verify", GAME, "--quiet")
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    ran = run("verify", GAME, "-", "-q", stdin=lines_of(faulty()))
    assert ran.status == 1
    assert ran.out.startswith("-")


@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_output_for_programs_has_an_element_for_every_record_quiet_or_not(form: str) -> None:
    data = lines_of(GAMES["2p_A_nospirits-04"], faulty())
    ran = run("verify", "-", "--quiet", "--format", form, stdin=data)
    elements = ran.records if form == "json" else ran.lines
    assert [element["verdict"] for element in elements] == ["legal", "illegal"]
    assert ran.err == ""


def test_fail_fast_stops_at_the_first_record_that_is_not_legal() -> None:
    data = lines_of(GAMES["2p_A_nospirits-04"], faulty(), GAMES["2p_A_nospirits-04"])
    ran = run("verify", "-", "--fail-fast", "--format", "json", stdin=data)
    assert [element["verdict"] for element in ran.records] == ["legal", "illegal"]
    assert json.loads(ran.out)["summary"]["records"] == 2


def test_scores_shows_the_pad_of_a_legal_and_of_an_illegal_game() -> None:
    assert "Total" not in run("verify", GAME).out
    assert "Total" in run("verify", GAME, "--scores").out
    assert "Total" in run("verify", "-", "--scores", stdin=lines_of(faulty())).out


def test_keep_going_lists_all_faults_that_could_be_carried_out() -> None:
    record = edited("2p_A_nospirits-04")
    record["turns"][2]["refill"]["row"] = []
    record["turns"][5]["player"] = 1
    assert len(faults_of(verified(record))) == 1
    codes = [code for code, _, _ in faults_of(verified(record, "--keep-going"))]
    assert codes[0] == "refill-wrong"
    assert "turn-order" in codes


def test_a_result_is_checked_under_the_records_own_rule_set() -> None:
    record = {**generated(2, "A", 7), "rules": "rulebook", "result": {"scores": [41, 46], "winners": [2]}}
    of_bga = {**record, "rules": "bga", "result": {"scores": [44, 46], "winners": [2]}}
    for asked in ((), ("--rules", "bga"), ("--rules", "rulebook")):
        assert verified(record, *asked)["verdict"] == "legal"
        assert verified(of_bga, *asked)["verdict"] == "legal"
        element = verified({**of_bga, "rules": "rulebook"}, *asked)
        assert faults_of(element) == [("result-mismatch", len(record["turns"]), None)]
        assert element["violations"][0]["message"].endswith("the rule set bga explains it")


def test_verdicts_are_written_to_a_file_whole(tmp_path: Path) -> None:
    out = tmp_path / "verdicts.json"
    ran = run("verify", GAME, "--format", "json", "--output", out)
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    assert json.loads(out.read_text())["summary"]["legal"] == 1
    text = tmp_path / "verdicts.txt"
    run("verify", GAME, "-o", text, environ={"FORCE_COLOR": "1"})
    assert text.read_text() == run("verify", GAME).out


def test_unrecorded_parts_are_named(tmp_path: Path) -> None:
    record = edited("2p_A_spirits-06")
    del record["start"]
    for turn in record["turns"]:
        turn.pop("refill", None)
    (tmp_path / "g.json").write_text(json.dumps(record))
    with within(tmp_path):
        (element,) = run("verify", "g.json", "--format", "json").records
        text = run("verify", "g.json").out
    unchecked = ["refill.central", "refill.row", "result", "start.central", "start.row", "start.spirits"]
    unchecked.append("take-tokens")
    assert (element["verdict"], element["unchecked"]) == ("legal", unchecked)
    assert "not checked: " + ", ".join(unchecked) in " ".join(text.split())


# --- the terminal


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_an_ascii_terminal_is_shown_ascii_in_lines_that_fit(columns: int) -> None:
    environ = {"COLUMNS": str(columns), "LC_ALL": "C"}
    out = run("verify", "-", "--scores", environ=environ, stdin=lines_of(faulty())).out
    assert out.isascii()
    assert max(len(line) for line in out.splitlines()[1:]) <= max(columns, 60)


def test_colour_only_on_request() -> None:
    data = lines_of(faulty())
    assert "\x1b[" not in run("verify", "-", stdin=data).out
    assert "\x1b[" in run("verify", "-", "--colour", "always", stdin=data).out
    assert "\x1b[" not in run("verify", "-", environ={"FORCE_COLOR": "1", "NO_COLOR": "1"}, stdin=data).out
