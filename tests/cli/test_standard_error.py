"""The output and exit status of a command do not depend on standard error."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.cli.command import ROOT
from tests.cli.processes import ENVIRONMENT, PROGRAM

pytestmark = pytest.mark.skipif(os.name == "nt", reason="redirections of POSIX shells")
GAMES = " ".join(str(ROOT / "samples" / "games" / f"{name}.json") for name in ("solo-side-a", "illegal"))


def written(arguments: str, redirection: str, folder: Path) -> tuple[int, dict[str, bytes]]:
    """Return the exit status of a command and the files that it wrote."""
    folder.mkdir()
    subprocess.run(
        ["bash", "-c", f'"$@" {arguments} {redirection}; echo $? >status', "bash", *PROGRAM],
        cwd=folder,
        env=ENVIRONMENT,
        check=True,
    )
    files = {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}
    return int(files.pop("status")), files


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (f"export {GAMES} -o out", 1),
        (f"export {GAMES} -o out --to csv", 1),
        (f"export {GAMES} -o out.xlsx", 1),
        ("simulate --games 3 -o out.jsonl", 0),
        (f"analyse {GAMES} -o out --charts none --tables none >shown", 1),
        (f"verify {GAMES} >shown", 1),
        ("verify missing.json >shown", 2),
        ("nothing >shown", 2),
    ],
)
def test_messages_that_cannot_be_written_change_nothing(arguments: str, status: int, tmp_path: Path) -> None:
    usual = written(arguments, "2>said", tmp_path / "usual")
    assert usual[0] == status
    del usual[1]["said"]
    for number, redirection in enumerate(["2>&-", "2>/dev/full"] if Path("/dev/full").exists() else ["2>&-"]):
        other = written(arguments, redirection, tmp_path / str(number))
        assert other[0] == status
        assert other[1].keys() == usual[1].keys()
        if "xlsx" not in arguments and "analyse" not in arguments:  # which contain the time
            assert other == usual
