"""``harmonies convert`` run on the site's files."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from harmonies_cli.cli.main import main

BGA = Path(__file__).parents[1] / "data" / "bga"
GAMES = BGA.parent / "games"
LOG = BGA / "log-2p_A_spirits-06-E.json.gz"
SOLO = BGA / "log-1p_A_spirits-00-A.json.gz"
STATE = BGA / "gamedatas-1p_A_spirits-00.json.gz"


def run(*args: object) -> int:
    with pytest.raises(SystemExit) as stop:
        main(["convert", *map(str, args)])
    assert isinstance(stop.value.code, int)
    return stop.value.code


def lines(path: Path) -> list[dict[str, object]]:
    data = path.read_bytes()
    text = gzip.decompress(data) if path.suffix == ".gz" else data
    assert text.endswith(b"\n")
    return [json.loads(line) for line in text.splitlines()]


def unpacked(path: Path) -> bytes:
    return gzip.decompress(path.read_bytes())
