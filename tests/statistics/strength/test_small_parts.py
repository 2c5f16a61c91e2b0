from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy.stats import false_discovery_control
from statsmodels.stats.multitest import multipletests

from harmonies_cli.statistics.strength.archetypes import ARCHETYPES, archetypes_of
from harmonies_cli.statistics.strength.certainty import Limits, benjamini_hochberg, with_certainty, with_q
from harmonies_cli.statistics.strength.regression import shrunk
from harmonies_cli.statistics.strength.sample import Kind


def test_q_values_are_those_of_statsmodels_and_missing_ones_do_not_count() -> None:
    p = np.array([0.01, np.nan, 0.04, 0.03, 0.5])
    q = benjamini_hochberg(p)
    known = ~np.isnan(p)
    assert q[known] == pytest.approx(multipletests(p[known], method="fdr_bh")[1])
    assert np.isnan(q[1])
    assert np.isnan(benjamini_hochberg([np.nan])).all()


@pytest.mark.parametrize("seed", range(20))
def test_q_values_of_any_p_values_equal_those_of_scipy(seed: int) -> None:
    chance = np.random.default_rng(seed)
    p = chance.choice([0.0, 1.0, 0.02, *chance.random(5)], int(chance.integers(1, 60)))  # with ties
    p[chance.random(len(p)) < 0.2] = np.nan
    known = ~np.isnan(p)
    q = benjamini_hochberg(p)
    assert np.array_equal(np.isnan(q), ~known)
    if known.any():
        assert q[known] == pytest.approx(false_discovery_control(p[known]), abs=1e-15)


def test_tests_of_a_table_are_one_family() -> None:
    table = with_q({"a_p": [0.01, 0.2], "b_p": [0.03, np.nan]}, "a", "b")
    assert list(table) == ["a_p", "a_q", "b_p", "b_q"]
    assert [*table["a_q"], table["b_q"][0]] == pytest.approx([0.03, 0.2, 0.045])


def test_kinds_in_words() -> None:
    assert str(Kind(2, "A", True)) == "2 players, side A, with spirits"
    assert str(Kind(1, "B", False)) == "solo, side B, no spirits"
    assert str(Kind(3, "", True)) == "3 players, side unknown, with spirits"


def test_certainty_and_place() -> None:
    table = {"n": [29, 30, 99, 100], "points": [9.0, 1.0, 3.0, 3.0]}
    found = with_certainty(table, Limits(), "n", "points")
    assert found["certainty"].tolist() == ["few", "provisional", "provisional", "enough"]
    assert found["place"].tolist() == [pd.NA, 3, 1, 1]
    assert "place" not in with_certainty(table, Limits(), "n")


def test_a_comparison_is_only_as_large_as_its_smaller_group() -> None:
    table = {"taken": [500, 40], "left": [14, 200]}
    assert with_certainty(table, Limits(), ("taken", "left"))["certainty"].tolist() == ["few", "provisional"]


def test_the_smaller_of_two_groups_counts_and_one_without_a_number_does_not() -> None:
    table = {"one": [200.0, 50, np.nan], "other": [20, 200, 20]}
    assert with_certainty(table, Limits(), ("one", "other"))["certainty"].tolist() == ["few", "provisional", "few"]


def test_a_row_without_an_interval_has_no_place() -> None:
    table = {"n": [200, 200], "points": [9.0, 1.0], "points_low": [np.nan, 0.5]}
    assert with_certainty(table, Limits(), "n", "points")["place"].tolist() == [pd.NA, 1]


def test_archetypes() -> None:
    rows = [(5, 4, 0, 0, 0, 9, 18), (5, 4, 0, 0, 0, 10, 19), (5, 5, 0, 0, 0, 1, 11), (0, 0, 0, 0, 0, 0, 0)]
    names = ["trees", "mountains", "fields", "buildings", "water", "animals", "total"]
    found = archetypes_of(pd.DataFrame(rows, columns=names))
    assert [ARCHETYPES[number] for number in found] == ["trees", "trees + animals", "several", "several"]


def test_uncertain_values_are_pulled_towards_zero() -> None:
    value, error = np.array([2.0, -2.0, 2.0, 0.0]), np.array([0.5, 0.5, 3.0, np.nan])
    best, spread = shrunk(value, error, np.array([True, True, True, False]))
    assert best[0] == pytest.approx(-best[1])
    assert 1.5 < best[0] < 2
    assert 0 < best[2] < 0.5 * best[0]
    assert spread[0] < error[0]
    assert np.isnan([best[3], spread[3]]).all()


def test_shrinkage_learns_the_spread_of_the_true_values() -> None:
    chance = np.random.default_rng(1)
    held, kept = 0.0, []
    for spread in (0.0, 0.5, 2.0):
        truth = chance.normal(0, spread, 2000)
        value = truth + chance.normal(size=2000)
        best, error = shrunk(value, np.ones(2000), np.ones(2000, bool))
        kept.append((best @ value) / (value @ value))
        held = float(np.mean(np.abs(best - truth) < 1.96 * error))
        assert (error > 0).all()
        assert held > 0.92
    # The formula of the normal posterior: spread squared over itself plus the squared error.
    assert kept == pytest.approx([0, 0.2, 0.8], abs=0.05)


def test_few_values_are_not_shrunk() -> None:
    assert np.isnan(shrunk(np.array([2.0, 1.0]), np.ones(2), np.ones(2, bool))[0]).all()
