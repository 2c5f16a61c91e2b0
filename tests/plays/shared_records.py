"""Records of the tests as results to share."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qs, urlsplit

from harmonies_cli.plays.shared_play import SharedPlay, play_of
from tests.records.assessed import assessed, reading_of

__all__ = ["NOW", "link_data", "shared", "sheet"]

NOW = datetime(2026, 11, 28, 20, 30, tzinfo=UTC)


def sheet(*scores: tuple[str, Any], **fields: Any) -> dict[str, Any]:
    """Return a paper sheet with names and scores."""
    players = [{"name": name, "score": score} for name, score in scores]
    return {"format": "harmonies-position", "version": 1, "players": players, **fields}


def shared(record: object) -> SharedPlay:
    """Return a record, or its bytes, as a play."""
    read = reading_of(record).record
    assert read is not None
    return play_of(read, assessed(record), NOW)


def link_data(link: str) -> dict[str, Any]:
    """Return the data that BG Stats reads from a link."""
    parts = urlsplit(link)
    assert (parts.scheme, parts.netloc, parts.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    query = parse_qs(parts.query, strict_parsing=True)
    assert list(query) == ["data"]
    data: dict[str, Any] = json.loads(query["data"][0])
    return data
