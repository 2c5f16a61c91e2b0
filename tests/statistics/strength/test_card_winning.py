"""Cards, pairs and offers compared with independent computations over plain rows."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pandas as pd
import pytest
import statsmodels.formula.api as smf
from scipy.stats import t
from statsmodels.discrete.conditional_models import ConditionalLogit
from statsmodels.duration.survfunc import SurvfuncRight

from harmonies_cli.statistics.analysis import Analysis, analyse
from harmonies_cli.statistics.strength.certainty import Limits
from harmonies_cli.statistics.strength.ratings import expected_by_strength
from tests.statistics.strength.synthetic_rows import Plan, row_tables

PLANS = (
    Plan(games=400, seed=11, ratings=False, regulars=5),
    Plan(games=200, players=3, side="B", spirits=False, seed=12),
)
LIMITS = Limits(20, 60)


@pytest.fixture(scope="module")
def tables() -> dict[str, pd.DataFrame]:
    return row_tables(*PLANS)


@pytest.fixture(scope="module")
def analysis(tables: dict[str, pd.DataFrame]) -> Analysis:
    return analyse(tables, limits=LIMITS, only=("cards", "pairs", "offers"))


def seats_of(tables: dict[str, pd.DataFrame]) -> pd.DataFrame:
    seats = tables["seats"].merge(tables["games"][["game", "players", "side"]], on="game")
    seats = seats.assign(win_points=seats["players"] * seats["win_share"], kind=seats["players"])
    game, player = pd.factorize(seats["game"])[0], pd.factorize(seats["player"], sort=True)[0]
    columns = seats["win_share"].to_numpy(), seats["players"].to_numpy()
    return seats.assign(expected=expected_by_strength(game, player, *columns))


class Held:
    """The cards of seats, counted round by round."""

    def __init__(self, tables: dict[str, pd.DataFrame]) -> None:
        players = tables["games"].set_index("game")["players"]
        cards = tables["cards"]
        done = (cards["turn_completed"] - 1) // cards["game"].map(players) + 1
        self._rounds = cards.assign(done=done).groupby(["game", "seat"])[["round_taken", "done"]]
        self._rounds = {seat: rows.to_numpy() for seat, rows in self._rounds}
        self._spirits = tables["spirits"].query("chosen").groupby(["game", "seat"]).size().to_dict()

    def before(self, game: int, seat: int, number: int) -> tuple[int, bool]:
        """Return the unfinished cards of a seat before one of its rounds, and whether one is finished in it."""
        taken, done = self._rounds[game, seat].T
        before = int((taken < number).sum() - (done < number).sum()) + self._spirits.get((game, seat), 0)
        return before, bool((done == number).any())


def opportunities(tables: dict[str, pd.DataFrame], card: str) -> Iterator[dict[str, object]]:
    """Yield takers and leavers of a card, with the round and unfinished cards when they took it or first could have."""
    held = Held(tables)
    taken = tables["cards"].query("card == @card").set_index(["game", "seat"])["round_taken"]
    seen = tables["offers"].query("card == @card").sort_values("turn")
    for (game, seat), number in taken.items():
        yield {"game": game, "seat": seat, "flag": 1.0, "view": (number, held.before(game, seat, number)[0])}
    for (game, seat), rows in seen.groupby(["game", "seat"]):
        if (game, seat) in taken.index:
            continue
        for number in rows["round"]:
            before, finished = held.before(game, seat, number)
            if before < 4 or finished:
                yield {"game": game, "seat": seat, "flag": 0.0, "view": (number, before)}
                break


@pytest.mark.parametrize("card", ["otter", "koala"])
def test_improvement_is_a_regression_on_matched_takers_and_leavers(
    tables: dict[str, pd.DataFrame], analysis: Analysis, card: str
) -> None:
    rows = pd.DataFrame(opportunities(tables, card)).merge(seats_of(tables), on=["game", "seat"])
    rows["cell"] = rows["view"].astype(str) + rows["kind"].astype(str)
    found = analysis.tables["cards"].query("scope == 'all'").set_index("card").loc[card]
    assert found["left"] == (rows["flag"] == 0).sum()
    assert found["improvement_n"] == min((rows["flag"] == 0).sum(), (rows["flag"] == 1).sum())
    for name, formula in (
        ("improvement", "win_points ~ flag + C(cell)"),
        ("improvement_adjusted", "I(win_points - expected) ~ flag + C(cell) + C(player)"),
    ):
        model = smf.ols(formula, rows)
        fits = model.fit(), model.fit(cov_type="cluster", cov_kwds={"groups": rows["game"]}, use_t=True)
        error = max(fit.bse["flag"] for fit in fits)
        assert found[name] == pytest.approx(fits[0].params["flag"])
        reach = (found[f"{name}_high"] - found[f"{name}_low"]) / 2
        assert reach == pytest.approx(error * 1.96, rel=0.02)


def test_points_over_others_are_a_regression_with_a_constant_for_each_kind(
    tables: dict[str, pd.DataFrame], analysis: Analysis
) -> None:
    rows = tables["cards"].merge(tables["games"][["game", "players"]], on="game")
    rows = rows.assign(flag=(rows["card"] == "otter").astype(float))
    model = smf.ols("points ~ flag + C(players)", rows)
    clustered = model.fit(cov_type="cluster", cov_kwds={"groups": rows["game"]}, use_t=True)
    error = max(model.fit().bse["flag"], clustered.bse["flag"])
    found = analysis.tables["cards"].query("scope == 'all'").set_index("card").loc["otter"]
    assert found["points_over_others"] == pytest.approx(clustered.params["flag"])
    assert found["points_over_others_p"] == pytest.approx(2 * t.sf(abs(clustered.params["flag"]) / error, 599))


def test_the_effect_is_against_the_average_card(tables: dict[str, pd.DataFrame], analysis: Analysis) -> None:
    seats = seats_of(tables).sort_values(["game", "seat"], ignore_index=True)
    held = (
        tables["cards"]
        .assign(one=1.0)
        .pivot_table(index=["game", "seat"], columns="card", values="one", fill_value=0, observed=True)
    )
    x = (
        seats[["game", "seat"]]
        .merge(held.reset_index(), on=["game", "seat"], how="left")
        .drop(columns=["game", "seat"])
    )
    whole = seats.groupby("game")["win_share"].transform("max") == 1
    assert whole.mean() > 0.9
    found = analysis.tables["cards"].query("scope == 'all'").set_index("card")["logit"]
    assert found.sum() == pytest.approx(0, abs=1e-9)
    # statsmodels has no shared victories: the first winner of each counts here, which changes little.
    chosen = (seats.groupby("game")["win_share"].rank(method="first", ascending=False) == 1).astype(float)
    fit = ConditionalLogit(chosen.to_numpy(), x.iloc[:, :-1].to_numpy(), groups=seats["game"].to_numpy()).fit(
        disp=False
    )
    wanted = np.append(fit.params, 0) - np.append(fit.params, 0).mean()
    assert found[x.columns].to_numpy() == pytest.approx(wanted, abs=0.25)
    assert np.corrcoef(found[x.columns], wanted)[0, 1] > 0.97


def pair_rows(tables: dict[str, pd.DataFrame], one: str, other: str) -> pd.DataFrame:
    seats = seats_of(tables)
    for name, card in (("one", one), ("other", other)):
        own = tables["cards"][tables["cards"]["card"] == card][["game", "seat", "points"]]
        own = own.rename(columns={"points": name})
        seats = seats.merge(own, on=["game", "seat"], how="left")
    return seats


def test_synergy_in_winning_is_an_interaction(tables: dict[str, pd.DataFrame], analysis: Analysis) -> None:
    one, other = "otter", "ray"
    rows = pair_rows(tables, one, other)
    rows = rows.assign(a=rows["one"].notna() * 1.0, b=rows["other"].notna() * 1.0)
    model = smf.ols("win_points ~ a * b", rows)
    clustered = model.fit(cov_type="cluster", cov_kwds={"groups": rows["game"]}, use_t=True)
    error = max(model.fit().bse["a:b"], clustered.bse["a:b"])
    table = analysis.tables["pairs"].query("scope == 'all'")
    found = table[table["card"].isin([one, other]) & table["partner"].isin([one, other])].iloc[0]
    assert found["win_points_synergy"] == pytest.approx(clustered.params["a:b"])
    reach = (found["win_points_synergy_high"] - found["win_points_synergy_low"]) / 2
    assert reach == pytest.approx(error * 1.964, rel=2e-3)
    counts = rows.groupby(["a", "b"]).size()
    alone = {counts[1, 0], counts[0, 1]}
    assert {found["alone_n"], found["partner_alone_n"]} == alone
    assert (found["n"], found["neither_n"]) == (counts[1, 1], counts[0, 0])


def test_synergy_in_points_is_what_each_brings_beside_the_other(tables: dict[str, pd.DataFrame]) -> None:
    part = row_tables(PLANS[0])
    rows = pair_rows(part, "otter", "ray")
    both = rows[rows["one"].notna() & rows["other"].notna()]
    first, second = rows[rows["one"].notna() & rows["other"].isna()], rows[rows["other"].notna() & rows["one"].isna()]
    y = pd.concat([both["one"] + both["other"], -first["one"], -second["other"]])
    group = np.repeat([0, 1, 2], [len(both), len(first), len(second)])
    frame = pd.DataFrame({"y": y.to_numpy(), "group": group})
    frame["game"] = pd.concat([both["game"], first["game"], second["game"]]).to_numpy()
    table = analyse(part, limits=LIMITS, only=("pairs",)).tables["pairs"]
    found = table[table["card"].isin(["otter", "ray"]) & table["partner"].isin(["otter", "ray"])].iloc[0]
    means = frame.groupby("group")["y"].mean()
    assert found["points_synergy"] == pytest.approx(means.sum())
    # The contribution of each game to the three means.
    frame["part"] = (frame["y"] - frame["group"].map(means)) / frame["group"].map(frame.groupby("group").size())
    scores = frame.groupby("game")["part"].sum()
    games, number = 400, len(frame)
    clustered = np.sqrt((scores**2).sum() * games / (games - 1) * (number - 1) / (number - 3))
    left = (frame["y"] - frame["group"].map(means)) ** 2
    plain = np.sqrt(left.sum() / (number - 3) * (1 / frame.groupby("group").size()).sum())
    reach = (found["points_synergy_high"] - found["points_synergy_low"]) / 2
    assert reach == pytest.approx(max(clustered, plain) * 1.966, rel=2e-3)


def test_time_in_the_row_is_that_of_kaplan_and_meier(analysis: Analysis) -> None:
    chance = np.random.default_rng(2)
    tables = row_tables(Plan(games=300, seed=3))
    # In each game the otter is in the row for some turns; in half of the games it is taken at the end.
    games = tables["games"]["game"].to_numpy()
    turns, taken = chance.integers(0, 12, 300), chance.random(300) < 0.5
    offers = pd.DataFrame({"game": np.repeat(games, turns + 1)})
    within = np.concatenate([np.arange(one + 1) for one in turns])
    offers = offers.assign(turn=within + 1, seat=within % 2 + 1, round=within // 2 + 1, turns_on_offer=within)
    offers = offers.assign(
        card="otter", position=1, taken=(within == np.repeat(turns, turns + 1)) & np.repeat(taken, turns + 1)
    )
    found = analyse(tables | {"offers": offers}, only=("cards", "offers")).tables
    # A spell that was not taken outlasts its last turn.
    fit = SurvfuncRight(turns + 0.5 * ~taken, taken.astype(int))
    course = found["offers"].query("card == 'otter'").set_index("turns")
    for time, survival, error, risk in zip(fit.surv_times, fit.surv_prob, fit.surv_prob_se, fit.n_risk, strict=True):
        if survival == 1 or time != int(time):
            continue
        assert course.loc[time, "still_in_row"] == pytest.approx(survival)
        assert course.loc[time, "at_risk"] == risk
        if survival > 0:
            reach = 1.959964 * error / survival / abs(np.log(survival))
            assert course.loc[time, "still_in_row_low"] == pytest.approx(survival ** np.exp(reach))
    otter = found["cards"].set_index("card").loc["otter"]
    assert (otter["spells"], otter["spells_taken"]) == (300, taken.sum())
    assert otter["turns_before_taken_median"] == fit.quantile(0.5)
    # Takers only would give less: long spells end more often without a taker.
    assert otter["turns_before_taken"] > turns[taken].mean()
