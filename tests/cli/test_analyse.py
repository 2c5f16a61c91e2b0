"""``harmonies analyse``: from records or a data set to a folder of results."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest

from harmonies_cli.simulate.series import Terms, fixtures_of, play_fixtures
from tests.cli.command import run

TABLES = "cards,pairs,players,rows,seats,solo,totals,tempo"
ALIKE = ("--charts", "none", "--tables", TABLES, "--min-n", "10")


def simulated(seed: int, players: int, side: str, spirits: bool, games: int) -> bytes:
    fixtures = fixtures_of(Terms(seed, side, spirits, "rulebook"), games, ["random"] * players)
    return b"".join(game.line for game in play_fixtures(Terms(seed, side, spirits, "rulebook"), fixtures, jobs=1))


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """20 two-player games, 6 of three players, 4 solo, one game twice, an illegal game and one that is not a game."""
    two = simulated(1, 2, "A", True, 20)
    bad = json.loads(two.splitlines()[0])
    bad["turns"][3]["actions"] = bad["turns"][3]["actions"][:1]
    lines = [two, simulated(2, 3, "B", False, 6), simulated(3, 1, "A", True, 4), two.splitlines(keepends=True)[4]]
    file = tmp_path_factory.mktemp("analyse") / "games.jsonl"
    file.write_bytes(b"".join(lines) + json.dumps(bad).encode() + b"\n{\n")
    return file


@pytest.fixture(scope="module")
def analysed(records: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("results")
    ran = run("analyse", records, "-o", folder, "--charts", "totals,seats", "--tables", TABLES, "--min-n", "10")
    assert ran.status == 1
    assert ran.out.startswith("30 games analysed, 62 seats; 3 of 33 left out\nBots played: random in 30 of 30 games.")
    assert "\nLeft out: invalid 1; breaks a rule 1; occurs twice 1.\n" in ran.out
    assert "Scored by the rules of the rulebook (30)." in ran.out
    assert "kinds of game; the largest: 2 players, side A, with spirits (20 games)." in ran.out
    assert ran.err.startswith("2 records could not be used: see ")
    return folder


def summary(folder: Path) -> dict[str, object]:
    found: dict[str, object] = json.loads((folder / "summary.json").read_bytes())
    return found


def test_everything_is_counted(analysed: Path) -> None:
    found = summary(analysed)
    assert found["left_out"] == {"invalid": 1, "breaks a rule": 1, "occurs twice": 1}
    assert (found["records"], found["games"]) == (33, 30)
    rejected = pd.read_csv(analysed / "rejected.csv")
    assert rejected["verdict"].tolist() == ["illegal", "invalid"]
    assert rejected["line"].tolist() == [32, 33]


def test_the_folder_holds_tables_charts_and_the_report(analysed: Path) -> None:
    names = {str(file.relative_to(analysed)) for file in analysed.rglob("*") if file.is_file()}
    assert {"report.html", "summary.json", "rejected.csv", "tables/cards.csv", "tables/cards.parquet"} <= names
    assert {name for name in names if name.startswith("charts")} == {
        f"charts/{name}.{form}" for name in ("totals", "seats") for form in ("svg",)
    }
    assert not [name for name in names if name.startswith(".")]


def test_a_data_set_gives_the_same_tables(records: Path, analysed: Path, tmp_path: Path) -> None:
    run("export", records, "-o", tmp_path / "set")
    ran = run("analyse", tmp_path / "set", "-o", tmp_path / "out", *ALIKE)
    assert ran.status == 0
    for file in (analysed / "tables").glob("*.csv"):
        assert file.read_bytes() == (tmp_path / "out" / "tables" / file.name).read_bytes(), file.name


def test_any_split_gives_the_same_tables(records: Path, analysed: Path, tmp_path: Path) -> None:
    lines = records.read_bytes().splitlines(keepends=True)
    for number in range(3):
        (tmp_path / f"{number}.jsonl").write_bytes(b"".join(reversed(lines[number::3])))
    run("analyse", tmp_path / "2.jsonl", tmp_path / "0.jsonl", tmp_path / "1.jsonl", "-o", tmp_path / "out",
        *ALIKE, "--jobs", 2)  # fmt: skip
    for file in (analysed / "tables").glob("*.csv"):
        assert file.read_bytes() == (tmp_path / "out" / "tables" / file.name).read_bytes(), file.name


@pytest.mark.parametrize(
    ("options", "games"),
    [
        (["--players", "2"], 20),
        (["--players", "1", "--players", "3"], 10),
        (["--side", "b"], 6),
        (["--no-spirits"], 6),
        (["--spirits"], 24),
        (["--player", "random"], 30),
        (["--since", "2020"], 0),
        (["--min-rating", "1000"], 0),
    ],
)
def test_filters(records: Path, tmp_path: Path, options: list[str], games: int) -> None:
    ran = run("analyse", records, "-o", tmp_path, "--charts", "none", "--tables", "seats", *options)
    assert ran.status == 1
    assert summary(tmp_path)["games"] == games
    assert f"Harmonies: {games} games analysed" in (tmp_path / "report.html").read_text("utf-8")


def test_only_the_tables_asked_for(records: Path, tmp_path: Path) -> None:
    run("analyse", records, "-o", tmp_path, "--charts", "totals", "--tables", "seats,solo")
    assert {file.stem for file in (tmp_path / "tables").iterdir()} == {"seats", "solo", "columns"}
    assert {file.stem for file in (tmp_path / "charts").iterdir()} == {"totals"}


def test_charts_come_in_the_formats_asked_for(records: Path, tmp_path: Path) -> None:
    run("analyse", records, "-o", tmp_path, "--charts", "totals", "--tables", "none", "--chart-formats", "svg")
    assert {file.name for file in (tmp_path / "charts").iterdir()} == {"totals.svg"}
    assert "<svg" in (tmp_path / "report.html").read_text("utf-8")
    assert summary(tmp_path)["files"] == ["charts/totals.svg", "report.html"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--tables", "card"], 'no table is called "card": did you mean "cards"?'),
        (["--chart-formats", "gif"], 'no chart format is called "gif": known are svg, png'),
        (["--charts", "x"], 'no chart is called "x": known are card-improvement, '),
        (["--since", "May"], '--since "May" is not a date'),
        (["--player", "rand0m"], "no record has a player 'rand0m'"),
        (["--players", "5"], "5 is not in the range 1<=x<=4"),
    ],
)
def test_impossible_requests_are_refused_with_the_reason(
    records: Path, tmp_path: Path, options: list[str], message: str
) -> None:
    ran = run("analyse", records, "-o", tmp_path / "out", *options)
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err
    assert not (tmp_path / "out" / "report.html").exists()


def test_missing_files_and_files_in_the_way_are_reported(records: Path, tmp_path: Path) -> None:
    ran = run("analyse", tmp_path / "none.jsonl", "-o", tmp_path / "out")
    assert ran.status == 2
    assert not (tmp_path / "out").exists()
    ran = run("analyse", records, "-o", records)
    assert ran.status == 2
    assert "it is a file, but the results need a folder" in ran.err


def test_a_stopped_run_continues_where_it_was(records: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*args: object, **options: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("harmonies_cli.statistics.analysis.analyse", stopped)
        ran = run("analyse", records, "-o", tmp_path, "--charts", "none", "--tables", "seats")
        assert ran.status == 2
        assert "the same command continues from there" in ran.err
    [kept] = tmp_path.glob(".rows-*")
    read: list[object] = []

    def counting(self: object, tables: object) -> None:
        read.append(tables)

    with monkeypatch.context() as patch:
        patch.setattr("harmonies_cli.statistics.files.dataset.Dataset.add", counting)
        ran = run("analyse", records, "-o", tmp_path, "--charts", "none", "--tables", "seats")
        assert ran.status == 1
    assert read == [], "rows that were finished are not made again"
    assert summary(tmp_path)["games"] == 30
    assert not kept.exists()


@pytest.mark.parametrize("how", ["standard input", "data set"])
def test_a_run_on_other_records_under_the_same_name_does_not_continue(
    how: str, records: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*args: object, **options: object) -> None:
        raise KeyboardInterrupt

    other = tmp_path / "other.jsonl"
    other.write_bytes(simulated(9, 2, "B", True, 3))
    sets = tmp_path / "set", tmp_path / "other"
    for source, target in zip((records, other), sets, strict=True):
        run("export", source, "-o", target)
    options = "-o", tmp_path / "out", "--charts", "none", "--tables", "seats"
    inputs = ["-"] if how == "standard input" else [sets[0], other]
    with monkeypatch.context() as patch:
        patch.setattr("harmonies_cli.statistics.analysis.analyse", stopped)
        ran = run("analyse", *inputs, *options, stdin=records.read_bytes())
    assert ("continues from there" in ran.err) == (how == "data set")
    sets[0].rename(tmp_path / "away")
    sets[1].rename(sets[0])
    ran = run("analyse", *inputs, *options, stdin=other.read_bytes())
    assert ran.status == 0
    assert summary(tmp_path / "out")["games"] == 3
    assert not list((tmp_path / "out").glob(".rows-*"))


def test_other_records_into_the_same_folder_replace_the_results(records: Path, tmp_path: Path) -> None:
    options = "-o", tmp_path, "--charts", "none", "--tables", "seats,solo"
    run("analyse", records, *options)
    assert (tmp_path / "tables" / "solo.csv").exists()
    other = tmp_path / "other.jsonl"
    other.write_bytes(simulated(9, 2, "B", True, 3))
    ran = run("analyse", other, *options)
    assert ran.status == 0
    assert summary(tmp_path)["games"] == 3
    assert not (tmp_path / "rejected.csv").exists()
    assert not (tmp_path / "tables" / "solo.csv").exists()
