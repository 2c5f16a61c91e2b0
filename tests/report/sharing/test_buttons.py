from __future__ import annotations

import io
import json
from base64 import b64decode

import html5lib
from PIL import Image

from tests.cli.command import ROOT, run
from tests.plays.shared_records import link_data

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


def test_a_long_page_holds_pictures_of_the_first_records_alone() -> None:
    page = run("score", *[ROOT / "samples" / "positions" / "paper-sheet.json"] * 12, "--format", "html").out
    assert (page.count(">BG Stats</a>"), page.count(">Picture</a>")) == (12, 4)


def test_what_is_no_result_has_no_buttons() -> None:
    page = run("score", ROOT / "samples" / "games" / "two-players-typed.json", "--format", "html").out
    assert links_of(page) == {}


def test_one_player_shown_alone_is_no_result() -> None:
    page = run("score", ROOT / "samples" / "positions" / "real-08.json", "--player", "1", "--format", "html").out
    assert links_of(page) == {}
