"""The hooks for pre-commit: which files they take, and that their commands pass and fail as they should."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from tests.cli.command import ROOT, run


def hooks() -> dict[str, dict[str, str]]:
    """Return the hooks of the file by their ids."""
    found: list[dict[str, str]] = []
    for line in (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8").splitlines():
        if line.startswith("- "):
            found.append({})
        name, value = line.removeprefix("- ").strip().split(": ", 1)
        found[-1][name] = value
    return {hook["id"]: hook for hook in found}


HOOKS = hooks()


def test_the_hooks_have_what_pre_commit_asks_for() -> None:
    assert set(HOOKS) == {"harmonies-verify", "harmonies-format"}
    for hook in HOOKS.values():
        assert {"id", "name", "entry", "language", "files"} <= hook.keys()
        assert hook["language"] == "python"


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
@pytest.mark.parametrize("hook", HOOKS)
def test_a_hook_takes_records_only(hook: str, path: str, taken: bool) -> None:
    assert bool(re.search(HOOKS[hook]["files"], path)) == taken


def arguments_of(hook: str) -> list[str]:
    program, *arguments = shlex.split(HOOKS[hook]["entry"])
    assert program == "harmonies"
    return arguments


def test_verifying_passes_legal_records_and_stops_others() -> None:
    arguments = arguments_of("harmonies-verify")
    samples = ROOT / "samples" / "games"
    passed = run(*arguments, samples / "two-players-typed.json", samples / "solo-side-a.json")
    assert (passed.status, passed.out) == (0, "")
    stopped = run(*arguments, samples / "two-players-typed.json", samples / "illegal.json")
    assert stopped.status == 1
    assert "stack-illegal" in stopped.out


def test_formatting_changes_files_that_are_not_in_standard_form(tmp_path: Path) -> None:
    arguments = arguments_of("harmonies-format")
    path = Path(shutil.copy(ROOT / "samples" / "rulebook-example.json", tmp_path))
    path.write_text(path.read_text(encoding="utf-8").replace('"A"', "'a'"), encoding="utf-8")
    assert run(*arguments, path).status == 0
    assert run("format", "--check", path).status == 0
    assert '"side": "A"' in path.read_text(encoding="utf-8")
