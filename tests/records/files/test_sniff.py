"""Outputs of the program in the folders that it reads."""

from __future__ import annotations

from pathlib import Path

import pytest

from harmonies_cli.records.files.paths import own_outputs, walk
from harmonies_cli.records.files.sniff import is_own_output
from tests.cli.command import ROOT, run, within

GAME = (ROOT / "samples" / "games" / "two-players-typed.json").read_bytes()
WHOLE = (ROOT / "samples" / "games" / "three-players-side-b.json").read_bytes()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    tmp_path.joinpath("game.json").write_bytes(WHOLE)
    return tmp_path


@pytest.mark.parametrize(
    ("command", "written"),
    [
        (["analyse", ".", "-o", "report", "--chart-formats", "svg"], ["report/report.html", "report/summary.json"]),
        (["score", ".", "-o", "scores.json"], ["scores.json"]),
        (["score", ".", "-o", "scores.jsonl.gz"], ["scores.jsonl.gz"]),
        (["score", ".", "-o", "scores.html"], ["scores.html"]),
        (["verify", ".", "-o", "verdicts.json"], ["verdicts.json"]),
        (["verify", ".", "-o", "verdicts.jsonl"], ["verdicts.jsonl"]),
        (["review", ".", "--turns", "1", "--scenarios", "2", "-o", "review.json"], ["review.json"]),
        (["review", ".", "--turns", "1", "--scenarios", "2", "-o", "review.jsonl"], ["review.jsonl"]),
        (["cards", "-o", "cards.json"], ["cards.json"]),
        (["rules", "-o", "rules.json"], ["rules.json"]),
        (["verify", "--explain", "schema", "-o", "code.json"], ["code.json"]),
        (["replay", "game.json", "-o", "replay.html"], ["replay.html"]),
        (["export", ".", "--to", "csv", "-o", "rows"], []),
    ],
    ids=lambda each: " ".join(each),
)
def test_outputs_in_a_folder_are_not_read_and_written_anew(
    folder: Path, command: list[str], written: list[str]
) -> None:
    with within(folder):
        first = run(*command)
        again = run(*command)
        assert (first.status, again.status) == (0, 0), again.err
        assert "Left out" not in first.err
        if written and "." in command:
            number = "1 file" if len(written) == 1 else f"{len(written)} files"
            assert f"Left out {number} that this program wrote: {', '.join(written)}\n" in again.err
        assert [str(file) for file, _ in walk(Path())] == ["game.json"]
        assert sorted(map(str, own_outputs(["."]))) == written


def test_an_output_that_is_named_is_read_and_kept(folder: Path) -> None:
    with within(folder):
        run("score", ".", "-o", "scores.json")
        before = Path("scores.json").read_bytes()
        assert run("verify", "scores.json").status == 1
        refused = run("score", "scores.json", "-o", "scores.json")
        assert refused.status == 2 and "it is one of the input files" in refused.err
        assert Path("scores.json").read_bytes() == before


def test_records_in_the_folder_are_never_replaced(folder: Path) -> None:
    refused = run("score", folder, "-o", folder / "game.json")
    assert refused.status == 2 and "it is one of the input files" in refused.err
    assert (folder / "game.json").read_bytes() == WHOLE


@pytest.mark.parametrize(
    "text",
    [
        GAME,
        b'{"records": [' + GAME + b"]}",
        b'{"id": "g1", "source": "a photo", "format": "harmonies-position"}',
        b'{"source":"a photo","format":"harmonies-position"}',
        b"<!doctype html>\n<html><head><title>a page of the site</title></head></html>",
        b"",
        b"\x1f\x8b\x08broken",
    ],
)
def test_other_files_are_none(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "other.json"
    path.write_bytes(text)
    assert not is_own_output(path, 0, len(text))
    assert not is_own_output(tmp_path / "missing.json", 0, 0)


def test_a_file_that_changes_is_looked_at_again(tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    path.write_bytes(b'{"records": [\n]}\n')
    assert list(walk(tmp_path)) == []
    path.write_bytes(GAME)
    assert list(walk(tmp_path)) == [(path, None)]


@pytest.mark.parametrize(
    "text", ['{"source":"x","line":1}', '{"records": [{"id":"a"}]}', '{"id":"a","source":"b","line":2}']
)
def test_a_foreign_file_with_some_of_the_same_fields_is_read(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.json").write_text(text)
    assert [file.name for file, _ in walk(tmp_path)] == ["a.json"]
    assert list(own_outputs([str(tmp_path)])) == []
