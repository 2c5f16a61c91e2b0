"""The bots play legally, the same for the same seed, and as well as they should."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from harmonies_cli.bots import planner
from harmonies_cli.bots.candidates import Candidates
from harmonies_cli.bots.interface import View, view_of
from harmonies_cli.bots.last_turn import LastTurn, points_of_seat
from harmonies_cli.bots.planner import PlannerBot, PlannerParameters, StrongBot, StrongParameters
from harmonies_cli.bots.random_bot import RandomBot, RandomParameters
from harmonies_cli.bots.scenarios import Scenarios
from harmonies_cli.bots.value_function import PARTS
from harmonies_cli.review.moments import seat_after
from harmonies_cli.rules.board.cards import CARDS
from harmonies_cli.rules.board.sides import MOST_EMPTY_AT_END, SIDES
from harmonies_cli.rules.replay.actions import Action, ChooseSpirit, DiscardCard, PlaceCube, PlaceToken, TakeCard
from harmonies_cli.rules.replay.refills import deal
from harmonies_cli.rules.replay.state import GameState
from harmonies_cli.simulate.driver import PlayedGame, deal_game, play_game, player_chance, start_of
from harmonies_cli.simulate.series import Fixture, Terms, play_fixture
from tests.review.played_games import moments_of_game

_QUICK = "width_1=4,width_2=4,width_3=4,candidates=4,scenarios=1,finalists=8"
QUICK_PLANNER = f"planner:{_QUICK}"
QUICK_STRONG = f"strong:{_QUICK},spirit_scenarios=2"


@cache
def mean_total(bot: str, games: int) -> float:
    totals = [
        total for game in range(games) for total in play_fixture(Terms(900), Fixture(game, "", (bot,) * 2)).totals
    ]
    return sum(totals) / len(totals)


def test_greedy_beats_random_by_far() -> None:
    assert mean_total("greedy", 12) > 88
    assert mean_total("random", 50) < 40


def test_weights_are_data_that_change_the_play() -> None:
    fixture = Fixture(1, "", ("greedy", "greedy"))
    other = fixture._replace(bots=("greedy:empty=20", "greedy:empty=20"))
    first, second = (play_fixture(Terms(5), played) for played in (fixture, other))
    assert first.line != second.line


def test_width_of_the_search_does_not_hurt() -> None:
    assert mean_total("greedy:width_1=1,width_2=1,width_3=1,finalists=1", 12) < mean_total("greedy", 12) + 3


@pytest.mark.slow
def test_greedy_and_planner_reach_their_marks_on_games_nobody_tuned_on() -> None:
    assert mean_total("greedy", 200) >= 99
    assert mean_total("planner", 40) >= 114


def test_a_time_limit_changes_the_scenarios_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stopped clock leaves time for all scenarios; one that leaps ahead leaves none after the first."""

    def line(settings: str, step: float) -> bytes:
        clock = iter(number * step for number in range(10**6))
        monkeypatch.setattr(planner, "monotonic", lambda: next(clock))
        monkeypatch.setattr(planner, "_MOST_SCENARIOS", 3)
        game = play_fixture(Terms(5), Fixture(2, "", (QUICK_PLANNER + settings,)))
        return game.line.replace((QUICK_PLANNER + settings).encode(), b"bot")

    assert line(",seconds=100", 0.0) == line("", 0.0)
    assert line(",seconds=0.5", 1.0) != line("", 0.0)


@pytest.mark.parametrize("bot", ["random", "greedy", QUICK_PLANNER, QUICK_STRONG])
def test_the_same_seed_gives_the_same_game(bot: str) -> None:
    fixture = Fixture(3, "id", (bot,) if "scenarios" in bot else (bot, bot))
    assert play_fixture(Terms(5), fixture).line == play_fixture(Terms(5), fixture).line


def test_each_round_keeps_half_of_the_candidates_and_doubles_the_scenarios() -> None:
    def rounds(seconds: float) -> list[tuple[int, int]]:
        bot = PlannerBot(PlannerParameters(candidates=20, scenarios=3, seconds=seconds))
        return list(islice(bot._rounds(), 6))

    assert rounds(0) == [(20, 3), (10, 6), (5, 12), (2, 24)], "as long as there are two"
    assert rounds(1) == [(20, 3), (10, 6), (5, 12), (2, 24), (2, 24), (2, 24)]


