"""What a reader of the report does with real keys, pointers and narrow windows."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import pytest

from harmonies_cli.report.analysis.page import report_page
from harmonies_cli.statistics.analysis import analyse
from harmonies_cli.statistics.selection import Selection
from tests.report.analysis.browser_pages import COLUMNS, LIMITS, at, drawn, opened, shown, tables
from tests.statistics.strength.synthetic_rows import Plan, row_tables

pytestmark = pytest.mark.browser

NARROW = {"width": 390, "height": 800}
TOP = "id => document.getElementById(id).getBoundingClientRect().top"
OVERHANGING = """() => [...document.querySelectorAll(".drawing svg")].flatMap((drawing) => {
  const frame = drawing.getBoundingClientRect();
  return [...drawing.querySelectorAll("text")].filter((text) => {
    const { left, right } = text.getBoundingClientRect();
    return left < frame.left - 1 || right > frame.right + 1;
  }).map((text) => text.textContent);
})"""
LINES = """cells => cells.map((cell) => {
  const range = document.createRange();
  range.selectNodeContents(cell);
  return new Set([...range.getClientRects()].map((line) => Math.round(line.top))).size;
})"""


@pytest.fixture(scope="module")
def long_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of games that give the grid of cards by round all its columns."""
    analysis = analyse(row_tables(Plan(games=150, rounds=10)), limits=LIMITS, only=("cards", "card_groups"))
    file = tmp_path_factory.mktemp("long") / "report.html"
    file.write_text(report_page(analysis, {}), encoding="utf-8")
    return file


def test_a_filter_keeps_the_place_that_is_read_and_names_it_in_the_address(view: Any, report: Path) -> None:
    opened(view, report)
    view.evaluate("scrollTo(0, document.getElementById('table-openings').getBoundingClientRect().top - 120)")
    before = view.evaluate(TOP, "table-openings")
    view.locator("input[name=players][value=any]").evaluate("option => option.focus({ preventScroll: true })")
    for key, words in (("ArrowLeft", "3 players"), ("ArrowLeft", "2 players"), ("ArrowRight", "3 players")):
        view.keyboard.press(key)
        view.locator("#view", has_text=words).wait_for()
        view.evaluate("new Promise(requestAnimationFrame)")
        assert view.evaluate(TOP, "table-openings") == pytest.approx(before, abs=2)
    assert view.url.endswith("#table-openings?players=3")
    view.reload()
    view.locator("#view", has_text="3 players").wait_for()
    view.wait_for_function(
        "() => Math.abs(document.getElementById('table-openings').getBoundingClientRect().top - 112) < 2"
    )


def test_where_a_filter_hides_what_is_read_its_section_takes_the_place(view: Any, report: Path) -> None:
    opened(view, report, "#table-pairs")
    before = view.evaluate(TOP, "table-pairs")
    view.locator("input[name=side][value=any]").evaluate("option => option.focus({ preventScroll: true })")
    view.keyboard.press("ArrowLeft")
    view.locator("#view", has_text="side B").wait_for()
    view.evaluate("new Promise(requestAnimationFrame)")
    assert not view.locator("#table-pairs").is_visible()
    assert view.evaluate(TOP, "cards") == pytest.approx(before, abs=2)


def test_the_choice_of_columns_closes_by_key_and_by_a_press_elsewhere(view: Any, report: Path) -> None:
    opened(view, report)
    choice = view.locator("#table-cards-points .columns")
    choice.locator("summary").press("Enter")
    assert choice.get_attribute("open") is not None
    view.keyboard.press("Tab")
    view.keyboard.press("Escape")
    assert choice.get_attribute("open") is None
    assert view.evaluate("document.activeElement.textContent") == "Columns"
    choice.locator("summary").click()
    assert choice.get_attribute("open") is not None
    view.mouse.click(3, 400)
    assert choice.get_attribute("open") is None


def test_a_search_knows_a_card_by_its_id_and_says_if_it_finds_nothing(view: Any, report: Path) -> None:
    opened(view, report)
    search = view.locator("#table-cards-points input[type=search]")
    search.fill("Arctic-Fox")
    assert [row[0].split()[:2] for row in shown(view, "cards-points")] == [["arctic", "fox"]]
    search.fill("unicorn")
    assert shown(view, "cards-points") == [["No row shown has these words."]]
    view.locator("#card-by-card input[type=search]").fill("arctic-fox")
    view.locator("#card-arctic-fox[open]").wait_for()


