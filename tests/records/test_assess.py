"""One function for everything that was read."""

from __future__ import annotations

import pytest

from harmonies_cli.records.assess import assess
from harmonies_cli.records.outcome import AssessOptions, ScoredRecord
from tests.records.assessed import assessed, position, reading_of
from tests.records.typos import RIGHT
from tests.rules.replay.game_logs import GAMES

GAME = GAMES["2p_A_nospirits-04"]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ('{"id": "x", "format": "harmonies-game"}', "x"),
        ('{"format": "harmonies-position", "id": "y", "side": 3}', "y"),
        ('{"id": 7}', None),
        ('{"id": "x"', None),
        ("[]", None),
        ("", None),
        ("[" * 100_000, None),
    ],
)
def test_an_unreadable_record_has_its_id_if_that_is_known(text: str, number: str | None) -> None:
    found = assessed(text)
    assert (found.verdict, found.id, found.kind, found.side) == ("invalid", number, None, None)
    assert found.problems


def test_the_rule_set_of_an_unreadable_record_is_the_one_asked_for() -> None:
    assert assessed("{").rules == "rulebook"
    assert assessed("{", rules="bga").rules == "bga"


def test_both_kinds_are_recognised() -> None:
    assert assessed(RIGHT).kind == "position"
    assert assessed(GAME).kind == "game"


def test_items_are_given_on_request() -> None:
    for record in (RIGHT, GAME):
        assert all(sheet.items for sheet in assessed(record).players)
        assert not any(sheet.items for sheet in assessed(record, explain=False).players)
        with_items, without = assessed(record).players, assessed(record, explain=False).players
        assert [(sheet.total, sheet.water) for sheet in with_items] == [(sheet.total, sheet.water) for sheet in without]


def test_a_watcher_sees_the_deal_and_every_turn() -> None:
    turns: list[int] = []
    assess(reading_of(GAME), AssessOptions(), watch=lambda table: turns.append(table.turn))
    assert turns == list(range(len(GAME["turns"]) + 1))


def test_the_scored_record_is_the_verified_one_without_its_verdict() -> None:
    verified = assessed(position({"board": {"a1": "LT"}}, id="p"))
    scored = verified.as_scored()
    assert type(scored) is ScoredRecord
    assert all(getattr(scored, name) == getattr(verified, name) for name in ScoredRecord.__struct_fields__)
