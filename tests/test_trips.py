"""The two trips through the code that CONTRIBUTING.md describes pass the files that it lists, in that order."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.documents import ROOT

PROGRAM = """
import json, sys
from harmonies_cli.cli.main import main

root, files = sys.argv.pop(1), {}

def note(frame, event, value):
    file = frame.f_code.co_filename
    if event == "call" and file.startswith(root) and file not in files and frame.f_code.co_name != "<module>":
        caller = frame.f_back
        while caller is not None and caller.f_code.co_name != "<module>":
            caller = caller.f_back
        if caller is None or not caller.f_code.co_filename.startswith(root):  # not while a module is imported
            files[file] = True

sys.setprofile(note)
try:
    main()
except SystemExit:
    pass
sys.setprofile(None)
print(json.dumps([file.removeprefix(root) for file in files]), file=sys.stderr)
"""


def files_called(*args: object) -> list[str]:
    """Return the files of the package that a command calls, in the order of the first call."""
    root = f"{ROOT / 'harmonies_cli'}/"
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, root, *map(str, args)], capture_output=True, check=True, cwd=ROOT
    )
    called: list[str] = json.loads(ran.stderr.splitlines()[-1])
    return called


def trip(title: str) -> list[str]:
    """Return the files that CONTRIBUTING.md lists for a trip."""
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    steps = page.partition(f"{title}:\n\n")[2].partition("\n\n")[0]
    return re.findall(r"^\d+\. `([\w/]+\.py)`", steps, re.M)


def misplaced_token(folder: Path) -> Path:
    """Write a game in which a player places a token that is not in hand."""
    game = json.loads((ROOT / "samples" / "games" / "solo-side-a.json").read_text(encoding="utf-8"))
    next(action for action in game["turns"][6]["actions"] if action["do"] == "place-token")["token"] = "F"
    file = folder / "misplaced.json"
    file.write_text(json.dumps(game, indent=1), encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("title", "most"),
    [("A misplaced token, from file to message", 12), ("A typed board, from command line to table", 9)],
)
def test_a_trip_passes_the_files_listed_in_that_order(title: str, most: int, tmp_path: Path) -> None:
    listed = trip(title)
    command = ("verify", misplaced_token(tmp_path)) if "token" in title else ("score", "samples/rulebook-example.json")
    called = files_called(*command)
    assert 0 < len(listed) <= most
    assert [file for file in called if file in listed] == listed