def test_copied_numbers_are_numbers_in_columns_of_their_own(browser: Any, report: Path) -> None:
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    view = opened(context.new_page(), report)
    view.locator("#table-rows button", has_text="Copy as CSV").click()
    view.locator("#table-rows button", has_text="Copied").wait_for()
    head, *rows = csv.reader(io.StringIO(view.evaluate("navigator.clipboard.readText()")))
    context.close()
    assert head[:4] == ["Row", "n games", "winners", "winners: 95 % from"]
    assert "of the margin (%)" in head
    assert {"difference: 95 % from", "difference: 95 % to"} < set(head)
    numbers = [text for row in rows for text, name in zip(row[1:], head[1:], strict=True) if name != "q" and text]
    assert len(numbers) > 50
    assert all(float(number) > -1000 for number in numbers)
    assert any(number.startswith("-") for number in numbers)


@pytest.mark.parametrize("width", [390, 1280])
def test_no_label_of_a_chart_is_cut(shared: Any, width: int) -> None:
    shared.set_viewport_size({"width": width, "height": 800})
    shared.wait_for_function("() => document.querySelector('#chart-seats svg').clientWidth < innerWidth")
    at(shared, "#seats")
    assert shared.locator("#chart-seats svg text", has_text="2 players, side A, with spirits").count() == 1
    shared.wait_for_function(f"() => !({OVERHANGING})().length", timeout=5000)


def test_a_card_is_named_on_its_left_where_its_right_is_taken(view: Any, report: Path) -> None:
    opened(view, report)
    columns = {"took": {"values": [1, 8.7, 9]}, "points": {"values": [1, 8.98, 9]}}
    chart = drawn(view, "drawScatter", {"x": "took", "y": "points"}, columns)
    assert chart.locator("text.label").all_text_contents() == ["row 2", "row 1", "row 0"]
    assert view.evaluate(OVERHANGING) == []


def test_the_choice_of_columns_fits_a_narrow_window_and_names_every_column(shared: Any) -> None:
    shared.set_viewport_size(NARROW)
    at(shared, "#table-seats")
    columns = shared.locator("#table-seats .columns")
    columns.locator("summary").press("Enter")
    names = columns.locator("label").all_inner_texts()
    assert {"q of win points", "q of points over the game's mean"} < set(names)
    assert len(names) == len(set(names))
    assert shared.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    columns.locator("summary").press("Escape")


def test_words_in_tables_of_a_narrow_window_are_not_broken_into_columns_of_letters(shared: Any) -> None:
    shared.set_viewport_size(NARROW)
    at(shared, "#table-ends")
    for table in ("seats", "cards-points", "rows", "openings", "pairs", "ends"):
        cells = shared.locator(f"#table-{table} tbody :is(th, td.text):not(:has(bdi))")
        assert max(cells.evaluate_all(LINES)) <= 2, table


@pytest.mark.parametrize("width", [500, 900, 1024, 1280, 1366, 1440, 1536, 1920])
def test_a_grid_of_cards_by_round_needs_no_scrolling(view: Any, long_games: Path, width: int) -> None:
    view.set_viewport_size({"width": width, "height": 800})
    opened(view, long_games)
    grid = view.locator("#chart-points-by-round .scroll")
    assert grid.locator("thead th").last.inner_text() == "10+"
    assert grid.evaluate("grid => grid.scrollWidth") <= grid.evaluate("grid => grid.clientWidth")
    heights = grid.locator("tbody tr").evaluate_all("rows => rows.map(row => row.getBoundingClientRect().height)")
    assert min(heights) >= 24


def test_links_to_sections_are_big_enough_for_a_finger(shared: Any) -> None:
    shared.set_viewport_size(NARROW)
    heights = shared.locator("nav a").evaluate_all("links => links.map(link => link.getBoundingClientRect().height)")
    assert min(heights) >= 24


def test_a_player_who_is_not_selected_has_a_way_to_advice(view: Any, report: Path) -> None:
    opened(view, report)
    view.locator("#table-players tbody button").first.press("Enter")
    assert "run harmonies analyse with --player" in view.locator("#player-note").inner_text()


