from __future__ import annotations

import gzip
import json
import zipfile
from pathlib import Path
from typing import Any

from tests.cli.command import ROOT, Ran, run
from tests.records.plays.exports import bgg_page, bgg_play, bgstats_export, bgstats_play, score

SHEET = ROOT / "samples" / "positions" / "paper-sheet.json"


def converted(*args: object) -> tuple[Ran, list[dict[str, Any]]]:
    ran = run("convert", *args, "-o", "-")
    return ran, ran.lines


def test_an_export_becomes_sheets_that_score(tmp_path: Path) -> None:
    export = tmp_path / "BGStatsExport.json"
    export.write_bytes(
        bgstats_export(bgstats_play(), bgstats_play(gameRefId=4), bgstats_play(uuid="2", locationRefId=0))
    )
    ran, records = converted(export)
    assert (ran.status, [record["id"] for record in records]) == (0, ["bgstats-PLAY-1", "bgstats-2"])
    assert "BGStatsExport.json!1: Skipped in this file: 1 play of other games." in ran.err
    assert "2 positions written" in ran.err
    assert run("score", export).status == 0
    assert "80" in run("score", export).out


def test_the_tables_of_an_export_say_what_was_skipped(tmp_path: Path) -> None:
    export = tmp_path / "export.json"
    export.write_bytes(bgstats_export(bgstats_play(), bgstats_play(gameRefId=4)))
    ran = run("export", export, "-o", tmp_path / "tables")
    assert ran.status == 0
    assert "export.json!1: Skipped in this file: 1 play of other games." in ran.err


def test_a_play_that_cannot_be_converted_is_a_finding(tmp_path: Path) -> None:
    export = tmp_path / "export.bgsplay"
    export.write_bytes(bgstats_export(bgstats_play(), bgstats_play(score(11, "49-46ish"), score(12, ""), uuid="2")))
    ran, records = converted(export)
    assert (ran.status, len(records)) == (1, 1)
    assert 'export.bgsplay!2: not converted: "Ann" has "49-46ish" as score' in ran.err
    assert '"Ben" has no score' in ran.err


def test_the_play_file_that_share_writes_comes_back(tmp_path: Path) -> None:
    shared = tmp_path / "play.bgsplay"
    assert run("share", SHEET, "--format", "bgsplay", "-o", shared).status == 0
    ran, (record,) = converted(shared)
    assert ran.status == 0
    assert [(player["name"], player["score"]["total"]) for player in record["players"][:2]] == [
        ("Pauline", 116),
        ("Ann", 100),
    ]
    assert record["players"][0]["score"]["animals"] == 63
    assert (record["side"], record["date"][:10]) == ("A", "2026-05-31")


def test_pages_are_joined_and_those_missing_are_named(tmp_path: Path) -> None:
    for page, number in ((1, "1"), (3, "1"), (3, "2")):
        (tmp_path / f"page-{page}-{number}.xml").write_bytes(bgg_page(bgg_play(id=number), page=page, total=250))
    ran, records = converted(tmp_path)
    assert [record["id"] for record in records] == ["bgg-1", "bgg-2"]
    assert "Missing pages of the plays of ann: 2 (of 3)." in ran.err
    assert "1 repeated" in ran.err


def test_a_page_with_only_other_games_is_not_a_finding_among_other_pages(tmp_path: Path) -> None:
    other = tmp_path / "page-1.xml"
    other.write_bytes(bgg_page(bgg_play(objectid="13", name="Catan"), total=150))
    (tmp_path / "page-2.xml").write_bytes(bgg_page(bgg_play(), page=2, total=150))
    ran, records = converted(other, tmp_path / "page-2.xml")
    assert (ran.status, len(records)) == (0, 1)
    assert "page-1.xml: it has no BoardGameGeek plays of Harmonies: 1 play of other games" in ran.err
    assert "Missing" not in ran.err
    assert converted(other)[0].status == 1


def test_names_of_one_person_are_mapped(tmp_path: Path) -> None:
    (tmp_path / "plays.xml").write_bytes(bgg_page(bgg_play()))
    (tmp_path / "names").write_text('{"Benedikt": ["benbgg"]}', encoding="utf-8")
    ran, (record,) = converted(tmp_path / "plays.xml", "--names", tmp_path / "names")
    assert ran.status == 0
    assert record["players"][1] == {"name": "Benedikt", "score": 80}


def test_packed_plays_and_plays_in_an_archive_are_read(tmp_path: Path) -> None:
    (tmp_path / "plays.xml.gz").write_bytes(gzip.compress(bgg_page(bgg_play())))
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.writestr("export.bgsplay", bgstats_export(bgstats_play()))
    assert len(converted(tmp_path / "plays.xml.gz")[1]) == 1
    assert len(converted(tmp_path / "all.zip")[1]) == 1


def test_anonymous_plays_keep_nothing_that_shows_who_played(tmp_path: Path) -> None:
    (tmp_path / "plays.xml").write_bytes(bgg_page(bgg_play(comment="Ann won")))
    ran = run("convert", tmp_path / "plays.xml", "--anonymize", "-o", "-")
    assert not any(word in ran.out for word in ("Ann", "Ben", "benbgg", "901", "Home"))


def test_a_note_that_looks_like_an_export_is_not_an_export(tmp_path: Path) -> None:
    record = json.loads(SHEET.read_bytes())
    record["notes"] = '"plays": [ "games": [ "players": [ <plays >'
    (tmp_path / "sheet.json").write_text(json.dumps(record), encoding="utf-8")
    assert run("verify", tmp_path / "sheet.json").status == 0
