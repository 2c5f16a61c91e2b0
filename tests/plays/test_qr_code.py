from __future__ import annotations

import io
import re

import pytest
import zxingcpp
from PIL import Image

from harmonies_cli.plays.qr_code import code_picture, terminal_code
from harmonies_cli.plays.shared_play import play_link
from harmonies_cli.report.picture.svg import png
from tests.plays.shared_records import shared, sheet

ROWS = {"trees": 4, "mountains": 10, "fields": 10, "buildings": 10, "water": 19, "animals": 50, "spirit": 0}
NAMES = ["Ann", "Bénédicte Ünal", "木村 さくら", "Ann Other"]
LIGHT_OF_BLOCK = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}


def link_of(players: int) -> str:
    return play_link(shared(sheet(*((name, ROWS) for name in NAMES[:players]), date="2026-05-31", side="A")))


def read(picture: Image.Image) -> str:
    (found,) = zxingcpp.read_barcodes(picture.convert("L"))
    return str(found.text)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_decoder_reads_the_link_out_of_the_png(players: int) -> None:
    picture = code_picture(link_of(players), "png")
    assert picture is not None
    assert read(Image.open(io.BytesIO(picture))) == link_of(players)


def test_a_decoder_reads_the_link_out_of_the_svg() -> None:
    picture = code_picture(link_of(2), "svg")
    assert picture is not None
    assert read(Image.open(io.BytesIO(png(picture.decode(), scale=1)))) == link_of(2)


@pytest.mark.parametrize("colour", [False, True])
def test_a_decoder_reads_the_link_off_the_terminal(colour: bool) -> None:
    code = terminal_code(link_of(2), 200, colour=colour)
    assert code is not None
    lines = [re.sub("\x1b\\[[0-9;]*m", "", line) for line in code.splitlines()]
    picture = Image.new("L", (len(lines[0]), 2 * len(lines)))
    for row, line in enumerate(lines):
        for column, block in enumerate(line):
            for half in (0, 1):
                picture.putpixel((column, 2 * row + half), 255 * LIGHT_OF_BLOCK[block][half])
    assert read(picture.resize((picture.width * 4, picture.height * 4), Image.Resampling.NEAREST)) == link_of(2)


def test_a_code_wider_than_the_terminal_is_not_drawn() -> None:
    code = terminal_code(link_of(1), 500)
    assert code is not None
    width = len(code.splitlines()[0])
    assert terminal_code(link_of(1), width) == code
    assert terminal_code(link_of(1), width - 1) is None


def test_a_text_too_long_for_a_code_gives_none() -> None:
    assert code_picture("x" * 2953, "svg") is not None
    assert code_picture("x" * 2954, "svg") is None
    assert terminal_code("x" * 5000, 10_000) is None
