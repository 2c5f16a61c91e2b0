"""Who beats whom, counted game by game."""

from __future__ import annotations

from collections import defaultdict
from itertools import permutations

import pytest

from harmonies_cli.statistics.analysis import analyse
from tests.statistics.strength.synthetic_rows import Plan, row_tables


def test_each_pair_of_players_is_counted_as_in_its_games() -> None:
    tables = row_tables(Plan(games=50), Plan(games=40, players=4, seed=2), Plan(games=5, players=1, seed=3))
    seats = tables["seats"].astype({"player": object})
    twice = seats["game"] == seats["game"][0]
    seats.loc[twice, "player"] = "himself"  # does not meet himself
    met = defaultdict(list)
    for _, of_game in seats.groupby("game"):
        rows = of_game[["player", "rank", "total"]].itertuples(index=False)
        for (one, rank, total), (other, rank_other, total_other) in permutations(rows, 2):
            if one != other:
                won = 0.5 if rank == rank_other else float(rank < rank_other)
                met[one, other].append((won, total - total_other))
    found = analyse(tables | {"seats": seats}, only=["head_to_head"]).tables["head_to_head"]
    assert list(zip(found["player"], found["opponent"], strict=True)) == sorted(met)
    for row, games in zip(found.itertuples(), (met[pair] for pair in sorted(met)), strict=True):
        assert (row.n, row.beaten) == (len(games), sum(won for won, _ in games))
        assert row.margin == pytest.approx(sum(margin for _, margin in games) / len(games))
        assert row.beaten_share == row.beaten / row.n
