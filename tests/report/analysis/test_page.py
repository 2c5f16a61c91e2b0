from __future__ import annotations

import re
from html.parser import HTMLParser

import html5lib
import pandas as pd
import pytest

from harmonies_cli.charts.gallery import draw_charts
from harmonies_cli.charts.style import chart_style, svg_of
from harmonies_cli.report.analysis.page import report_page
from harmonies_cli.report.analysis.sections import page_tables, sections
from harmonies_cli.report.analysis.views import views_of
from harmonies_cli.statistics.analysis import STRENGTH_TABLES, Analysis, analyse
from harmonies_cli.statistics.selection import Selection
from harmonies_cli.statistics.strength.certainty import Limits
from tests.statistics.strength.synthetic_rows import Plan, row_tables

EVIL = (
    "<script>alert(1)</script>",
    "=cmd|' /C calc'!A0",
    "🦊 fox",
    "עברית",
    "\u202egnp.exe",
    '"><img src=x onerror=alert(1)>',
    "{{ 7 * 7 }}",
    "$x^2$",
    "#ffffff 1.23456",
)
PLANS = Plan(games=60), Plan(games=40, players=3, side="B", spirits=False, seed=2), Plan(games=12, players=1, seed=3)


def named(tables: dict[str, pd.DataFrame]) -> dict[str, pd.DataFrame]:
    """Give the players hostile names."""
    names = {f"p{number:02}": EVIL[number] for number in range(len(EVIL))}
    seats = tables["seats"]
    return tables | {"seats": seats.assign(player=seats["player"].replace(names), name=seats["player"].replace(names))}


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    return analyse(named(row_tables(*PLANS)), Selection(player="p11"), limits=Limits(10, 25))


def page_of(analysis: Analysis, **options: object) -> str:
    with chart_style():
        charts = {name: svg_of(figure) for name, figure in draw_charts(analysis)}
    return report_page(analysis, charts, **options)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def page(analysis: Analysis) -> str:
    return page_of(analysis, sources=["<games>.jsonl"], links=STRENGTH_TABLES)


class Read(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_the_page_is_valid(page: str) -> None:
    html5lib.HTMLParser(strict=True).parse(page)
    ids = [attributes["id"] for _, attributes in Read(page).tags if "id" in attributes]
    assert len(ids) == len(set(ids)) > 20


def test_links_and_references_lead_somewhere(page: str) -> None:
    read = Read(page)
    ids = {attributes["id"] for _, attributes in read.tags if "id" in attributes}
    for tag, attributes in read.tags:
        target = attributes.get("href") or ""
        assert target == "" or target[1:] in ids or target.startswith("tables/"), (tag, target)
    assert set(re.findall(r"url\(#([^)]+)\)", page)) <= ids


def test_the_page_needs_nothing_else(page: str) -> None:
    for tag, attributes in Read(page).tags:
        assert tag not in ("img", "link", "iframe", "object", "embed")
        assert not {"src", "srcset", "onclick", "onerror", "onload"} & set(attributes)
    assert "http" not in re.sub(r"http-equiv", "", page)
    assert "@import" not in page


def test_evil_names_are_shown_and_do_no_harm(page: str) -> None:
    read = Read(page)
    assert [attributes.get("type") for tag, attributes in read.tags if tag == "script"] == ["application/json"] * 2 + [
        None
    ]
    words = "\n".join(read.words)
    for name in EVIL:
        assert name.replace("\u202e", "\ufffd") in words
    assert "\u202e" not in page
    assert "<games>.jsonl" in words


def test_the_page_opens_with_findings_and_says_what_was_analysed_and_how_certain_it_is(page: str) -> None:
    headings = re.findall(r"<h[12]>([^<]+)</h[12]>", page)
    assert headings == [
        *("Harmonies: 112 games analysed", "First findings"),
        *("p11 against the field", "Cards", "Strategies", "The course of a game", "Who goes first"),
        *("What turns cost", "Players", "Solo"),
        *("Card by card", "What was analysed", "How certain it is", "All that stands out", "Method"),
    ]
    assert "A card's win share is not its causal worth." in page
    assert "3 players, side B, no spirits" in page


def test_records_left_out_are_reported() -> None:
    tables = row_tables(PLANS[0])
    tables["games"].loc[:4, "finished"] = False
    text = report_page(analyse(tables, Selection(side="A", since="2024-07"), only=("seats",)), {})
    assert "<bdi>not final</bdi> 5" in text
    assert "<bdi>before 2024-07</bdi>" in text
    assert "Selected: <bdi>side A</bdi>; <bdi>since 2024-07</bdi>." in text


def test_few_observations_are_grey_and_provisional_ones_marked(analysis: Analysis, page: str) -> None:
    assert analysis.limits.ranked == 10
    assert '<tr class="few">' in page
    assert '<abbr title="provisional">†</abbr>' in page


def test_nothing_to_analyse_is_a_page_too(analysis: Analysis) -> None:
    nothing = analyse({name: table[:0] for name, table in row_tables(PLANS[0]).items()})
    text = page_of(nothing)
    html5lib.HTMLParser(strict=True).parse(text)
    assert "Harmonies: 0 games analysed" in text


def test_the_page_is_small(page: str) -> None:
    assert len(page.encode()) < 1_500_000


def test_sections_name_columns_that_exist(analysis: Analysis) -> None:
    charts = set()
    tables = next(iter(views_of(analysis))).tables
    for section in sections():
        charts |= {figure.chart for figure in section.figures}
        for of in section.tables:
            table = tables[of.table]
            assert {heading.column for heading in of.headings if heading.kind != "link"} <= set(table.columns)
            assert {*of.intervals, *([of.order] if of.order else [])} <= set(table.columns)
        for figure in section.figures:
            names = [name for name in figure.draw.values() if isinstance(name, str) and "." in name]
            for name in [*names, *figure.draw.get("values", ())]:
                table_id, column = name.split(".")
                assert column in [heading.column for heading in page_tables()[table_id].headings]
    from harmonies_cli.charts.gallery import CHARTS

    assert charts == set(CHARTS)
