from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli import command as command_line
from tests.cli.command import within

ROOT = Path(__file__).resolve().parents[2]
TYPED = "samples/games/two-players-typed.json"
ILLEGAL = "samples/games/illegal.json"
PLAIN = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LC_ALL")}


def run(*arguments: str, stdin: bytes = b"", **environ: str) -> subprocess.CompletedProcess[bytes]:
    """Run the command inside the tests, from the project's folder."""
    with within(ROOT):
        ran = command_line.run("replay", *arguments, stdin=stdin, environ=environ)
    return subprocess.CompletedProcess([], ran.status, ran.out.encode(), ran.err.encode())


def piped(*arguments: str, stdin: bytes = b"", **environ: str) -> subprocess.CompletedProcess[bytes]:
    """Run it as a separate process."""
    command = [sys.executable, "-m", "harmonies_cli", "replay", *arguments]
    return subprocess.run(
        command,
        input=stdin,
        capture_output=True,
        cwd=ROOT,
        env=PLAIN | {"PYTHONPATH": str(ROOT)} | environ,
        check=False,
    )


def stored(name: str) -> str:
    return (ROOT / "tests" / "data" / "transcripts" / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("path", "name", "status"),
    [(TYPED, "two-players-typed", 0), (ILLEGAL, "illegal", 1), ("samples/games/solo-side-a.json", "solo-side-a", 0)],
)
def test_piped_replay_is_the_whole_transcript(path: str, name: str, status: int) -> None:
    done = piped(path)
    assert done.stdout.decode() == stored(name)
    assert (done.returncode, done.stderr) == (status, b"")


def test_turns_limit_the_transcript() -> None:
    text = run(TYPED, "--turns", "3-5").stdout.decode()
    assert [line.split(":")[0] for line in text.splitlines() if line.startswith("── ")] == [
        "── Turn 3 of 8",
        "── Turn 4 of 8",
        "── Turn 5 of 8",
    ]


@pytest.mark.parametrize(("turns", "number"), [("3", 1), ("7-", 2), ("1-8", 8), ("7-999999", 2)])
def test_turns_may_be_one_or_open(turns: str, number: int) -> None:
    assert run(TYPED, "--turns", turns).stdout.decode().count("── Turn ") == number


@pytest.mark.parametrize("turns", ["0", "5-3", "x", "1-2-3", "", "-", "1.5", "9" * 40, "²"])
def test_turns_that_are_not_a_range_are_refused(turns: str) -> None:
    done = run(TYPED, f"--turns={turns}")
    assert done.returncode == 2
    assert b"is not a range of turns; write 3, 3-5 or 3-" in done.stderr


def test_replay_says_under_which_rule_set_it_counts() -> None:
    assert b"rule set bga" in run("tests/data/games/2p_A_spirits-06.json").stdout
    assert b"rule set rulebook" in run("tests/data/games/2p_A_spirits-06.json", "--rules", "rulebook").stdout


def test_log_of_the_site_is_replayed_like_any_record() -> None:
    done = run("samples/bga/log-two-players.json.gz")
    assert done.returncode == 0
    assert b"rule set bga" in done.stdout
    assert b"Verdict: legal" in done.stdout


def test_position_is_refused_with_the_command_that_draws_it() -> None:
    position = b'{"format": "harmonies-position", "version": 1, "side": "A", "players": [{"name": "A", "board": {}}]}'
    done = run("-", stdin=position)
    assert done.returncode == 2
    assert b"is a position, which has no turns: harmonies show draws it" in done.stderr


def test_paper_sheet_is_refused_with_the_command_that_shows_it() -> None:
    done = run("samples/positions/paper-sheet.json")
    assert done.returncode == 2
    assert b"is a paper score sheet, which has no turns: harmonies score shows it" in done.stderr


def records(*changes: dict[str, object]) -> bytes:
    game = json.loads((ROOT / TYPED).read_bytes())
    return b"".join(json.dumps(game | change).encode() + b"\n" for change in changes)


def test_all_records_of_a_file_are_written_one_after_another() -> None:
    done = run("-", stdin=records({"id": "one"}, {"id": "two"}))
    assert done.returncode == 0
    assert done.stdout.count(b"Verdict: ") == 2
    assert done.stdout.index(b"one (-:1)") < done.stdout.index(b"two (-:2)")


