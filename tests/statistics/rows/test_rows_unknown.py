"""Rows of games with incomplete records, and texts in any language."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from harmonies_cli.statistics.files.row_source import tables_of
from harmonies_cli.statistics.rows.chunk_rows import RowOptions
from tests.rules.replay.game_logs import GAMES, Record, edited, without

GAME = "2p_A_nospirits-04"


def turns_of(records: list[Record], folder: Path) -> list[list[dict[str, Any]]]:
    """Return the rows of `turns` of some records, illegal ones too, game by game."""
    file = folder / "games.jsonl"
    file.write_text("".join(json.dumps(record) + "\n" for record in records))
    tables, _ = tables_of([str(file)], RowOptions(include_illegal=True))
    order = tables["games"].column("game").to_pylist()
    rows = tables["turns"].to_pylist()
    return [[row for row in rows if row["game"] == game] for game in order]


def test_the_tokens_on_spaces_without_recorded_refills_are_unknown(tmp_path: Path) -> None:
    known = GAMES[GAME]
    (whole,) = turns_of([known], tmp_path)
    (without_refills,) = turns_of([without(edited(GAME), "refill.central")], tmp_path)
    assert len(whole) == len(without_refills) == len(known["turns"])
    spaces = [f"offered_{number}" for number in range(1, 6)]
    assert all(row[space] is not None for row in whole for space in spaces)
    emptied: set[str] = set()
    for row, other in zip(whole, without_refills, strict=True):
        assert other["tokens_taken"] == row["tokens_taken"]  # which the actions show
        assert [other[space] for space in spaces] == [None if space in emptied else row[space] for space in spaces]
        emptied.add(f"offered_{row['space']}")


def test_tokens_left_where_the_site_ended_a_turn_are_unknown(tmp_path: Path) -> None:
    record = edited(GAME)
    turn = record["turns"][4]
    turn["replaced"] = True
    last = max(number for number, action in enumerate(turn["actions"]) if action["do"] == "place-token")
    del turn["actions"][last:]
    del record["turns"][5:]
    record["turns"].append({"player": 2, "replaced": True, "actions": []})
    record["unfinished"] = True
    record.pop("result", None)
    (rows,) = turns_of([record], tmp_path)
    taken = rows[4]["space"]
    assert [row[f"offered_{taken}"] is None for row in rows] == [False] * 5 + [True]


@pytest.mark.parametrize("names", [["Ann", "Bob"], ["Zoë", "𝄞 clef"], ["·", "李"]])
def test_texts_of_any_language_are_kept(names: list[str], tmp_path: Path) -> None:
    record = edited(GAME)
    for player, name in zip(record["players"], names, strict=True):
        player["name"] = name
    record.pop("result", None)
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record, ensure_ascii=False), encoding="utf-8")
    tables, _ = tables_of([str(file)])
    assert tables["seats"].column("name").to_pylist() == names
    assert tables["games"].column("id").to_pylist() == [record.get("id")]
