from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from harmonies_cli.report.analysis.sections import page_tables
from harmonies_cli.statistics.analysis import STRENGTH_TABLES
from harmonies_cli.statistics.selection import Selection
from tests.report.analysis.browser_pages import ROWS, alone, at, drawn, opened, shown

pytestmark = pytest.mark.browser


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
    view: Any, shared: Any, tmp_path: Path, address: str, selection: Selection, names: tuple[str, ...]
) -> None:
    file = tmp_path / "alone.html"
    only = {page_tables()[name].table for name in names}
    file.write_text(alone(selection, only), encoding="utf-8")
    at(shared, f"#cards{address}")
    filtered = {name: shown(shared, name) for name in names}
    opened(view, file)
    assert filtered == {name: shown(view, name) for name in names}
    assert all(len(rows) > 1 for rows in filtered.values())


def test_the_trend_of_a_card_follows_the_filters(view: Any, report: Path, tmp_path: Path) -> None:
    of_two = tmp_path / "alone.html"
    only = [name for name in STRENGTH_TABLES if name.startswith("card")]
    of_two.write_text(alone(Selection(players=(2,)), only), encoding="utf-8")
    seen = []
    for file, address in ((report, "#card-otter?players=2"), (of_two, "#card-otter"), (report, "#card-otter")):
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


def test_options_without_games_are_off_and_those_with_too_few_are_grey(shared: Any) -> None:
    view = at(shared, "#findings?players=3")
    assert view.locator("input[name=side][value=A]").is_disabled()
    assert view.locator("input[name=players][value='4']").is_disabled()
    assert not view.locator("input[name=side][value=B]").is_disabled()
    at(view, "#findings?players=4")
    view.locator("#view", has_text="There are no games as the address asks for. Shown: all 142 games.").wait_for()


def test_sections_without_numbers_of_the_view_are_hidden(shared: Any) -> None:
    view = at(shared, "#findings?players=1")
    assert not view.locator("#cards").is_visible()
    assert not view.locator("nav a", has_text="Who goes first").is_visible()
    assert not view.locator("#strategies").is_visible(), "its only chart covers all games"
    assert not view.locator("#strategies").is_visible(), "its only chart covers all games"
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
    assert "Press a heading to sort by it" in block.locator(".tools").inner_text()
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
    assert lines[0].startswith(
        "Player,n games,win share (%),win share (%): 95 % from,win share (%): 95 % to,expected (%),"
    )
    assert len(lines) == 13
    assert sum(line.startswith('"</script><img src=x onerror=""') for line in lines) == 1
    context.close()


def test_nothing_is_wider_than_the_window(shared: Any) -> None:
    view = at(shared, "#card-otter")
    for width in (1920, 1280, 390):
        view.set_viewport_size({"width": width, "height": 900})
        assert view.evaluate("document.documentElement.scrollWidth") <= width


def test_hostile_names_are_texts(shared: Any) -> None:
    view = at(shared, "#players")
    assert view.title().startswith("Harmonies")
    assert view.locator("img").count() == 0
    assert any("</script><img" in row[0] for row in shown(view, "players"))


def test_charts_follow_the_filters(shared: Any) -> None:
    view = shared
    marks = "drawing => [...drawing.querySelectorAll('circle')].map(mark => mark.getAttribute('cx'))"
    chart = view.locator("#chart-card-points svg[role=img]")
    before = chart.evaluate(marks)
    assert len(before) == 32
    view.locator("label", has=view.locator("input[name=side][value=B]")).click()
    view.locator("#view", has_text="side B").wait_for()
    assert chart.evaluate(marks) != before
    assert view.locator("#chart-colours-side-a .always").is_visible()


def test_rounds_that_few_games_reach_are_not_on_the_line(view: Any, report: Path) -> None:
    opened(view, report)
    columns = {
        "round": {"kind": "count", "values": [1, 2, 3, 4]},
        "score": {"values": [3, 6, 9, 20], "ends": [[2, 4], [5, 7], [8, 10], [17, 23]]},
        "games": {"kind": "count", "values": [100, 100, 90, 89]},
    }
    chart = drawn(view, "drawLines", {"x": "round", "values": ["score"], "reach": "games"}, columns)
    assert len(chart.locator("polyline").get_attribute("points").split()) == 3
    assert chart.locator(".mark").evaluate_all("marks => marks.map(mark => mark.className.baseVal)") == [
        *["mark series-0 enough"] * 3,
        "mark series-0 provisional",
    ]
    assert chart.locator(".interval").count() == 4


def test_a_value_that_lacks_its_interval_is_a_grey_cross(view: Any, report: Path) -> None:
    opened(view, report)
    columns = {"own": {"values": [3, 4], "ends": [[2, 4], [None, None]]}, "other": {"values": [1, 2]}}
    chart = drawn(view, "drawDots", {"value": "own", "second": "other"}, columns)
    assert chart.locator(".series-0 circle").count() == 1
    assert chart.locator(".series-0.few path").count() == 1
    assert chart.locator(".series-1 circle").count() == 2, "a column without intervals has points"


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
