from __future__ import annotations

from typing import Any

import pandas as pd

from harmonies_cli.statistics.analysis import Analysis, analyse
from harmonies_cli.statistics.selection import Selection
from harmonies_cli.statistics.strength.certainty import Limits
from tests.statistics.strength.synthetic_rows import Plan, row_tables

ONLY = ("field", "field_past", "field_streaks", "field_games", "card_trend", "cards")


def of_player(**changes: Any) -> tuple[dict[str, pd.DataFrame], Analysis]:
    rows = row_tables(Plan(games=240, regulars=6, **changes))
    return rows, analyse(rows, Selection(player="p00"), limits=Limits(10, 20), only=ONLY)


def own_games(rows: dict[str, pd.DataFrame]) -> pd.DataFrame:
    games = rows["games"][["game", "date"]]
    return rows["seats"][rows["seats"]["player"] == "p00"].merge(games, on="game").sort_values("date", kind="stable")


def test_streaks_are_those_counted_by_hand() -> None:
    rows, analysis = of_player()
    longest = {True: 0, False: 0}
    run, before = 0, None
    for won in own_games(rows)["rank"] == 1:
        run = run + 1 if won == before else 1
        before = won
        longest[won] = max(longest[won], run)
    table = analysis.tables["field_streaks"].set_index("streak")["n"]
    assert table["longest run of wins"] == longest[True]
    assert table["longest run without a win"] == longest[False]
    assert table["present run of wins" if before else "present run without a win"] == run


def test_the_best_games_are_those_of_most_points() -> None:
    rows, analysis = of_player()
    own = own_games(rows)
    table = analysis.tables["field_games"]
    assert list(table["total"]) == sorted(own["total"], reverse=True)[:10]
    best = rows["seats"][rows["seats"]["game"] == table["game"].iloc[0]]
    other = best[best["player"] != "p00"]["total"].max()
    assert table["margin"].iloc[0] == table["total"].iloc[0] - other


def test_cards_in_a_game_are_compared_with_the_field() -> None:
    rows, analysis = of_player()
    cards = rows["cards"].merge(rows["seats"][["game", "seat", "player"]], on=["game", "seat"])
    own = cards[cards["player"] == "p00"]
    table = analysis.tables["field"].set_index("what")
    assert table.loc["animal cards taken", "own"] == len(own) / len(own_games(rows))
    nothing = (own["points"] == 0).sum() / len(own_games(rows))
    assert abs(table.loc["animal cards that scored nothing", "own"] - nothing) < 1e-9


def test_the_later_half_is_compared_with_the_earlier_half() -> None:
    rows, analysis = of_player()
    own = own_games(rows)["total"].to_numpy()
    row = analysis.tables["field_past"].set_index("what").loc["total"]
    half = len(own) // 2
    assert (row["earlier_n"], row["later_n"]) == (half, len(own) - half)
    assert abs(row["difference"] - (own[half:].mean() - own[:half].mean())) < 1e-9


def test_periods_of_a_card_add_up_to_its_games() -> None:
    _, analysis = of_player()
    trend, cards = analysis.tables["card_trend"], analysis.tables["cards"].set_index("card")
    for card, rows in trend.groupby("card"):
        assert rows["taken"].sum() == cards.loc[card, "taken"]
        assert list(rows["first_day"]) == sorted(rows["first_day"])
    assert trend["first_day"].nunique() == 6
