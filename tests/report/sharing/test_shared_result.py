"""A result to share: the message for a chat, and the buttons of a page."""

from __future__ import annotations

import io
import json
from base64 import b64decode

import html5lib
import pytest
from PIL import Image

from harmonies_cli.report.sharing.shared_result import message
from harmonies_cli.report.text_layout import display_width
from tests.cli.command import ROOT, run
from tests.plays.shared_records import link_data, sheet
from tests.records.assessed import assessed

EXAMPLE = ROOT / "samples" / "rulebook-example.json"


def links_of(page: str) -> dict[str, str]:
    tree = html5lib.parse(page, namespaceHTMLElements=False)
    return {link.text: link.get("href") for link in tree.iter("a")}


def held(address: str) -> bytes:
    return b64decode(address.partition(";base64,")[2])


def test_a_page_holds_the_link_and_the_files_that_share_writes() -> None:
    links = links_of(run("score", EXAMPLE, "--format", "html").out)
    assert list(links) == ["BG Stats", "Play file", "Message", "Picture"]
    assert link_data(links["BG Stats"])["players"][0]["score"] == 116
    assert json.loads(held(links["Play file"]))["plays"][0]["playerScores"][0]["score"] == "116"
    assert held(links["Message"]).decode() == run("share", EXAMPLE, "--format", "text").out
    assert Image.open(io.BytesIO(held(links["Picture"]))).width > 500


def test_a_long_page_has_pictures_of_the_first_records_only() -> None:
    page = run("score", *[ROOT / "samples" / "positions" / "paper-sheet.json"] * 12, "--format", "html").out
    assert (page.count(">BG Stats</a>"), page.count(">Picture</a>")) == (12, 4)


def test_only_a_result_has_buttons() -> None:
    page = run("score", ROOT / "samples" / "games" / "two-players-typed.json", "--format", "html").out
    assert links_of(page) == {}


def test_one_player_of_several_is_not_a_result() -> None:
    page = run("score", ROOT / "samples" / "positions" / "real-08.json", "--player", "1", "--format", "html").out
    assert links_of(page) == {}


ROWS = {"trees": 4, "mountains": 10, "fields": 10, "buildings": 10, "water": 19, "animals": 50, "spirit": 0}


def test_the_worked_example_of_the_rulebook() -> None:
    found = assessed((ROOT / "samples" / "rulebook-example.json").read_bytes())
    assert message(found, date="2026-05-31") == (
        "Harmonies, 2026-05-31: Pauline 116\n"
        "           Pauline\n"
        "Trees            4\n"
        "Mountains       10\n"
        "Fields          10\n"
        "Buildings       10\n"
        "Water           19\n"
        "Animals         63\n"
        "Spirit           0\n"
        "Total          116\n"
    )
    assert message(found, plain=True) == (
        "Harmonies: Pauline 116\n"
        "Pauline: trees 4, mountains 10, fields 10, buildings 10, water 19, animals 63, spirit 0\n"
    )


@pytest.mark.parametrize("plain", [False, True])
def test_four_players_fit_on_a_phone_in_twelve_lines(plain: bool) -> None:
    names = ["Ann", "木村さくらこさん", "Bénédicte-Marie-Charlotte", "x" * 500]
    lines = message(assessed(sheet(*((name, ROWS) for name in names))), plain=plain).splitlines()
    assert len(lines) <= 12
    if not plain:
        assert {display_width(line) for line in lines[1:]} == {display_width(lines[1])}
        assert display_width(lines[1]) <= 60


@pytest.mark.parametrize("name", ["@everyone", "```", "*b* _i_ ~s~ ||x||", "<@1>", "https://example.org", "\x1b[2J\nx"])
def test_a_hostile_name_has_no_format_mention_or_link(name: str) -> None:
    text = message(assessed(sheet((name, 88), ("Ben", 80))))
    assert not set(text) & set("@`*_~|<>\x1b")
    assert "://" not in text
    assert len(text.splitlines()) == 3
