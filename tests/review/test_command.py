"""``harmonies review``."""

from __future__ import annotations

import csv
import json
import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import harmonies_cli
from harmonies_cli.cli.main import harmonies
from harmonies_cli.errors import UsageError
from harmonies_cli.report.review.writers import CSV_COLUMNS
from tests.review.played_games import reading_of_game

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "samples"
QUICK = ("--scenarios", "4")


def run(*arguments: str | Path, jobs: int = 1) -> Result:
    words = ["review", *map(str, arguments), "--jobs", str(jobs)]
    return CliRunner().invoke(harmonies, words, standalone_mode=False)


def review_of(*arguments: str | Path, jobs: int = 1) -> dict[str, Any]:
    result = run(*arguments, *QUICK, "--format", "jsonl", jobs=jobs)
    assert result.exception is None, result.exception
    element: dict[str, Any] = json.loads(result.stdout)
    return element


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_bytes(reading_of_game("greedy,random", 1).data)
    return path


def test_the_numbers_are_the_same_for_any_number_of_processes(game: Path) -> None:
    assert review_of(game, "--turns", "7-8") == review_of(game, "--turns", "7-8", jobs=2)


def test_every_format_gives_the_same_losses(game: Path) -> None:
    losses = {turn["turn"]: turn["loss"] for turn in review_of(game, "--turns", "8")["turns"]}
    assert list(losses) == [8]
    document = json.loads(run(game, "--turns", "8", *QUICK, "--format", "json").stdout)
    assert [turn["loss"] for turn in document["reviews"][0]["turns"]] == list(losses.values())
    rows = list(csv.DictReader(StringIO(run(game, "--turns", "8", *QUICK, "--format", "csv").stdout)))
    assert tuple(rows[0]) == CSV_COLUMNS
    assert {int(row["turn"]): float(row["loss"]) for row in rows} == losses
    for form in ("text", "markdown"):
        text = run(game, "--turns", "8", *QUICK, "--format", form).stdout
        for turn, loss in losses.items():
            assert re.search(rf"^\|?\s*{turn} .*{loss:.1f}", text, re.MULTILINE), text


def test_the_text_draws_a_costly_turn_and_the_better_one(game: Path) -> None:
    review = review_of(game, "--player", "2", "--turns", "8-10")
    assert {turn["player"] for turn in review["turns"]} == {2}
    worst = max(review["turns"], key=lambda turn: turn["loss"])
    text = run(game, "--player", "2", "--turns", "8-10", *QUICK).stdout
    assert f"Turn {worst['turn']}, random: mistake, {worst['loss']:.1f} points" in text
    assert re.search("played +better", text)
    assert max(map(len, text.splitlines())) <= 100


def test_a_player_who_is_not_there_is_refused(game: Path) -> None:
    result = run(game, "--player", "Zoe", "--turns", "1-1", *QUICK)
    assert isinstance(result.exception, UsageError)
    assert "the players are greedy, random" in str(result.exception)


def test_the_best_turn_now_of_an_unfinished_game(tmp_path: Path, game: Path) -> None:
    record = json.loads(game.read_text())
    record["turns"] = record["turns"][:5]
    del record["result"]
    record["unfinished"] = True
    path = tmp_path / "unfinished.json"
    path.write_text(json.dumps(record))
    review = review_of(path, "--next", "--turns", "5")
    assert [turn["turn"] for turn in review["turns"]] == [5]
    assert not review["finished"]
    best = review["next"]
    assert (best["turn"], best["player"], best["loss"]) == (6, 2, None)
    # Played, it is a legal turn.
    actions = best["best"]["actions"]
    record["turns"].append({"player": 2, "actions": actions})
    path.write_text(json.dumps(record))
    assert harmonies_cli.read(path).verify().verdict == "legal"
    assert "Best turn now, for greedy" in run(path, "--next", "--turns", "99", *QUICK).stdout


