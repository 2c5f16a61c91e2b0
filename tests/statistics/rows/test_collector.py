"""Every table: of a small hand-computed set, and of real games against their recorded results."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from harmonies_cli.records.decode import decode
from harmonies_cli.records.game.assess_game import game_log
from harmonies_cli.records.notation import Game
from harmonies_cli.rules.replay.replay import fold, scoresheets
from harmonies_cli.rules.scoring.scoresheet import POINT_ROWS
from harmonies_cli.statistics.files.row_source import tables_of
from harmonies_cli.statistics.rows.columns import TABLES

DATA = Path(__file__).parents[2] / "data"
HAND_MADE = DATA / "statistics" / "records.jsonl"
EXPECTED: dict[str, list[list[Any]]] = json.loads((DATA / "statistics" / "expected.json").read_text())
REAL_GAMES = sorted((DATA / "games").glob("?p_*.json"))
LEFT_OUT = {"game", "id", "source", "line", "fingerprint", "cards_hash", "cubes_hash", "totals_hash"}
"""Columns of places and hashes, which nobody computes by hand."""


@pytest.fixture(scope="module")
def real() -> dict[str, pa.Table]:
    tables, summary = tables_of([str(file) for file in REAL_GAMES])
    assert summary.added == len(REAL_GAMES) and not summary.rejected
    return tables


@pytest.mark.parametrize("name", TABLES)
def test_table_worked_out_by_hand(name: str) -> None:
    tables, summary = tables_of([str(HAND_MADE)])
    assert (summary.records, summary.added, summary.rejected) == (4, 4, [])
    id_of = dict(zip(tables["games"]["game"].to_pylist(), tables["games"]["id"].to_pylist(), strict=True))
    order = [json.loads(line)["id"] for line in HAND_MADE.read_text().splitlines()]
    rows = [
        [id_of[row["game"]], *(value for column, value in row.items() if column not in LEFT_OUT)]
        for row in tables[name].to_pylist()
    ]
    assert sorted(rows, key=lambda row: order.index(row[0])) == EXPECTED[name]


@pytest.mark.parametrize("name", TABLES)
def test_columns_are_as_described_and_never_null_where_they_say_so(name: str, real: dict[str, pa.Table]) -> None:
    table = real[name]
    table.validate(full=True)
    assert table.column_names == TABLES[name].names
    for column in TABLES[name].columns:
        assert column.nullable or table[column.name].null_count == 0, column.name
    keys = list(zip(*(table[column].to_pylist() for column in TABLES[name].key), strict=True))
    assert len(set(keys)) == len(keys)


def test_totals_are_those_recorded_on_the_site(real: dict[str, pa.Table]) -> None:
    recorded = {}
    for file in REAL_GAMES:
        game = json.loads(file.read_text())
        for seat, score in enumerate(game["result"]["scores"], 1):
            recorded[game["id"], seat] = score if isinstance(score, int) else score["total"]
    id_of = dict(zip(real["games"]["game"].to_pylist(), real["games"]["id"].to_pylist(), strict=True))
    seats = real["seats"].to_pylist()
    assert {(id_of[row["game"]], row["seat"]): row["total"] for row in seats} == recorded


def test_rows_of_points_and_sums_agree_in_all_tables(real: dict[str, pa.Table]) -> None:
    seats = real["seats"].to_pandas()
    assert (seats[list(POINT_ROWS)].sum(axis=1) == seats["total"]).all()
    turns = real["turns"].to_pandas()
    assert (turns[list(POINT_ROWS)].sum(axis=1) == turns["total"]).all()
    last = turns.groupby(["game", "seat"]).last()
    final = seats.set_index(["game", "seat"]).loc[last.index]
    for column in (*POINT_ROWS, "total", "empty_spaces"):
        np.testing.assert_array_equal(last[column], final[column], column)
    cards = real["cards"].to_pandas().groupby(["game", "seat"])
    by_seat = seats.set_index(["game", "seat"])
    for of_cards, of_seats in (
        (cards["points"].sum(), by_seat["animals"]),
        (cards["cubes"].sum(), by_seat["animal_cubes"]),
        (cards["completed"].sum(), by_seat["cards_completed"]),
        (cards["card"].count(), by_seat["cards_taken"]),
    ):
        np.testing.assert_array_equal(of_cards.reindex(of_seats.index, fill_value=0), of_seats)
    offers = real["offers"].to_pandas()
    assert offers["taken"].sum() == real["cards"].num_rows
    spirits = real["spirits"].to_pandas()
    chosen = spirits[spirits["chosen"]].groupby(["game", "seat"])["points"].sum()
    np.testing.assert_array_equal(chosen.reindex(by_seat.index, fill_value=0), by_seat["spirit"])
    assert (seats.groupby("game")["win_share"].sum() == 1).all()


def test_turns_are_those_of_a_replay_scored_turn_by_turn(real: dict[str, pa.Table]) -> None:
    turns = {(row["game"], row["turn"]): row for row in real["turns"].to_pylist()}
    offers: dict[tuple[int, int], list[str]] = {}
    for row in real["offers"].to_pylist():
        offers.setdefault((row["game"], row["turn"]), []).append(row["card"])
    game_of = dict(zip(real["games"]["id"].to_pylist(), real["games"]["game"].to_pylist(), strict=True))
    for file in REAL_GAMES:
        game, _ = decode(file.read_bytes())
        assert isinstance(game, Game) and isinstance(game.id, str)
        names = [player.name for player in game.players]
        for table in fold(game_log(game)):
            if table.turn:
                sheets, _ = scoresheets(table, names, "bga", explain=False)
                sheet = sheets[table.player - 1]
                row = turns[game_of[game.id], table.turn]
                assert [row[name] for name in POINT_ROWS] == [getattr(sheet, name) for name in POINT_ROWS]
                assert (row["seat"], row["round"]) == (table.player, table.seats[table.player - 1].turns)
                assert row["space"] == table.space_taken


def test_cards_are_dated_by_the_actions_of_the_record(real: dict[str, pa.Table]) -> None:
    game_of = dict(zip(real["games"]["id"].to_pylist(), real["games"]["game"].to_pylist(), strict=True))
    cards = {(row["game"], row["card"]): row for row in real["cards"].to_pylist()}
    spirits = {(row["game"], row["card"]): row for row in real["spirits"].to_pylist()}
    seen = 0
    for file in REAL_GAMES:
        record = json.loads(file.read_text())
        game = game_of[record["id"]]
        for number, turn in enumerate(record["turns"], 1):
            for action in turn["actions"]:
                if action["do"] == "take-card":
                    row = cards[game, action["card"]]
                    assert (row["seat"], row["turn_taken"]) == (turn["player"], number)
                    seen += 1
                elif action["do"] == "place-cube" and (game, action["card"]) in cards:
                    row = cards[game, action["card"]]
                    assert row["turn_completed"] is None or row["turn_completed"] >= number
                elif action["do"] == "place-cube":
                    assert spirits[game, action["card"]]["turn_placed"] == number
    assert seen == len(cards)
