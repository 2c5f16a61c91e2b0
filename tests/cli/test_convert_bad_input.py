"""``harmonies convert`` with files that are not games: one line each, and the others are converted."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.conversion import BGA, LOG, SOLO, lines, run, unpacked


def page(body: bytes) -> bytes:
    return b"<!DOCTYPE html><html><body>" + body + b"</body></html>"


OTHER_GAME = b'[{"channel":"/table/t5","packet_id":"1","data":[{"type":"tilesPlaced","args":[]}]}]'
NO_GAMES = [
    ("cut.json", unpacked(LOG)[:9000], "the file is cut off after 9000 bytes: the download did not finish"),
    ("page.html", page(b"Not found"), "an HTML page, but no saved replay"),
    ("cut.html", unpacked(BGA / "replay-page.html.gz")[:9000], "the page is cut off inside g_gamelogs"),
    ("other.json", OTHER_GAME, "a BGA log, but of another game"),
    ("azul.html", page(b"completesetup('azul', {})"), "a page of another game, 'azul', not of Harmonies"),
    ("two.json", unpacked(LOG) + b" " + unpacked(SOLO), "more than one JSON document in one file"),
    ("deep.json", b'{"status":1,"data":' * 100_000, "nested too deeply"),
    ("error.json", b'{"status":"0","error":"No \\u001b[31m table\\n","code":1}', "a BGA error answer, not a log: 'No"),
    ("broken.json", b"{", "cut"),
    ("empty.json", b"", "it is empty"),
]


@pytest.mark.parametrize(("name", "data", "words"), NO_GAMES, ids=[case[0] for case in NO_GAMES])
def test_a_file_that_is_not_a_game_gives_one_line(
    name: str, data: bytes, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = tmp_path / "saved"
    saved.mkdir()
    (saved / name).write_bytes(data)
    shutil.copy(SOLO, saved / "zz.json.gz")
    assert run(saved, "-o", tmp_path / "out.jsonl") == 1
    errors = capsys.readouterr().err.splitlines()
    assert len(errors) == 2
    assert errors[0].startswith(f"{saved / name}: not converted: ") or errors[0].startswith(f"{saved / name}:1")
    assert words in errors[0]
    assert "\x1b" not in errors[0]
    assert errors[1].startswith("1 game written to ")
    assert len(lines(tmp_path / "out.jsonl")) == 1
