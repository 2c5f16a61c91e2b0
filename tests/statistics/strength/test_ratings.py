from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from openskill.models import PlackettLuce

from harmonies_cli.statistics.strength.ratings import elo_expectation, rating_history


def test_expectation_of_two() -> None:
    stronger, weaker = elo_expectation(np.array([[1900.0, 1500.0]]))[0]
    assert stronger == pytest.approx(10 / 11)
    assert weaker == pytest.approx(1 / 11)


def test_expectation_of_a_seat_is_the_mean_of_its_pairwise_ones() -> None:
    ratings = np.array([[1500.0, 1600.0, 1700.0], [1500.0, 1500.0, 1500.0]])
    found = elo_expectation(ratings)

    def pair(one: float, other: float) -> float:
        return 1 / (1 + 10 ** ((other - one) / 400))

    assert found[0, 0] == pytest.approx((pair(1500, 1600) + pair(1500, 1700)) / 2)
    assert found[1].tolist() == pytest.approx([0.5, 0.5, 0.5])
    assert found.sum(axis=1) == pytest.approx(1.5)


def test_a_missing_rating_leaves_the_game_without_expectations() -> None:
    assert np.isnan(elo_expectation(np.array([[1500.0, np.nan]]))).all()


def test_history_is_that_of_openskill() -> None:
    seats = pd.DataFrame(
        {
            "game_index": [0, 0, 1, 1, 1, 2, 2],
            "player": ["a", "b", "a", "c", "b", "d", "d"],
            "rank": [1, 2, 1, 1, 3, 1, 2],
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
    assert rating_history(pd.DataFrame({"game_index": [], "player": [], "rank": []})).empty
