"""Scopes: the rows of some kinds of game equal those of an analysis of only these games."""

from __future__ import annotations

from itertools import product

import pandas as pd
import pytest

from harmonies_cli.statistics.analysis import STRENGTH_TABLES, Analysis, analyse
from harmonies_cli.statistics.scoped_tables import ALL, is_by_players, scopes_of
from harmonies_cli.statistics.selection import Selection
from harmonies_cli.statistics.strength.sample import Kind
from tests.statistics.strength.synthetic_rows import Plan, row_tables

PLANS = (
    Plan(games=50, seed=1),
    Plan(games=30, side="B", seed=5),
    Plan(games=20, players=3, side="B", spirits=False, seed=2),
    Plan(games=10, players=1, seed=4),
    Plan(games=10, players=1, side="B", seed=6),
)


@pytest.fixture(scope="module")
def tables() -> dict[str, pd.DataFrame]:
    return row_tables(*PLANS)


@pytest.fixture(scope="module")
def analysis(tables: dict[str, pd.DataFrame]) -> Analysis:
    return analyse(tables, partial=True)


def test_every_filter_with_games_has_a_scope_and_equal_games_have_one() -> None:
    kinds = tuple(Kind(*one) for one in product((1, 2), ("A", "B"), (False, True)))
    scopes = scopes_of(kinds, partial=True)
    assert scopes[ALL] == kinds
    assert scopes["2 players, side A"] == (Kind(2, "A", False), Kind(2, "A", True))
    assert scopes["side B, no spirits"] == (Kind(1, "B", False), Kind(2, "B", False))
    assert scopes["solo, with spirits"] == (Kind(1, "A", True), Kind(1, "B", True))
    assert len(scopes) == 3**3
    assert len(set(scopes.values())) == len(scopes)
    assert list(scopes_of(kinds[:2], partial=True)) == [ALL, "solo, side A, no spirits", "solo, side A, with spirits"]
    assert list(scopes_of(kinds[:1], partial=True)) == [ALL]
    assert scopes_of(kinds) == {ALL: kinds, **{str(kind): (kind,) for kind in kinds}}


def test_pairs_have_partial_scopes_by_number_of_players_only(analysis: Analysis) -> None:
    assert [is_by_players(one) for one in ("all", "2 players", "2 players, side A, no spirits", "side A")] == [
        *(True, True, True, False)
    ]
    assert set(analysis.tables["pairs"]["scope"]) == {
        *(ALL, "2 players", "2 players, side A, with spirits"),
        *("2 players, side B, with spirits", "3 players, side B, no spirits"),
    }
    assert "side B" in set(analysis.tables["cards"]["scope"])


@pytest.mark.parametrize(
    ("scope", "selection", "only"),
    [
        ("2 players", Selection(players=(2,)), ("cards", "pairs", "players", "seats")),
        ("side B", Selection(side="B"), STRENGTH_TABLES),
        ("solo", Selection(players=(1,)), ("solo", "solo_cards", "totals", "colours", "spaces")),
    ],
)
def test_rows_of_a_scope_are_those_of_an_analysis_of_its_games(
    analysis: Analysis, tables: dict[str, pd.DataFrame], scope: str, selection: Selection, only: tuple[str, ...]
) -> None:
    alone = analyse(tables, selection, only=only)
    compared = 0
    for name in alone.tables:
        if "scope" not in alone.tables[name] or (name == "pairs" and scope == "side B"):
            continue
        found = analysis.of_scope(name, scope)
        expected = alone.of_scope(name, ALL)
        if name == "players":  # ratings are of all games
            found, expected = (one.loc[:, :"certainty"].filter(regex="^(?!rating)") for one in (found, expected))
        pd.testing.assert_frame_equal(found, expected, rtol=1e-9)
        compared += len(found)
    assert compared > 10
