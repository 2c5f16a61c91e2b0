"""The output of commands: files written whole or not at all, in the format that the ending of their name says."""

from __future__ import annotations

import gzip
import io
import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from harmonies_cli.cli.output import open_output, whole_write
from harmonies_cli.editor.server import EditorServer
from harmonies_cli.errors import UsageError
from harmonies_cli.report.formats import FORMATS, formats_of
from tests.cli.command import ROOT, run

PROGRAM = [sys.executable, "-m", "harmonies_cli"]
EXAMPLE = ROOT / "samples" / "rulebook-example.json"


def test_a_file_appears_when_all_of_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "out"
    with open_output(str(path)) as write:
        write(b"one")
        assert not path.exists()
        write(b"two")
    assert path.read_bytes() == b"onetwo"
    assert list(tmp_path.iterdir()) == [path]


def test_the_old_file_stays_if_anything_fails(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_text("before")
    with pytest.raises(ZeroDivisionError), open_output(str(path)) as write:
        write(b"half")
        raise ZeroDivisionError
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_has_the_permissions_that_it_would_have_had(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.touch()
    old.chmod(0o640)
    mask = os.umask(0o027)
    try:
        for path in (old, new):
            with open_output(str(path)) as write:
                write(b"x")
    finally:
        os.umask(mask)
    assert [stat.S_IMODE(path.stat().st_mode) for path in (old, new)] == [0o640, 0o640]


def test_a_link_still_leads_to_its_file(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("before")
    link.symlink_to(target)
    with open_output(str(link)) as write:
        write(b"after")
    assert link.is_symlink()
    assert target.read_text() == "after"


@pytest.mark.skipif(sys.platform == "win32", reason="no device files")
def test_a_device_is_written_to_and_not_replaced() -> None:
    with open_output("/dev/null") as write:
        write(b"x")
    assert Path("/dev/null").is_char_device()


@pytest.mark.parametrize("name", ["", "missing/out", "file/out", "."])
def test_an_unwritable_file_is_reported_with_its_name(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    path = f"{tmp_path}/{name}"
    with pytest.raises(UsageError, match="cannot write"), open_output(path) as write:
        write(b"x")
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("command", ["score", "verify", "show"])
def test_an_unwritable_output_is_exit_status_2(command: str, tmp_path: Path) -> None:
    ran = run(command, EXAMPLE, "--output", tmp_path / "missing" / ("out.svg" if command == "show" else "out.txt"))
    assert (ran.status, ran.out) == (2, "")
    assert "cannot write" in ran.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["score", "verify"])
def test_a_dash_means_standard_output(command: str) -> None:
    assert run(command, EXAMPLE, "--output", "-").out == run(command, EXAMPLE).out


FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="no device that is always full")


@needs_full
@pytest.mark.parametrize("command", ["score", "verify"])
def test_a_full_disk_is_reported_and_not_blamed_on_the_program(command: str) -> None:
    ran = run(command, EXAMPLE, "--output", FULL)
    assert (ran.status, ran.err) == (2, "Error: cannot write /dev/full: No space left on device\n")


@needs_full
@pytest.mark.parametrize("command", ["score", "verify", "show"])
def test_standard_output_on_a_full_disk(command: str) -> None:
    with FULL.open("wb") as full:
        ran = subprocess.run([*PROGRAM, command, EXAMPLE], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (2, "Error: cannot write to standard output: No space left on device\n")


@pytest.mark.parametrize(("closed", "name"), [(">&-", "output"), ("<&-", "input (-)")])
def test_a_closed_stream_is_reported(closed: str, name: str) -> None:
    ran = subprocess.run(
        ["sh", "-c", f'exec "$@" {closed}', "sh", *PROGRAM, "score", "-" if "<" in closed else EXAMPLE],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (2, f"Error: standard {name} is closed\n")


@pytest.mark.parametrize(
    ("closed", "arguments", "status", "said"),
    [
        (">&-", "replay samples/games", 2, "Error: standard output is closed"),
        (">&-", "analyse samples/games --tables none --charts none -o study", 2, "Error: standard output is closed"),
        ("<&-", "replay samples/games/two-players-typed.json --turns 1", 0, ""),
        ("<&-", "review samples/games/two-players-typed.json --step", 2, "Error: --step needs a terminal"),
        ("<&-", "new --ask -o asked.json", 2, "Error: standard input (-) is closed"),
        ("<&-", "format -", 2, "Error: standard input (-) is closed"),
    ],
)
def test_a_closed_stream_is_never_blamed_on_the_program(
    closed: str, arguments: str, status: int, said: str, tmp_path: Path
) -> None:
    (tmp_path / "samples").symlink_to(ROOT / "samples")
    ran = subprocess.run(
        ["sh", "-c", f'exec "$@" {closed}', "sh", *PROGRAM, *arguments.split()],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert ran.returncode == status
    assert said in ran.stderr
    assert "fault of harmonies-cli" not in ran.stderr


@pytest.mark.parametrize(("command", "unbuffered"), [("score", ""), ("verify", "1"), ("show", "")])
def test_a_reader_who_stops_reading_is_not_a_fault(command: str, unbuffered: str) -> None:
    many = ["samples"] * 12
    with subprocess.Popen(
        [*PROGRAM, command, *many, "--colour", "never"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline()
        process.stdout.close()
        said = process.stderr.read()
    assert process.returncode == 0
    assert b"Error" not in said
    assert b"Traceback" not in said


class _Dripping(io.RawIOBase):
    """Takes a few bytes at a time, and now and then none."""

    def __init__(self) -> None:
        self.taken = b""
        self.calls = 0

    def write(self, data: Any) -> int | None:
        self.calls += 1
        if self.calls % 3 == 0:
            return None
        self.taken += bytes(data[:7])
        return min(7, len(data))


def test_the_rest_of_a_partial_write_to_an_unbuffered_stream_is_written_too() -> None:
    stream = _Dripping()
    whole_write(stream)(b"a house of three colours")  # type: ignore[arg-type]
    assert stream.taken == b"a house of three colours"
    buffered = io.BytesIO()
    assert whole_write(buffered) == buffered.write


@pytest.mark.skipif(sys.platform == "win32", reason="has no such signal")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_program_told_to_end_leaves_nothing_behind(jobs: str, tmp_path: Path) -> None:
    game = (ROOT / "tests" / "data" / "games" / "2p_A_spirits-06.json").read_bytes().replace(b"\n", b" ") + b"\n"
    (tmp_path / "many.jsonl").write_bytes(game * 20_000)
    (tmp_path / "temporary").mkdir()
    process = subprocess.Popen(
        [*PROGRAM, "convert", "many.jsonl", "-o", "out.jsonl", "--jobs", jobs],
        cwd=tmp_path,
        env={**os.environ, "TMPDIR": str(tmp_path / "temporary"), "PYTHONPATH": str(ROOT)},
    )
    until = time.monotonic() + 60
    while not any(path.stat().st_size for path in tmp_path.glob(".out.jsonl.*.part")):
        assert process.poll() is None
        assert time.monotonic() < until
        time.sleep(0.01)
    process.send_signal(signal.SIGTERM)
    assert process.wait(60) == 128 + signal.SIGTERM
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["many.jsonl", "temporary"]


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