def test_advice_and_its_chart_say_that_they_cover_all_games(view: Any, tmp_path: Path) -> None:
    analysis = analyse(tables(), Selection(player="p02"), limits=LIMITS, only=("field", "rows"), partial=True)
    file = tmp_path / "advice.html"
    file.write_text(report_page(analysis, {}), encoding="utf-8")
    remarks = view.locator("#field > .about .always, #chart-field .always")
    opened(view, file)
    assert [remark.is_visible() for remark in remarks.all()] == [False, False]
    at(view, "#field?players=2")
    assert [remark.is_visible() for remark in remarks.all()] == [True, True]
    assert view.locator("#strategies figure .always:visible").count() == 0


def test_players_of_one_name_have_notes_of_their_own(view: Any, tmp_path: Path) -> None:
    rows = tables()
    seats = rows["seats"].replace({"name": {"Player 1": "Ann", "Player 2": "Ann"}})
    analysis = analyse(
        rows | {"seats": seats}, Selection(player="p02"), limits=LIMITS, only=("field", "players", "head_to_head")
    )
    file = tmp_path / "namesakes.html"
    file.write_text(report_page(analysis, {}), encoding="utf-8")
    opened(view, file)
    met = analysis.tables["head_to_head"].set_index(["player", "opponent"])["n"]
    for player, advised in (("p01", False), ("p02", True)):
        view.locator("#table-players tbody button", has_text=f"Ann ({player})").press("Enter")
        note = view.locator("#player-note")
        numbers = note.locator("tbody tr").evaluate_all("rows => rows.map(row => Number(row.cells[1].innerText))")
        assert numbers == sorted(met.xs(player), reverse=True)[:5]
        assert (note.locator("a", has_text="What to try").count() == 1) is advised
        assert ("--player and the account p01." in note.inner_text()) is not advised
        view.keyboard.press("Escape")


def test_the_last_column_of_a_grid_has_a_short_name(view: Any, report: Path) -> None:
    opened(view, report)
    columns = {"points": {"values": [1, 2]}, "round": {"values": ["9", "10 or later"]}}
    view.evaluate(
        f"""([spec, columns]) => document.body.replaceChildren(...drawGrid(spec, ({COLUMNS})(columns), 500))""",
        [{"value": "points", "across": "round", "label": "drawn"}, columns],
    )
    assert view.locator("thead th").all_inner_texts()[1:] == ["9", "10+"]


def test_numbers_of_solo_games_stand_apart_in_the_section_of_a_card(view: Any, report: Path, browser: Any) -> None:
    opened(view, report, "#card-otter")
    view.locator("#card-otter h3", has_text="In solo games").wait_for()
    for page in (view, browser.new_page(java_script_enabled=False)):
        if page is not view:
            page.goto(report.as_uri())
            page.locator("#card-otter summary").click()
        lists = page.locator("#card-otter .facts")
        assert [lists.nth(one).locator("dt", has_text="completed").count() for one in range(lists.count())] == [1, 1]
    page.close()


def test_the_first_link_leads_past_the_filters_and_keeps_them(view: Any, report: Path) -> None:
    opened(view, report, "#cards?players=2")
    view.locator(".skip").focus()
    view.keyboard.press("Enter")
    assert view.evaluate("document.activeElement.id") == "findings"
    assert view.url.endswith("#cards?players=2")
    assert view.locator(".skip").get_attribute("href") == "#findings"


def test_regions_have_names_of_their_own(view: Any, report: Path) -> None:
    opened(view, report, "#card-otter")
    view.locator("#card-otter h3", has_text="Over time").wait_for()
    view.locator("#card-bear summary").click()
    view.locator("#card-bear h3", has_text="Over time").wait_for()
    names = view.locator("main [role=region]").evaluate_all("parts => parts.map(part => part.ariaLabel)")
    assert len(names) == len(set(names)) > 20


def test_a_long_name_does_not_make_the_page_wider_than_the_window(view: Any, tmp_path: Path) -> None:
    name = f"{'W' * 60} Langenfeld"
    rows = tables()
    seats = rows["seats"].replace({"player": {"p00": name}, "name": {"p00": name}})
    file = tmp_path / "long.html"
    analysis = analyse(rows | {"seats": seats}, Selection(player=name), limits=LIMITS, only=("field", "players"))
    file.write_text(report_page(analysis, {}), encoding="utf-8")
    view.set_viewport_size(NARROW)
    opened(view, file)
    assert view.locator(".finding h3", has_text="WWW").count() == 1
    assert view.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
