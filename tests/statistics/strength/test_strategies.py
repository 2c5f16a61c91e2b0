"""Margin, openings, predictions, the field, and sums that merge."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
import statsmodels.formula.api as smf

from harmonies_cli.rules.scoring.scoresheet import POINT_ROWS
from harmonies_cli.statistics.analysis import Analysis, analyse
from harmonies_cli.statistics.selection import Selection, select
from harmonies_cli.statistics.strength.cards import cards_sums
from harmonies_cli.statistics.strength.certainty import Limits
from harmonies_cli.statistics.strength.pairs import pairs_sums
from harmonies_cli.statistics.strength.rows import rows_sums
from harmonies_cli.statistics.strength.sample import Sample, Sums
from harmonies_cli.statistics.strength.sample_moves import OPENINGS
from harmonies_cli.statistics.strength.sample_rows import sample_of
from tests.statistics.strength.hand_made_games import hand_made
from tests.statistics.strength.synthetic_rows import Plan, row_tables

PLANS = Plan(games=150, seed=21, player_bonus=20), Plan(games=100, players=3, side="B", spirits=False, seed=22)


@pytest.fixture(scope="module")
def tables() -> dict[str, pd.DataFrame]:
    return row_tables(*PLANS)


def sample(tables: dict[str, pd.DataFrame]) -> Sample:
    return sample_of(select(tables["games"], tables["seats"], Selection()), tables)


def test_the_share_of_the_margin_if_rows_are_shuffled_is_that_of_rows_that_are_shuffled() -> None:
    tables = row_tables(Plan(games=400, seed=5))
    plain = analyse(tables, only=("rows",)).tables["rows"].set_index("row")
    chance = np.random.default_rng(1)
    shares = []
    for _ in range(12):
        seats = tables["seats"].copy()
        for row in POINT_ROWS:
            swap = np.repeat(chance.random(400) < 0.5, 2)
            pairs = seats[row].to_numpy().reshape(-1, 2)
            seats[row] = np.where(swap, pairs[:, ::-1].ravel(), pairs.ravel())
        seats["total"] = seats[list(POINT_ROWS)].sum(axis=1)
        shares.append(
            analyse(tables | {"seats": seats}, only=("rows",)).tables["rows"].set_index("row")["margin_share"]
        )
    found = pd.concat(shares, axis=1).mean(axis=1)
    rows = list(POINT_ROWS)
    assert found[rows].to_numpy() == pytest.approx(plain.loc[rows, "margin_share_shuffled"].to_numpy(), abs=0.02)
    # These rows are independent by construction.
    assert (plain.loc[rows, "margin_share_beyond"].abs() < 0.08).all()
    assert plain.loc["total", ["margin_share", "margin_share_shuffled"]].isna().all()


def test_openings_are_read_off_the_first_three_turns() -> None:
    tables = hand_made()
    turns = tables["turns"]
    third = turns[turns["round"] == 2].assign(round=3, turn=turns["turn"] + 10)
    # The first seats take blue three times, the others yellow; 4.2 takes its second and third card in rounds 1 and 3.
    found = analyse(tables | {"turns": pd.concat([turns, third])}, limits=Limits(1, 2), only=("openings",))
    table = found.tables["openings"].set_index("opening")
    assert table["n"].to_dict() == {"blue, 1 card": 2, "blue, 2 cards": 2, "yellow, 1 card": 2, "yellow, 2 cards": 2}
    assert table.loc["yellow, 2 cards", "win_points"] == 2
    assert set(table.index) <= set(OPENINGS)


def test_without_three_recorded_turns_there_is_no_opening() -> None:
    assert "openings" not in analyse(hand_made(), limits=Limits(1, 2), only=("openings",)).tables


@pytest.fixture(scope="module")
def predictions() -> Analysis:
    return analyse(row_tables(Plan(games=500, seed=31)), only=("win_probability", "win_calibration", "win_model"))


def test_predictions_come_true(predictions: Analysis) -> None:
    table = predictions.tables["win_calibration"]
    assert len(table) > 5
    assert table["n"].sum() == 500 * 2 * 5
    assert table["games"].between(1, 500).all()
    enough = table[table["certainty"] != "few"]
    assert (enough["predicted"] - enough["win_share"]).abs().mean() < 0.03
    assert np.corrcoef(enough["predicted"], enough["win_share"])[0, 1] > 0.99


def test_a_lead_wins_more_often_the_larger_it_is(predictions: Analysis) -> None:
    table = predictions.tables["win_probability"].query("empty_spaces == '5 or fewer'").set_index("lead")
    order = ["behind by 11 to 20", "behind by 1 to 5", "ahead by 1 to 5", "ahead by 11 to 20"]
    assert table.loc[order, "win_share"].is_monotonic_increasing
    pairs = zip(table.loc[order, "n"], table.loc[order[::-1], "n"], strict=True)
    assert all(one == other for one, other in pairs)  # one player is ahead by what the other is behind


def test_the_last_round_is_left_out_because_it_decides_the_game() -> None:
    tables = row_tables(Plan(games=60, seed=3, rounds=1))
    assert "win_probability" not in analyse(tables, only=("win_probability",)).tables


def test_a_player_is_compared_with_all_others_over_all_games(tables: dict[str, pd.DataFrame]) -> None:
    found = analyse(tables, Selection(player="p00"), only=("field",))
    assert found.games == 250
    table = found.tables["field"].query("aspect == 'points by row'").set_index("what")
    seats = tables["seats"].merge(tables["games"][["game", "players"]], on="game")
    seats["own"] = (seats["player"] == "p00").astype(float)
    model = smf.ols("trees ~ own + C(players)", seats)
    clustered = model.fit(cov_type="cluster", cov_kwds={"groups": seats["game"]}, use_t=True)
    trees = table.loc["trees"]
    assert trees["n"] == seats["own"].sum()
    assert trees["difference"] == pytest.approx(clustered.params["own"])
    assert trees["difference"] > 5
    reach = (trees["difference_high"] - trees["difference_low"]) / 2
    assert reach == pytest.approx(1.97 * max(clustered.bse["own"], model.fit().bse["own"]), rel=0.01)
    assert trees["difference_q"] < 1e-6
    assert abs(trees["difference_shrunk"]) < abs(trees["difference"])
    unlike = table.drop(index=["trees", "total"])["difference_shrunk"].abs()
    assert (unlike < table.drop(index=["trees", "total"])["difference"].abs()).all()


def test_the_trend_is_a_line_through_the_dated_games() -> None:
    tables = row_tables(Plan(games=200, seed=8, regulars=4))
    own = tables["seats"].query("player == 'p01'").merge(tables["games"][["game", "date"]], on="game")
    years = pd.to_datetime(own["date"]).map(pd.Timestamp.toordinal) / 365.25
    slope = np.polyfit(years, 2 * own["win_share"], 1)[0]
    found = analyse(tables, Selection(player="p01"), only=("field_trend",)).tables["field_trend"]
    assert found["win_points_a_year"].tolist() == pytest.approx([slope] * len(found))
    assert found["n"].sum() == len(own)
    assert found["n"].max() - found["n"].min() <= 1
    assert (found["first_day"].iloc[0], found["last_day"].iloc[-1]) == (own["date"].min(), own["date"].max())


def test_opponents_are_stronger_or_weaker_by_their_ratings() -> None:
    tables = row_tables(Plan(games=200, seed=8, regulars=4))
    seats = tables["seats"]
    own = seats[seats["player"] == "p01"].merge(seats[seats["player"] != "p01"], on="game", suffixes=("", "_other"))
    stronger = own[own["rating_other"] > own["rating"]]
    found = analyse(tables, Selection(player="p01"), only=("field_opponents",)).tables["field_opponents"]
    row = found.set_index("opponents").loc["stronger opponents"]
    assert (row["n"], row["win_points"]) == (len(stronger), pytest.approx(2 * stronger["win_share"].mean()))


@pytest.mark.parametrize("sums_of", [cards_sums, pairs_sums, rows_sums])
def test_sums_of_parts_add_up_exactly(tables: dict[str, pd.DataFrame], sums_of: object) -> None:
    whole = sample(tables)
    chance = np.random.default_rng(1)
    part_of = dict(zip(tables["games"]["game"], chance.integers(0, 3, 250), strict=True))
    together = None
    for number in range(3):
        some = {name: table[table["game"].map(part_of) == number] for name, table in tables.items()}
        part = sample(some)
        sums = Sums(part.kinds, sums_of(part))  # type: ignore[operator]
        together = sums if together is None else together + sums
    assert together is not None
    assert together.kinds == whole.kinds
    for name, array in sums_of(whole).items():  # type: ignore[operator]
        assert np.array_equal(together[name], array), name


def test_kinds_are_picked_out_of_sums(tables: dict[str, pd.DataFrame]) -> None:
    whole = sample(tables)
    kind = whole.kinds[1]
    alone = sample(row_tables(PLANS[1]))
    picked = Sums(whole.kinds, cards_sums(whole)).of([kind])
    for name, array in cards_sums(alone).items():
        assert np.array_equal(picked[name], array), name


def test_boards_without_any_game_are_analysed_too() -> None:
    tables = row_tables(Plan(games=40, seed=2))
    games = tables["games"].assign(kind="position", finished=None, turns=np.nan, rounds=np.nan, end=None)
    cards = tables["cards"].assign(turn_taken=np.nan, round_taken=np.nan, turn_completed=np.nan, turns_held=np.nan)
    nothing = {name: tables[name][:0] for name in ("offers", "turns")}
    found = analyse(tables | {"games": games, "cards": cards} | nothing)
    assert found.games == 40
    assert found.tables["cards"]["points"].notna().any()
    assert "win_probability" not in found.tables


def test_bots_and_rule_sets_are_counted(tables: dict[str, pd.DataFrame]) -> None:
    seats, games = tables["seats"].copy(), tables["games"].copy()
    some = games["game"].iloc[:30]
    seats.loc[seats["game"].isin(some) & (seats["seat"] == 1), "name"] = "greedy:empty=2.5"
    seats.loc[seats["game"].isin(some) & (seats["seat"] == 2), "name"] = "random"
    games["rules"] = np.where(games["game"].isin(some), "bga", "rulebook")
    found = analyse(tables | {"seats": seats, "games": games}, only=("seats",))
    assert found.bots == {"greedy": 30, "random": 30}
    assert found.rules == {"bga": 30, "rulebook": 220}
