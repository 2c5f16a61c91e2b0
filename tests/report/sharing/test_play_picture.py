from __future__ import annotations

import io
from xml.etree import ElementTree

import pytest
from PIL import Image

from harmonies_cli.report.sharing.play_picture import play_picture
from harmonies_cli.report.sharing.shared_result import result_picture
from harmonies_cli.safe_text import printable
from tests.cli.command import ROOT
from tests.plays.shared_records import sheet
from tests.records.assessed import assessed, reading_of

REAL = (ROOT / "samples" / "positions" / "real-08.json").read_bytes()


@pytest.mark.parametrize(("dark", "ground"), [(False, (243, 241, 236)), (True, (21, 23, 26))])
def test_a_picture_is_on_a_light_or_a_dark_ground(dark: bool, ground: tuple[int, ...]) -> None:
    picture = Image.open(io.BytesIO(result_picture(reading_of(REAL), assessed(REAL), dark=dark)))
    assert picture.convert("RGB").getpixel((4, 4)) == ground


def test_a_narrow_picture_is_as_wide_as_a_phone() -> None:
    picture = Image.open(io.BytesIO(result_picture(reading_of(REAL), assessed(REAL), narrow=True)))
    assert picture.width == 1080 and picture.height > 2 * picture.width


@pytest.mark.parametrize("name", ['<script>"&', "x" * 1000, "\x1b[2J", "木" * 100])
def test_a_hostile_name_is_a_text_that_fits(name: str) -> None:
    drawing = play_picture(assessed(sheet((name, 88), (name, 80), (name, 70), (name, 60))), [])
    texts = [element.text or "" for element in ElementTree.fromstring(drawing).iter() if element.tag.endswith("text")]
    assert all(text == printable(text) and len(text) < 40 for text in texts)
