"""The cost of a turn: exact at the end, 0 for the best, divided among its choices, unknown if the record lacks data."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from harmonies_cli.records.game.assess_game import game_log
from harmonies_cli.records.notation import Game
from harmonies_cli.review.moments import Moment, moments_of
from harmonies_cli.review.player_review import accuracy, kind_of, phase_of
from harmonies_cli.review.result import TurnReview
from harmonies_cli.review.turn_review import Effort, review_turn
from harmonies_cli.rules.replay.actions import PlaceCube
from tests.review.played_games import moments_of_game
from tests.review.record_parts import without_refills
from tests.training.review import planted, with_turn

QUICK = Effort(12)


def reviewed(moment: Moment, effort: Effort = QUICK, seed: int = 1) -> TurnReview:
    return review_turn(moment, "player", effort, Random(f"{seed}:{moment.turn}"))


@cache
def reviewed_turn(bots: str, index: int, side: str = "A") -> tuple[Moment, TurnReview]:
    """Return a turn of the first deal with its review, which several tests look at."""
    moment = moments_of_game(bots, 1, side)[index]
    return moment, reviewed(moment)


@pytest.mark.parametrize("side", "AB")
def test_the_parts_of_a_loss_add_up_to_it(side: str) -> None:
    for moment, review in (reviewed_turn("random,greedy", index, side) for index in range(2)):
        assert review.loss is not None
        assert sum(review.parts.values()) == pytest.approx(review.loss)
        assert ("spirit" in review.parts) == (moment.own_turn == 1)
        assert review.value is not None and review.best_value is not None
        assert review.best_value - review.value == pytest.approx(review.loss)


def test_a_choice_that_the_better_turn_shares_is_not_blamed() -> None:
    shared = 0
    for moment, review in (reviewed_turn("random,greedy", index) for index in range(4)):
        assert review.played is not None and review.best is not None
        if review.best.spirit == review.played.spirit and moment.own_turn == 1:
            assert review.parts["spirit"] == 0
            shared += 1
        if review.best.tokens == review.played.tokens:
            assert review.parts["tokens"] == 0
            shared += 1
    assert shared


def test_the_best_turn_found_loses_nothing() -> None:
    moment, review = reviewed_turn("greedy,greedy", 6)
    best = review.best
    assert best is not None
    again = reviewed(with_turn(moment, best.actions), seed=2)
    assert again.kind != "mistake"
    same = reviewed(with_turn(moment, best.actions))
    assert same.loss == 0 and same.error == 0 and set(same.parts.values()) == {0.0}


def test_a_planted_blunder_is_a_mistake() -> None:
    moments = moments_of_game("greedy,greedy", 2)
    blunder = next(found for moment in moments[10:] if (found := planted(moment, 7)) is not None)
    review = reviewed(blunder, Effort(48))
    assert review.kind == "mistake"
    assert review.loss is not None and abs(review.loss - 10) < 5


def test_a_cube_left_out_of_a_last_turn_is_the_part_of_the_cubes() -> None:
    endings = [moment for deal in range(1, 5) for moment in moments_of_game("greedy,greedy", deal)[-1:]]
    compared = 0
    for moment in endings:
        assert moment.played is not None
        if moment.table.ending is not None and isinstance(moment.played.actions[-1], PlaceCube):
            whole, without = reviewed(moment), reviewed(with_turn(moment, moment.played.actions[:-1]))
            assert whole.parts["cubes"] == 0 < without.parts["cubes"]
            assert without.loss is not None and whole.loss is not None
            assert without.loss - whole.loss == without.parts["cubes"]
            compared += 1
    assert compared


def test_a_last_turn_is_exact() -> None:
    endings = [moment for deal in range(1, 7) for moment in moments_of_game("greedy,greedy", deal)[-1:]]
    exact = [reviewed(moment) for moment in endings if moment.table.ending is not None]
    assert exact
    for review in exact:
        assert review.exact and review.error == 0 and review.scenarios == 0
        assert review.loss is not None and review.loss >= 0 and review.loss == int(review.loss)
        assert review.kind == kind_of(review.loss, 0)


def test_the_review_of_a_turn_does_not_depend_on_earlier_reviews() -> None:
    moments = moments_of_game("greedy,greedy", 1)
    alone = reviewed(moments[12])
    for moment in moments[10:12]:
        reviewed(moment)
    assert reviewed(moments[12]) == alone
    assert reviewed(moments[12], seed=2) != alone


def test_more_scenarios_make_a_loss_more_certain() -> None:
    moment, few = reviewed_turn("random,greedy", 4)
    many = reviewed(moment, Effort(84))
    assert few.error is not None and many.error is not None
    assert many.error < few.error
    assert few.scenarios in (12, 24) and many.scenarios in (84, 168)


def test_what_looks_like_a_mistake_is_tried_twice() -> None:
    kinds = {}
    for _, review in (reviewed_turn("random,greedy", index) for index in range(2, 6)):
        kinds[review.kind] = review.scenarios
    assert kinds["mistake"] == 24
    assert kinds.get("sound", 12) in (12, 24)


def test_seconds_bound_the_scenarios_and_the_review_says_how_many() -> None:
    moment = moments_of_game("greedy,greedy", 1)[6]
    short = reviewed(moment, Effort(seconds=0.01))
    assert short.scenarios == 12
    assert reviewed(moment, Effort(seconds=0.8)).scenarios > 12


def test_parts_missing_from_a_record_are_not_judged() -> None:
    game = without_refills(moments_of_game("greedy,greedy", 1), "greedy,greedy", 1)
    assert isinstance(game, Game)
    moments = list(moments_of(game_log(game)))
    first, later = reviewed(moments[0]), reviewed(moments[4])
    assert first.notes == () and "tokens" in first.parts
    assert set(later.parts) == {"spaces", "cubes"}
    assert len(later.notes) == 2 and "tokens" in later.notes[0] and "card" in later.notes[1]
    assert later.best is not None and later.played is not None
    assert later.best.tokens == later.played.tokens and later.best.card == later.played.card


def test_only_what_is_beyond_two_standard_errors_is_blamed() -> None:
    assert [kind_of(loss, 1.0) for loss in (-1.0, 0.0, 2.0, 2.1, 2.9, 3.0, 9.0)] == [
        *["sound"] * 3,
        *["doubtful"] * 2,
        *["mistake"] * 2,
    ]
    assert kind_of(5.0, 3.0) == "sound"
    assert [kind_of(loss, 0.0) for loss in (0.0, 1.0, 3.0)] == ["sound", "doubtful", "mistake"]


def test_accuracy_falls_with_the_loss_from_100_towards_0() -> None:
    values = [accuracy(loss) for loss in np.linspace(-1, 40, 200)]
    assert values[0] == 100 and values[-1] < 0.1
    assert all(first >= second for first, second in pairwise(values))


def test_phases_follow_the_players_own_turns() -> None:
    assert [phase_of(turn) for turn in (1, 4, 5, 8, 9, 14)] == ["opening"] * 2 + ["middle"] * 2 + ["end"] * 2
