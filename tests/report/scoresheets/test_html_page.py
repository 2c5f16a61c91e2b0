from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Literal

import pytest

from harmonies_cli.report.formats import Options
from harmonies_cli.rules.board.cards import card_words
from tests.chromium import Tabs, heard
from tests.report.scoresheets.scored_cases import CASES, Case, written

VOID = {"meta"}
OURS = frozenset(
    (
        *("html", "head", "meta", "title", "style", "body", "h1", "h2", "h3", "main", "section", "small", "p", "div"),
        *("table", "caption", "thead", "tbody", "tr", "th", "td", "ul", "li", "span", "b", "bdi", "strong", "pre"),
        *("header", "figure", "details", "summary"),
    )
)


class Page(HTMLParser):
    """A page as it is written: elements must close in order, ids must be unique, and all elements must be ours."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in OURS, f"<{tag}> is not ours"
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


def page(cases: list[Case], **options: bool) -> Page:
    return Page(written("html", Options(**options), cases).decode())  # type: ignore[arg-type]


@pytest.mark.parametrize("explain", [False, True])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.case)
def test_a_page_is_well_formed_and_holds_no_strange_element(case: Case, explain: bool) -> None:
    read = page([case], explain=explain)
    ids = [attributes["id"] for _, attributes in read.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert all(("open" in details) == explain for details in read.all("details"))
    assert read.all("html") == [{"lang": "en"}]


def test_all_cells_of_headings_say_what_they_head() -> None:
    read = page(CASES)
    assert all(heading.get("scope") in ("col", "row", "rowgroup") for heading in read.all("th"))
    labelled = [section["aria-labelledby"] for section in read.all("section")]
    assert labelled == [heading["id"] for heading in read.all("h2")]
    assert len(labelled) == len(CASES)


def test_landmarks_hold_everything_and_have_names_of_their_own() -> None:
    read = page(CASES)
    names = [part["aria-labelledby"] for name, part in read.tags if name == "section" or part.get("role") == "region"]
    assert len(names) == len(set(names))
    order = [name for name, _ in read.tags if name in ("header", "h1", "main", "section")]
    assert order[:3] == ["header", "h1", "main"]


def test_a_page_needs_nothing_else() -> None:
    text = written("html", Options(), CASES).decode()
    assert "<script" not in text
    assert not re.search(r"(src|href)=|url\(|@import", text)
    assert "default-src 'none'" in text


def test_hostile_names_are_shown_as_they_are() -> None:
    case = next(case for case in CASES if case.case.startswith("hostile"))
    read = page([case])
    assert "👨‍👩‍👧 fam|`<b>ly & *co*" in read.words
    assert "Evil �[31mred�[0m line�2J" in read.words


def test_every_reason_and_number_is_on_the_page() -> None:
    for case in CASES:
        words = " ".join(page([case]).words)
        for sheet in case.record.players:
            assert all(item.why in words for item in sheet.items)
            assert all(card_words(card.card) in words for card in sheet.cards or ())


def test_the_drawing_is_embedded_as_it_is() -> None:
    drawing = '<svg xmlns="http://www.w3.org/2000/svg"><title>Board</title></svg>\n'
    assert drawing in written("html", Options(), CASES[:1], drawing).decode()
    assert (
        drawing not in written("html", Options(), [case for case in CASES if not case.record.players], drawing).decode()
    )


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 375, 1280])
def test_a_page_fits_the_screen_and_reads_in_light_and_dark(
    tabs: Tabs, tmp_path: Path, width: int, scheme: Literal["light", "dark"]
) -> None:
    file = tmp_path / "page.html"
    file.write_bytes(written("html", Options(explain=True), CASES))
    with tabs.lent(viewport={"width": width, "height": 800}) as shown, heard(shown) as wrong:
        shown.emulate_media(color_scheme=scheme)
        shown.goto(file.as_uri())
        assert shown.evaluate("document.documentElement.scrollWidth") == width
        lightness = shown.evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0] * 1")
        assert (lightness > 128) == (scheme == "light")
        assert not wrong
