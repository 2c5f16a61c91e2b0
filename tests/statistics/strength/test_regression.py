from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
import statsmodels.formula.api as smf
from scipy.stats import t, ttest_1samp

from harmonies_cli.statistics.strength.regression import (
    coefficient_columns,
    effect_of,
    mean_difference,
    p_value,
    reach_of,
)


@pytest.fixture
def rows() -> pd.DataFrame:
    chance = np.random.default_rng(1)
    frame = pd.DataFrame({"game": np.repeat(np.arange(80), 3), "cell": np.repeat(np.arange(80) % 3, 3)})
    frame["flag"] = chance.random(240) < 0.3
    frame["player"] = chance.integers(0, 6, 240)
    common = np.repeat(chance.normal(size=80), 3)
    frame["y"] = chance.normal(size=240) + frame["flag"] * common + frame["cell"] + frame["player"] * 0.3
    return frame


def columns(rows: pd.DataFrame, *names: str) -> list[np.ndarray]:
    return [rows[name].to_numpy() for name in names]


@pytest.mark.parametrize("with_player", [False, True])
def test_an_effect_is_that_of_statsmodels(rows: pd.DataFrame, with_player: bool) -> None:
    found = effect_of(*columns(rows, "flag", "y", "cell", "game", *(["player"] if with_player else [])))
    formula = "y ~ flag + C(cell)" + (" + C(player)" if with_player else "")
    model = smf.ols(formula, rows.assign(flag=rows["flag"].astype(float)))
    fit = model.fit(cov_type="cluster", cov_kwds={"groups": rows["game"]}, use_t=True)
    assert found.value == pytest.approx(fit.params["flag"])
    assert fit.bse["flag"] > model.fit().bse["flag"]
    assert found.error == pytest.approx(fit.bse["flag"])
    assert found.clusters == 80


def test_the_larger_of_the_two_errors_makes_interval_and_p_value(rows: pd.DataFrame) -> None:
    rows["flag"] = rows["game"] % 2 == 0
    rows["y"] += rows["flag"] - rows.groupby("game")["y"].transform("mean")
    found = effect_of(*columns(rows, "flag", "y", "cell", "game"))
    model = smf.ols("y ~ flag + C(cell)", rows.assign(flag=rows["flag"].astype(float)))
    plain = model.fit().bse["flag"]
    assert plain > model.fit(cov_type="cluster", cov_kwds={"groups": rows["game"]}).bse["flag"]
    assert found.error == pytest.approx(plain)
    shown = coefficient_columns("x", [found.value], [found.error], [found.clusters], np.array([True]))
    assert shown["x_high"][0] - found.value == pytest.approx(t.ppf(0.975, 79) * plain)
    assert shown["x_p"][0] == pytest.approx(2 * t.sf(abs(found.value) / plain, 79))


def test_an_effect_without_spread_of_its_own_is_not_certain(rows: pd.DataFrame) -> None:
    rows.loc[rows["flag"], "y"] = 0.0
    found = effect_of(*columns(rows.assign(cell=0), "flag", "y", "cell", "game"))
    fit = smf.ols("y ~ flag", rows.assign(flag=rows["flag"].astype(float))).fit()
    assert found.error == pytest.approx(fit.bse["flag"])


def test_where_all_are_equal_nothing_is_known(rows: pd.DataFrame) -> None:
    found = effect_of(*columns(rows.assign(y=1.0), "flag", "y", "cell", "game"))
    shown = coefficient_columns("x", [found.value], [found.error], [found.clusters], np.array([True]))
    assert np.isnan([shown["x_low"][0], shown["x_high"][0], shown["x_p"][0]]).all()


def test_a_spread_of_rounding_is_no_spread(rows: pd.DataFrame) -> None:
    rounding = np.random.default_rng(2).normal(scale=1e-16, size=240)
    found = effect_of(*columns(rows.assign(y=rounding), "flag", "y", "cell", "game"))
    assert 0 < found.error < 1e-15
    shown = coefficient_columns("x", [found.value], [found.error], [found.clusters], np.array([True]))
    assert np.isnan([shown["x_low"][0], shown["x_high"][0], shown["x_p"][0]]).all()
    assert np.isnan([p_value(found.value, found.error, 9), reach_of(found.error, 9)]).all()


def test_missing_values_are_left_out(rows: pd.DataFrame) -> None:
    gaps = rows.assign(y=rows["y"].where(np.arange(240) % 7 != 0))
    kept = gaps.dropna()
    names = ("flag", "y", "cell", "game")
    assert effect_of(*columns(gaps, *names)) == pytest.approx(effect_of(*columns(kept, *names)))


def test_nothing_to_compare_gives_nothing() -> None:
    zeros = np.zeros(4, int)
    assert np.isnan(effect_of(np.zeros(4, bool), np.arange(4.0), zeros, np.arange(4)).value)
    assert np.isnan(effect_of(zeros[:0], [], zeros[:0], zeros[:0]).value)


def test_differences_are_those_of_a_t_test() -> None:
    values = np.random.default_rng(3).normal(0.3, 1, 50)
    found = mean_difference(np.array([values.sum()]), np.array([(values**2).sum()]), np.array([50.0])).iloc[0]
    shown = coefficient_columns("x", [found["mean"]], [found["error"]], [50], np.array([True]))
    test = ttest_1samp(values, 0)
    assert shown["x_p"][0] == pytest.approx(test.pvalue)
    assert (shown["x_low"][0], shown["x_high"][0]) == pytest.approx(tuple(test.confidence_interval()))