def test_an_illegal_game_is_reviewed_up_to_its_fault() -> None:
    result = run(SAMPLES / "games" / "illegal.json", "--turns", "1", *QUICK, "--format", "jsonl")
    review = json.loads(result.stdout)
    assert result.return_value == 1
    assert review["verdict"] == "illegal" and review["notes"]
    assert [turn["turn"] for turn in review["turns"]] == [1]


def test_a_final_board_gets_the_cubes_that_were_left_out(tmp_path: Path) -> None:
    record = {
        "format": "harmonies-position",
        "version": 1,
        "side": "A",
        "players": [{"name": "Ann", "board": {"c3": "W", "c2": "H", "b2": "M"}, "cards": {}, "cubes": []}],
    }
    path = tmp_path / "board.json"
    path.write_text(json.dumps(record))
    player = review_of(path)["players"][0]
    assert (player["unplaced"], player["unplaced_points"], player["accuracy"]) == ([], 0, None)


def test_solo_has_no_margin_and_four_players_have_one() -> None:
    solo = review_of(ROOT / "tests" / "data" / "games" / "1p_A_spirits-00.json", "--turns", "2")
    assert [player["margin"] for player in solo["players"]] == [None]
    four = review_of(ROOT / "tests" / "data" / "games" / "4p_B_spirits-14.json", "--turns", "9-10")
    assert len(four["players"]) == 4 and len(four["turns"]) == 2


def test_a_text_that_is_not_a_record_is_reported_as_such(tmp_path: Path) -> None:
    path = tmp_path / "broken.json"
    path.write_text('{"format": "harmonies-game"')
    result = run(path, *QUICK, "--format", "jsonl")
    assert result.return_value == 1
    assert json.loads(result.stdout)["verdict"] == "invalid"


def test_notebooks_get_the_same_objects(game: Path) -> None:
    review = next(harmonies_cli.review(game, scenarios=4, turns=range(7, 8), player="greedy"))
    assert [turn.loss for turn in review.turns] == pytest.approx(
        [turn["loss"] for turn in review_of(game, "--turns", "7")["turns"]], abs=1e-3
    )


SOLO = SAMPLES / "games" / "solo-side-a.json"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--turns", "99"), "no game has a turn 99; there are turns 1 to 10"),
        (("--turns", "11-"), "no game has a turn 11 or a later one; there are turns 1 to 10"),
    ],
)
@pytest.mark.parametrize("form", ["text", "json", "csv", "html"])
def test_turns_that_no_game_has_are_an_error_and_nothing_is_written(
    options: tuple[str, ...], said: str, form: str
) -> None:
    result = run(SOLO, SAMPLES / "rulebook-example.json", *options, *QUICK, "--format", form)
    assert isinstance(result.exception, UsageError)
    assert str(result.exception) == said
    assert result.stdout == ""


def test_turns_of_others_only_are_an_error() -> None:
    two_players = SAMPLES / "games" / "two-players-typed.json"
    result = run(two_players, "--player", "1", "--turns", "2", *QUICK)
    assert isinstance(result.exception, UsageError)
    assert str(result.exception) == "player 1 plays none of these turns; there are turns 1 to 8"


def test_a_game_without_the_turns_is_told_beside_one_that_has_them(game: Path) -> None:
    result = run(SOLO, game, "--turns", "11", *QUICK, "--format", "json")
    assert result.return_value == 0
    without, having = json.loads(result.stdout)["reviews"]
    assert without["notes"] == ["no turn is reviewed: the game has 10 turns"]
    assert [turn["turn"] for turn in having["turns"]] == [11]


def test_turns_behind_a_fault_are_a_finding_and_no_error() -> None:
    result = run(SAMPLES / "games" / "illegal.json", "--turns", "99", *QUICK, "--format", "jsonl")
    assert result.return_value == 1
    assert json.loads(result.stdout)["verdict"] == "illegal"


def test_notebooks_get_the_same_error_at_the_end() -> None:
    with pytest.raises(UsageError, match="no game has a turn 99; there are turns 1 to 10"):
        list(harmonies_cli.review(SOLO, turns=range(99, 100)))
    with pytest.raises(UsageError, match="not a range of turns"):
        harmonies_cli.review(SOLO, turns=range(0))
