from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

from harmonies_cli.records.assess import assess
from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.outcome import AssessOptions, VerifiedRecord
from harmonies_cli.records.reader import Reading, ReadOptions, read_document
from harmonies_cli.report.terminal import Terminal
from harmonies_cli.report.text_layout import display_width
from harmonies_cli.report.verdicts.verify_job import summary_line, verdict_lines

DATA = Path(__file__).parents[2] / "data"
WIDE = Terminal(width=200)
ILLEGAL = json.loads((DATA / "games" / "illegal.json").read_bytes())
RECORDS = [case["record"] for case in ILLEGAL]
IDS = [record["id"] for record in RECORDS]


def verified(data: bytes, *, keep_going: bool = False) -> tuple[VerifiedRecord, Reading]:
    reading = read_document(Document("games.jsonl", 7, data), ReadOptions())
    return assess(reading, AssessOptions(keep_going=keep_going)), reading


@cache
def verified_case(number: int, *, keep_going: bool = False) -> tuple[VerifiedRecord, Reading]:
    return verified(json.dumps(RECORDS[number]).encode(), keep_going=keep_going)


@cache
def lines_of(number: int, *, keep_going: bool = False, scores: bool = False) -> list[str]:
    record, reading = verified_case(number, keep_going=keep_going)
    return list(verdict_lines(record, reading, WIDE, keep_going=keep_going, scores=scores))


def lines_with(**changes: object) -> list[str]:
    game = json.loads((DATA / "games" / "2p_A_spirits-06.json").read_bytes()) | changes
    return list(verdict_lines(*verified(json.dumps(game).encode()), WIDE))


@pytest.mark.parametrize("number", range(len(RECORDS)), ids=IDS)
def test_illegal_record_gets_place_code_rule_and_board(number: int) -> None:
    record, _ = verified_case(number)
    fault = record.violations[0]
    lines = lines_of(number)
    assert lines[0].startswith(f"games.jsonl:7 ({record.id}): illegal, {fault.code}")
    assert f"turn {fault.turn}" in lines[1]
    assert f"{fault.code}: {fault.message}" in " ".join(" ".join(lines).split())
    # A wrapped line breaks after the rule at the earliest.
    assert any(line.startswith(f"    rule: {fault.rule}"[:70]) for line in lines)
    assert f"    at: {fault.pointer}" in lines
    if fault.player:
        assert f"player {fault.player} ({RECORDS[number]['players'][fault.player - 1]['name']})" in lines[1]
        assert any("/a1 " in line or "!a1 " in line for line in lines)
    if fault.action:
        assert fault.player is not None
        assert f"action {fault.action}: " in lines[1]
        name = RECORDS[number]["players"][fault.player - 1]["name"]
        assert f"    {fault.player}. {name}" in lines, "the board is that of the player at fault"
    assert any(line.startswith("    habitat of the ") for line in lines) == (fault.code == "habitat-missing")


def test_tokens_in_hand_are_shown_while_there_are_any() -> None:
    shown = {fault: [line for line in lines_of(IDS.index(fault)) if line.startswith("    in hand  ")] for fault in IDS}
    assert shown["x0284-habitat"] == []
    hands = {line.removeprefix("    in hand  ") for lines in shown.values() for line in lines}
    assert hands
    assert all(re.fullmatch("[WMTLFH]{1,3}", hand) for hand in hands)


@pytest.mark.parametrize("number", range(len(RECORDS)), ids=IDS)
def test_the_first_fault_is_shown_alike_whether_the_replay_stops_at_it_or_not(number: int) -> None:
    lines, more = lines_of(number), lines_of(number, keep_going=True)
    if "turn-order" not in lines[0]:  # whose turn is played to its end if the replay continues
        assert lines[1:] == more[1 : len(lines)]


