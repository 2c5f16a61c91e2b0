from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportion_confint

from harmonies_cli.statistics.strength.certainty import wilson
from harmonies_cli.statistics.strength.intervals import GROUPS, adjusted_mean, bootstrap, group_of, mean


def test_wilson_is_that_of_statsmodels() -> None:
    yes, seats = np.array([0, 3, 30, 7]), np.array([1, 10, 31, 7])
    assert np.allclose(wilson(yes, seats), proportion_confint(yes, seats, method="wilson"))


def test_no_seats_have_no_interval() -> None:
    low, high = wilson([0, 2], [0, 4])
    assert np.isnan([low[0], high[0]]).all()
    assert not np.isnan([low[1], high[1]]).any()


def in_groups(values: list[float], groups: list[int]) -> tuple[np.ndarray, np.ndarray]:
    """Sums and numbers of one kind of game and one cell."""
    total = np.bincount(groups, values, minlength=GROUPS)
    return total[None, :, None], np.bincount(groups, minlength=GROUPS)[None, :, None].astype(float)


def test_games_spread_over_all_groups() -> None:
    counts = np.bincount(group_of(np.arange(64_000)), minlength=GROUPS)
    assert counts.min() > 900
    # Whatever the numbers of games have in common: high bits, low bits or steps.
    counts = np.bincount(group_of(np.arange(64_000) << 24), minlength=GROUPS)
    assert counts.min() > 900


def test_an_interval_reaches_as_far_as_the_linear_theory_says() -> None:
    chance = np.random.default_rng(1)
    values, groups = chance.normal(5, 2, 6400), np.arange(6400) % GROUPS
    found = mean(*in_groups(list(values), list(groups)))
    by_group = values.reshape(-1, GROUPS).mean(axis=0)
    error = by_group.std(ddof=1) / np.sqrt(GROUPS)
    assert found.value[0] == pytest.approx(values.mean())
    assert (found.high[0] - found.low[0]) / 2 == pytest.approx(1.998 * error, rel=0.08)


def test_seats_of_a_game_that_are_alike_say_no_more_than_one() -> None:
    values = list(np.random.default_rng(1).normal(size=200))
    groups = list(group_of(np.arange(200)))
    one, four = mean(*in_groups(values, groups)), mean(*in_groups(values * 4, groups * 4))
    assert np.allclose(one[:3], four[:3])


def test_where_all_are_equal_there_is_no_interval_and_no_p_value() -> None:
    found = mean(*in_groups([2.0] * 50, list(range(50))), null=1.0)
    assert found.value[0] == 2
    assert np.isnan([found.low[0], found.high[0], found.p[0]]).all()


def test_one_group_has_no_interval() -> None:
    found = mean(*in_groups([2.0, 5.0], [7, 7]), null=1.0)
    assert found.value[0] == 3.5
    assert np.isnan([found.low[0], found.p[0]]).all()


@given(st.integers(0, 500), st.integers(5, 300), st.floats(-0.6, 0.6))
def test_p_is_below_the_level_where_the_interval_excludes_the_null(seed: int, number: int, shift: float) -> None:
    chance = np.random.default_rng(seed)
    groups = list(chance.integers(0, GROUPS, number))
    found = mean(*in_groups(list(chance.normal(shift, 1, number)), groups), null=0.0)
    excludes = not found.low[0] <= 0 <= found.high[0]
    assert (found.p[0] < 0.05) == excludes or found.p[0] == pytest.approx(0.05, abs=2e-3)


def test_far_from_the_null_p_continues_to_fall() -> None:
    values, groups = list(np.random.default_rng(2).normal(size=640)), [n % GROUPS for n in range(640)]
    p = [mean(*in_groups([value + shift for value in values], groups), null=0.0).p[0] for shift in (0.2, 0.4, 0.6)]
    assert p[0] > p[1] > p[2] > 0
    assert p[2] < 1e-8


