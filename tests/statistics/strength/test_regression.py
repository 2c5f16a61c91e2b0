from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
import statsmodels.formula.api as smf

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
    assert found.p == pytest.approx(fit.pvalues["flag"])
    assert found.interval == pytest.approx(tuple(fit.conf_int().loc["flag"]))


def test_means_are_those_of_statsmodels(rows: pd.DataFrame) -> None:
    found = mean_effects(rows["game"].to_numpy(), rows["group"].to_numpy(), rows["y"], 5)
    for group, part in rows.groupby("group"):
        fit = smf.ols("y ~ 1", part).fit(cov_type="cluster", cov_kwds={"groups": part["game"]}, use_t=True)
        wanted = [len(part), fit.params["Intercept"], fit.bse["Intercept"], fit.pvalues["Intercept"]]
        assert found.loc[group].tolist() == pytest.approx(wanted)
    assert found.loc[4, "n"] == 0
    assert found.loc[4, ["mean", "error", "p"]].isna().all()


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
