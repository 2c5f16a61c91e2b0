"""The hook for pre-commit: which files it takes, and that its command says yes and no."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.cli.command import ROOT, run

HOOK = dict(
    line.removeprefix("- ").strip().split(": ", 1)
    for line in (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8").splitlines()
)


def test_the_hook_has_what_pre_commit_asks_for() -> None:
    assert HOOK["id"] == "harmonies-verify"
    assert {"id", "name", "entry", "language", "files"} <= HOOK.keys()
    assert HOOK["language"] == "python"


@pytest.mark.parametrize(
    ("path", "taken"),
    [
        ("games/one.json", True),
        ("club/records/2026/all.jsonl.gz", True),
        ("positions/x.json", True),
        ("package.json", False),
        ("mygames/x.json", False),
        ("games/notes.md", False),
        ("games/x.json.draft", False),
    ],
)
def test_the_hook_takes_records_only(path: str, taken: bool) -> None:
    assert bool(re.search(HOOK["files"], path)) == taken


def test_the_command_passes_legal_records_and_stops_others(tmp_path: Path) -> None:
    program, *arguments = shlex.split(HOOK["entry"])
    assert program == "harmonies"
    samples = ROOT / "samples" / "games"
    passed = run(*arguments, samples / "two-players-typed.json", samples / "solo-side-a.json")
    assert (passed.status, passed.out) == (0, "")
    stopped = run(*arguments, samples / "two-players-typed.json", samples / "illegal.json")
    assert stopped.status == 1
    assert "stack-illegal" in stopped.out