def test_means_are_adjusted_in_each_replicate() -> None:
    """Cell 0 has only kind 0, which scores 10 more: adjusted, it is as good as the others, and as uncertain."""
    chance = np.random.default_rng(4)
    total, number = np.zeros((2, GROUPS, 2)), np.zeros((2, GROUPS, 2))
    for kind in (0, 1):
        for cell in range(2):
            if (kind, cell) == (1, 0):
                continue
            for group in range(GROUPS):
                number[kind, group, cell] = 10
                # What all games of a kind and group have in common cancels in the difference from the kind's mean.
                total[kind, group, cell] = 10 * (10 * (1 - kind)) + chance.normal(0, 3)
    common = chance.normal(0, 40, (2, GROUPS, 1))
    total += common * (number > 0)
    found = mean(total, number, adjusted=True)
    assert found.value == pytest.approx(adjusted_mean(total, number))
    assert found.value[0] == pytest.approx(found.value.mean(), abs=0.1)
    every = total.sum(axis=(0, 2)) / number.sum(axis=(0, 2))
    assert (found.high - found.low)[0] == pytest.approx(2 * 1.998 * every.std() / 8, rel=0.15)


def amounts_of_two_kinds() -> tuple[np.ndarray, np.ndarray]:
    """Kind 0 scores 9 each time and kind 1 scores 1, but cell 2 has only kind 0 and scores almost nothing."""
    chance = np.random.default_rng(6)
    number = np.full((2, GROUPS, 3), 10.0)
    number[1, :, 2] = 0
    total = number * np.array([9.0, 1.0])[:, None, None] * chance.uniform(0.9, 1.1, (2, GROUPS, 3))
    total[0, :, 2] = chance.integers(0, 2, GROUPS)
    return total, number


def test_amounts_adjusted_in_proportion_are_never_below_zero() -> None:
    total, number = amounts_of_two_kinds()
    assert mean(total, number, adjusted=True).value[2] < 0
    found = mean(total, number, proportional=True)
    assert 0 < found.low[2] < found.value[2] < found.high[2] < 0.2
    by_kind = total.sum(axis=(1, 2)) / number.sum(axis=(1, 2))
    expected = (number.sum(axis=1) * by_kind[:, None]).sum(axis=0)
    assert found.value == pytest.approx(total.sum(axis=(0, 1)) / expected * total.sum() / number.sum())


def test_adjusting_in_proportion_keeps_the_mean_of_all_and_of_one_kind() -> None:
    total, number = amounts_of_two_kinds()
    assert mean(total[:1], number[:1], proportional=True).value == pytest.approx(mean(total[:1], number[:1]).value)
    same = number * 3.0
    assert mean(same, number, proportional=True).value == pytest.approx(3)
    nothing = mean(total * 0, number, proportional=True)
    assert list(nothing.value) == [0, 0, 0]
    assert np.isnan(nothing.low).all()


def test_no_interval_of_an_amount_begins_below_zero() -> None:
    number = np.zeros((1, GROUPS, 2))
    number[0, :3] = 1
    total = np.zeros_like(number)
    total[0, 0] = 9  # once something, twice nothing: the interval of three groups is far wider than the replicates
    assert mean(total, number).low[0] < 0
    assert mean(total, number, proportional=True).low[0] == 0


def test_many_cells_are_resampled_as_few_are() -> None:
    chance = np.random.default_rng(2)
    total, number = chance.normal(size=(1, GROUPS, 1)), np.ones((1, GROUPS, 1))
    few, many = mean(total, number), mean(np.repeat(total, 5000, axis=2), np.repeat(number, 5000, axis=2))
    assert np.allclose(few.low[0], many.low)
    assert np.allclose(few.high[0], many.high)


def test_intervals_hold_what_they_promise() -> None:
    chance = np.random.default_rng(5)
    cells = 400
    for games in (30, 100):
        group = chance.integers(0, GROUPS, (games, cells))
        total, number = np.zeros((1, GROUPS, cells)), np.zeros((1, GROUPS, cells))
        wins = chance.random((games, cells)) < 0.5
        for game in range(games):
            np.add.at(total[0], (group[game], np.arange(cells)), wins[game])
            np.add.at(number[0], (group[game], np.arange(cells)), 1)
        found = mean(total, number)
        held = ((found.low <= 0.5) & (found.high >= 0.5)).mean()
        assert 0.92 <= held <= 0.98


def test_a_statistic_of_several_sums() -> None:
    one, two = np.ones((1, GROUPS, 3)), np.full((1, GROUPS, 1), 2.0)
    found = bootstrap(lambda a, b: np.asarray(a.sum(axis=1) / b.sum(axis=1)), one, two, present=one)
    assert found.value.tolist() == [0.5, 0.5, 0.5]
