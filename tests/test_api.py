from __future__ import annotations

import doctest
import importlib
import json
import pkgutil
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import harmonies_cli as h
import harmonies_cli.api
from tests.cli.command import ROOT, run, within
from tests.cli.sample_scores import SAMPLES, SCORES

GAME = ROOT / "samples/games/three-players-side-b.json"
EMPTY: dict[str, Any] = {"format": "harmonies-position", "version": 1, "side": "A"}


def position(*players: dict[str, Any], **fields: Any) -> h.Game | h.Position:
    return h.record({**EMPTY, **fields, "players": [{"name": "Ann", "board": {}, **player} for player in players]})


@pytest.mark.parametrize("module", [module.name for module in pkgutil.iter_modules(harmonies_cli.api.__path__)])
def test_examples_of_the_docstrings_hold(module: str) -> None:
    with within(ROOT):
        assert doctest.testmod(importlib.import_module(f"harmonies_cli.api.{module}")).failed == 0


def test_document_names_everything_that_is_exported() -> None:
    text = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    names = text[text.index("## All names") :]
    assert [name for name in h.__all__ if not name.startswith("_") and not re.search(rf"`\.?{name}\b", names)] == []
    assert set(harmonies_cli.api.__all__) <= set(h.__all__)
    assert all(hasattr(h, name) and name in dir(h) for name in h.__all__)


def printed(code: str) -> str:
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    return ran.stdout


def test_import_and_start_of_the_command_line_load_nothing_heavy() -> None:
    code = "import sys, harmonies_cli; print([name for name in sys.modules if name.startswith('harmonies_cli.')])"
    assert printed(code) == "[]\n"
    code = (
        "import sys, harmonies_cli as h; h.read('samples/rulebook-example.json').scores();"
        "print([name for name in ('pandas', 'numpy', 'matplotlib', 'pyarrow') if name in sys.modules])"
    )
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT).stdout
        == "[]\n"
    )


def test_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'raed'"):
        h.raed  # noqa: B018


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_scores_are_those_of_the_command(sample: Path) -> None:
    with within(ROOT):
        scores = h.read(sample).scores()
        stored = json.loads(SCORES[sample].read_text(encoding="utf-8"))
        assert json.loads(scores.formatted("json"))["records"] == [stored]
        assert scores.formatted("text") == run("score", sample).out
        assert scores.formatted("text", explain=True) == run("score", sample, "--explain").out


@pytest.mark.parametrize("source", [record.source for record in h.read_all(ROOT / "samples")])
def test_verdict_in_words_is_that_of_the_command(source: str) -> None:
    assert run("verify", source).out.startswith(str(h.read(source).verify()))


def test_boards_in_characters_are_those_of_the_command_show() -> None:
    game = h.read(GAME)
    assert str(game.boards(turn=5)).rstrip() in run("show", GAME, "--turn", 5).out
    assert str(game.board("Ben", turn=5)).rstrip() in run("show", GAME, "--turn", 5, "--player", "Ben").out


def test_progress_ends_with_the_scores_and_adds_turn_by_turn() -> None:
    game = h.read(GAME)
    assert isinstance(game, h.Game)
    frame = game.progress().to_frame()
    assert len(game.progress()) == game.turns == 30
    last = frame[frame["turn"] == 30]
    assert last["total"].tolist() == game.scores().totals
    for turn in (1, 7, 29):
        assert frame[frame["turn"] == turn]["total"].tolist() == game.scores(turn=turn).totals
    assert frame[frame["turn"] == 4]["mover"].unique().tolist() == [1]


def test_illegal_game_progresses_to_its_last_legal_turn() -> None:
    game = h.read(ROOT / "samples/games/illegal.json")
    assert isinstance(game, h.Game)
    assert game.progress().to_frame()["turn"].max() == 5


def test_players_are_found_by_number_or_name() -> None:
    both = position({"name": "Ann"}, {"name": "Ben"}, {"name": "Ann"})
    assert both.board("Ben").player == both.board(2).player == 2
    assert both.scores().of(3).player == 3
    assert both.board("ben").player == both.board("2").player == 2
    for player, message in (
        ("Ann", "several players"),
        ("Bem", "did you mean"),
        (4, "the players are Ann, Ben, Ann"),
        (0, "no record has a player"),
    ):
        with pytest.raises(h.UsageError, match=message):
            both.board(player)


@pytest.mark.parametrize("turn", [0, -1, 31])
def test_turn_that_was_not_played_is_an_error(turn: int) -> None:
    game = h.read(GAME)
    for ask in (game.scores, game.boards):
        with pytest.raises(h.UsageError, match="the game has 30"):
            ask(turn=turn)
    with pytest.raises(h.UsageError, match="not a game"):
        h.read(ROOT / "samples/rulebook-example.json").scores(turn=1)


