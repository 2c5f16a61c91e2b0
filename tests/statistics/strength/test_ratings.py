from __future__ import annotations

import choix
import numpy as np
import pandas as pd
import pytest
from openskill.models import PlackettLuce

from harmonies_cli.statistics.strength.ratings import expected_by_strength, expected_points, rating_history


def test_expectation_of_two_is_that_of_elo() -> None:
    stronger, weaker = expected_points(np.array([1900.0, 1500.0]), np.array([2, 2]))
    assert stronger == pytest.approx(2 * 10 / 11)
    assert weaker == pytest.approx(2 / 11)


def test_expectation_of_several_is_the_share_of_the_strengths() -> None:
    ratings = np.array([1500.0, 1600.0, 1700.0, 1500.0, 1500.0, 1500.0])
    found = expected_points(ratings, np.full(6, 3))
    strengths = np.array([1, 10**0.25, 10**0.5])
    assert found[:3] == pytest.approx(3 * strengths / strengths.sum())
    assert found[3:].tolist() == pytest.approx([1, 1, 1])


def test_a_player_of_exactly_his_rating_is_neither_over_nor_under_it() -> None:
    chance = np.random.default_rng(1)
    ratings = chance.normal(1500, 200, (4000, 4))
    ratings[:, 0] = 1850
    utility = ratings * np.log(10) / 400 + chance.gumbel(size=ratings.shape)
    won = utility.argmax(axis=1)
    points = 4.0 * (np.arange(4) == won[:, None])
    over = points.ravel() - expected_points(ratings.ravel(), np.full(16_000, 4))
    assert over.reshape(4000, 4)[:, 0].mean() == pytest.approx(0, abs=0.06)


def test_strengths_are_those_of_choix() -> None:
    chance = np.random.default_rng(6)
    who = np.array([chance.permutation(6)[:3] for _ in range(900)])
    truth = np.linspace(-1, 1, 6)
    won = (truth[who] + chance.gumbel(size=who.shape)).argmax(axis=1)
    tops = [
        (int(row[one]), tuple(int(other) for other in np.delete(row, one))) for row, one in zip(who, won, strict=True)
    ]
    wanted = choix.opt_top1(6, tops)
    shares = (np.arange(3) == won[:, None]).ravel().astype(float)
    found = expected_by_strength(np.repeat(np.arange(900), 3), who.ravel(), shares, np.full(2700, 3))
    odds = np.exp(wanted[who])
    assert found == pytest.approx((3 * odds / odds.sum(axis=1, keepdims=True)).ravel(), abs=0.02)


def test_a_game_with_a_missing_rating_has_no_expectation() -> None:
    found = expected_points(np.array([1500.0, np.nan, 1500.0, 1500.0, 1600.0]), np.array([2, 2, 2, 2, 1]))
    assert np.isnan(found).tolist() == [True, True, False, False, True]


def test_history_is_that_of_openskill() -> None:
    seats = pd.DataFrame(
        {
            "game_index": [0, 0, 1, 1, 1, 2, 2],
            "player": ["a", "b", "a", "c", "b", "d", "d"],
            "rank": [1, 2, 1, 1, 3, 1, 2],
            "dated": True,
        }
    )
    history = rating_history(seats)
    model = PlackettLuce()
    [a], [b] = model.rate([[model.rating()], [model.rating()]], ranks=[1, 2])
    [a], [c], [b] = model.rate([[a], [model.rating()], [b]], ranks=[1, 1, 3])
    last = history.groupby("player").last()
    assert last.loc[["a", "b", "c"], "mu"].tolist() == pytest.approx([a.mu, b.mu, c.mu])
    assert last["game_number"].to_dict() == {"a": 2, "b": 2, "c": 1}
    assert last.loc["a", "ordinal"] == pytest.approx(a.mu - 3 * a.sigma)
    assert "d" not in last.index  # plays itself


def test_no_games_have_no_history() -> None:
    assert rating_history(pd.DataFrame({"game_index": [], "player": [], "rank": [], "dated": []})).empty
