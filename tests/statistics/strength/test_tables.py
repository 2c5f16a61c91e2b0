"""Properties of the tables of any games: sums, orders and parts, kinds, meanings."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from harmonies_cli.statistics.analysis import STRENGTH_TABLES, Analysis, analyse
from harmonies_cli.statistics.selection import Selection
from harmonies_cli.statistics.strength.certainty import Limits
from harmonies_cli.statistics.strength.dictionary import meaning
from tests.statistics.strength.synthetic_rows import Plan, row_tables

PLANS = (
    Plan(games=90, seed=1, ratings=False),
    Plan(games=60, players=3, side="B", spirits=False, seed=2),
    Plan(games=25, players=4, seed=3),
    Plan(games=30, players=1, seed=4),
)


@pytest.fixture(scope="module")
def tables() -> dict[str, pd.DataFrame]:
    return row_tables(*PLANS)


@pytest.fixture(scope="module")
def analysis(tables: dict[str, pd.DataFrame]) -> Analysis:
    return analyse(tables, Selection(player="p00"))


def scopes(table: pd.DataFrame) -> list[pd.DataFrame]:
    return [table[table["scope"] == "all"], table[table["scope"] != "all"]]


def test_all_tables_are_there(analysis: Analysis) -> None:
    assert tuple(analysis.tables) == STRENGTH_TABLES


def test_sums_agree_with_the_seats_table(analysis: Analysis, tables: dict[str, pd.DataFrame]) -> None:
    seats = tables["seats"]
    solo = seats["game"].isin(tables["games"].loc[tables["games"]["players"] == 1, "game"])
    several = seats[~solo]
    for part in scopes(analysis.tables["cards"]):
        assert part["points_sum"].sum() == several["animals"].sum()
        assert part["taken"].sum() == several["cards_taken"].sum()
        assert part["completed"].sum() == several["cards_completed"].sum()
        assert part["cubes_sum"].sum() == several["animal_cubes"].sum()
    for part in scopes(analysis.tables["spirits"]):
        assert part["points_sum"].sum() == several["spirit"].sum()
        assert part["placed"].sum() == several["spirit_cubes"].sum()
    for part in scopes(analysis.tables["rows"]):
        for row, found in part.groupby("row")["points_sum"].sum().items():
            assert found == several[row].sum()
    for name in ("archetypes", "seats"):
        for part in scopes(analysis.tables[name]):
            assert part["n"].sum() == len(several)
            assert part["total_sum"].sum() == several["total"].sum()
            assert part["wins"].sum() == pytest.approx(several["win_share"].sum())
    players = analysis.of_scope("players", "all")
    assert (players["n"].sum(), players["total_sum"].sum()) == (len(several), several["total"].sum())
    assert analysis.of_scope("totals", "all")[["winners", "others"]].to_numpy().sum() == len(several)
    assert analysis.of_scope("spaces", "all").groupby("side")["n"].first().sum() == len(several)
    assert analysis.of_scope("solo", "all")["total_sum"].sum() == seats.loc[solo, "total"].sum()
    assert analysis.of_scope("solo_cards", "all")["points_sum"].sum() == seats.loc[solo, "animals"].sum()
    tempo = analysis.tables["tempo"]
    last = tempo[(tempo["scope"] == "all") & (tempo["round"] == 6)].iloc[0]
    assert last["winners_n"] == pytest.approx(several["win_share"].sum())
    assert last["others_n"] == (several["win_share"] == 0).sum()


def test_win_points_are_1_on_average(analysis: Analysis) -> None:
    for name in ("seats", "archetypes"):
        for _, part in analysis.tables[name].groupby("scope"):
            assert (part["win_points"] * part["n"]).sum() / part["n"].sum() == pytest.approx(1)


def in_chunks(table: pd.DataFrame) -> pa.Table:
    shuffled = table.sample(frac=1, random_state=7)
    return pa.concat_tables(
        pa.Table.from_pandas(part, preserve_index=False) for part in (shuffled[:100], shuffled[100:])
    )


def test_shuffled_rows_and_parts_give_the_tables_of_one_pass(
    analysis: Analysis, tables: dict[str, pd.DataFrame]
) -> None:
    unfinished = row_tables(Plan(games=5, seed=5))
    unfinished["games"]["finished"] = False
    whole = {name: pd.concat([unfinished[name], table], ignore_index=True) for name, table in tables.items()}
    games = whole["games"]["game"]
    part_of = dict(zip(games, np.random.default_rng(2).integers(0, 4, len(games)), strict=True))
    parts = [
        {name: in_chunks(table[table["game"].map(part_of) == number]) for name, table in whole.items()}
        for number in range(4)
    ]
    again = analyse(reversed(parts), Selection(player="p00"))
    assert (analysis.left_out, again.left_out) == ({}, {"not final": 5})
    assert list(analysis.tables) == list(again.tables)
    for name, table in analysis.tables.items():
        pd.testing.assert_frame_equal(table, again.tables[name], check_exact=True, obj=name)
    pd.testing.assert_frame_equal(analysis.kinds, again.kinds)
    assert (analysis.bots, analysis.rules, analysis.dates) == (again.bots, again.rules, again.dates)


def test_each_kind_of_game_is_what_it_would_be_alone(analysis: Analysis) -> None:
    alone = analyse(row_tables(PLANS[1]), only=("seats", "rows"))
    for name in ("seats", "rows"):
        part = analysis.tables[name].query("scope == '3 players, side B, no spirits'").reset_index(drop=True)
        pd.testing.assert_frame_equal(part.drop(columns="scope"), alone.tables[name].drop(columns="scope"))


def test_one_kind_of_game_has_no_scopes_of_its_own() -> None:
    assert set(analyse(row_tables(PLANS[0]), only=("seats",)).tables["seats"]["scope"]) == {"all"}


def test_every_column_has_a_meaning(analysis: Analysis) -> None:
    assert all(meaning(column) for table in analysis.tables.values() for column in table.columns)


def test_columns_named_alike_are_distinguished() -> None:
    assert meaning("suns_7") == "Games with 7 suns"
    assert meaning("suns_low") == "Lower end of the 95 % interval of suns"
    assert meaning("winners_difference_p") == "p-value of winners_difference"
    assert all("for totals, " in meaning(column) for column in ("total", "winners", "others"))


@pytest.fixture(scope="module")
def strict(tables: dict[str, pd.DataFrame]) -> dict[str, pd.DataFrame]:
    """Tables in which some or all rows have few observations."""
    some = analyse(tables, limits=Limits(60, 90), only=("cards", "spirits", "archetypes"))
    all_ = analyse(tables, limits=Limits(1000, 2000), only=("rows", "seats", "colours", "tempo", "pairs", "players"))
    return {**some.tables, **all_.tables}


def test_rows_with_few_observations_have_no_place_and_no_p_value(strict: dict[str, pd.DataFrame]) -> None:
    cards = strict["cards"]
    few = cards[cards["certainty"] == "few"]
    assert 0 < len(few) < len(cards)
    assert few[["place", "points_over_others_p", "logit"]].isna().all(axis=None)
    assert (few["taken"] < 60).all()


@pytest.mark.parametrize(
    "name", ["cards", "spirits", "rows", "archetypes", "seats", "colours", "tempo", "pairs", "players"]
)
def test_rows_with_few_observations_are_not_tested(name: str, strict: dict[str, pd.DataFrame]) -> None:
    table = strict[name]
    few = table["certainty"] == "few"
    tests = table[[column for column in table.columns if column.split("_")[-1] in ("p", "q")]]
    assert few.any()
    assert tests.shape[1] >= 2
    assert tests[few].isna().all(axis=None)
    assert few.all() or tests[~few].notna().any(axis=None)


def test_games_without_turns_do_not_weigh_on_the_colours() -> None:
    tables = row_tables(Plan(games=60, seed=5))
    known = tables["games"]["game"].iloc[:20]
    some = tables | {"turns": tables["turns"][tables["turns"]["game"].isin(known)]}
    only = {name: table[table["game"].isin(known)] for name, table in tables.items()}
    columns = ["n", "taken", "taken_over_expected", "taken_over_expected_p", "taken_over_expected_q"]
    found, expected = (analyse(part, limits=Limits(2, 4), only=("colours",)).tables["colours"] for part in (some, only))
    pd.testing.assert_frame_equal(found[columns], expected[columns])


def test_players_are_called_as_in_the_last_of_their_games() -> None:
    tables = row_tables(Plan(games=40, seed=6))
    games = tables["games"].sort_values("game", ascending=False, ignore_index=True)
    # Game numbers do not follow time: here the dates fall as the numbers rise; the oldest game has no date.
    dates = [f"2024-{1 + day // 28:02}-{1 + day % 28:02}" for day in range(len(games))]
    games["date"] = [None, *dates[1:]]
    last = dict(zip(games["game"], range(len(games)), strict=True))
    seats = tables["seats"]
    seats["name"] = seats["player"].astype(str) + " " + seats["game"].map(last).astype(str).str.zfill(3)
    found = analyse(tables | {"games": games}, only=("players", "head_to_head")).tables
    newest = seats.groupby("player", observed=True)["name"].max().to_dict()
    assert dict(zip(found["players"]["player"], found["players"]["name"], strict=True)) == newest
    opponents = found["head_to_head"]
    assert (opponents["opponent_name"] == opponents["opponent"].map(newest)).all()


def test_no_ratings_no_expectations() -> None:
    cards = analyse(row_tables(PLANS[0]), only=("cards",)).tables["cards"]
    assert (cards["rated"] == 0).all()
    assert cards["win_points_over_rating"].isna().all()


def test_games_without_ratings_do_not_change_what_players_win_over_their_rating() -> None:
    rated, unrated = Plan(games=200, player_bonus=9, seed=5), Plan(games=150, ratings=False, seed=6)
    names = [f"win_points_over_rating{end}" for end in ("", "_low", "_high")]
    alone, mixed = (
        analyse(row_tables(*plans), only=("players",)).tables["players"].set_index("player")[names].sort_index()
        for plans in ((rated,), (rated, unrated))
    )
    ranked = alone.notna().all(axis=1)  # by their rated games alone
    assert ranked.sum() > 5
    pd.testing.assert_frame_equal(alone[ranked], mixed[ranked], rtol=1e-12)


def test_one_game_is_analysed() -> None:
    one = analyse(row_tables(Plan(games=1)))
    assert one.games == 1
    assert (one.tables["cards"]["certainty"] == "few").all()


def test_nothing_selected_gives_no_tables(tables: dict[str, pd.DataFrame]) -> None:
    nothing = analyse({name: table[:0] for name, table in tables.items()})
    assert (nothing.games, nothing.tables) == (0, {})


def test_only_what_is_asked_for_is_computed(tables: dict[str, pd.DataFrame]) -> None:
    assert list(analyse(tables, only=("players", "solo")).tables) == ["players", "solo"]


def test_points_by_round_of_unlike_kinds_are_never_below_zero() -> None:
    tables = row_tables(Plan(games=60, seed=5), Plan(games=60, side="B", seed=6))
    side = tables["cards"]["game"].map(tables["games"].set_index("game")["side"]).astype(str)
    cards = tables["cards"].assign(round_taken=1, points=np.where(side == "A", 20, 1))
    late = np.arange(len(cards)) % 10 == 0
    cards.loc[late & (side == "A"), "round_taken"] = 12
    cards.loc[late, "points"] = 0  # a card taken late brings nothing, and only side A has such cards
    groups = analyse(tables | {"cards": cards}, only=["card_groups"]).tables["card_groups"]
    groups = groups[(groups["scope"] == "all") & (groups["by"] == "round taken")].set_index(["card", "group"])
    assert len(groups.xs("10 or later", level="group")) > 5
    assert (groups.xs("10 or later", level="group")["points"] == 0).all()
    assert (groups["points"] >= 0).all()


def test_intervals_of_wins_stay_within_what_can_be(tables: dict[str, pd.DataFrame]) -> None:
    few = analyse(tables, Selection(player="p03"), limits=Limits(2, 4)).tables
    cut = 0
    for name, table in few.items():
        for column in table.columns:
            wins, _, end = column.rpartition("_")
            if end in ("low", "high") and wins in ("win_share", "win_points", "win_points_taken", "win_points_chosen"):
                known = table[column].dropna()
                assert (known >= 0).all(), (name, column)
                assert wins != "win_share" or (known <= 1).all(), (name, column)
                cut += int(known.isin((0, 1)).sum())
    assert cut > 10