def test_the_faults_of_a_text_with_slips_are_shown_as_if_it_had_none() -> None:
    number = IDS.index("x0284-habitat")
    slipped = json.dumps(RECORDS[number])[:-1] + ",}"
    lines = list(verdict_lines(*verified(slipped.encode()), WIDE))
    assert lines[0] == "games.jsonl:7 (x0284-habitat): invalid, 1 problem"
    assert lines[-len(lines_of(number)) + 1 :] == lines_of(number)[1:]


@pytest.mark.parametrize("number", range(len(RECORDS)), ids=IDS)
def test_offending_space_is_marked_on_the_board(number: int) -> None:
    record, _ = verified_case(number)
    fault = record.violations[0]
    if fault.action is None or not fault.turn:
        return
    action = RECORDS[number]["turns"][fault.turn - 1]["actions"][fault.action - 1]
    marks = [line for line in lines_of(number) if re.match(r" +! [a-g]\d: ", line)]
    on_board = "at" in action and fault.code != "no-such-space"
    assert [line.strip() for line in marks] == ([f"! {action['at']}: {fault.code}"] if on_board else [])


def lines_of_code(code: str) -> str:
    numbers = [number for number, case in enumerate(RECORDS) if code in lines_of(number)[0]]
    return "\n".join("\n".join(lines_of(number)) for number in numbers)


@pytest.mark.parametrize(
    ("code", "allowed"),
    [
        ("stack-illegal", "allowed: gray (M) on "),
        ("habitat-missing", "allowed: a cube of the "),
        ("habitat-missing", "habitat of the boar:"),
        ("tokens-not-taken", "allowed: take WWT from 1, WMF from 2, LLF from 3, MML from 4 or MTH from 5"),
        ("central-empty", "allowed: take WTF from 1, WFH from 2 or MMH from 3"),
        ("card-taken-twice", "allowed: no further card this turn"),
        ("token-not-in-hand", "allowed: on g2, which is empty, with WM in hand: blue (W) or gray (M)"),
        ("token-not-in-hand", "in hand  WM"),
        ("card-not-held", "allowed: a cube of the lizard on a1"),
    ],
)
def test_what_would_have_been_allowed_is_reported(code: str, allowed: str) -> None:
    assert allowed in lines_of_code(code)


def test_board_is_that_of_the_moment_of_the_fault() -> None:
    number = IDS.index("x0284-habitat")
    board = "\n".join(line for line in lines_of(number) if not line.startswith("  ! "))
    assert "/   F   \\!!!!!/   T   \\_____/  TH   \\" in board


def test_kept_going_replay_draws_every_fault() -> None:
    game = json.loads((DATA / "games" / "2p_A_spirits-06.json").read_bytes())
    game["turns"][2]["player"] = 2
    game["turns"][6]["refill"]["central"] = {}
    record, reading = verified(json.dumps(game).encode(), keep_going=True)
    lines = list(verdict_lines(record, reading, WIDE, keep_going=True))
    assert len(record.violations) >= 2
    assert f"and {len(record.violations) - 1} more fault" in lines[0]
    assert sum(line.startswith("  turn ") for line in lines) == len(record.violations)
    assert [line for line in lines if re.match(r"    \d\. ", line)] == ["    2. Anna"] * 2


def test_legal_games_show_winner_and_points() -> None:
    assert lines_with(id="g") == ["games.jsonl:7 (g): legal, Anna wins: Dmitri 69, Anna 89, under the rule set bga"]


def test_verdicts_are_painted_in_bold_legal_ones_green_and_all_others_red() -> None:
    terminal = Terminal(width=200, colour=True)
    painted = {
        "legal": "\x1b[1;38;5;2m",
        "illegal": "\x1b[1;38;5;1m",
        "invalid": "\x1b[1;38;5;1m",
    }
    game = (DATA / "games" / "2p_A_spirits-06.json").read_bytes()
    for data in (game, json.dumps(RECORDS[0]).encode(), b"{"):
        record, reading = verified(data)
        first = next(verdict_lines(record, reading, terminal))
        assert f": {painted[record.verdict]}{record.verdict}\x1b[0m" in first, repr(first)


