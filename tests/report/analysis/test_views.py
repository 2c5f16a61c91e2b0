"""The views that the page's filters select."""

from __future__ import annotations

import pytest

from harmonies_cli.report.analysis.cells import shown_table
from harmonies_cli.report.analysis.sections import page_tables
from harmonies_cli.report.analysis.views import ViewTables, views_of
from harmonies_cli.statistics.analysis import analyse
from tests.statistics.strength.synthetic_rows import Plan, row_tables

PLANS = Plan(games=20, seed=1), Plan(games=25, side="B", seed=2), Plan(games=15, players=3, seed=3)


@pytest.fixture(scope="module")
def views() -> dict[str, ViewTables]:
    analysis = analyse(row_tables(*PLANS), partial=True)
    return {view.key: tables for tables in views_of(analysis) for view in tables.views}


def test_views_have_their_games(views: dict[str, ViewTables]) -> None:
    games = {key: views[key].games for key in ("any-any-any", "2-any-any", "any-A-any", "2-A-with", "3-any-with")}
    assert games == {"any-any-any": 60, "2-any-any": 45, "any-A-any": 35, "2-A-with": 20, "3-any-with": 15}
    assert "1-any-any" not in views
    assert "any-any-without" not in views


def test_a_table_by_kind_of_game_has_the_kinds_of_its_view(views: dict[str, ViewTables]) -> None:
    by_kind = [table for table in page_tables().values() if table.kinds]
    assert by_kind
    for key, kinds in (
        ("any-any-any", {"2 players, side A, with spirits", "2 players, side B, with spirits"}),
        ("2-any-any", {"2 players, side A, with spirits", "2 players, side B, with spirits"}),
        ("any-A-any", {"2 players, side A, with spirits", "3 players, side A, with spirits"}),
    ):
        for table in by_kind:
            shown = views[key].shown(table)
            assert shown is not None
            at = [heading.column for heading in shown.headings].index("scope")
            scopes = {row.cells[at].text for row in shown.rows}
            assert scopes >= kinds
            assert (scopes == kinds) is (key != "any-any-any")


def test_only_names_are_shortened(views: dict[str, ViewTables]) -> None:
    of = next(view for view in views.values() if "win_model" in view.tables)
    model = of.shown(page_tables()["win-model"])
    assert model is not None
    assert {row.cells[0].text for row in model.rows} == set(of.tables["win_model"]["term"])
    assert max(len(row.cells[0].text) for row in model.rows) > 40
    long = of.tables["players"].assign(name="x" * 50)
    assert shown_table(page_tables()["players"], long).rows[0].cells[0].text == f"{'x' * 39}…"


def test_players_of_one_name_have_rows_of_their_own() -> None:
    rows = row_tables(*PLANS)
    seats = rows["seats"].replace({"name": {"Player 1": "Ann", "Player 2": "Ann"}})
    analysis = analyse(rows | {"seats": seats}, only=("players", "head_to_head"))
    tables = next(views_of(analysis))
    for name, column in (("players", 0), ("met", 0), ("met", 1)):
        shown = tables.shown(page_tables()[name])
        assert shown is not None
        names = {row.cells[column].text for row in shown.rows}
        assert {"Ann (p01)", "Ann (p02)", "Player 3"} < names
        assert "Ann" not in names


def test_one_kind_is_that_with_most_seats(views: dict[str, ViewTables]) -> None:
    rows, words = views["any-any-any"].one_kind("seats")
    assert rows is not None
    assert set(rows["scope"]) == {"2 players, side B, with spirits"}
    assert words == " with 2 players on side B with spirits"
