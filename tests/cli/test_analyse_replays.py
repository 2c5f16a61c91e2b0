"""The replay pages of a player's best games, beside the report."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import harmonies_cli as h
from harmonies_cli.simulate.series import Terms, fixtures_of, play_fixtures
from tests.cli.command import run

OPTIONS = ("--charts", "none", "--player", "Ann")
TERMS = Terms(1, "A", True, "rulebook")
NAME = '"><img src=x onerror="document.title=\'hurt\'">/../é'


def game_of(line: bytes) -> bytes:
    game = json.loads(line)
    for player, name in zip(game["players"], ("Ann", NAME), strict=True):
        player["name"] = name
    game["id"] = "../../" + NAME
    return json.dumps(game).encode() + b"\n"


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twelve games of Ann against somebody with a hostile name, and a position."""
    games = [game_of(game.line) for game in play_fixtures(TERMS, fixtures_of(TERMS, 12, ["random"] * 2), jobs=1)]
    folder = tmp_path_factory.mktemp("records") / "<b>&"
    folder.mkdir()
    (folder / "one.jsonl").write_bytes(b"".join(games[:7]))
    (folder / "two.jsonl").write_bytes(b"".join(games[7:]))
    return folder


@pytest.fixture(scope="module")
def analysed(records: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("results")
    run("analyse", records, "-o", folder, *OPTIONS, "--jobs", "2")
    return folder


def links_of(folder: Path) -> list[str]:
    return re.findall(r'<a href="(games/[^"]*)">', (folder / "report.html").read_text("utf-8"))


def pages_of(folder: Path) -> set[str]:
    return {str(page.relative_to(folder)) for page in (folder / "games").glob("*")}


def test_each_of_the_best_games_has_a_page(analysed: Path) -> None:
    table = pd.read_csv(analysed / "tables" / "field_games.csv")
    assert len(table) == 10
    assert links_of(analysed) == list(table["replay"])
    assert pages_of(analysed) == set(table["replay"])
    assert {name for name in json.loads((analysed / "summary.json").read_bytes())["files"] if "games/" in name} == set(
        table["replay"]
    )
    for path, total in zip(table["replay"], table["total"], strict=True):
        assert re.fullmatch(r"games/[0-9a-f]{16}\.html", path)
        assert f">{total}</" in (analysed / path).read_text("utf-8")


def test_a_data_set_gives_no_links(records: Path, analysed: Path, tmp_path: Path) -> None:
    run("export", records, "-o", tmp_path / "set")
    run("analyse", tmp_path / "set", "-o", analysed / "again", *OPTIONS)
    assert "replay" not in pd.read_csv(analysed / "again" / "tables" / "field_games.csv")
    assert not links_of(analysed / "again")
    assert not (analysed / "again" / "games").exists()


def test_games_of_a_data_set_have_no_links_beside_records_that_have(records: Path, tmp_path: Path) -> None:
    run("export", records / "one.jsonl", "-o", tmp_path / "set")
    run("analyse", tmp_path / "set", records / "two.jsonl", "-o", tmp_path / "out", *OPTIONS)
    table = pd.read_csv(tmp_path / "out" / "tables" / "field_games.csv")
    assert 0 < table["replay"].notna().sum() <= 5
    assert links_of(tmp_path / "out") == list(table["replay"].dropna())


def test_pages_of_an_earlier_run_go_and_other_files_stay(records: Path, tmp_path: Path) -> None:
    run("analyse", records, "-o", tmp_path, *OPTIONS)
    (tmp_path / "games" / "mine.html").write_text("mine")
    run("analyse", records, "-o", tmp_path, "--charts", "none")
    assert pages_of(tmp_path) == {"games/mine.html"}


def test_the_function_writes_the_same_pages(records: Path, analysed: Path, tmp_path: Path) -> None:
    written = h.analyse(records, player="Ann").save(tmp_path, charts=[])
    assert {name for name in written if name.startswith("games/")} == pages_of(analysed)
    for page in pages_of(analysed):
        assert (tmp_path / page).read_bytes() == (analysed / page).read_bytes()


def test_rows_without_records_have_no_pages(records: Path, tmp_path: Path) -> None:
    written = h.analyse(h.tables(records), player="Ann").save(tmp_path, charts=[])
    assert not [name for name in written if name.startswith("games/")]


@pytest.mark.browser
def test_a_click_opens_the_replay(analysed: Path, browser: Any) -> None:
    view = browser.new_page()
    faults: list[str] = []
    view.on("console", lambda message: faults.append(message.text))
    view.on("pageerror", lambda error: faults.append(str(error)))
    view.goto((analysed / "report.html").as_uri())
    view.locator("#view:not(:empty)").wait_for()
    view.locator("#table-field-games tbody a").first.click()
    view.wait_for_url("**/games/*.html")
    assert view.locator("h1").first.is_visible()
    assert view.title().startswith("Replay of ")
    assert "Ann" in view.locator("main").inner_text()
    assert faults == []
    view.close()
