"""``harmonies simulate``."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from importlib.metadata import EntryPoint
from pathlib import Path
from random import Random

import msgspec
import pytest
from click.testing import CliRunner, Result

from harmonies_cli.bots import registry
from harmonies_cli.bots.interface import View
from harmonies_cli.cli.main import harmonies
from harmonies_cli.errors import UsageError
from harmonies_cli.rules.replay.actions import Action, TakeTokens
from tests.simulate.replaying import confirm


def run(*arguments: str) -> Result:
    return CliRunner().invoke(harmonies, ["simulate", *arguments, "--jobs", "1"], standalone_mode=False)


def test_games_go_to_standard_output_one_a_line() -> None:
    result = run("--games", "3", "--seed", "9", "--players", "3", "--side", "b", "--no-spirits", "--rules", "bga")
    assert result.return_value == 0
    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert [record["id"] for record in records] == ["9-1", "9-2", "9-3"]
    for record in records:
        assert (record["side"], record["rules"], record["spirits"]) == ("B", "bga", False)
        assert [player["name"] for player in record["players"]] == ["random"] * 3
        confirm(record)
    assert result.stderr == ""


def test_a_file_is_packed_by_its_name(tmp_path: Path) -> None:
    plain, packed = tmp_path / "games.jsonl", tmp_path / "games.jsonl.gz"
    for path in (plain, packed):
        assert run("--games", "5", "-o", str(path)).return_value == 0
    assert gzip.decompress(packed.read_bytes()) == plain.read_bytes()
    assert len(plain.read_bytes().splitlines()) == 5
    first = packed.read_bytes()
    run("--games", "5", "-o", str(packed))
    assert packed.read_bytes() == first


def test_nothing_is_left_of_a_file_that_could_not_be_finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise UsageError("out of order")

    monkeypatch.setattr("harmonies_cli.simulate.series.play_fixture", broken)
    result = run("-o", str(tmp_path / "games.jsonl"))
    assert isinstance(result.exception, UsageError)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "arguments", [("--bot", "randm"), ("--bot", "random,random", "--players", "3"), ("--tournament",), ("--games", "0")]
)
def test_bad_options_are_refused_before_anything_is_played(arguments: Sequence[str]) -> None:
    result = run(*arguments)
    assert result.exception is not None
    assert result.stdout == ""


def test_a_tournament_writes_its_table_and_on_demand_its_games(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    arguments = ("--tournament", "--games", "4", "--bot", "random,random:cube=1,card=1")
    result = run(*arguments, "-o", str(path))
    assert result.return_value == 0
    table, meaning = result.stdout.split("\n\n")
    lines = table.splitlines()
    assert len(lines) == 3
    assert "4 deals" in meaning
    assert {line.split()[0] for line in lines[1:]} == {"random", "random:cube=1,card=1"}
    assert len(path.read_bytes().splitlines()) == 8
    assert run(*arguments).stdout == result.stdout


class Cheat:
    """Takes tokens from an empty space."""

    class Parameters(msgspec.Struct, frozen=True):
        pass

    def __init__(self, parameters: Parameters) -> None:
        pass

    def play(self, view: View, chance: Random) -> Sequence[Action]:
        return [TakeTokens(space=1), TakeTokens(space=2)]


def test_an_illegal_bot_is_reported_and_its_games_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        registry, "entry_points", lambda group: [EntryPoint("cheat", f"{__name__}:Cheat", registry.GROUP)]
    )
    registry.make_bot.cache_clear()
    result = run("--bot", "random,cheat", "--games", "2", "--no-spirits")
    assert result.return_value == 1
    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert [record["unfinished"] for record in records] == [True, True]
    assert len(result.stderr.splitlines()) == 2
    assert "game 1-1" in result.stderr
    assert "player 2 (cheat): tokens-taken-twice" in result.stderr