def test_unchecked_parts_are_named() -> None:
    game = json.loads((DATA / "games" / "2p_A_spirits-06.json").read_bytes())
    del game["start"]["row"], game["result"]
    lines = list(verdict_lines(*verified(json.dumps(game).encode()), WIDE))
    assert lines[0].endswith("; not recorded, so not checked: result, start.row")


def test_unfinished_games_show_the_standing() -> None:
    game = json.loads((DATA / "games" / "2p_A_spirits-06.json").read_bytes())
    lines = lines_with(turns=game["turns"][:4], unfinished=True, result={"scores": []})
    assert "legal, not final (the game continues after turn 4): Dmitri 10, Anna 5" in lines[0]


def test_shared_wins_name_all_winners() -> None:
    player = {"board": {"a1": "W"}, "cards": {}}
    position = {
        "format": "harmonies-position",
        "version": 1,
        "side": "A",
        "unfinished": False,
        "players": [{"name": name, **player} for name in ("Ann", "Ben")],
    }
    lines = list(verdict_lines(*verified(json.dumps(position).encode()), WIDE))
    assert lines == ["games.jsonl:7: legal, Ann and Ben win: Ann 0, Ben 0"]


def test_invalid_records_list_all_problems() -> None:
    lines = list(verdict_lines(*verified(b'{"format": "harmonies-game"}'), WIDE))
    record, _ = verified(b'{"format": "harmonies-game"}')
    assert lines[0] == f"games.jsonl:7: invalid, {len(record.problems)} problems"
    assert sum(line.startswith("  ") and ": schema" in line for line in lines) == len(record.problems)
    assert list(verdict_lines(*verified(b'{"format": "harmonies-game"}'), WIDE, scores=True)) == lines


def test_scores_up_to_the_fault_are_given_on_request() -> None:
    assert not any("Total" in line for line in lines_of(0))
    lines = lines_of(0, scores=True)
    assert lines[: len(lines_of(0))] == lines_of(0)
    blank, *pad = lines[len(lines_of(0)) :]
    assert blank == ""
    assert any("Total" in line for line in pad)


@pytest.mark.parametrize(
    ("file", "has_suns"),
    [("games/1p_A_spirits-00.json", True), ("games/2p_A_spirits-06.json", False), ("rulebook-example.json", False)],
)
def test_a_solo_game_is_worth_suns(file: str, has_suns: bool) -> None:
    folder = DATA.parents[1] / "samples" if "example" in file else DATA
    lines = list(verdict_lines(*verified((folder / file).read_bytes()), WIDE, scores=True))
    assert any("Suns" in line for line in lines) == has_suns


def test_hostile_names_cannot_drive_a_terminal() -> None:
    players = [{"name": "\x1b[2Jclear\u202e\n"}, {"name": "x" * 3000}]
    game = json.loads((DATA / "games" / "2p_A_spirits-06.json").read_bytes())
    del game["turns"][3]["actions"][1]
    lines = lines_with(players=players, id="\x07\x1b]0;title\x07", turns=game["turns"])
    assert all(line.isprintable() for line in lines)


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("number", range(len(RECORDS)), ids=IDS)
def test_lines_after_the_first_fit_the_terminal(number: int, width: int) -> None:
    for line in list(verdict_lines(*verified_case(number), Terminal(width=width)))[1:]:
        assert display_width(line) <= width, line


def test_ascii_terminals_get_ascii() -> None:
    seen = set()
    for number in range(len(RECORDS)):
        record, reading = verified_case(number)
        if record.violations[0].code not in seen:
            seen.add(record.violations[0].code)
            assert all(line.isascii() for line in verdict_lines(record, reading, Terminal(unicode=False)))
    assert len(seen) > 20


def test_summary_counts_every_verdict() -> None:
    assert summary_line({"legal": 3, "illegal": 1}) == "4 records: 3 legal, 1 illegal, 0 invalid"
    assert summary_line({"invalid": 1}) == "1 record: 0 legal, 0 illegal, 1 invalid"
