from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image

from tests.cli.command import ROOT, run
from tests.plays.shared_records import link_data

SAMPLES = ROOT / "samples"
EXAMPLE = SAMPLES / "rulebook-example.json"
SHEET = SAMPLES / "positions" / "paper-sheet.json"
ILLEGAL = SAMPLES / "games" / "illegal.json"


def test_the_link_alone_is_on_standard_output() -> None:
    ran = run("share", SHEET, environ={"COLUMNS": "300"})
    assert ran.status == 0
    assert [player["score"] for player in link_data(ran.out.strip())["players"]] == [116, 100, 88]
    assert ran.out.count("\n") == 1


def test_the_code_is_drawn_where_it_fits_and_else_the_option_is_named() -> None:
    assert "-o code.png" in run("share", SHEET, environ={"COLUMNS": "60"}).err


def test_a_record_without_a_day_is_dated_now_with_a_message() -> None:
    assert "dated now" in run("share", EXAMPLE).err
    assert "dated now" not in run("share", SHEET).err


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_the_code_is_written_as_a_picture(tmp_path: Path, ending: str) -> None:
    output = tmp_path / f"code.{ending}"
    ran = run("share", SHEET, "-o", output)
    assert ran.status == 0
    if ending == "png":
        (code,) = zxingcpp.read_barcodes(Image.open(output).convert("L"))
        assert code.text == ran.out.strip()
    else:
        assert output.read_bytes().startswith(b"<?xml")


def test_a_play_file_holds_several_results() -> None:
    ran = run("share", SHEET, EXAMPLE, "--format", "bgsplay")
    assert len(json.loads(ran.out)["plays"]) == 2


def test_a_picture_is_written(tmp_path: Path) -> None:
    assert run("share", SHEET, "--format", "png", "--dark", "--narrow", "-o", tmp_path / "x.png").status == 0
    assert Image.open(io.BytesIO((tmp_path / "x.png").read_bytes())).width == 1080


def test_a_record_with_faults_is_a_finding_and_the_others_are_shared() -> None:
    ran = run("share", ILLEGAL, SHEET)
    assert ran.status == 1
    assert ran.out.count("https://") == 1
    assert "illegal.json: not shared: the record has faults" in ran.err


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--plain",), "--plain works only with --format text"),
        (("--dark",), "only with --format png"),
        (("-o", "link.txt"), ".svg or .png"),
        ((SHEET, "--format", "png", "-o", "x.png"), "shows one result"),
    ],
)
def test_options_that_do_not_fit_are_refused(options: tuple[object, ...], words: str) -> None:
    ran = run("share", EXAMPLE, *options)
    assert ran.status == 2
    assert words in ran.err.replace("\n", " ")
    assert ran.out == ""
