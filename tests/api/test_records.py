"""Records as objects: their attributes, and when they are equal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import harmonies_cli as h
from tests.cli.command import ROOT, run

SAMPLES = ROOT / "samples"
EMPTY: dict[str, Any] = {"format": "harmonies-position", "version": 1, "side": "A"}


def test_a_game_has_its_date_rules_spirits_and_mode() -> None:
    solo = h.read(SAMPLES / "games/solo-side-a.json")
    assert (solo.solo, solo.spirits, solo.rules) == (True, True, "rulebook")
    several = h.read(SAMPLES / "games/three-players-side-b.json")
    assert (several.solo, several.spirits, several.rules, several.date) == (False, True, "rulebook", None)
    log = h.read(SAMPLES / "bga/log-two-players.json.gz")
    assert log.rules == "bga"
    dated = h.record({**EMPTY, "date": "2024-05", "spirits": False, "players": [{"name": "Ann", "board": {}}]})
    assert (dated.date, dated.spirits, dated.solo) == ("2024-05", False, False)


def test_spirits_of_a_game_that_does_not_say_follow_from_its_cards() -> None:
    value = h.read(SAMPLES / "games/three-players-side-b.json").to_dict()
    value.pop("spirits", None)
    assert h.record(value).spirits is True


def test_records_with_the_same_content_are_equal_whatever_their_file(tmp_path: Path) -> None:
    records = list(h.read_all(SAMPLES))
    for record in records:
        if not isinstance(record, h.Unreadable):
            again = h.record(record.to_dict())
            assert record == again and hash(record) == hash(again)
    assert len(set(records) | set(h.read_all(SAMPLES))) == len(set(records)) == len(records)


def test_any_difference_in_content_makes_another_record() -> None:
    value = h.read(SAMPLES / "rulebook-example.json").to_dict()
    other = json.loads(json.dumps(value))
    other["players"][0]["cards"]["falcon"] = 0
    assert h.record(value) != h.record(other)
    assert h.record(value) != h.record(value | {"notes": "another"})
    assert h.record(value | {"$schema": "elsewhere"}) == h.record(value)
    assert h.record(value) != "a text"


def test_a_paper_sheet_is_a_position() -> None:
    sheet = h.read(SAMPLES / "positions/paper-sheet.json")
    assert isinstance(sheet, h.Position)
    assert sheet.scores().totals == [116, 100, 88]


def test_the_side_holds_for_a_position_as_for_the_command() -> None:
    path = SAMPLES / "rulebook-example.json"
    record = h.read(path, side="b")
    assert record.side == "B"
    assert (
        json.loads(run("score", path, "--side", "B", "--format", "json").out)["records"]
        == (json.loads(record.scores().formatted("json"))["records"])
    )
    assert record != h.read(path)
    assert h.read(SAMPLES / "games/three-players-side-b.json", side="B").side == "B"


def test_replay_is_that_of_the_command() -> None:
    path = SAMPLES / "games/three-players-side-b.json"
    game = h.read(path)
    assert isinstance(game, h.Game)
    assert str(game.replay()) == run("replay", path).out
    assert str(game.replay(turns=range(4, 6))) == run("replay", path, "--turns", "4-5").out
    assert "<script" in game.replay(turns=4).page()


def test_converted_formatted_and_new_records_are_those_of_the_commands(tmp_path: Path) -> None:
    source = SAMPLES / "bga"
    assert h.save((one.record for one in h.convert(source) if one.record), tmp_path / "ours.jsonl.gz") == 3
    run("convert", source, "-o", tmp_path / "theirs.jsonl.gz")
    assert list(h.read_all(tmp_path / "ours.jsonl.gz")) == list(h.read_all(tmp_path / "theirs.jsonl.gz"))
    for path in (SAMPLES / "rulebook-example.json", SAMPLES / "games/illegal.json"):
        assert h.format(path).text == run("format", path).out or h.format(path).text is None
    assert h.new("game", names=["Ann", "Ben"]) == json.loads(
        run("new", "--kind", "game", "--players", "2", *("--name", "Ann", "--name", "Ben")).out
    )


def test_format_in_place_writes_the_file(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_text(
        '{"format": "harmonies-position", "version": 1, "side": "a", "players": [{"name": "A", "board": {}}],}'
    )
    assert h.format(path).slips == 1 and path.read_text().endswith("],}")
    assert h.format(path, in_place=True).is_changed
    assert path.read_text() == h.format(path).text and not h.format(path).is_changed


def test_simulated_games_are_those_of_the_command() -> None:
    games = list(h.simulate(3, players=3, side="b", bots="random", seed=5, spirits=False))
    out = run("simulate", "--games", "3", "--players", "3", "--side", "B", "--seed", "5", "--no-spirits").out
    assert games == [h.record(line) for line in out.splitlines()]
    assert str(h.tournament(["random", "random:card=0"], 4, seed=3)) == (
        run("simulate", "--tournament", "--games", "4", "--bot", "random,random:card=0", "--seed", "3").out
    )
