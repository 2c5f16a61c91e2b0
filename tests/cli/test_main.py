"""The command line as a whole: help, mistakes in it, and that nobody ever sees a traceback."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import click
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harmonies_cli.cli.main import _COMMANDS, harmonies, main
from tests.cli.command import ROOT, run
from tests.records.typos import RIGHT
from tests.rules.game_logs import GAMES

PROGRAM = [sys.executable, "-m", "harmonies_cli"]
EXAMPLE = ROOT / "samples" / "rulebook-example.json"


def test_help_names_every_command_and_the_exit_statuses() -> None:
    for ask in (("--help",), ("-h",)):
        ran = run(*ask)
        assert ran.status == 0
        assert all(f"  {command} " in ran.out for command in _COMMANDS)
        assert "Exit status: 0 nothing found, 1 findings, 2 could not run." in ran.out


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


def test_the_version_is_told() -> None:
    assert run("--version").out.startswith("harmonies-cli ")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((), "Commands:"),
        (("scor", "x"), 'Did you mean "score"?'),
        (("xyzzy",), "No such command"),
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
    for file, status in ((EXAMPLE, 0), (tmp_path / "typo.json", 1), (tmp_path / "none.json", 2)):
        for command in ("score", "verify", "show"):
            ran = subprocess.run([*PROGRAM, command, file], capture_output=True, check=False)
            assert ran.returncode == status, (command, file)
            assert b"Traceback" not in ran.stderr


def test_standard_input_of_a_process() -> None:
    ran = subprocess.run(
        [*PROGRAM, "verify", "-", "--format", "jsonl"], input=RIGHT.encode(), capture_output=True, check=False
    )
    assert json.loads(ran.stdout)["verdict"] == "legal"
    assert ran.stderr == b"1 record: 1 legal, 0 illegal, 0 invalid\n"


def test_a_fault_of_the_program_is_told_in_two_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_args: object, **_options: object) -> None:
        raise ZeroDivisionError("broken")

    monkeypatch.setattr("harmonies_cli.report.score_pieces.assess", broken)
    ran = run("score", EXAMPLE)
    assert (ran.status, ran.err.count("\n")) == (2, 2)
    assert "ZeroDivisionError: broken" in ran.err
    monkeypatch.setenv("HARMONIES_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        main(["score", str(EXAMPLE)])


def test_an_interrupt_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_args: object, **_options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("harmonies_cli.report.score_pieces.assess", interrupted)
    ran = run("score", EXAMPLE)
    assert (ran.status, ran.err.strip()) == (2, "Stopped.")


# --- whatever comes in


COMMANDS: list[tuple[str, ...]] = [
    ("score",),
    ("score", "--explain", "--colour", "always"),
    ("score", "--format", "json"),
    ("score", "--format", "csv", "--rules", "bga"),
    ("score", "--format", "markdown", "--side", "B"),
    ("score", "--format", "html"),
    ("score", "--turn", "2", "--player", "1"),
    ("show",),
    ("show", "--turn", "1", "--rules", "bga"),
    ("verify",),
    ("verify", "--format", "json", "--keep-going"),
    ("verify", "--keep-going", "--scores"),
]


def survives(command: tuple[str, ...], data: bytes) -> None:
    ran = run(*command, "-", stdin=data)
    assert ran.status in (0, 1) or "--player" in command, ran.err
    assert "fault of harmonies-cli" not in ran.err
    assert "\x1b" not in ran.out or "always" in command
    if "json" in command:
        json.loads(ran.out)


def jsonish() -> st.SearchStrategy[Any]:
    words = st.sampled_from(
        [
            *("format", "harmonies-position", "harmonies-game", "version", "side", "A", "players", "name", "board"),
            *("cards", "cubes", "score", "turns", "actions", "do", "take-tokens", "start", "result", "id", "solo"),
            *("status", "data", "packets", "gamedatas", "lion", "frog", "a1", "MMM", "\x1b[31m", "\ud800", "\u202e"),
        ]
    )
    scalars = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), words, st.text(max_size=5))
    return st.recursive(
        scalars,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words | st.text(max_size=3), inner, max_size=5),
        max_leaves=25,
    )


@given(st.sampled_from(COMMANDS), jsonish())
@settings(max_examples=150, deadline=None)
def test_any_json_gives_a_verdict(command: tuple[str, ...], value: Any) -> None:
    survives(command, json.dumps(value).encode())


@given(st.sampled_from(COMMANDS), st.binary(max_size=200) | st.text(max_size=100).map(str.encode))
@settings(max_examples=100, deadline=None)
def test_any_bytes_give_a_verdict(command: tuple[str, ...], data: bytes) -> None:
    survives(command, data)


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """Put other bytes into a good file, or take some out."""
    data = draw(st.sampled_from(GOOD))
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(data)))
        end = start + draw(st.sampled_from([0, 0, 1, 2, 20, 2000]))
        junk = st.sampled_from(
            [b"", b'"', b"}", b"]", b",", b"\\", b"\n", b"\0", b"\xff", b"-1", b"1e999", b"null", b"LT"]
        )
        data = data[:start] + draw(junk) + data[end:]
    return data


short = copy.deepcopy(GAMES["2p_A_spirits-06"])
short["turns"] = short["turns"][:4]
GOOD = [
    RIGHT.encode(),
    f"{RIGHT}\n".replace("\n", " ").encode() * 2,
    (ROOT / "samples" / "positions" / "solo-seven-suns.json").read_bytes(),
    (ROOT / "samples" / "positions" / "four-islands.json").read_bytes(),
    json.dumps({**short, "unfinished": True}).encode(),
    json.dumps(GAMES["1p_A_spirits-00"]).encode(),
]


@given(st.sampled_from(COMMANDS), damaged())
@settings(max_examples=200, deadline=None)
def test_any_damaged_file_gives_a_verdict(command: tuple[str, ...], data: bytes) -> None:
    survives(command, data)


def reworded(value: Any, draw: st.DrawFn) -> Any:
    """Return a record with a few of its texts and numbers put in place of each other."""
    leaves: list[tuple[Any, Any]] = []

    def collect(node: Any) -> None:
        for key, member in node.items() if isinstance(node, dict) else enumerate(node):
            if isinstance(member, dict | list):
                collect(member)
            elif key not in ("format", "do"):
                leaves.append((node, key))

    value = copy.deepcopy(value)
    collect(value)
    for _ in range(draw(st.integers(1, 4))):
        (node, key), (other, source) = draw(st.sampled_from(leaves)), draw(st.sampled_from(leaves))
        node[key] = other[source]
    return value


@st.composite
def shuffled(draw: st.DrawFn) -> bytes:
    """Put words of a good record in place of other words of it."""
    return json.dumps(reworded(json.loads(draw(st.sampled_from([GOOD[0], *GOOD[2:]]))), draw)).encode()


@given(st.sampled_from(COMMANDS), shuffled())
@settings(max_examples=200, deadline=None)
def test_any_record_with_its_words_shuffled_gives_a_verdict(command: tuple[str, ...], data: bytes) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        survives(command, data)
