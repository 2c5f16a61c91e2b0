"""``harmonies verify`` with the recorded games, legal and illegal."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.cli.command import ROOT, run
from tests.cli.verdicts import RIGHT_LINE, faults_of, faulty, lines_of, verified
from tests.rules.replay.game_logs import EXPECTED, GAMES, ILLEGAL

DATA = ROOT / "tests" / "data"


# --- the recorded games


def test_every_game_is_legal_finished_and_has_its_result_confirmed() -> None:
    ran = run("verify", *sorted((DATA / "games").glob("*p_*.json")), "--rules", "bga", "--format", "json")
    document = json.loads(ran.out)
    assert ran.status == 0
    assert document["summary"] == {"records": 16, "legal": 16, "illegal": 0, "invalid": 0}
    for element, record in zip(document["records"], GAMES.values(), strict=True):
        assert (element["finished"], element["unchecked"], element["violations"]) == (True, [], [])
        assert element["turns"] == len(record["turns"])
        assert [sheet["total"] for sheet in element["players"]] == record["result"]["scores"]
        if element["id"] in EXPECTED:
            for sheet, due in zip(element["players"], EXPECTED[element["id"]]["bga"], strict=True):
                known = {
                    row: due[row] for row in due if row in sheet and row not in ("cards", "rank", "name", "player")
                }
                assert {row: sheet[row] for row in known} == known


@pytest.mark.parametrize("case", ILLEGAL, ids=lambda case: case["record"]["id"])
def test_every_illegal_game_is_reported_with_its_code_turn_and_action(case: dict[str, Any]) -> None:
    element = verified(case["record"], "--rules", "bga")
    assert element["verdict"] == "illegal"
    assert faults_of(element) == [(case["code"], case["turn"], case["action"])]


def test_later_records_are_unaffected_by_faulty_ones() -> None:
    data = lines_of(
        *(case["record"] for case in ILLEGAL), GAMES["2p_A_nospirits-04"], b"{", RIGHT_LINE.encode(), faulty()
    )
    ran = run("verify", "-", "--format", "jsonl", stdin=data)
    assert ran.status == 1
    found = [(element["line"], element["verdict"]) for element in ran.lines]
    last = len(ILLEGAL)
    assert found[:last] == [(line, "illegal") for line in range(1, last + 1)]
    assert found[last:] == [(last + 1, "legal"), (last + 2, "invalid"), (last + 3, "legal"), (last + 4, "illegal")]
