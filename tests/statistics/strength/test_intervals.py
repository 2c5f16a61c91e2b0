from __future__ import annotations

import numpy as np
import pytest
from statsmodels.stats.proportion import proportion_confint

from harmonies_cli.statistics.strength.intervals import Resampling, wilson


def test_wilson_is_that_of_statsmodels() -> None:
    yes, seats = np.array([0, 3, 30, 7]), np.array([1, 10, 31, 7])
    low, high = wilson(yes, seats)
    assert np.allclose([low, high], proportion_confint(yes, seats, method="wilson"))


def test_no_seats_have_no_interval() -> None:
    low, high = wilson([0, 2], [0, 4])
    assert np.isnan([low[0], high[0]]).all()
    assert not np.isnan([low[1], high[1]]).any()


def plainly(values: list[list[float]], replicates: int, seed: int) -> tuple[float, float]:
    """Resample games one by one."""
    rows = np.random.default_rng((seed, 0)).integers(0, len(values), size=(replicates, len(values)))
    means = [np.mean(np.concatenate([values[game] for game in games])) for games in rows]
    return float(np.quantile(means, 0.025)), float(np.quantile(means, 0.975))


def test_whole_games_are_resampled() -> None:
    chance = np.random.default_rng(3)
    values = [list(chance.normal(size=chance.integers(1, 4))) for _ in range(30)]
    game = np.repeat(np.arange(30), [len(one) for one in values])
    flat = np.concatenate(values)
    mean, low, high = Resampling(30, replicates=50).means(game, np.zeros(len(flat), int), flat, 1)
    assert mean[0] == pytest.approx(flat.mean())
    assert (low[0], high[0]) == pytest.approx(plainly(values, 50, 1), abs=1e-5)


def test_seats_of_a_game_that_are_alike_say_no_more_than_one() -> None:
    value = np.random.default_rng(1).normal(size=200)
    game = np.arange(200)
    one = Resampling(200).means(game, np.zeros(200, int), value, 1)
    four = Resampling(200).means(np.repeat(game, 4), np.zeros(800, int), np.repeat(value, 4), 1)
    assert np.allclose(one, four, atol=1e-6)


def test_many_groups_are_resampled_as_few_are() -> None:
    chance = np.random.default_rng(2)
    game, value = np.repeat(np.arange(100), 2), chance.normal(size=200)
    group = np.zeros(200, int)
    few = Resampling(100).means(game, group, value, 1)
    many = Resampling(100).means(game, group, value, 50)
    assert np.allclose(np.array(few)[:, 0], np.array(many)[:, 0], atol=1e-6)
    assert np.isnan(np.array(many)[:, 1:]).all()


def test_a_group_of_one_game_has_a_mean_and_no_interval() -> None:
    game, group, value = np.array([0, 0, 1, 2]), np.array([0, 0, 1, 1]), np.array([1.0, 3.0, 5.0, 9.0])
    mean, low, high = Resampling(3).means(game, group, value, 2)
    assert mean.tolist() == [2, 7]
    assert np.isnan([low[0], high[0]]).all()
    assert low[1] < 7 < high[1]


def test_missing_values_do_not_count() -> None:
    game, value = np.arange(4), np.array([1.0, np.nan, 3.0, np.nan])
    mean, _, _ = Resampling(4).means(game, np.zeros(4, int), value, 1)
    assert mean[0] == 2


def test_intervals_hold_what_they_promise() -> None:
    chance = np.random.default_rng(5)
    held = 0
    for _ in range(200):
        value = np.repeat(chance.normal(size=60), 2) + chance.normal(size=120)
        _, low, high = Resampling(60, 200).means(np.repeat(np.arange(60), 2), np.zeros(120, int), value, 1)
        held += low[0] <= 0 <= high[0]
    assert 0.89 <= held / 200 <= 0.99