@pytest.mark.parametrize("which", ["2", "two"])
def test_one_record_is_chosen_by_number_or_id(which: str) -> None:
    done = run("-", "--record", which, stdin=records({"id": "one"}, {"id": "two"}, {"id": "three"}))
    assert done.stdout.startswith(b"two (-:2)")
    assert done.stdout.count(b"Verdict: ") == 1


def test_record_that_is_not_there_is_refused() -> None:
    done = run("-", "--record", "4", stdin=records({}, {}))
    assert done.returncode == 2
    assert b"there is no record '4': the file has 2" in done.stderr


def test_position_among_games_is_reported_and_the_games_are_written() -> None:
    position = b'{"format": "harmonies-position", "version": 1, "side": "A", "players": [{"name": "A", "board": {}}]}\n'
    done = run("-", stdin=records({}) + position + records({}))
    assert done.stdout.count(b"Verdict: ") == 2
    assert b"harmonies show draws it" in done.stderr


def test_record_that_cannot_be_read_is_a_finding_and_the_next_is_written() -> None:
    done = run("-", stdin=records({"side": "C"}, {}))
    assert done.returncode == 1
    assert b": invalid, 1 problem" in done.stdout
    assert done.stdout.count(b"Verdict: ") == 1


def test_missing_file_cannot_run() -> None:
    done = run("nowhere.json")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"nowhere.json" in done.stderr


def test_colours_only_when_asked_for_in_a_pipe() -> None:
    assert b"\x1b[" not in piped(TYPED).stdout
    assert b"\x1b[" in piped(TYPED, "--colour", "always").stdout
    assert b"\x1b[" not in piped(TYPED, "--colour", "auto", NO_COLOR="1", FORCE_COLOR="1").stdout


def test_ascii_terminal_gets_ascii() -> None:
    text = piped(TYPED, PYTHONIOENCODING="ascii", LC_ALL="C").stdout
    assert text.isascii()
    assert b"W#" in text


def test_page_is_written(tmp_path: Path) -> None:
    done = run(TYPED, "--output", str(tmp_path / "game.html"))
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    text = (tmp_path / "game.html").read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert 'id="turn-8"' in text


def test_page_of_an_illegal_game_is_written_and_is_a_finding(tmp_path: Path) -> None:
    assert run(ILLEGAL, "-o", str(tmp_path / "game.html")).returncode == 1
    assert (tmp_path / "game.html").exists()


def test_page_has_only_the_turns_asked_for(tmp_path: Path) -> None:
    run(TYPED, "--turns", "3-5", "-o", str(tmp_path / "game.html"))
    text = (tmp_path / "game.html").read_text(encoding="utf-8")
    assert [number for number in range(1, 9) if f'id="turn-{number}"' in text] == [3, 4, 5]


@pytest.mark.parametrize("path", ["no/such/folder/game.html", "samples"])
def test_page_that_cannot_be_written_cannot_run(path: str) -> None:
    done = run(TYPED, "-o", path)
    assert done.returncode == 2
    assert b"cannot write" in done.stderr


def test_page_of_several_records_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    done = run("-", "-o", str(tmp_path / "game.html"), stdin=records({}, {}))
    assert done.returncode == 2
    assert b"several records: choose one with --record" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_page_of_a_record_that_cannot_be_read_is_not_written(tmp_path: Path) -> None:
    done = run("-", "-o", str(tmp_path / "game.html"), stdin=records({"side": "C"}))
    assert done.returncode == 1
    assert b"invalid" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_page_of_turns_that_are_not_there_is_refused(tmp_path: Path) -> None:
    done = run(TYPED, "--turns", "20-", "-o", str(tmp_path / "game.html"))
    assert done.returncode == 2
    assert b"no turn to show: 8 turns can be replayed" in done.stderr


def test_turns_that_no_game_has_are_refused_in_a_transcript() -> None:
    done = run(TYPED, "--turns", "20-")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"two-players-typed.json: no turn to show: 8 turns can be replayed" in done.stderr


def test_games_without_the_turns_are_named_and_keep_their_verdict() -> None:
    done = run("samples/games", "--turns", "20")
    assert done.returncode == 1  # for the illegal one
    assert b"illegal.json: no turn to show: 6 turns can be replayed" in done.stderr
    assert "Turn 20 of 30" in done.stdout.decode()
