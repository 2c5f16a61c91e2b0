"""Frames have one set of column types, in Parquet too; every object has a short repr and an escaped rich one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import harmonies_cli as h
from tests.cli.command import ROOT

SAMPLES = ROOT / "samples"
TYPES = {"Int64", "Float64", "string", "boolean", "datetime64[us, UTC]"}
TABLES = ("cards", "spirits", "rows", "seats", "players", "rating_history", "head_to_head", "solo")
EVIL = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def rows() -> dict[str, pd.DataFrame]:
    return h.tables([SAMPLES / "games", SAMPLES / "bga", SAMPLES / "positions"])


@pytest.fixture(scope="module")
def analysis(rows: dict[str, pd.DataFrame]) -> h.Analysis:
    return h.analyse(rows, tables=TABLES)


def results(analysis: h.Analysis) -> list[Any]:
    game = h.read(SAMPLES / "games/three-players-side-b.json")
    assert isinstance(game, h.Game)
    return [
        game.scores(),
        game.scores().explanation(),
        game.verify(),
        game.boards(),
        game.progress(),
        h.cards(),
        h.rules(),
        h.codes(),
        h.tournament(["random", "random:card=0"], 2),
    ]


def test_all_frames_have_columns_of_the_same_types(rows: dict[str, pd.DataFrame], analysis: h.Analysis) -> None:
    frames = [*rows.values(), *analysis.tables.values(), analysis.kinds, *(one.to_frame() for one in results(analysis))]
    assert {str(dtype) for frame in frames for dtype in frame.dtypes} <= TYPES
    assert all(len(frame) for frame in frames)


def test_whole_numbers_with_gaps_are_exact(rows: dict[str, pd.DataFrame]) -> None:
    known = rows["games"]["fingerprint"].dropna()
    assert rows["games"]["fingerprint"].isna().any()
    assert (known.astype("Float64").astype("Int64") != known).any()  # a float would have rounded them


def test_recorded_dates_are_times_in_utc(tmp_path: Path) -> None:
    dates = ["2024", "2024-05", "2024-05-31", "2024-05-31T20:15:00Z", "2024-05-31 20:15+02:00", "2024-05-31T20:15"]
    player = {"name": "Ann", "board": {}, "cards": {}}
    head: dict[str, Any] = {
        "format": "harmonies-position",
        "version": 1,
        "side": "A",
        "solo": True,
        "players": [player],
    }
    h.save([h.record(head | {"date": date, "id": date}) for date in dates], tmp_path / "dated.jsonl")
    games = h.tables(tmp_path, include_illegal=True)["games"].set_index("date")["played"]
    assert games.to_dict() == {
        "2024": pd.Timestamp("2024-01-01", tz="UTC"),
        "2024-05": pd.Timestamp("2024-05-01", tz="UTC"),
        "2024-05-31": pd.Timestamp("2024-05-31", tz="UTC"),
        "2024-05-31T20:15:00Z": pd.Timestamp("2024-05-31 20:15", tz="UTC"),
        "2024-05-31 20:15+02:00": pd.Timestamp("2024-05-31 18:15", tz="UTC"),
        "2024-05-31T20:15": pd.Timestamp("2024-05-31 20:15", tz="UTC"),
    }


def test_parquet_has_the_same_types(rows: dict[str, pd.DataFrame], analysis: h.Analysis, tmp_path: Path) -> None:
    exported = h.export(SAMPLES / "games", tmp_path / "data")
    assert (exported.records, exported.added, exported.rejected) == (5, 4, 1)
    for name, frame in rows.items():
        (file,) = (tmp_path / "data" / name).glob("*.parquet")
        stored = pd.read_parquet(file)
        ours = frame.drop(columns="played", errors="ignore")
        assert stored.dtypes.to_dict() == ours.dtypes.to_dict()
    analysis.save(tmp_path / "study", charts=[])
    for name, table in analysis.tables.items():
        pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / "study/tables" / f"{name}.parquet"), table)


def test_rows_and_records_give_one_analysis(rows: dict[str, pd.DataFrame], analysis: h.Analysis) -> None:
    other = h.analyse([SAMPLES / "games", SAMPLES / "bga", SAMPLES / "positions"], tables=TABLES)
    for name, table in analysis.tables.items():
        pd.testing.assert_frame_equal(other.tables[name], table)
    assert (other.games, other.left_out, other.bots) == (analysis.games, analysis.left_out, analysis.bots)


def test_partial_scopes_are_given_on_request_and_equal_analyses_of_their_games() -> None:
    paths = [SAMPLES / "games", SAMPLES / "bga"]
    plain, partial = (h.analyse(paths, tables="seats", partial=wanted).tables["seats"] for wanted in (False, True))
    assert "side A" in set(partial["scope"]) - set(plain["scope"])
    of_side = partial[partial["scope"] == "side A"].drop(columns="scope").reset_index(drop=True)
    alone = h.analyse(paths, tables="seats", side="A").tables["seats"].query("scope == 'all'").drop(columns="scope")
    pd.testing.assert_frame_equal(of_side, alone.reset_index(drop=True))


def test_rows_of_another_form_are_refused(rows: dict[str, pd.DataFrame]) -> None:
    for changed, why in (
        (rows["cards"].assign(card="unicorn"), "card is 'unicorn'"),
        (rows["cards"].drop(columns="points"), "lacks points"),
        (rows["cards"].assign(points="many"), "values of other types"),
        (rows["cards"].assign(points=pd.NA), "points has missing values"),
    ):
        with pytest.raises(h.UsageError, match=why):
            h.analyse(rows | {"cards": changed})


def test_every_object_has_a_short_repr_and_a_rich_one(analysis: h.Analysis) -> None:
    game = h.read(SAMPLES / "games/three-players-side-b.json")
    assert isinstance(game, h.Game)
    (conversion,) = h.convert(SAMPLES / "bga/log-two-players.json.gz")
    chart = analysis.chart("row-points")
    objects: list[Any] = [*results(analysis), game, game.replay(turns=1), conversion, analysis]
    objects += [
        h.format(SAMPLES / "rulebook-example.json"),
        game.board(),
        chart,
        h.read(SAMPLES / "rulebook-example.json"),
    ]
    for one in objects:
        assert repr(one).startswith("<") and "\n" not in repr(one)
        rich = [name for name in ("_repr_html_", "_repr_svg_", "_repr_png_") if hasattr(one, name)]
        assert rich and all(getattr(one, name)() for name in rich), one
    assert chart.png().startswith(b"\x89PNG") and chart.svg().startswith("<?xml")


def test_hostile_texts_are_escaped_everywhere(tmp_path: Path) -> None:
    value = h.read(SAMPLES / "games/three-players-side-b.json").to_dict()
    value |= {"id": EVIL, "notes": EVIL}
    for player in value["players"]:
        player["name"] += EVIL
    game = h.record(value)
    assert isinstance(game, h.Game)
    h.save(game, tmp_path / "evil.jsonl")
    (conversion,) = h.convert(tmp_path / "evil.jsonl")
    shown: list[Any] = [game, game.scores(), game.verify(), game.scores().explanation(), game.progress(), conversion]
    shown += [h.format(tmp_path / "evil.jsonl"), game.replay(turns=1)]
    for one in shown:
        assert EVIL not in one._repr_html_() and "<script" not in one._repr_html_(), one
    assert EVIL not in game.boards()._repr_svg_()


def test_functions_that_share_a_name_with_a_folder_can_be_called_either_way() -> None:
    import harmonies_cli.rules.board.cards as cards
    from harmonies_cli.api import rules, simulate

    assert cards.CARDS
    assert h.rules("water") == rules("water")
    assert list(h.simulate(1)) == list(simulate(1))
