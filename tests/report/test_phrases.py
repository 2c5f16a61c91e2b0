"""Phrases that several outputs share, word for word."""

from __future__ import annotations

from typing import Any

import pytest

from harmonies_cli.records.outcome import VerifiedRecord
from harmonies_cli.records.problems import Problem, more_problems
from harmonies_cli.report.phrases import file_place, outcome_words, points_of, record_place, violation_line
from harmonies_cli.rules.replay.faults import Violation
from harmonies_cli.rules.scoring.scoresheet import Scoresheet


def sheet(player: int, name: str, total: int | None, suns: int | None = None) -> Scoresheet:
    return Scoresheet(player, name, 0, 0, 0, 0, 0, 0, 0, 0, total, 0, 0, None, [], suns=suns)


def record(*sheets: Scoresheet, **changes: Any) -> VerifiedRecord:
    made = VerifiedRecord(source="games.jsonl", line=7)
    made.players = list(sheets)
    for name, value in changes.items():
        setattr(made, name, value)
    return made


ANN, BEN = sheet(1, "Ann", 12), sheet(2, "Ben", None)


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (record(ANN, BEN), "Ann 12, Ben unknown"),
        (record(ANN, BEN, winners=[1]), "Ann wins: Ann 12, Ben unknown"),
        (record(ANN, BEN, winners=[1, 2]), "Ann and Ben win: Ann 12, Ben unknown"),
        (record(sheet(1, "Ann", 12, 1)), "Ann 12, 1 sun"),
        (record(sheet(1, "Ann", 12, 0)), "Ann 12, 0 suns"),
        (record(ANN), "Ann 12"),
        (record(ANN, not_final="it goes on"), "not final (it goes on): Ann 12"),
    ],
)
def test_an_outcome_has_its_words(made: VerifiedRecord, words: str) -> None:
    assert outcome_words(made) == words


def test_players_with_one_name_are_distinguished_by_their_numbers() -> None:
    assert points_of([ANN, sheet(2, "Ann", 3), sheet(3, "", 4)]) == "Ann (1) 12, Ann (2) 3, Player 3 4"


@pytest.mark.parametrize(
    ("line", "problem", "place"),
    [
        (None, None, "a.json"),
        (3, None, "a.json:3"),
        (3, Problem("syntax", ""), "a.json:3"),
        (3, Problem("syntax", "", line=5), "a.json:5"),
        (None, Problem("syntax", "", line=5, column=9), "a.json:5:9"),
        (None, Problem("syntax", "", column=9), "a.json"),
    ],
)
def test_a_place_in_a_file_is_as_exact_as_it_is_known(line: int | None, problem: Problem | None, place: str) -> None:
    assert file_place("a.json", line, problem) == place


@pytest.mark.parametrize(
    ("problem", "place"),
    [
        (Problem("schema", ""), ""),
        (Problem("schema", "", pointer="/turns"), "/turns"),
        (Problem("schema", "", player=2, space="c2", pointer="/players/1"), "player 2, space c2, /players/1"),
        (Problem("schema", "", player=0), "player 0"),
    ],
)
def test_a_place_in_a_record_names_player_space_and_pointer(problem: Problem, place: str) -> None:
    assert record_place(problem) == place


@pytest.mark.parametrize(
    ("turn", "action", "where"),
    [
        (12, 3, " at turn 12, action 3"),
        (12, None, " at turn 12"),
        (0, None, " at the start"),
        (None, None, ""),
    ],
)
def test_a_game_that_breaks_off_says_where(turn: int | None, action: int | None, where: str) -> None:
    fault = Violation("card-limit", turn, 1, action, "/turns", "too many", "")
    line = f"games.jsonl:7: game g1 illegal{where} (card-limit): too many; scored up to there\n"
    assert violation_line(record(ANN, id="g1", violations=[fault])) == line
    assert violation_line(record(ANN, violations=[fault])) == line.replace(" game g1", "")
    assert violation_line(record(ANN)) == ""


def test_a_list_of_problems_says_where_it_ends() -> None:
    problem = more_problems("/players", 2)
    assert (problem.code, problem.pointer, problem.player) == ("schema", "/players", 2)
    assert problem.message == "only the first 50 faults of this part are listed"