def test_frames_keep_whole_numbers_where_values_are_missing() -> None:
    frame = position({}, {"cards": {}}).scores().to_frame()
    assert frame["total"].isna().tolist() == [True, False]
    assert str(frame["total"].dtype) == "Int64"
    assert frame["landscapes"].tolist() == [0, 0]


def test_frame_of_faults_has_a_row_for_each_and_one_for_a_legal_record() -> None:
    faults = h.to_frame(record.verify() for record in h.read_all(ROOT / "samples/games"))
    assert faults["verdict"].tolist() == ["illegal", "legal", "legal", "legal", "legal"]
    assert faults["code"].dropna().tolist() == ["stack-illegal"]
    impossible = position({"board": {"a1": "FT", "b1": "FF"}}).verify()
    assert impossible.verdict == "invalid" and not impossible.is_legal
    assert impossible.to_frame()["space"].tolist() == ["a1", "b1"]


def test_frame_of_boards_has_a_row_for_each_space() -> None:
    frame = h.read(ROOT / "samples/positions/four-islands.json").boards().to_frame()
    assert len(frame) == 25
    assert frame[frame["cube"]]["card"].tolist() == ["frog", "lizard", "fish", "falcon", "fish"]
    assert frame.set_index("space").loc["c2", ["stack", "height"]].tolist() == ["TH", 2]


def test_frame_of_nothing_is_empty() -> None:
    assert h.to_frame([]).empty


def test_unreadable_records_are_reported_and_skipped() -> None:
    records = list(h.read_all([ROOT / "samples/games/README.md", ROOT / "samples/rulebook-example.json"]))
    unreadable, readable = records
    assert isinstance(unreadable, h.Unreadable) and isinstance(readable, h.Position)
    assert unreadable.verify().verdict == "invalid"
    assert unreadable.verify().problems == unreadable.problems
    assert (unreadable.id, unreadable.side, unreadable.players, unreadable.to_dict()) == (None, None, [], {})
    assert len(unreadable.scores()) == 0
    with pytest.raises(h.UsageError, match="no boards"):
        unreadable.board()
    assert "Unreadable" in repr(unreadable)


@pytest.mark.parametrize("value", ["", "[]", "{", "null", b"\xff", "{}", "\ud800", '{"format": "harmonies-game"}'])
def test_a_text_that_is_not_a_record_is_an_error_with_its_problems(value: str | bytes) -> None:
    with pytest.raises(h.InvalidRecordError) as error:
        h.record(value)
    assert error.value.problems
    assert isinstance(error.value, h.HarmoniesError)


def test_file_of_none_or_several_records_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "none.jsonl").write_text("")
    (tmp_path / "two.jsonl").write_text(f"{json.dumps({**EMPTY, 'players': [{'name': 'A', 'board': {}}]})}\n" * 2)
    with pytest.raises(h.HarmoniesError):
        h.read(tmp_path / "none.jsonl")
    with pytest.raises(h.UsageError, match="several records"):
        h.read(tmp_path / "two.jsonl")
    with pytest.raises(h.UsageError):
        h.read(tmp_path / "missing.json")
    assert len(list(h.read_all(tmp_path / "two.jsonl"))) == 2


def test_notebooks_show_scores_boards_and_verdicts() -> None:
    game = h.read(GAME)
    assert game.boards()._repr_svg_().startswith("<svg")
    assert game.board(2)._repr_svg_().count("Ben") >= 1
    for shown in (game._repr_html_(), game.scores()._repr_html_(), game.verify()._repr_html_()):
        assert "116" in shown and "Cleo" in shown
        assert "<script" not in shown and "http" not in shown
    assert "river of 7" in h.read(ROOT / "samples/rulebook-example.json").scores().explanation()._repr_html_()


def test_hostile_names_are_escaped_in_notebooks() -> None:
    evil = position({"name": "<script>alert(1)</script>", "cards": {}}, {"name": "<script>alert(1)</script>"})
    for shown in (evil._repr_html_(), evil.scores()._repr_html_(), evil.scores().explanation()._repr_html_()):
        assert "<script" not in shown


def test_progress_of_players_with_one_name_is_shown() -> None:
    record = h.read(GAME).to_dict()
    for player in record["players"]:
        player["name"] = "Ann"
    game = h.record(record)
    assert isinstance(game, h.Game)
    assert "3. Ann" in game.progress()._repr_html_()


def test_keep_going_and_rules_are_those_of_the_command() -> None:
    assert len(h.read(ROOT / "samples/games/illegal.json").verify(keep_going=True).violations) >= 1
    ring = position({"board": {"a1": "W", "a2": "W", "b1": "W"}, "cards": {}}, rules="bga")
    assert (ring.scores().rules, ring.scores().totals) == ("bga", [5])
    assert ring.board().score is not None and ring.board(rules="rulebook").score is not None
    assert ring.board(rules="rulebook").score.water == 2  # type: ignore[union-attr]


def test_unknown_format_is_an_error() -> None:
    with pytest.raises(h.UsageError, match="'xml' is not one of 'text', 'json'"):
        position({}).scores().formatted("xml")
