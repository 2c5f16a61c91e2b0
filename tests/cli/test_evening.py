from __future__ import annotations

import io
import json
import re
from pathlib import Path

import html5lib
import pytest
from markdown_it import MarkdownIt
from PIL import Image

from harmonies_cli.report.text_layout import display_width
from tests.cli.command import ROOT, run
from tests.plays.shared_records import sheet

HOSTILE = ["<script>alert(1)</script>", "| a | **b**", "=cmd()", "\x1b[2J\u202e"]


def rendered(text: str) -> str:
    return str(MarkdownIt("gfm-like", {"linkify": False}).render(text))


@pytest.fixture
def games(tmp_path: Path) -> list[Path]:
    files = []
    for number, scores in enumerate([(116, 113), (90, 101), (120, 80)]):
        files.append(tmp_path / f"game-{number}.json")
        record = sheet(*zip(("Ann", "Ben"), scores, strict=True), date=f"2026-05-31T2{number}:00:00Z")
        files[-1].write_text(json.dumps(record), encoding="utf-8")
    return files


def test_the_text_of_an_evening(games: list[Path]) -> None:
    ran = run("score", *games, "--evening")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == (
        "Harmonies, 2026-05-31: 3 games\n"
        "\n"
        "     Games  Wins  Points  Average  Best  Streak\n"
        "Ann      3     2     326    108.7   120       1\n"
        "Ben      3     1     294     98.0   113       1\n"
        "\n"
        "best total  120, Ann\n"
        "\n"
        "  1  2026-05-31  Ann 116, Ben 113; won by Ann\n"
        "  2  2026-05-31  Ann 90, Ben 101; won by Ben\n"
        "  3  2026-05-31  Ann 120, Ben 80; won by Ann\n"
    )


@pytest.mark.parametrize("width", [40, 80])
def test_no_line_is_wider_than_the_terminal(games: list[Path], width: int) -> None:
    lines = run("score", *games, "--evening", environ={"COLUMNS": str(width)}).out.splitlines()
    assert max(map(display_width, lines[5:])) <= width


def test_page_markdown_and_pictures(games: list[Path], tmp_path: Path) -> None:
    page = run("score", *games, "--evening", "--format", "html").out
    regions = re.findall('role="region"[^>]* aria-labelledby="([^"]*)', page)
    assert not set(regions) & set(re.findall('<section aria-labelledby="([^"]*)', page))
    assert page.index("<header>") < page.index("<h1>") < page.index("</header>")
    rows = [[cell.text for cell in row] for row in html5lib.parse(page, namespaceHTMLElements=False).iter("tr")]
    assert rows[1][1:] == ["3", "2", "326", "108.7", "120", "1"]
    html = MarkdownIt("gfm-like", {"linkify": False}).render(
        run("score", *games, "--evening", "--format", "markdown").out
    )
    assert "<td>Ann</td>" in html and html.count("<table>") == 3
    for ending in ("png", "svg"):
        assert run("score", *games, "--evening", "-o", tmp_path / f"evening.{ending}").status == 0
    assert Image.open(io.BytesIO((tmp_path / "evening.png").read_bytes())).width == 1520
    assert (tmp_path / "evening.svg").read_bytes().startswith(b"<svg")


def test_hostile_names_are_harmless_everywhere(tmp_path: Path) -> None:
    file = tmp_path / "hostile.json"
    file.write_text(json.dumps(sheet(*((name, 60 + seat) for seat, name in enumerate(HOSTILE)))), encoding="utf-8")
    for form in ("text", "markdown", "html"):
        out = run("score", file, "--evening", "--format", form).out
        assert "\x1b" not in out and "\u202e" not in out
        assert form == "text" or "<script>" not in out.replace("\\<script\\>", "")
    html = MarkdownIt("gfm-like", {"linkify": False}).render(
        run("score", file, "--evening", "--format", "markdown").out
    )
    assert "<strong>" not in html and "<script>" not in html
    assert run("score", file, "--evening", "-o", tmp_path / "x.svg").status == 0
    assert "<script>" not in (tmp_path / "x.svg").read_text(encoding="utf-8")


def test_records_that_do_not_count_are_reported(games: list[Path]) -> None:
    faulty = ROOT / "samples" / "games" / "illegal.json"
    unfinished = ROOT / "samples" / "games" / "two-players-typed.json"
    ran = run("score", *games, games[0], unfinished, "--evening")
    assert (ran.status, "3 games" in ran.out) == (0, True)
    assert (
        "left out: the same game as" in ran.err and "two-players-typed.json: left out: the game is not final" in ran.err
    )
    assert run("score", *games, faulty, "--evening").status == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--format", "json"), "--evening is written as text, markdown, html, not json"),
        (("--player", "Ann"), "leave out --player"),
    ],
)
def test_options_that_do_not_fit_are_refused(games: list[Path], options: tuple[str, ...], words: str) -> None:
    ran = run("score", *games, "--evening", *options)
    assert (ran.status, ran.out) == (2, "")
    assert words in " ".join(ran.err.split())


def test_an_evening_without_games_cannot_be_summed() -> None:
    ran = run("score", ROOT / "samples" / "games" / "two-players-typed.json", "--evening")
    assert (ran.status, ran.out) == (2, "")
