"""``harmonies convert``: its output, its messages, and its exit status."""

from __future__ import annotations

import gzip
import io
import json
import shutil
import sys
from pathlib import Path

import pytest

from harmonies_cli.cli.main import main
from tests.cli.conversion import BGA, GAMES, LOG, SOLO, STATE, lines, run, unpacked


def test_a_folder_becomes_one_record_per_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "games.jsonl"
    assert run(BGA, "-o", out) == 1
    said = capsys.readouterr()
    assert said.out == ""
    errors = said.err.splitlines()
    assert (
        f"{BGA}/error-page.json: not converted: a BGA error answer, not a log: 'You have reached a limit (replay)' (co"
        in errors[0]
    )
    assert "expected.json: not converted: " in errors[1]
    assert errors[-1] == f"20 games and 16 positions written to {out}; 2 not converted"
    assert len(errors) == 4
    records = lines(out)
    assert len(records) == 36
    assert {record["rules"] for record in records} == {"bga"}
    assert next(record["id"] for record in records if record["format"] == "harmonies-game") == "bga-510000255"


def test_converted_records_verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "games.jsonl.gz"
    run(BGA, "-o", out)
    capsys.readouterr()
    with pytest.raises(SystemExit) as stop:
        main(["verify", "--format", "json", str(out)])
    found = json.loads(capsys.readouterr().out)
    assert stop.value.code == 0
    assert found["summary"] == {"records": 36, "legal": 36, "illegal": 0, "invalid": 0}
    assert {record["rules"] for record in found["records"]} == {"bga"}


@pytest.mark.parametrize("ending", [".json", ".json.gz", ".JSON"])
def test_one_record_can_be_written_for_people_to_read(ending: str, tmp_path: Path) -> None:
    out = tmp_path / f"game{ending}"
    assert run(LOG, "-o", out) == 0
    data = out.read_bytes()
    text = gzip.decompress(data) if ending.endswith("gz") else data
    assert json.loads(text)["id"] == "bga-510002236"
    assert text.startswith(b"{\n  ")


def test_a_json_file_takes_one_record_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "game.json"
    out.write_text("kept")
    assert run(LOG, SOLO, "-o", out) == 2
    assert "can hold only one record: write several to a .jsonl file" in capsys.readouterr().err
    assert out.read_text() == "kept"
    assert list(tmp_path.iterdir()) == [out]


def test_standard_output_and_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LOG.read_bytes())))
    assert run("-", "-o", "-") == 0
    said = capsysbinary.readouterr()
    assert json.loads(said.out)["id"] == "bga-510002236"
    assert said.err == b"1 game written\n"


def test_equal_input_gives_equal_bytes(tmp_path: Path) -> None:
    first, second = tmp_path / "a.jsonl.gz", tmp_path / "b.jsonl.gz"
    assert run(LOG, SOLO, STATE, "-o", first) == run(LOG, SOLO, STATE, "-o", second) == 0
    assert first.read_bytes() == second.read_bytes()


def test_records_pass_through(tmp_path: Path) -> None:
    out = tmp_path / "all.jsonl"
    games = sorted(GAMES.glob("*p_*.json"))
    assert run(*games, "-o", out) == 0
    assert lines(out) == [json.loads(path.read_text()) for path in games]


def test_the_output_cannot_be_one_of_the_inputs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "log.json"
    out.write_bytes(gzip.decompress(LOG.read_bytes()))
    before = out.read_bytes()
    link = tmp_path / "link.jsonl"
    link.symlink_to(out)
    for output, given in ((out, out), (out, tmp_path), (link, out)):
        assert run(given, "-o", output) == 2
        assert "is one of the input files; choose another name" in capsys.readouterr().err
    assert out.read_bytes() == before


def test_a_new_output_may_be_in_the_input_folder(tmp_path: Path) -> None:
    shutil.copy(LOG, tmp_path)
    assert run(tmp_path, "-o", tmp_path / "games.jsonl") == 0
    assert len(lines(tmp_path / "games.jsonl")) == 1
    assert len(list(tmp_path.iterdir())) == 2


def test_nothing_is_written_where_nothing_was_converted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "games.jsonl"
    assert run(BGA / "error-page.json", "-o", out) == 1
    assert capsys.readouterr().err.splitlines()[-1] == "no record; nothing was written; 1 not converted"
    assert not out.exists()


def test_unusable_arguments_stop_the_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "x.jsonl"
    cases = [
        ((LOG, "-o", tmp_path / "games.txt"), "must end in .json, .jsonl, or .gz of either"),
        ((tmp_path / "none.json", "-o", out), "there is no file"),
        ((LOG, "-o", tmp_path / "no" / "x.jsonl"), "cannot write"),
        ((LOG, "-o", out, "--key", LOG), "--key works only with --anonymize"),
        ((LOG, "-o", out, "--anonymize", "--key", tmp_path / "none"), "cannot be read"),
        ((LOG,), "'--output'"),
    ]
    for args, words in cases:
        assert run(*args) == 2
        assert words in capsys.readouterr().err
    (tmp_path / "empty").write_text("\n")
    assert run(LOG, "-o", out, "--anonymize", "--key", tmp_path / "empty") == 2
    assert "key for pseudonyms is empty" in capsys.readouterr().err
    assert not out.exists()


def test_pseudonyms_with_a_key_hold_over_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    key = tmp_path / "key.txt"
    key.write_text("correct horse\n")
    first, second, third = (tmp_path / f"{name}.jsonl" for name in "abc")
    assert run(LOG, "-o", first, "--anonymize", "--key", key) == 0
    assert "Pseudonyms" not in capsys.readouterr().err
    monkeypatch.setenv("HARMONIES_KEY", "correct horse")
    assert run(LOG, "-o", second, "--anonymise") == 0
    assert first.read_bytes() == second.read_bytes()
    assert b"Dmitri" not in first.read_bytes()
    monkeypatch.delenv("HARMONIES_KEY")
    assert run(LOG, "-o", third, "--anonymize") == 0
    assert "These pseudonyms are for this run only: give --key to keep them." in capsys.readouterr().err


def test_each_line_with_a_log_becomes_a_game(tmp_path: Path) -> None:
    logs = [json.dumps(json.loads(unpacked(path))) for path in (LOG, SOLO)]
    (tmp_path / "logs.jsonl").write_text("\n".join(logs))
    assert run(tmp_path / "logs.jsonl", "-o", tmp_path / "out.jsonl") == 0
    assert len(lines(tmp_path / "out.jsonl")) == 2


def test_an_unfinished_game_is_written_and_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(unpacked(LOG))
    packets = document
    while isinstance(packets, dict):
        packets = packets.get("logs") or packets["data"]
    (tmp_path / "half.json").write_text(json.dumps(packets[:50]))
    assert run(tmp_path / "half.json", "-o", tmp_path / "out.jsonl") == 0
    errors = capsys.readouterr().err.splitlines()
    assert errors[0] == f"{tmp_path}/half.json: The game is unfinished."
    assert errors[1].startswith("1 game (1 unfinished) written")
    assert lines(tmp_path / "out.jsonl")[0]["unfinished"] is True
