from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
import statsmodels.formula.api as smf
from scipy.stats import t

from harmonies_cli.statistics.strength.regression import effect_of, mean_effects


@pytest.fixture
def rows() -> pd.DataFrame:
    chance = np.random.default_rng(1)
    frame = pd.DataFrame({"game": np.repeat(np.arange(80), 3), "strata": np.repeat(np.arange(80) % 3, 3)})
    frame["flag"] = chance.random(240) < 0.3
    frame["y"] = chance.normal(size=240) + frame["flag"] + frame["strata"] + np.repeat(chance.normal(size=80), 3)
    frame["group"] = chance.integers(0, 4, 240)
    return frame


def test_an_effect_is_that_of_statsmodels(rows: pd.DataFrame) -> None:
    found = effect_of(rows["flag"].to_numpy(), rows["y"], rows["strata"].to_numpy(), rows["game"].to_numpy())
    model = smf.ols("y ~ flag + C(strata)", rows.assign(flag=rows["flag"].astype(float)))
    fit = model.fit(cov_type="cluster", cov_kwds={"groups": rows["game"]}, use_t=True)
    assert found.value == pytest.approx(fit.params["flag"])
    assert found.error == pytest.approx(fit.bse["flag"])
    larger = max(fit.bse["flag"], model.fit().bse["flag"])
    assert found.p == pytest.approx(2 * t.sf(abs(found.value) / larger, 79))
    assert found.interval == pytest.approx(tuple(fit.conf_int().loc["flag"]))


def test_means_are_those_of_statsmodels(rows: pd.DataFrame) -> None:
    found = mean_effects(rows["game"].to_numpy(), rows["group"].to_numpy(), rows["y"], 5)
    for group, part in rows.groupby("group"):
        fit = smf.ols("y ~ 1", part).fit(cov_type="cluster", cov_kwds={"groups": part["game"]}, use_t=True)
        wanted = [len(part), fit.params["Intercept"], fit.bse["Intercept"], fit.pvalues["Intercept"]]
        assert found.loc[group].tolist() == pytest.approx(wanted)
    assert found.loc[4, "n"] == 0
    assert found.loc[4, ["mean", "error", "p"]].isna().all()


def test_a_flag_without_spread_of_its_own_is_not_sure(rows: pd.DataFrame) -> None:
    rows.loc[rows["flag"], "y"] = 0.0
    found = effect_of(rows["flag"].to_numpy(), rows["y"], rows["strata"].to_numpy() * 0, rows["game"].to_numpy())
    fit = smf.ols("y ~ flag", rows.assign(flag=rows["flag"].astype(float))).fit()
    assert found.error < fit.bse["flag"]
    clusters = rows["game"].nunique()
    assert found.p == pytest.approx(2 * t.sf(abs(found.value) / fit.bse["flag"], clusters - 1))


def test_who_won_all_games_is_not_infinitely_sure_to_win() -> None:
    values = np.array([1.0] * 30 + [1.0, -1.0] * 30)
    group = np.array([0] * 30 + [1] * 60)
    found = mean_effects(np.arange(90), group, values, 2, alike=True)
    assert found.loc[0, "error"] == 0
    assert found.loc[0, "p"] == pytest.approx(2 * t.sf(np.sqrt(30) / values.std(), 29))
    assert np.isnan(mean_effects(np.arange(90), group, values, 2).loc[0, "p"])


def test_missing_values_are_left_out(rows: pd.DataFrame) -> None:
    columns = [rows[name].to_numpy() for name in ("flag", "y", "strata", "game")]
    gaps = np.where(np.arange(240) % 7 == 0, np.nan, columns[1])
    kept = ~np.isnan(gaps)
    found = effect_of(columns[0], gaps, columns[2], columns[3])
    assert found == pytest.approx(effect_of(*(column[kept] for column in columns)))


def test_nothing_to_compare_gives_nothing() -> None:
    zeros = np.zeros(4, int)
    found = effect_of(np.zeros(4, bool), np.arange(4.0), zeros, np.arange(4))
    assert np.isnan(found[:3]).all()
    assert np.isnan(effect_of(zeros[:0], [], zeros[:0], zeros[:0])[:3]).all()
