from __future__ import annotations

import json

import pytest

from harmonies_cli.errors import UsageError
from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.outcome import AssessOptions
from harmonies_cli.records.reader import Reading, ReadOptions, read_document
from harmonies_cli.report.replay.replay_page import ReviewPage
from tests.report.replay.games import record
from tests.report.replay.reviews import small_review
from tests.report.replay.stored import ROOT


def reading(data: bytes) -> Reading:
    return read_document(Document("small.json", None, data), ReadOptions())


GAME = reading(json.dumps(record()).encode())


def test_page_of_one_game_is_written_whole_at_the_end() -> None:
    written: list[bytes] = []
    page = ReviewPage(written.append, AssessOptions(explain=False))
    page.add(GAME, small_review())
    assert written == []
    page.end()
    assert written[0].startswith(b"<!doctype html>")
    assert b"Mistake: 8.2 points" in written[0]
    assert b"<td>b2</td><td>tree of height 1</td>" in written[0]


def test_page_refuses_a_second_game() -> None:
    page = ReviewPage(lambda _: None, AssessOptions())
    page.add(GAME, small_review())
    with pytest.raises(UsageError, match="review one game at a time"):
        page.add(GAME, small_review())


def test_page_refuses_a_record_without_turns() -> None:
    position = reading((ROOT / "samples" / "rulebook-example.json").read_bytes())
    with pytest.raises(UsageError, match=r"small\.json has no turns to step through"):
        ReviewPage(lambda _: None, AssessOptions()).add(position, small_review())


def test_page_refuses_what_cannot_be_read_as_a_game() -> None:
    unknown = record()
    unknown["turns"][0]["actions"][2]["card"] = "unicorn"
    with pytest.raises(UsageError, match="harmonies verify says why"):
        ReviewPage(lambda _: None, AssessOptions()).add(reading(json.dumps(unknown).encode()), small_review())


def test_page_of_nothing_is_refused() -> None:
    with pytest.raises(UsageError, match="no game"):
        ReviewPage(lambda _: None, AssessOptions()).end()
