"""The command line as a whole: help, mistakes, and the report on a fault of the program."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import click
import pytest

from harmonies_cli.cli.main import _COMMANDS, harmonies, main
from tests.cli.command import ROOT, run
from tests.records.typos import RIGHT

PROGRAM = [sys.executable, "-m", "harmonies_cli"]
EXAMPLE = ROOT / "samples" / "rulebook-example.json"


def test_help_names_every_command_and_the_exit_statuses() -> None:
    for ask in (("--help",), ("-h",)):
        ran = run(*ask)
        assert ran.status == 0
        assert all(f"  {command} " in ran.out for command in _COMMANDS)
        assert "Exit status: 0 no findings, 1 findings, 2 could not run." in ran.out


@pytest.mark.parametrize("command", _COMMANDS)
def test_every_command_has_help(command: str) -> None:
    ran = run(command, "--help")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(f"Usage: harmonies {command}")


@pytest.mark.parametrize("command", _COMMANDS)
def test_every_option_of_a_command_is_described(command: str) -> None:
    found = harmonies.get_command(None, command)  # type: ignore[arg-type]
    assert found is not None
    for parameter in found.params:
        assert not isinstance(parameter, click.Option) or parameter.help, f"{command} {parameter.name}"


def test_the_version_is_printed() -> None:
    assert run("--version").out.startswith("harmonies-cli ")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((), "Commands:"),
        (("scor", "x"), 'Did you mean "score"?'),
        (("xyzzy",), "No such command"),
        (("a.json",), "harmonies score a.json or harmonies verify a.json"),
        (("games/a",), "harmonies score games/a or harmonies verify games/a"),
        (("score",), "Missing argument 'FILE...'"),
        (("score", EXAMPLE, "--rules", "house"), "'house' is not one of 'rulebook', 'bga'"),
        (("score", EXAMPLE, "--format", "xml"), "'xml' is not one of"),
        (("score", EXAMPLE, "--side", "C"), "'C' is not one of"),
        (("score", EXAMPLE, "--turn", "x"), "'x' is not a valid integer"),
        (("score", EXAMPLE, "--playr", "1"), "--player"),
        (("verify", EXAMPLE, "--format", "csv"), "'csv' is not one of"),
        (("score", "-", "-"), "only once"),
        (("score", ""), "there is no file"),
        (("score", "a\0b"), "cannot be read"),
        (("score", "\x1b[31m"), "there is no file"),
        (("score", "x" * 5000), "cannot be read"),
    ],
)
def test_a_mistake_in_the_command_line_is_exit_status_2(args: tuple[object, ...], said: str) -> None:
    ran = run(*args)
    assert ran.status == 2
    assert said in ran.out + ran.err
    assert "\x1b" not in ran.err
    assert "fault of harmonies-cli" not in ran.err


def test_the_program_runs_as_a_module_and_from_any_folder(tmp_path: Path) -> None:
    ran = subprocess.run([*PROGRAM, "score", EXAMPLE], capture_output=True, cwd=tmp_path, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "116" in ran.stdout


def test_exit_statuses_of_a_process(tmp_path: Path) -> None:
    (tmp_path / "typo.json").write_text(RIGHT.replace("TL", "LT"))
    due = {EXAMPLE: 0, tmp_path / "typo.json": 1, tmp_path / "none.json": 2}
    for (file, status), command in zip(due.items(), ("score", "verify", "show"), strict=True):
        ran = subprocess.run([*PROGRAM, command, file], capture_output=True, check=False)
        assert ran.returncode == status, (command, file)
        assert b"Traceback" not in ran.stderr
        assert {each: run(command, each).status for each in due} == due


def test_standard_input_of_a_process() -> None:
    ran = subprocess.run(
        [*PROGRAM, "verify", "-", "--format", "jsonl"], input=RIGHT.encode(), capture_output=True, check=False
    )
    assert json.loads(ran.stdout)["verdict"] == "legal"
    assert ran.stderr == b"1 record: 1 legal, 0 illegal, 0 invalid\n"


def test_a_fault_of_the_program_is_reported_in_two_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_args: object, **_options: object) -> None:
        raise ZeroDivisionError("broken")

    monkeypatch.setattr("harmonies_cli.report.scoresheets.score_job.assess", broken)
    ran = run("score", EXAMPLE)
    assert (ran.status, ran.err.count("\n")) == (2, 2)
    assert "ZeroDivisionError: broken" in ran.err
    monkeypatch.setenv("HARMONIES_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        main(["score", str(EXAMPLE)])


def test_an_interrupt_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_args: object, **_options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("harmonies_cli.report.scoresheets.score_job.assess", interrupted)
    ran = run("score", EXAMPLE)
    assert (ran.status, ran.err.strip()) == (2, "Stopped.")


@pytest.mark.parametrize(("arguments", "status"), [(["cards", "otter"], 0), (["verify", "no-such-file"], 2)])
def test_the_command_ends_at_once_but_leaves_nothing_undone(arguments: list[str], status: int) -> None:
    script = "import atexit, sys; from harmonies_cli.__main__ import run; atexit.register(print, 'the end'); run()"
    ran = subprocess.run([sys.executable, "-c", script, *arguments], capture_output=True, text=True, check=False)
    assert ran.returncode == status
    assert ran.stdout.splitlines()[-1] == "the end"
    assert ("otter" in ran.stdout) is (status == 0)
    assert ran.stderr == ("" if status == 0 else 'Error: there is no file "no-such-file"\n')
