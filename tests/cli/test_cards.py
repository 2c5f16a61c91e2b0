"""``harmonies cards``: every format, at every width."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from harmonies_cli.catalogue.card_entries import KINDS, LANGUAGES
from harmonies_cli.rules.board.cards import CARDS
from tests.cli.command import run

ASCII = {"LC_ALL": "C"}


def test_one_card_is_shown_in_full() -> None:
    ran = run("cards", "loutre")
    assert ran.status == 0
    assert ran.out == (
        "otter\n"
        "animal card 4, 3 cubes on blue\n"
        "points: 5 with 1 cube, 10 with 2, 16 with 3\n"
        "\n"
        "  _____\n"
        " /     \\\n"
        "/   L   \\_____\n"
        "\\       /     \\\n"
        " \\_____/   L   \\_____\n"
        "       \\       /     \\\n"
        "        \\_____/■  W   \\\n"
        "              \\ cube  /\n"
        "               \\_____/\n"
        "\n"
        "W water, M mountain, T trunk, L leaf, F field, H house; ■ takes the cube; ?H is\n"
        "a building on any base. Read stacks from the bottom.\n"
        "\n"
        "English  otter, river otter, sea otter\n"
        "French   loutre\n"
        "Italian  lontra, lontre\n"
        "Spanish  nutria\n"
        "German   otter, fischotter, seeotter\n"
    )


def test_a_spirit_is_shown_with_its_rule_and_its_sun() -> None:
    out = run("cards", "lion").out
    assert "Nature's Spirit card 33, 1 cube on yellow\n" in out
    assert "scores if its cube has been placed: each yellow group of size 1 or 2 scores 2" in out
    assert "group spirit: 1 sun in solo games" in out
    assert "landscape spirit: no sun in solo games" in run("cards", "owl").out


@pytest.mark.parametrize("columns", [20, 40, 80, 100, 200])
@pytest.mark.parametrize("args", [(), ("--brief",), ("frog",), ("--language", "de"), ("--brief", "--language", "fr")])
def test_no_line_is_wider_than_the_terminal(columns: int, args: tuple[str, ...]) -> None:
    out = run("cards", *args, environ={"COLUMNS": str(columns)}).out
    assert max(map(len, out.splitlines())) <= max(columns, 24)


@pytest.mark.parametrize("args", [(), ("--brief", "--language", "es"), ("frog",), ("--language", "de")])
def test_an_ascii_terminal_gets_ascii(args: tuple[str, ...]) -> None:
    assert run("cards", *args, environ=ASCII).out.isascii()


def test_colours_come_only_where_they_are_wanted() -> None:
    assert "\x1b" not in run("cards").out
    plain, painted = run("cards", "otter").out, run("cards", "otter", "--colour", "always").out
    assert "\x1b[1m" in painted
    assert re.sub("\x1b\\[[0-9;]*m", "", painted) == plain


def test_all_cards_are_shown_by_name_and_drawn() -> None:
    out = run("cards").out
    assert out.count("cube  /") == len(CARDS)
    assert all(card.id in out for card in CARDS)
    french = run("cards", "--language", "fr", "--brief").out
    assert "grenouille (frog)            blue      2 4 6 10 15  W beside L\n" in french
    assert len(french.splitlines()) == len(CARDS) + 1


def test_the_formats_hold_the_same_cards() -> None:
    ids = [card.id for card in CARDS if card.cube_on == "gray"]
    args = ("cards", "--cube-on", "grey", "--format")
    found = json.loads(run(*args, "json").out)["cards"]
    assert [card["id"] for card in found] == ids
    assert found[0]["names"]["fr"] == ["manchot", "pingouin", "manchot empereur"]
    assert found[0]["habitat"][0] == {"q": 0, "r": 0, "stack": "M"}
    (marmot,) = (card for card in found if card["id"] == "marmot")
    assert marmot["points"] == []
    assert marmot["suns_kind"] == "landscape"
    rows = list(csv.DictReader(io.StringIO(run(*args, "csv").out)))
    assert [row["id"] for row in rows] == ids
    assert rows[0]["habitat"] == "M@0,0 W@-1,1 W@1,0"
    assert rows[0]["de"] == "pinguin, kaiserpinguin"
    tokens = MarkdownIt("commonmark").enable("table").parse(run(*args, "markdown").out)
    cells = [token.content for token in tokens if token.type == "inline"]
    width = 4 + len(LANGUAGES)
    assert [cell.strip("`") for cell in cells[width::width]] == ids


def test_output_goes_to_a_file(tmp_path: Path) -> None:
    assert run("cards", "-o", tmp_path / "cards.txt").out == ""
    assert (tmp_path / "cards.txt").read_text(encoding="utf-8").count("■") == len(CARDS) + 1


def test_no_card_is_no_error() -> None:
    ran = run("cards", "otter", "--cube-on", "red")
    assert (ran.status, ran.out, ran.err) == (0, "", "No card matches these options.\n")
    assert json.loads(run("cards", "otter", "--cube-on", "red", "--format", "json").out) == {"cards": []}


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["falcn"], 'no card is called "falcn": did you mean falcon?'),
        (["--cube-on", "brown"], "'brown' is not one of"),
        (["--max-cubes", "0"], "0 is not in the range"),
        (["--knd", "animal"], "Did you mean '--kind'?"),
    ],
)
def test_mistakes_are_reported_with_their_remedy(args: list[str], words: str) -> None:
    ran = run("cards", *args)
    assert ran.status == 2
    assert words in ran.err


@pytest.mark.parametrize("kind", KINDS)
def test_kinds(kind: str) -> None:
    found = json.loads(run("cards", "--kind", kind, "--format", "json").out)["cards"]
    assert {card["kind"] for card in found} == {kind}