@pytest.mark.parametrize("better", [0, 1])
def test_strong_keeps_the_spirit_with_the_best_followed_turn(better: int, monkeypatch: pytest.MonkeyPatch) -> None:
    state = GameState(SIDES["A"], 2, spirits=True)
    deal(state, start_of(deal_game(5, 1, 2, spirits=True), state))
    view = view_of(state)
    wanted = view.spirits[better]

    def values(self: Candidates, scenarios: Scenarios) -> NDArray[np.int64]:
        worth = 7 if self.setting.spirit == wanted else 5
        return np.full((len(scenarios.turns), len(self.numbers)), worth, np.int64)

    monkeypatch.setattr(Candidates, "values", values)
    bot = StrongBot(StrongParameters(width_1=4, width_2=4, width_3=4, candidates=4, scenarios=1, finalists=8))
    assert bot.play(view, Random(1))[0] == ChooseSpirit(CARDS[wanted].id)


NARROW = PlannerParameters(width_1=2, width_2=2, width_3=2, candidates=2, scenarios=1, finalists=2)


@pytest.mark.parametrize("deal", range(1, 5))
def test_the_planner_plays_the_best_of_all_last_turns(deal: int) -> None:
    view = moments_of_game("greedy,greedy", deal)[-1].view()
    best = LastTurn(view).best()
    assert best is not None
    seat = seat_after(view, PlannerBot(NARROW).play(view, Random(1)))
    assert points_of_seat(view, seat) == best.points


@pytest.mark.parametrize(("empty", "exact"), [(8, True), (9, False)])
def test_only_a_nearly_full_board_is_searched_completely(
    empty: int, exact: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    views = [moment.view() for deal in range(1, 9) for moment in moments_of_game("greedy,greedy", deal)]
    view = replace(next(view for view in views if view.seat.empty == empty), ending="spaces")
    searched: list[View] = []

    class Searched(LastTurn):
        def __init__(self, view: View) -> None:
            searched.append(view)
            super().__init__(view)

    monkeypatch.setattr(planner, "LastTurn", Searched)
    seat = seat_after(view, PlannerBot(NARROW).play(view, Random(1)))
    assert seat.empty < empty
    assert len(searched) == exact


@pytest.mark.parametrize("more", [-1, 0, 1])
def test_the_planner_ends_the_game_at_once_if_going_on_brings_no_more(
    more: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = next(
        view
        for deal in range(1, 9)
        for view in (moment.view() for moment in moments_of_game("greedy,greedy", deal))
        if view.ending is None and view.seat.empty - MOST_EMPTY_AT_END in (1, 2)
    )
    ending = LastTurn(view).best(most_empty=MOST_EMPTY_AT_END)
    assert ending is not None
    monkeypatch.setattr(
        Candidates,
        "values",
        lambda self, scenarios: np.full((len(scenarios.turns), len(self.numbers)), (ending.points + more) * PARTS),
    )
    monkeypatch.setattr(planner, "is_over", lambda _, crowd: np.zeros(len(crowd.turns), bool))
    actions = PlannerBot(NARROW).play(view, Random(1))
    assert (tuple(actions) == ending.actions) is (more <= 0)


def game_of(bot: RandomBot, players: int = 1, side: str = "A") -> PlayedGame:
    deal = deal_game(6, 1, players, spirits=True)
    return play_game(SIDES[side], [bot] * players, deal, [player_chance(6, 1, seat) for seat in range(players)])


def kinds(game: PlayedGame) -> set[type[Action]]:
    return {type(action) for turn in game.turns for action in turn.actions}


def test_random_does_what_its_parameters_say() -> None:
    never = game_of(RandomBot(RandomParameters(card=0, cube=0, discard=0)))
    assert not kinds(never) & {TakeCard, PlaceCube, DiscardCard}
    always = game_of(RandomBot(RandomParameters(card=0, cube=1, discard=1)))
    assert DiscardCard in kinds(always)
    assert all(isinstance(turn.actions[-1], DiscardCard) for turn in always.turns)
    assert TakeCard in kinds(game_of(RandomBot(RandomParameters(card=1, cube=1))))


class _Recorder:
    """Notes where each token of the first turn goes."""

    def __init__(self) -> None:
        self.inner = RandomBot(RandomParameters())
        self.spaces: set[str] = set()

    def play(self, view: View, chance: Random) -> Sequence[Action]:
        actions = self.inner.play(view, chance)
        self.spaces |= {action.at for action in actions if isinstance(action, PlaceToken)}
        return actions


def test_random_uses_every_space() -> None:
    recorder = _Recorder()
    for game in range(6):
        deal = deal_game(2, game, 2, spirits=False)
        play_game(SIDES["B"], [recorder] * 2, deal, [player_chance(2, game, seat) for seat in (1, 2)])
    assert recorder.spaces == set(SIDES["B"].spaces)


def test_a_view_is_a_copy() -> None:
    table = GameState(SIDES["A"], 2, spirits=False)
    view = view_of(table)
    view.seat.stacks[0] = 1
    view.seat.cards[3] = 0
    assert table.seats[0].stacks[0] == 0
    assert table.seats[0].cards == {}
    assert view.seats[0] is view.seat
