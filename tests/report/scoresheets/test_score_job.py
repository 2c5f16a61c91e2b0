from __future__ import annotations

import re
from pathlib import Path

import pytest
from wcwidth import wcswidth

from harmonies_cli.records.outcome import ScoredRecord
from harmonies_cli.records.problems import Problem
from harmonies_cli.report.formats import Options
from harmonies_cli.report.scoresheets.score_job import problem_lines
from harmonies_cli.report.terminal import Terminal
from tests.report.scoresheets.scored_cases import CASES, Case, written

WITH_PLAYERS = [case for case in CASES if case.record.players]
_ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def lines(case: Case, **terminal: object) -> list[str]:
    options = Options(explain=True, terminal=Terminal(**terminal))  # type: ignore[arg-type]
    return written("text", options, [case]).decode().splitlines()


@pytest.mark.parametrize("width", [40, 80, 120, 200])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.case)
def test_no_line_is_wider_than_the_terminal(case: Case, width: int) -> None:
    assert max(map(wcswidth, lines(case, width=width))) <= width


@pytest.mark.parametrize("unicode", [True, False])
@pytest.mark.parametrize("case", WITH_PLAYERS, ids=lambda case: case.case)
def test_all_lines_of_a_table_are_equally_wide(case: Case, unicode: bool) -> None:
    signs = "│├┌└" if unicode else "|+"
    table = [line for line in lines(case, unicode=unicode, width=200) if line and line[0] in signs]
    assert len(table) > 15
    assert len(set(map(wcswidth, table))) == 1


@pytest.mark.parametrize(("width", "tables"), [(20, 4), (40, 4), (80, 2), (120, 1)])
def test_players_are_side_by_side_if_there_is_room(width: int, tables: int) -> None:
    four = next(case for case in CASES if case.case.startswith("four players"))
    assert sum(line.startswith("┌") for line in lines(four, width=width)) == tables


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.case)
def test_colours_change_nothing_but_the_paint(case: Case) -> None:
    painted = lines(case, colour=True)
    plain = [_ESCAPE.sub("", line) for line in painted]
    assert painted != plain
    assert [" ".join(line.split()) for line in plain] == [" ".join(line.split()) for line in lines(case)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.case)
def test_an_ascii_terminal_gets_ascii(case: Case) -> None:
    assert all(line.isascii() for line in lines(case, unicode=False, encoding="ascii"))


def test_names_send_nothing_to_the_terminal() -> None:
    for case in CASES:
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", "\n".join(lines(case)))


def test_reasons_add_up_to_the_rows() -> None:
    for case in WITH_PLAYERS:
        rows: list[tuple[int, list[int]]] = []
        for line in lines(case, width=200):
            if head := re.fullmatch(r"  [A-Z][a-z]+ (\d+)", line):
                rows.append((int(head[1]), []))
            elif reason := re.match(r"    +(\d+)  \S", line):
                rows[-1][1].append(int(reason[1]))
        assert len(rows) >= 5 * len(case.record.players)
        assert all(total == sum(points) for total, points in rows)


def test_a_problem_gives_place_fault_and_remedy() -> None:
    problem = Problem(
        "no-such-space", "side A has no space f1", pointer="/players/1/board/f1", player=2, hint="side B?"
    )
    record = ScoredRecord(source="my games.jsonl", line=9)
    assert list(problem_lines(record, problem, Terminal())) == [
        "my games.jsonl:9: no-such-space",
        "  side A has no space f1",
        "  at player 2, /players/1/board/f1",
        "  hint: side B?",
    ]


def test_an_excerpt_keeps_its_columns() -> None:
    problem = Problem("syntax", "a comma is missing:\n  5 | \tx\x1b[2J\n    |  ^", line=5, column=2)
    shown = list(problem_lines(ScoredRecord(source=str(Path("a.json"))), problem, Terminal(width=20)))
    assert shown == ["a.json:5:2: syntax", "  a comma is", "  missing:", "    5 | �x�[2J", "      |  ^"]
