"""Samples of parts of the games, joined: the same as one sample of all, whatever the parts."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from harmonies_cli.statistics.selection import Selection, select
from harmonies_cli.statistics.strength.joining import joined
from harmonies_cli.statistics.strength.sample import Sample
from harmonies_cli.statistics.strength.sample_rows import compact, light, sample_of
from tests.statistics.strength.synthetic_rows import Plan, row_tables

TABLES = row_tables(Plan(games=40, rounds=9), Plan(games=30, players=3, side="B", seed=2, dates=False))
GAMES = TABLES["games"]["game"].to_numpy()


def sample(games: np.ndarray) -> Sample:
    tables = {name: table[table["game"].isin(games)] for name, table in TABLES.items()}
    return sample_of(select(tables["games"], tables["seats"], Selection()), tables)


def parts(seed: int) -> list[Sample]:
    """Return samples of five parts, some of which have one kind of game only."""
    of_part = np.random.default_rng(seed).integers(0, 4, len(GAMES))
    of_part[:8] = 4
    return [sample(GAMES[of_part == number]) for number in np.random.default_rng(seed).permutation(5)]


def expect_equal(one: Sample, other: Sample) -> None:
    assert (one.kinds, one.names, one.labels) == (other.kinds, other.names, other.labels)
    for name in ("games", "seats", "cards"):
        left, right = (getattr(sample, name).astype({"kind": int}) for sample in (one, other))
        assert list(left) == list(right)
        for column in left:
            assert left[column].astype(object).tolist() == pytest.approx(
                right[column].astype(object).tolist(), nan_ok=True
            )
    for name in ("views", "scores", "empty"):
        assert np.array_equal(getattr(one, name), getattr(other, name))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kept", [compact, light])
def test_parts_joined_are_the_sample_of_all(kept, seed: int) -> None:  # type: ignore[no-untyped-def]
    expect_equal(joined([kept(part) for part in parts(seed)]), kept(sample(GAMES)))


def test_of_each_kind_the_games_with_the_smallest_keys_stay() -> None:
    found = joined([compact(part) for part in parts(5)], 12)
    games = compact(sample(GAMES)).games
    smallest = pd.concat([of_kind.nsmallest(12, "key") for _, of_kind in games.groupby("kind")])
    assert found.games["game"].tolist() == sorted(smallest["game"])
    expect_equal(found, compact(sample(smallest["game"].to_numpy())))
    again = joined([joined([compact(part) for part in parts(6)[:3]], 12), *map(compact, parts(6)[3:])], 12)
    expect_equal(again, found)


def test_a_column_that_a_part_lacks_is_missing_there() -> None:
    one, other = compact(sample(GAMES[:20])), compact(sample(GAMES[20:40]))
    with_more = Sample(**(vars(one) | {"seats": one.seats.assign(loss=np.arange(len(one)))}))
    whole = joined([with_more, other])
    found = whole.seats["loss"].to_numpy()
    of_one = np.isin(whole.games["game"].to_numpy()[whole.game], GAMES[:20])
    assert sorted(found[of_one]) == list(range(len(one)))
    assert np.isnan(found[~of_one]).all()
