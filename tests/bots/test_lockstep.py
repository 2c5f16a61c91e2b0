"""Turns of many positions at once: legal, and with the same values as each position by itself."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from harmonies_cli.bots.boards import CUBES_PLANE, HIGH_TRUNK, PLANES, Planes, planes_of
from harmonies_cli.bots.crowd import NO_CARD, Crowd, Setting, crowd_of, crowd_values
from harmonies_cli.bots.evaluation import estimate
from harmonies_cli.bots.habitat_costs import spots_within
from harmonies_cli.bots.interface import View
from harmonies_cli.bots.lockstep import PlayTurns, play_turns
from harmonies_cli.bots.lookahead import every_course, look_ahead, turns_followed
from harmonies_cli.bots.scenarios import Offers, Scenarios, draw_scenarios, next_offers
from harmonies_cli.bots.situation import Situation, States
from harmonies_cli.bots.value_function import PARTS, final_values, points_now
from harmonies_cli.bots.valued_turns import play_valued_turns
from harmonies_cli.bots.weights import SCALE, STEPS, Weights
from harmonies_cli.rules.board.cards import ANIMALS, CARDS, CUBES, SPIRITS
from harmonies_cli.rules.board.habitats import cube_spots
from harmonies_cli.rules.board.sides import SIDES, Side
from harmonies_cli.rules.board.tokens import KINDS
from harmonies_cli.rules.replay.replay import scoresheets
from harmonies_cli.rules.replay.state import Seat
from tests.bots.positions import COPIES, crowd_before, views_of_game, with_views
from tests.training.self_play import GameKind, SelfPlay

HEIGHTS = np.array([len(kind) for kind in KINDS] + [2])


def tokens_on(planes: Planes) -> NDArray[np.intp]:
    total: NDArray[np.intp] = (np.bitwise_count(planes[: HIGH_TRUNK + 1]) * HEIGHTS[:, None]).sum(axis=0)
    return total


@pytest.mark.parametrize("side", "AB")
@pytest.mark.parametrize("players", [1, 2, 3])
def test_points_of_a_position_are_those_of_the_scoresheet(side: str, players: int) -> None:
    game, _ = with_views("greedy", side, players, spirits=True, deal=players)
    sheets, _ = scoresheets(game.table, [str(seat) for seat in range(players)], explain=False)
    for seat, sheet in zip(game.table.seats, sheets, strict=True):
        view = replace(views_of_game(side)[0], seat=seat)
        setting, crowd, _ = crowd_before(view, 0, 1)
        assert sheet.total is not None
        assert points_now(setting, crowd).tolist() == [sheet.total * SCALE]


@pytest.mark.parametrize("side", "AB")
def test_positions_together_get_the_same_estimates_as_singly(side: str) -> None:
    for view in views_of_game(side):
        setting, crowd, _ = crowd_before(view)
        # One card at a time: the estimate of one position also knows which card claims a space.
        for slot in range(len(crowd.cards)):
            card = int(crowd.cards[slot, 0])
            if card == NO_CARD:
                continue
            alone = crowd.select(np.array([0]))
            alone.cards[np.arange(len(alone.cards)) != slot] = NO_CARD
            states = States(alone.planes, alone.placed[slot : slot + 1], np.array([1]), np.ones(1, np.bool_))
            placed = bool(alone.spirit_placed[0])
            situation = Situation(setting.side, (card,), 4 * STEPS, setting.spirit, placed, setting.weights)
            for to_place in (-1, 0, 2):
                one = estimate(situation, states, to_place).values + alone.banked
                many = crowd_values(setting, alone, alone.planes, np.array([0]), to_place)
                assert many.tolist() == one.tolist()


@pytest.mark.parametrize("play", [play_turns, play_valued_turns])
@pytest.mark.parametrize("side", "AB")
@pytest.mark.parametrize("players", [1, 2, 4])
def test_turns_are_legal(side: str, players: int, play: PlayTurns) -> None:
    for view in views_of_game(side, players):
        setting, crowd, offers = crowd_before(view)
        # Each position has a different part of the central board and of the row missing.
        for copy in range(1, COPIES):
            offers.central[copy % len(offers.central), copy] = 0
            offers.row[copy % len(offers.row), copy] = NO_CARD
        played = play(setting, crowd, offers)
        after = played.crowd
        assert (tokens_on(after.planes) == tokens_on(crowd.planes) + 3).all()
        assert (offers.central[played.spaces, np.arange(COPIES)] > 0).all()
        taken = (played.row != offers.row).sum(axis=0)
        assert (taken == after.took).all()
        kinds = after.planes[: HIGH_TRUNK + 1]
        assert (np.bitwise_count(kinds).sum(axis=0) == np.bitwise_count(np.bitwise_or.reduce(kinds, axis=0))).all()
        assert not (after.planes[CUBES_PLANE] & ~np.bitwise_or.reduce(kinds, axis=0)).any()
        # Nothing was built on a stack with a cube.
        under = crowd.planes[: HIGH_TRUNK + 1] & crowd.planes[CUBES_PLANE]
        assert (under & ~kinds == 0).all()


@pytest.mark.parametrize("play", [play_turns, play_valued_turns])
def test_turns_together_are_the_same_as_singly(play: PlayTurns) -> None:
    settings, crowds, found = zip(*(crowd_before(view, copies=2) for view in views_of_game("A")), strict=True)
    assert len(set(settings)) == 1
    setting = settings[0]
    crowd = Crowd(*(np.concatenate(columns, axis=-1) for columns in zip(*crowds, strict=True)))
    offers = Offers(*(np.concatenate(columns, axis=-1) for columns in zip(*found, strict=True)))
    for copy in range(1, COPIES):
        offers.central[copy % len(offers.central), copy] = 0
        offers.row[copy % len(offers.row), copy] = NO_CARD
    everything = np.arange(COPIES)
    crowd_kept, offers_kept = crowd.select(everything), offers.select(everything)
    together = play(setting, crowd, offers)
    before: list[Any] = [*crowd_kept, *offers_kept]
    now: list[Any] = [*crowd, *offers]
    assert all(map(np.array_equal, before, now)), "the input does not change"
    for copy in range(COPIES):
        one = np.array([copy])
        alone = play(setting, crowd.select(one), offers.select(one))
        assert alone.spaces == together.spaces[one]
        assert (alone.row == together.row[:, one]).all()
        of_one: list[Any] = list(alone.crowd)
        of_all: list[Any] = list(together.crowd.select(one))
        assert all(map(np.array_equal, of_one, of_all))


def test_the_value_function_plays_better_than_the_estimate() -> None:
    def mean(play: PlayTurns) -> float:
        played = SelfPlay(GameKind("A", 2, True), 77, range(150), SPIRITS[3], Weights(), play)
        for _ in played.turns():
            pass
        return float(played.points().mean())

    assert mean(play_valued_turns) > mean(play_turns) + 5


def test_in_the_last_turn_every_cube_that_fits_is_placed() -> None:
    for deal in range(6):
        game, _ = with_views("greedy", "A", 2, spirits=True, deal=deal)
        for seat in game.table.seats:
            for card, placed in seat.cards.items():
                assert placed == CUBES[card] or not cube_spots(game.table.side, card, seat.board, seat.cubes)


def board_for_two(side: Side, space: str) -> tuple[int, int, Planes]:
    """Return two animals whose cubes fit only one space, the same for both, and a board where this holds."""
    for first, second in combinations(ANIMALS, 2):
        for turns in range(6):
            wanted: dict[int, set[str]] = {}
            for card, number in ((first, 0), (second, turns)):
                for place in CARDS[card].habitat:
                    q, r = place.q, place.r
                    for _ in range(number):
                        q, r = -r, q + r
                    bit = side.offset(side.bit(space), q, r)
                    wanted.setdefault(-1 if bit is None else bit, set()).add(place.stack)
            if -1 in wanted or any(len(stacks) > 1 for stacks in wanted.values()):
                continue
            planes = np.zeros((PLANES, 1), np.uint32)
            for bit, stacks in wanted.items():
                planes[KINDS.index(stacks.pop())] |= np.uint32(1 << bit)
            spots = spots_within(side, (first, second), planes)[0, :, 0].tolist()
            if spots == [1 << side.bit(space)] * 2:
                return first, second, planes
    raise AssertionError("there are no such animals")


@pytest.mark.parametrize("side", "AB")
def test_a_space_is_not_promised_to_two_cards(side: str) -> None:
    first, second, planes = board_for_two(SIDES[side], "c3")
    # Only finished habitats count, so nothing else is promised.
    weights = Weights(reach=0, slack=0.01)

    def value(cards: tuple[int, ...]) -> int:
        states = States(planes, np.zeros((len(cards), 1), np.intp), np.array([len(cards)]), np.ones(1, np.bool_))
        situation = Situation(SIDES[side], cards, 4 * STEPS, -1, False, weights)
        return int(estimate(situation, states).values[0])

    nothing = value(())
    assert value((first,)) > nothing
    assert value((second,)) > nothing
    assert value((first, second)) == value((first,))


def scenarios_of(view: View, number: int = COPIES) -> Scenarios:
    return draw_scenarios(view, number, 2, Random(5))


@pytest.mark.parametrize("players", [1, 2, 4])
def test_scenarios_hold_what_the_player_can_expect(players: int) -> None:
    for view in views_of_game("A", players):
        scenarios = scenarios_of(view, 40)
        drawn = scenarios.refills.sum(axis=(0, 1))
        for lane in range(6):
            assert ((drawn >> 8 * lane & 255) <= (view.pouch >> 8 * lane & 255)).all()
        for cards in scenarios.cards.reshape(-1, 40).T.tolist():
            known = [card for card in cards if card != NO_CARD]
            assert len(set(known)) == len(known)
            assert not any(view.seen >> card & 1 for card in known)
        assert (scenarios.turns >= 0).all()


def test_what_the_player_empties_is_refilled_and_the_others_take_their_part() -> None:
    view = views_of_game("A", 4)[0]
    _, _, offers = crowd_before(view)
    offers.row[2] = NO_CARD
    scenarios = scenarios_of(view)
    after = next_offers(offers, scenarios, 0, np.full(COPIES, 1))
    for copy in range(COPIES):
        changed = {1, *scenarios.spaces[0, :, copy].tolist()}
        for space in set(range(5)) - changed:
            assert after.central[space, copy] == offers.central[space, copy]
        came = set(scenarios.refills[0, :, copy].tolist())
        assert {int(after.central[space, copy]) for space in changed} <= came
        assert (after.row[:, copy] != NO_CARD).all()


def test_equal_candidates_are_worth_the_same_in_every_scenario() -> None:
    view = views_of_game("A")[0]
    setting, crowd, offers = crowd_before(view)
    values = look_ahead(setting, crowd, offers, np.zeros(COPIES, np.intp), scenarios_of(view))
    assert values.shape == (COPIES, COPIES)
    assert (values == values[:, :1]).all()
    assert len(set(values[:, 0].tolist())) > 1


def test_a_finished_position_is_worth_its_points_in_every_scenario() -> None:
    view = views_of_game("A")[0]
    setting, crowd, offers = crowd_before(view)
    scenarios = scenarios_of(view)
    scenarios.turns[:] = 0
    values = look_ahead(setting, crowd, offers, np.zeros(COPIES, np.intp), scenarios)
    assert (values == points_now(setting, crowd)[0].astype(np.int64) * (PARTS // SCALE)).all()


def test_an_outcome_is_the_mean_of_the_values_after_four_turns_and_at_the_end() -> None:
    view = views_of_game("A")[0]
    setting, crowd, offers = crowd_before(view, copies=2)
    spaces = np.array([0, 1])
    scenarios = draw_scenarios(view, 3, 14, Random(5))
    met = [
        final_values(setting, positions)
        for positions in turns_followed(setting, *every_course(crowd, offers, spaces, scenarios))
    ]
    assert len(met) > 6
    values = look_ahead(setting, crowd, offers, spaces, scenarios)
    assert values.ravel().tolist() == ((met[4] + met[-1]) // 2).tolist()
    assert (met[-1] % PARTS == 0).all(), "games that are over are worth their points"


@pytest.mark.parametrize("side", "AB")
@pytest.mark.parametrize("spirit", [-1, SPIRITS[4]])
def test_the_value_function_foresees_how_games_end(side: str, spirit: int) -> None:
    played = SelfPlay(GameKind(side, 2, spirit >= 0), 77, range(40), spirit, Weights())
    foreseen, owners, last = [], [], np.zeros(40)
    for going in played.turns():
        values = final_values(played.setting, played.crowd.select(going)) / PARTS
        foreseen.append(values)
        owners.append(going)
        last[going] = values
    points = played.points()
    errors = np.concatenate(foreseen) - points[np.concatenate(owners)]
    assert abs(errors.mean()) < 6
    assert errors.std() < points.std()
    # The last position before the end leaves one turn to guess.
    assert np.abs(last - points).mean() < 8


def test_a_seat_without_cards_is_a_position_too() -> None:
    seat = Seat(SIDES["A"])
    situation = Situation(SIDES["A"], (), 4 * STEPS, -1, False, Weights())
    states = States(planes_of(seat), np.zeros((0, 1), np.intp), np.zeros(1, np.intp), np.zeros(1, np.bool_))
    crowd = crowd_of(situation, states, 0)
    assert (crowd.cards == NO_CARD).all()
    assert points_now(Setting(SIDES["A"], Weights(), -1), crowd).tolist() == [0]
