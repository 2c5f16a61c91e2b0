"""Differences that the site's earlier scoring explains, and others."""

from __future__ import annotations

import pytest

from harmonies_cli.records.bga.legacy_scoring import EarlierScoring
from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.reader import ReadOptions, read_document
from harmonies_cli.rules.board.cards import card_index
from harmonies_cli.rules.board.sides import SIDES, Side
from harmonies_cli.rules.board.tokens import NODE_OF
from harmonies_cli.rules.replay.replay import scoresheets
from harmonies_cli.rules.replay.state import GameState
from tests.records.bga.bga_samples import (
    Packets,
    packets,
    written,
)
from tests.records.bga.site_logs import FOUR, LOOP, final, points_of, the_violation


def at(log: Packets, time: int) -> Packets:
    for packet in log:
        packet["time"] = time
    return log


JULY, AUGUST, OCTOBER = 1_721_000_000, 1_724_000_000, 1_728_000_000
LOOPS = "before mid-September 2024 loops of a river did not count"


def looped(log: Packets) -> str:
    """Return the site's id of the player whose river has a loop."""
    record = read_document(Document("x", None, written(log)), ReadOptions()).record
    assert record is not None
    return str(record.players[1].id).removeprefix("bga-")


def without_loops() -> Packets:
    log = packets(LOOP)
    who = looped(log)
    for kind in ("land-1", "total-1", "total-3"):
        points_of(log, f"score-{kind}-{who}")["delta"] -= 3
    entry = next(entry for entry in final(log) if str(entry.get("player", entry.get("id"))) == who)
    entry["score"] = str(int(entry["score"]) - 3)
    return log


def test_a_river_scored_without_loops_is_explained_if_the_table_is_old() -> None:
    found = the_violation(at(without_loops(), AUGUST))
    assert found.code == "site-differs"
    assert "water: the site says 2, we get 5" in found.message
    assert found.message.endswith(f"(explained by the site's earlier scoring: {LOOPS})")
    assert "explained" not in the_violation(at(without_loops(), OCTOBER)).message


def test_differences_that_the_earlier_scoring_does_not_explain_are_named() -> None:
    log = at(without_loops(), AUGUST)
    entry = next(entry for entry in final(log) if str(entry.get("player", entry.get("id"))) == looped(log))
    entry["score_aux"] = "15"
    assert the_violation(log).message.endswith(f"(explained by the site's earlier scoring, except cubes: {LOOPS})")
    log = at(packets(LOOP), AUGUST)
    points_of(log, f"score-land-1-{looped(log)}")["delta"] += 1
    assert "explained" not in the_violation(log).message


def test_a_tie_that_was_not_broken_is_explained_if_the_table_is_old() -> None:
    log = packets(FOUR)
    for entry in final(log):
        entry["rank"] = min(int(entry["rank"]), 3)
    found = the_violation(at(log, JULY))
    assert "rank: the site says 3, we get 4" in found.message
    assert found.message.endswith("(explained by the site's earlier scoring: before August 2024 ties were not broken)")
    assert "explained" not in the_violation(at(log, AUGUST)).message


LONE_REDS = [
    ("stork", {"a1": "TH", "a2": "H"}, 0, 6, "2024-09-10", "2024-09-20"),
    ("stork", {"a1": "TH", "a2": "H", "a3": "MH"}, 0, 6, "2024-07-10", "2024-10-01"),
    ("cat", {"a1": "TH", "c3": "H"}, 4, 8, "2024-07-10", "2024-08-02"),
]


@pytest.mark.parametrize(("spirit", "stacks", "now", "then", "old", "new"), LONE_REDS)
def test_lone_reds_counted_for_stork_and_cat_in_the_earlier_scoring(
    spirit: str, stacks: dict[str, str], now: int, then: int, old: str, new: str
) -> None:
    table = GameState(SIDES["A"], 2, spirits=True)
    seat = table.seats[0]
    seat.board = board_of(SIDES["A"], stacks)
    seat.spirit = card_index(spirit)
    seat.cards = {seat.spirit: 1}
    sheets, _ = scoresheets(table, ["Ann", "Ben"], "bga")
    assert sheets[0].spirit == now
    total = sheets[0].total or 0
    for date, explained in ((old, True), (None, True), (new, False)):
        scoring = EarlierScoring(table, sheets, date)
        scoring.learn(0, {"spirit": then, "total": total + then - now})
        for row, recorded in (("spirit", then), ("total", total + then - now), ("cards", then)):
            reason = scoring.reason(0, row, recorded)
            assert (reason is not None) == explained
            assert not explained or spirit in str(reason)
        assert scoring.reason(0, "total", total + 1) is None
        assert scoring.reason(0, "trees", 1) is None


def board_of(side: Side, stacks: dict[str, str]) -> int:
    return sum(side.lane_bit[NODE_OF[stack]][side.bit_of[space]] for space, stack in stacks.items())
