from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from harmonies_cli.charts.gallery import draw_charts
from harmonies_cli.charts.style import chart_style, svg_of
from harmonies_cli.report.analysis.page import report_page
from harmonies_cli.statistics.analysis import Analysis, analyse
from harmonies_cli.statistics.selection import Selection
from harmonies_cli.statistics.strength.certainty import Limits
from tests.statistics.strength.synthetic_rows import Plan, row_tables

pytestmark = pytest.mark.browser

HOSTILE = "</script><img src=x onerror=\"document.title='hurt'\">"
LIMITS = Limits(10, 25)
PLANS = (
    Plan(games=60, card="otter", card_bonus=9),
    Plan(games=40, side="B", spirits=False, seed=2),
    Plan(games=30, players=3, side="B", seed=3),
    Plan(games=12, players=1, seed=4),
)
ROWS = "table => [...table.querySelectorAll('tbody tr')].map(row => [...row.cells].map(cell => cell.innerText.trim()))"


def tables() -> dict[str, pd.DataFrame]:
    rows = row_tables(*PLANS)
    seats = rows["seats"]
    return rows | {"seats": seats.assign(name=seats["name"].astype(object).where(seats["player"] != "p03", HOSTILE))}


def page_of(analysis: Analysis) -> str:
    with chart_style():
        drawn = {name: svg_of(figure) for name, figure in draw_charts(analysis, ["card-points", "colours-side-a"])}
    return report_page(analysis, drawn)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("page") / "report.html"
    file.write_text(page_of(analyse(tables(), limits=LIMITS, partial=True)), encoding="utf-8")
    return file


@pytest.fixture
def view(browser: Any) -> Iterator[Any]:
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.faults = []
    page.on("console", lambda message: page.faults.append(message.text))
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    yield page
    assert page.faults == []
    page.close()


def opened(view: Any, report: Path, address: str = "") -> Any:
    view.goto(f"{report.as_uri()}{address}")
    view.locator("#view:not(:empty)").wait_for()
    return view


def shown(view: Any, table: str) -> list[list[str]]:
    return [list(row) for row in view.locator(f"#table-{table} table").evaluate(ROWS)]


@pytest.mark.parametrize(
    ("address", "selection", "names"),
    [
        ("?players=2", Selection(players=(2,)), ("cards-points", "cards-winning", "rows", "openings", "pairs")),
        pytest.param("?side=B", Selection(side="B"), ("cards-points", "tempo", "seats"), marks=pytest.mark.slow),
        ("?players=2&side=B&spirits=without", Selection((2,), "B", False), ("cards-winning", "rows", "colours")),
        pytest.param("?players=1", Selection(players=(1,)), ("solo", "solo-cards"), marks=pytest.mark.slow),
    ],
)
def test_a_filter_shows_what_a_run_on_only_these_games_shows(
    view: Any, report: Path, tmp_path: Path, address: str, selection: Selection, names: tuple[str, ...]
) -> None:
    alone = tmp_path / "alone.html"
    alone.write_text(page_of(analyse(tables(), selection, limits=LIMITS, partial=True)), encoding="utf-8")
    opened(view, report, f"#cards{address}")
    filtered = {name: shown(view, name) for name in names}
    opened(view, alone)
    assert filtered == {name: shown(view, name) for name in names}
    assert all(len(rows) > 1 for rows in filtered.values())


def test_the_trend_of_a_card_follows_the_filters(view: Any, report: Path, tmp_path: Path) -> None:
    alone = tmp_path / "alone.html"
    alone.write_text(page_of(analyse(tables(), Selection(players=(2,)), limits=LIMITS, partial=True)), encoding="utf-8")
    seen = []
    for file, address in ((report, "#card-otter?players=2"), (alone, "#card-otter"), (report, "#card-otter")):
        view.goto("about:blank")
        opened(view, file, address)
        part = view.locator("#card-otter .of-card > div", has=view.get_by_text("Over time", exact=True))
        seen.append([list(row) for row in part.locator("table").evaluate(ROWS)])
    assert len(seen[0]) > 1
    assert seen[0] == seen[1] != seen[2]


def test_the_filters_work_by_keyboard_and_are_in_the_address(view: Any, report: Path) -> None:
    opened(view, report)
    before = shown(view, "cards-points")
    view.locator("input[name=players][value=any]").focus()
    view.keyboard.press("ArrowRight")
    view.keyboard.press("ArrowRight")
    view.locator("#view", has_text="with 2 players").wait_for()
    assert view.url.endswith("#findings?players=2")
    assert view.locator("#view").inner_text() == "Shown: 100 games with 2 players."
    after = shown(view, "cards-points")
    assert after != before
    opened(view, report, "#cards?players=2")
    assert shown(view, "cards-points") == after
    view.go_back()
    view.locator("#view", has_text="with 2 players").wait_for()


