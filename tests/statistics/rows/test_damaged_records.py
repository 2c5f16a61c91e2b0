"""Ten thousand simulated games, one in twenty damaged: all good ones are counted, all bad ones listed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from harmonies_cli.simulate.series import Terms, fixtures_of, play_fixtures
from harmonies_cli.statistics.files.dataset import Dataset
from harmonies_cli.statistics.files.dataset_tables import read_tables
from harmonies_cli.statistics.files.export import export_rows
from harmonies_cli.statistics.files.row_source import tables_of
from harmonies_cli.statistics.rows.chunk_rows import RowOptions

GAMES = 10_000
ONE_IN = 20
Record = dict[str, Any]


def _changed(change: Callable[[Record], object]) -> Callable[[bytes], bytes]:
    def damage(line: bytes) -> bytes:
        record = json.loads(line)
        change(record)
        return json.dumps(record).encode() + b"\n"

    return damage


def _first(record: Record, kind: str) -> Record:
    return next(action for turn in record["turns"] for action in turn["actions"] if action["do"] == kind)


WAYS: dict[str, Callable[[bytes], bytes]] = {
    "cut off": lambda line: line[: len(line) // 2] + b"\n",
    "not UTF-8": lambda line: line.replace(b'"random"', b'"\xff"', 1),
    "key twice": lambda line: line.replace(b"{", b'{"id": "x",', 1),
    "field missing": _changed(lambda record: record.pop("side")),
    "version unknown": _changed(lambda record: record.update(version=2)),
    "card unknown": _changed(lambda record: _first(record, "take-card").update(card="unicorn")),
    "space unknown": _changed(lambda record: _first(record, "place-token").update(at="z9")),
    "turn missing": _changed(lambda record: record["turns"].pop(3)),
    "end missing": _changed(lambda record: record["turns"].pop()),
    "result wrong": _changed(lambda record: record["result"]["scores"][0].update(total=-1)),
}


@pytest.mark.slow
def test_all_good_records_are_counted_and_all_bad_ones_listed(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    ways = list(WAYS.values())
    bad = set()
    with file.open("wb") as out:
        fixtures = fixtures_of(Terms(1), GAMES, ["random", "random"])
        for number, game in enumerate(play_fixtures(Terms(1), fixtures, jobs=2), 1):
            if number % ONE_IN:
                out.write(game.line)
            else:
                bad.add(number)
                out.write(ways[number // ONE_IN % len(ways)](game.line))
    target = tmp_path / "set"
    summary = export_rows([str(file)], Dataset.open_or_create(target, RowOptions()), jobs=2)
    assert (summary.records, summary.added, summary.repeated) == (GAMES, GAMES - len(bad), 0)
    assert {record.line for record in summary.rejected} == bad
    assert len(summary.rejected) == len(bad) == GAMES // ONE_IN
    tables = read_tables(target)
    assert tables["games"].num_rows == GAMES
    assert tables["seats"].num_rows == 2 * (GAMES - len(bad))
    good = tables["seats"]["game"].unique().to_pylist()
    verdicts = dict(zip(tables["games"]["game"].to_pylist(), tables["games"]["verdict"].to_pylist(), strict=True))
    assert {verdicts[game] for game in good} == {"legal"}
    at_once, _ = tables_of([str(file)])
    assert at_once == tables


@pytest.mark.parametrize(
    "score",
    [2**31, 10**300, {"trees": 4, "total": 2**15}, {"total": 1e300}],
    ids=["total", "long total", "total with a row", "fraction"],
)
def test_a_score_that_fits_no_column_is_listed_and_its_row_says_nothing(score: Any, tmp_path: Path) -> None:
    players = [{"name": "Ann", "score": score}, {"name": "Ben", "score": 88}]
    file = tmp_path / "sheet.json"
    file.write_text(json.dumps({"format": "harmonies-position", "version": 1, "side": "A", "players": players}))
    tables, summary = tables_of([str(file)])
    assert tables["games"]["winner_score"].to_pylist() == [None]
    assert tables["games"]["verdict"].to_pylist() == ["invalid"]
    assert [rejected.code for rejected in summary.rejected] == ["score-impossible"]


def test_more_turns_than_fit_their_column_are_listed(tmp_path: Path) -> None:
    terms = Terms(1)
    game = json.loads(next(play_fixtures(terms, fixtures_of(terms, 1, ["random", "random"]), jobs=1)).line)
    game["turns"] *= 2**15 // len(game["turns"]) + 1
    file = tmp_path / "game.json"
    file.write_text(json.dumps(game))
    tables, summary = tables_of([str(file)])
    assert tables["games"]["turns"].to_pylist() == [None]
    assert len(summary.rejected) == 1
