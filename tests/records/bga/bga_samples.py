"""The site's files in tests/data/bga, and ways to edit them."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

DATA = Path(__file__).parents[2] / "data"
EXPECTED: list[dict[str, Any]] = json.loads((DATA / "bga" / "expected.json").read_text())
LOGS = sorted(entry["log"] for entry in EXPECTED)
STATES = sorted(entry["gamedatas"] for entry in EXPECTED if "gamedatas" in entry)
HISTORY = "log-4p_B_spirits-15-history.json.gz"
PAGE = "replay-page.html.gz"
TWO = "log-2p_A_spirits-06-E.json.gz"
SOLO = "log-1p_A_spirits-00-A.json.gz"

Packets = list[dict[str, Any]]


def sample(name: str) -> bytes:
    """Return the bytes of a file, unpacked."""
    data = (DATA / "bga" / name).read_bytes()
    return gzip.decompress(data) if name.endswith(".gz") else data


def expected(name: str) -> dict[str, Any]:
    """Return the known facts about the game in a file."""
    return next(entry for entry in EXPECTED if name in (entry["log"], entry.get("gamedatas")))


def game(name: str) -> dict[str, Any] | None:
    """Return the same game in the notation, if there is one."""
    for path in (DATA / "games").glob("*p_*.json"):
        record: dict[str, Any] = json.loads(path.read_text())
        if record["id"] == expected(name)["id"]:
            return record
    return None


def packets(name: str) -> Packets:
    """Return the packets of a log, for the test to edit."""
    text = sample(name).decode()
    if name == PAGE:
        text = re.search(r"g_gamelogs = (.*);\n", text)[1]  # type: ignore[index]
    document: Any = msgspec.json.decode(text)
    while isinstance(document, dict):
        document = document.get("logs") or document.get("packets") or document["data"]
    log: Packets = document
    return log


def renumbered(log: Packets) -> Packets:
    """Return packets numbered from 1, so added or removed packets leave no hole."""
    return [{**packet, "packet_id": str(number)} for number, packet in enumerate(log, 1)]


def written(document: object) -> bytes:
    """Return a document as a file's bytes."""
    return msgspec.json.encode(document)


def notifications(log: Packets, kind: str | None = None) -> Iterator[dict[str, Any]]:
    """Yield the notifications of a log, of one type or all."""
    for packet in log:
        yield from (each for each in packet["data"] if kind in (None, each["type"]))


def without(log: Packets, unwanted: Callable[[dict[str, Any]], bool]) -> Packets:
    """Return the log without some notifications."""
    return [{**packet, "data": [each for each in packet["data"] if not unwanted(each)]} for packet in log]


def is_move(notification: dict[str, Any], what: str, start: str, end: str) -> bool:
    """Return whether a notification is one kind of ``materialMove``."""
    args = notification["args"]
    moved = notification["type"] == "materialMove" and (args["type"], args["from"], args["to"])
    return moved == (what, start, end)


def turn_starts(log: Packets) -> list[int]:
    """Return the indices of the packets in which turns start."""
    return [
        index
        for index, packet in enumerate(log)
        if any(each["type"] == "msg" and each["args"].keys() == {"player_id", "player_name"} for each in packet["data"])
        and not any(each["type"] == "points" for each in packet["data"])
    ]


ENVELOPES: dict[str, Callable[[Packets], object]] = {
    "logs": lambda log: {"status": 1, "data": {"logs": log, "players": []}},
    "twice": lambda log: {"status": 1, "data": {"status": 1, "data": {"valid": 1, "data": log}}},
    "valid": lambda log: {"status": "1", "data": {"valid": 1, "data": log}},
    "list": lambda log: log,
    "packets": lambda log: {"players": [], "gamedatas": [], "packets": log},
}