def test_options_without_games_are_off_and_those_with_too_few_are_grey(view: Any, report: Path) -> None:
    opened(view, report, "#findings?players=3")
    assert view.locator("input[name=side][value=A]").is_disabled()
    assert view.locator("input[name=players][value='4']").is_disabled()
    assert not view.locator("input[name=side][value=B]").is_disabled()
    opened(view, report, "#findings?players=4")
    assert view.locator("#view").inner_text() == "Shown: all 142 games."


def test_sections_without_numbers_of_the_view_are_hidden(view: Any, report: Path) -> None:
    opened(view, report, "#findings?players=1")
    assert not view.locator("#cards").is_visible()
    assert not view.locator("nav a", has_text="Seats").is_visible()
    assert view.locator("#solo").is_visible()
    view.locator("label", has=view.locator("input[name=players][value=any]")).click()
    view.locator("#cards").wait_for()


def test_a_card_is_explained_by_hover_by_tap_and_by_keyboard(view: Any, report: Path) -> None:
    opened(view, report)
    note = view.locator("#card-note")
    name = view.locator("#table-cards-points a.card[data-card=otter]")
    name.hover()
    assert "points for 1 to" in note.inner_text()
    view.mouse.move(2, 2)
    note.wait_for(state="hidden")
    name.focus()
    view.keyboard.press("Enter")
    note.wait_for(state="visible")
    view.keyboard.press("Escape")
    note.wait_for(state="hidden")
    name.click()
    note.locator("a").click()
    view.locator("#card-otter[open] h3", has_text="By round taken").wait_for()


def test_tables_are_sorted_searched_and_explained(view: Any, report: Path) -> None:
    opened(view, report)
    block = view.locator("#table-cards-points")
    heading = block.locator("thead th", has_text="round taken")
    heading.locator("button").press("Enter")
    assert heading.get_attribute("aria-sort") == "descending"
    assert "Sorted, highest first" in block.locator(".meaning").inner_text()
    place = heading.evaluate("cell => cell.cellIndex")
    down = [float(row[place]) for row in shown(view, "cards-points")]
    assert down == sorted(down, reverse=True)
    block.locator("input[type=search]").fill("fox")
    assert {row[0].split()[0] for row in shown(view, "cards-points")} == {"arctic", "fennec"}
    block.locator("summary").click()
    block.locator("label", has_text="round taken").click()
    assert block.locator("thead th", has_text="round taken").count() == 0


def test_a_table_is_copied_as_csv(browser: Any, report: Path) -> None:
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    view = opened(context.new_page(), report)
    view.locator("#table-players button", has_text="Copy as CSV").click()
    view.locator("#table-players button", has_text="Copied").wait_for()
    lines = view.evaluate("navigator.clipboard.readText()").splitlines()
    assert lines[0].startswith("Player,n games,win share")
    assert len(lines) == 13
    assert sum(line.startswith('"</script><img src=x onerror=""') for line in lines) == 1
    context.close()


@pytest.mark.parametrize("width", [390, 1280, 1920])
def test_nothing_is_wider_than_the_window(view: Any, report: Path, width: int) -> None:
    view.set_viewport_size({"width": width, "height": 900})
    opened(view, report, "#card-otter")
    assert view.evaluate("document.documentElement.scrollWidth") <= width


def test_hostile_names_are_texts(view: Any, report: Path) -> None:
    opened(view, report, "#players")
    assert view.title().startswith("Harmonies")
    assert view.locator("img").count() == 0
    assert any("</script><img" in row[0] for row in shown(view, "players"))


def test_charts_follow_the_filters(view: Any, report: Path) -> None:
    opened(view, report)
    marks = "drawing => [...drawing.querySelectorAll('circle')].map(mark => mark.getAttribute('cx'))"
    chart = view.locator("#chart-card-points svg[role=img]")
    before = chart.evaluate(marks)
    assert len(before) == 32
    view.locator("label", has=view.locator("input[name=side][value=B]")).click()
    view.locator("#view", has_text="side B").wait_for()
    assert chart.evaluate(marks) != before
    assert view.locator("#chart-colours-side-a .always").is_visible()


def test_the_whole_page_is_shown_without_scripts(browser: Any, report: Path) -> None:
    view = browser.new_page(java_script_enabled=False)
    view.goto(report.as_uri())
    assert view.locator(".finding").count() >= 3
    assert view.locator("#table-cards-points tbody tr").count() == 32
    assert view.locator("figure svg").count() >= 2
    assert not view.locator("#filters").is_visible()
    view.locator("#card-otter summary").click()
    assert "completed" in view.locator("#card-otter").inner_text()
    view.close()
