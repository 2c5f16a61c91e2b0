"""Completion in shells: the suggestions, and that the shells accept the scripts."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from harmonies_cli.catalogue.explanations import codes
from harmonies_cli.cli.main import harmonies
from harmonies_cli.rules.board.cards import CARDS
from tests.cli.command import run

SHELLS = ["bash", "zsh", "fish", "powershell"]


def offered(*words: str, shell: str = "bash") -> list[str]:
    """Return the suggestions for the last word, as the shells get them."""
    line = " ".join(("harmonies", *words))
    count = words[-1] if shell == "fish" else str(len(words))
    environ = {"_HARMONIES_COMPLETE": f"{shell}_complete", "COMP_WORDS": line, "COMP_CWORD": count}
    done = subprocess.run(
        [sys.executable, "-m", "harmonies_cli"],
        env={**os.environ, **environ},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_commands_are_offered() -> None:
    assert offered("sc") == ["plain,score"]
    every = offered("")
    assert {f"plain,{name}" for name in ("cards", "rules", "new", "verify", "completion")} <= set(every)


def test_options_and_their_values_are_offered() -> None:
    assert offered("score", "--exp") == ["plain,--explain"]
    assert offered("score", "--format", "j") == ["plain,json", "plain,jsonl"]
    assert offered("cards", "--cube-on", "bl") == ["plain,blue"]


def test_files_are_offered_where_files_are_read() -> None:
    assert offered("score", "sam") == ["file,sam"]
    assert offered("replay", "sam") == ["file,sam"]
    assert offered("verify", "--quiet", "sam") == ["file,sam"]


def test_cards_topics_and_codes_are_offered() -> None:
    assert offered("cards", "fenn") == [
        "plain,fennec-fox",
        "plain,fennec",
        "plain,fennek",
        "plain,fennekfuchs",
    ]
    assert "plain,grenouille" in offered("cards", "gren")
    assert len(offered("cards", "")) > len(CARDS)
    assert offered("rules", "riv") == ["plain,rivers"]
    assert offered("verify", "--explain", "stack") == ["plain,stack-impossible", "plain,stack-illegal"]
    assert len(offered("verify", "--explain", "")) == len(codes())


def test_an_unknown_command_offers_nothing() -> None:
    assert offered("nonsense", "x") == [""]


@pytest.mark.parametrize("shell", SHELLS)
def test_there_is_a_script_for_every_shell(shell: str) -> None:
    ran = run("completion", shell)
    assert ran.status == 0
    assert "_HARMONIES_COMPLETE" in ran.out
    assert f"{shell}_complete" in ran.out
    assert "rivers" in "\n".join(offered("rules", "riv", shell=shell))


def test_an_unknown_shell_is_reported() -> None:
    ran = run("completion", "csh")
    assert ran.status == 2
    assert "'csh' is not one of 'bash', 'zsh', 'fish', 'powershell'" in ran.err


_IN_SHELL = {
    "bash": "{script}\nCOMP_WORDS=(harmonies cards fenn) COMP_CWORD=2\n_harmonies_completion harmonies\n"
    'printf "%s\\n" "${{COMPREPLY[@]}}"\n',
    "zsh": 'compdef() {{ :; }}\ncompadd() {{ print -l -- "$@"; }}\n_describe() {{ print -l -- "${{(P)3[@]}}"; }}\n'
    "words=(harmonies cards fenn) CURRENT=3\n{script}\n_harmonies_completion\n",
    "fish": "{script}\ncomplete -C 'harmonies cards fenn'\n",
}


@pytest.mark.parametrize("shell", _IN_SHELL)
def test_the_shell_itself_completes(shell: str, tmp_path: Path) -> None:
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"there is no {shell}")
    command = tmp_path / "harmonies"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m harmonies_cli "$@"\n')
    command.chmod(0o755)
    script = _IN_SHELL[shell].format(script=run("completion", shell).out)
    environ = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", "HOME": str(tmp_path)}
    done = subprocess.run([program, "-c", script], env=environ, capture_output=True, text=True, check=False)
    assert "fennec-fox" in done.stdout, done.stderr


def test_names_are_completed_without_loading_the_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    import click

    monkeypatch.setattr(type(harmonies), "get_command", lambda *_: pytest.fail("a command was loaded"))
    found = harmonies.shell_complete(click.Context(harmonies), "ver")
    assert [(item.value, item.help) for item in found] == [("verify", "Check recorded games against the rules.")]
