"""The samples are copied, and nothing is overwritten."""

from __future__ import annotations

from pathlib import Path

import harmonies_cli as h
from tests.cli.command import ROOT, run


def contents(folder: Path) -> dict[str, bytes]:
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_samples_are_copied(tmp_path: Path) -> None:
    ran = run("samples", tmp_path / "new" / "folder")
    assert ran.status == 0
    assert contents(tmp_path / "new" / "folder") == contents(ROOT / "samples")
    assert run("verify", tmp_path / "new" / "folder" / "rulebook-example.json").status == 0
    assert len(h.samples(tmp_path / "other")) == len(contents(ROOT / "samples"))


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "illegal.json").write_text("mine")
    ran = run("samples", tmp_path)
    assert ran.status == 2
    assert "illegal.json" in ran.err and "already exists" in ran.err
    assert contents(tmp_path) == {"games/illegal.json": b"mine"}


def test_a_file_or_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "it is a file" in run("samples", tmp_path / "file").err
    ran = run("samples", tmp_path / "file" / "below")
    assert (ran.status, ran.out) == (2, "") and "cannot write" in ran.err
    assert run("samples", "a\0b").status == 2
