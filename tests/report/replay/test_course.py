from __future__ import annotations

import pytest

from harmonies_cli.report.replay.course import Chances, Course, course_of
from harmonies_cli.statistics.win_model import win_fit
from tests.report.replay.games import small
from tests.report.replay.stored import documents, replayed

DOCUMENTS = dict(documents())


def test_totals_are_those_of_the_scoresheets() -> None:
    course = course_of(small())
    assert course.totals == ((0, 0), (4, 0), (4, 0))
    assert course.rounds == (0, 1, 1)


@pytest.mark.parametrize("name", ["2p_A_spirits-06", "3p_A_spirits-11", "4p_B_spirits-15"])
def test_chances_are_known_from_the_round_of_the_model_and_certain_at_the_end(name: str) -> None:
    replay = replayed(DOCUMENTS[name])
    course = course_of(replay)
    fit = win_fit(len(replay.sheets), replay.verified.side or "A")
    assert course.chances is not None
    assert fit is not None
    known = [after is not None for after in course.chances.after[:-1]]
    assert known == [number >= fit.from_round for number in course.rounds[:-1]]
    winners = replay.verified.winners
    assert course.chances.after[-1] == tuple(
        (seat in winners) / len(winners) for seat in range(1, len(replay.sheets) + 1)
    )


def test_a_solo_game_has_no_chances() -> None:
    course = course_of(replayed(DOCUMENTS["1p_A_spirits-00"]))
    assert course.chances is None
    assert course.swings == []


def test_a_turn_that_breaks_off_at_a_fault_has_no_chances() -> None:
    course = course_of(replayed(DOCUMENTS["x0284-habitat"]))
    assert course.chances is not None
    assert course.rounds[-1] >= course.chances.from_round
    assert [after is None for after in course.chances.after[-2:]] == [False, True]


def test_swings_are_the_three_turns_that_moved_the_chances_most() -> None:
    after = (None, (0.5, 0.5), (0.65, 0.35), (0.62, 0.38), (0.9, 0.1), (0.4, 0.6), (0.3, 0.7), (0.25, 0.75))
    course = Course(((0, 0),) * len(after), (0,) * len(after), Chances(after, 5, "games"))
    moved = [(swing.turn, swing.player, swing.before, swing.after) for swing in course.swings]
    assert moved == [(2, 1, 0.5, 0.65), (4, 1, 0.62, 0.9), (5, 1, 0.9, 0.4)]
