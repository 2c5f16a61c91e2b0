"""The ending of an output's name chooses the format, and must not contradict it."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from harmonies_cli.editor.server import EditorServer
from harmonies_cli.report.formats import FORMATS, formats_of
from tests.cli.command import ROOT, run

EXAMPLE = ROOT / "samples" / "rulebook-example.json"
GAME = ROOT / "samples" / "games" / "two-players-typed.json"
COMMANDS = {
    "score": ("score", EXAMPLE),
    "verify": ("verify", EXAMPLE),
    "cards": ("cards", "otter"),
    "rules": ("rules", "rivers"),
    "review": ("review", GAME, "--turns", "1", "--scenarios", "2"),
}
WRITTEN = [
    (command, form, ending) for command in COMMANDS for form in formats_of(command) for ending in FORMATS[form].endings
]


@pytest.mark.parametrize(("command", "form", "ending"), WRITTEN)
def test_the_ending_chooses_the_format(command: str, form: str, ending: str, tmp_path: Path) -> None:
    given, chosen = tmp_path / "given", tmp_path / f"chosen{ending.upper()}"
    statuses = {
        run(*COMMANDS[command], "--format", form, "-o", given).status,
        run(*COMMANDS[command], "-o", chosen).status,
    }
    assert statuses == {0}
    # The bytes of a workbook tell the time.
    assert chosen.read_bytes()[:2000] == given.read_bytes()[:2000] or (form, chosen.read_bytes()[:2]) == ("xlsx", b"PK")


@pytest.mark.parametrize("command", COMMANDS)
def test_no_two_formats_of_a_command_are_written_alike(command: str, tmp_path: Path) -> None:
    written = {form: run(*COMMANDS[command], "--format", form, "-o", tmp_path / form) for form in formats_of(command)}
    assert {ran.status for ran in written.values()} == {0}
    assert len({(tmp_path / form).read_bytes() for form in written}) == len(written)


def test_an_ending_overrides_a_configured_format(tmp_path: Path) -> None:
    configuration = tmp_path / "config.toml"
    configuration.write_text('format = "markdown"\n')
    environ = {"HARMONIES_CONFIG": str(configuration)}
    for name, begin in (("out.csv", "source,line"), ("out", "# Harmonies")):
        assert run("score", EXAMPLE, "-o", tmp_path / name, environ=environ).status == 0
        assert (tmp_path / name).read_text().startswith(begin)


def test_a_name_that_ends_in_gz_is_compressed(tmp_path: Path) -> None:
    path = tmp_path / "out.csv.gz"
    assert run("score", EXAMPLE, "-o", path).status == 0
    assert gzip.decompress(path.read_bytes()).startswith(b"source,line")


@pytest.mark.parametrize(("form", "name"), [("jsonl", "out.json"), ("csv", "out.txt"), ("text", "out.log")])
def test_a_fitting_or_unknown_ending_leaves_the_given_format(form: str, name: str, tmp_path: Path) -> None:
    assert run("score", EXAMPLE, "--format", form, "-o", tmp_path / name).status == 0
    assert (tmp_path / name).read_text() == run("score", EXAMPLE, "--format", form).out


@pytest.mark.parametrize(
    ("arguments", "name", "remedy"),
    [
        (("score", EXAMPLE), "out.png", "the formats of harmonies score are text, json"),
        (("score", EXAMPLE), "out.pdf", "the formats of harmonies score are text, json"),
        (("verify", EXAMPLE), "out.html", "the formats of harmonies verify are text, json and jsonl"),
        (("score", EXAMPLE, "--format", "json"), "out.csv", "end the name in .json"),
        (("replay", GAME), "out.txt", "end the name in .html or .htm"),
        (("share", EXAMPLE, "--format", "png"), "out.svg", "end the name in .png"),
        (("share", EXAMPLE, "--format", "text"), "out.png", "end the name in .txt or .md"),
        (("share", EXAMPLE, "--format", "bgsplay"), "out.html", "end the name in .bgsplay or .json"),
        (("simulate",), "out.csv", "end the name in .json or .jsonl"),
        (("new",), "out.jsonl", "end the name in .json or .xlsx"),
        (("new", "--sheet", "--ask"), "out.xlsx", "end the name in .json"),
        (("new",), "out.json.gz", "it would be compressed"),
        (("export", GAME, "--table", "seats"), "out.parquet", "end the name in .csv"),
        (("export", GAME, "--to", "xlsx"), "out.sqlite", "end the name in .xlsx"),
    ],
)
def test_a_name_of_another_kind_of_file_is_refused(
    arguments: tuple[object, ...], name: str, remedy: str, tmp_path: Path
) -> None:
    ran = run(*arguments, "-o", tmp_path / name)
    assert (ran.status, ran.out, list(tmp_path.iterdir())) == (2, "", [])
    assert "cannot write" in ran.err
    assert remedy in ran.err


def test_a_picture_of_an_evening_needs_no_format(tmp_path: Path) -> None:
    assert run("score", EXAMPLE, "--evening", "-o", tmp_path / "evening.svg").status == 0
    assert (tmp_path / "evening.svg").read_text().startswith("<svg")


@pytest.mark.parametrize("name", ["new.png", "new.jsonl", "new.csv.gz"])
def test_a_new_record_of_the_editor_is_json(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EditorServer, "serve_forever", lambda self: None)
    ran = run("edit", "--no-browser", tmp_path / name)
    assert ran.status == 2
    assert ran.err.startswith("Error: cannot write a record to ") and "end the name in .json" in ran.err
