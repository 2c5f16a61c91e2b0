"""Files as they occur in practice: unfinished, with holes, damaged; each with its expected result."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from harmonies_cli.records.assess import assess
from harmonies_cli.records.convert import convert
from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.outcome import AssessOptions, VerifiedRecord
from harmonies_cli.records.reader import ReadOptions, read_document, read_records

CASES = Path(__file__).parents[1] / "data" / "cases"
EXPECTED: dict[str, dict[str, Any]] = json.loads((CASES / "expected.json").read_text(encoding="utf-8"))
LOGS = sorted((Path(__file__).parents[1] / "data" / "bga").glob("**/log-2p*.json.gz"))
STATE = CASES / "19-page-state-gameend-without-scores.json"


def verified(path: Path) -> VerifiedRecord:
    (reading,) = read_records([str(path)])
    return assess(reading, AssessOptions())


def verified_value(value: object) -> VerifiedRecord:
    document = Document("changed.json", None, json.dumps(value).encode())
    return assess(read_document(document, ReadOptions()), AssessOptions(explain=False))


@pytest.mark.parametrize("name", EXPECTED)
def test_every_file_gets_the_expected_answer(name: str) -> None:
    expected, found = EXPECTED[name], verified(CASES / name)
    assert found.verdict == expected["verdict"]
    if "finished" in expected:
        assert found.finished is expected["finished"]
    if "winners" in expected:
        assert found.winners == expected["winners"]
        assert [sheet.player for sheet in found.players if sheet.winner] == expected["winners"]
    if "totals" in expected:
        assert [sheet.total for sheet in found.players] == expected["totals"]
        assert all(sheet.rank for sheet in found.players)
    if "codes" in expected:
        codes = {problem.code for problem in found.problems} | {fault.code for fault in found.violations}
        assert codes == set(expected["codes"])
    if "unchecked" in expected:
        assert found.unchecked == expected["unchecked"]
    if expected.get("has_action"):
        assert all(violation.turn and violation.action for violation in found.violations)
    said = [str(found.not_final), *(problem.message for problem in found.problems)]
    assert any(expected.get("says", "") in text for text in said)


def packets_of(value: Any) -> list[dict[str, Any]]:
    """Return the list of packets in any envelope."""
    if isinstance(value, list) and value and isinstance(value[0], dict) and "packet_id" in value[0]:
        return value
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return next((found for each in inside if isinstance(each, dict | list) and (found := packets_of(each))), [])


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.name)
@pytest.mark.parametrize("is_null", [False, True], ids=["missing", "data null"])
def test_a_hole_is_no_broken_rule(path: Path, is_null: bool) -> None:
    log = json.loads(gzip.decompress(path.read_bytes()))
    packets = packets_of(log)
    whole = list(packets)
    outcomes = set()
    for index in range(3 * is_null, len(whole), 7):
        packets[:] = [*whole[:index], *([{**whole[index], "data": None}] if is_null else []), *whole[index + 1 :]]
        found = verified_value(log)
        outcomes.add(found.verdict)
        if found.verdict == "invalid":
            (problem,) = found.problems
            assert problem.code == "log-incomplete"
            assert str(whole[index]["packet_id"]) in problem.message
            assert "turn" in problem.message
    assert outcomes <= {"legal", "invalid"}
    assert "invalid" in outcomes


def test_all_holes_are_named() -> None:
    log = json.loads(gzip.decompress(LOGS[-1].read_bytes()))
    packets = packets_of(log)
    del packets[60:62], packets[29]
    (problem,) = verified_value(log).problems
    assert "packets 30, 61 to 62 are missing" in problem.message


def test_packets_may_come_in_any_order() -> None:
    log = json.loads(gzip.decompress(LOGS[-1].read_bytes()))
    packets = packets_of(log)
    packets[:] = [*packets[50:], *packets[:50]]
    assert verified_value(log).verdict == "legal"


def test_a_state_that_lost_a_stack_is_not_scored_for_that_player() -> None:
    state = json.loads(STATE.read_text(encoding="utf-8"))
    player = next(iter(state["players"].values()))
    player["tokensOnBoard"].popitem()
    found = verified_value(state)
    assert found.verdict == "invalid"
    assert {problem.code for problem in found.problems} == {"site-differs"}
    assert len(found.players) == 1
    assert found.winners == []
    assert [sheet.rank for sheet in found.players] == [None]


@pytest.mark.parametrize("in_hand", [0, 1, 2, 3])
def test_tokens_in_hand_are_no_difference(in_hand: int) -> None:
    state = json.loads((CASES / "02-midgame-bga-page-state.json").read_text(encoding="utf-8"))
    on_boards = sum(len(stack) for player in state["players"].values() for stack in player["tokensOnBoard"].values())
    on_central = sum(map(len, state["tokensOnCentralBoard"].values()))
    state["remainingTokens"] = 120 - on_boards - on_central - in_hand
    assert verified_value(state).verdict == "legal"


def test_more_tokens_than_the_box_holds_are_reported() -> None:
    state = json.loads((CASES / "02-midgame-bga-page-state.json").read_text(encoding="utf-8"))
    state["remainingTokens"] += 9
    assert [problem.code for problem in verified_value(state).problems] == ["site-differs"]


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.name)
def test_a_converted_log_keeps_ranks_and_cubes_and_stays_legal(path: Path) -> None:
    (conversion,) = convert([str(path)])
    assert conversion.record is not None
    result = conversion.record["result"]
    assert not conversion.lost
    if "ranks" in result:
        assert sorted(result["ranks"])[0] == 1
    assert verified_value(conversion.record).verdict == "legal"


@pytest.mark.parametrize("field", ["ranks", "cubes"])
def test_wrong_ranks_and_cubes_are_a_mismatch(field: str) -> None:
    path = next(path for path in LOGS if "spirits" in path.name)
    (conversion,) = convert([str(path)])
    assert conversion.record is not None
    numbers = conversion.record["result"][field]
    numbers[0] += 1
    found = verified_value(conversion.record)
    assert [violation.code for violation in found.violations] == ["result-mismatch"]
    assert found.violations[0].pointer == f"/result/{field}"
    assert f"{field}: recorded" in found.violations[0].message
