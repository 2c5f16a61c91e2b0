"""Packets missing in a log: which ones, how much is known before them, and whether a fault is before or after them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from harmonies_cli.records.bga.bga_reader import read_bga
from harmonies_cli.records.bga.game_record import has_fault_after
from harmonies_cli.records.bga.packets import Hole
from harmonies_cli.records.bga.site_results import SiteResult, Tally
from harmonies_cli.records.bga.site_table import SiteTable, Turn
from harmonies_cli.rules.replay.faults import Violation
from tests.copies import copied
from tests.records.bga.bga_samples import TWO, packets, written


def hole(placed: int | None = 2, *missing: tuple[int, int]) -> Hole:
    """Return a hole in turn 3 after two known actions, or a hole before the first turn."""
    whole = Turn("1", [{}, {}, {}], taken=3, placed=3)
    turns = [] if placed is None else [whole, whole, Turn("1", [{}, {}], taken=3, placed=placed)]
    return Hole(list(missing) or [(21, 21)], "/packets/20", SiteTable({}, turns))


@pytest.mark.parametrize(
    ("turn", "action", "is_after"),
    [
        (1, None, False),
        (2, 3, False),
        (2, None, False),
        (3, 1, False),
        (3, 2, False),
        (3, 3, True),
        (3, None, True),
        (4, 1, True),
        (None, None, True),
    ],
)
def test_a_fault_is_after_the_hole_unless_its_action_is_known(
    turn: int | None, action: int | None, is_after: bool
) -> None:
    assert hole().is_before(Violation("stack-illegal", turn, 1, action, "", "", "")) == is_after


@pytest.mark.parametrize(
    ("placed", "words"),
    [
        (2, "the last turn checked is turn 2"),
        (3, "the last turn checked is turn 3"),
        (None, "no turn can be checked"),
    ],
)
def test_turns_count_as_checked_once_their_tokens_are_placed(placed: int | None, words: str) -> None:
    problem = hole(placed).problem
    assert (problem.code, problem.pointer) == ("log-incomplete", "/packets/20")
    assert problem.message == f"packet 21 is missing: {words}"
    assert problem.hint == "download the whole log again: nothing after the hole can be checked"


@pytest.mark.parametrize(
    ("missing", "words"),
    [
        ([(21, 21)], "packet 21 is missing"),
        ([(21, 23)], "packets 21 to 23 are missing"),
        ([(21, 21), (25, 26)], "packets 21, 25 to 26 are missing"),
        ([(n, n) for n in range(1, 41, 2)], f"packets {', '.join(map(str, range(1, 41, 2)))} are missing"),
        (
            [(n, n) for n in range(1, 45, 2)],
            f"packets {', '.join(map(str, range(1, 41, 2)))} and 2 more ranges are missing",
        ),
    ],
)
def test_at_most_twenty_ranges_of_missing_packets_are_named(missing: list[tuple[int, int]], words: str) -> None:
    assert hole(2, *missing).words == words


def test_what_was_known_before_a_hole_stays_as_the_log_goes_on() -> None:
    turns = [Turn(player, [{"do": "take-tokens", "space": 1}]) for player in "1212"]
    table = SiteTable(
        *({"1": "Ann", "2": "Ben"}, turns, {1: "WWM"}, [(1, "otter")], {"1": ["lion"]}),
        first_counter=23,
        conceded=["Ann"],
        tally=Tally(started=True),
    )
    due = copied(table)
    due.tally = Tally()
    found = Hole.before((21, 22), "/packets/20", table)
    for turn in table.turns[-2:]:
        turn.actions[0]["space"] = 5
        turn.actions.append({})
    table.turns.append(Turn("1"))
    table.central[2] = "FFF"
    table.row.append((2, "frog"))
    table.spirits["1"].append("owl")
    table.conceded.append("Ben")
    assert (found.missing, found.pointer, found.table) == ([(21, 22)], "/packets/20", due)


Changes = Callable[[dict[str, Any]], None]


def nothing(record: dict[str, Any]) -> None:
    pass


def fault_in_turn_4(record: dict[str, Any]) -> None:
    record["turns"][3]["actions"] = record["turns"][3]["actions"][:1]


def end_after_turn_4(record: dict[str, Any]) -> None:
    record["turns"] = record["turns"][:4]
    record["unfinished"] = True
    del record["result"]


def unknown_card(record: dict[str, Any]) -> None:
    record["start"]["row"][0] = "unicorn"


def no_turns(record: dict[str, Any]) -> None:
    record["turns"] = "none"


LATE = Violation("count-differs", 99, 1, 1, "", "", "")
EARLY = Violation("count-differs", 1, 1, 1, "", "", "")


@pytest.mark.parametrize(
    ("change", "known", "with_site", "differences", "is_found"),
    [
        (nothing, 3, False, [], False),
        (nothing, 3, True, [], False),
        (nothing, 3, False, [LATE], True),
        (nothing, 3, False, [EARLY], False),
        (fault_in_turn_4, 3, False, [], True),
        (fault_in_turn_4, 5, False, [], False),
        (fault_in_turn_4, 5, True, [], False),
        (end_after_turn_4, 3, False, [], False),
        (end_after_turn_4, 5, True, [], True),
        (unknown_card, 3, False, [], True),
        (no_turns, 3, False, [], True),
    ],
)
def test_faults_after_a_hole_are_those_of_the_replay_the_site_and_its_counts(
    change: Changes, known: int, with_site: bool, differences: list[Violation], is_found: bool
) -> None:
    read = read_bga(written(packets(TWO)), name="x")
    assert read.record is not None and read.site is not None
    record = copied(read.record)
    change(record)
    before = Hole([(21, 21)], "/packets/20", SiteTable({}, [Turn("1", [{}] * 9) for _ in range(known)]))
    assert has_fault_after(before, record, read.site if with_site else None, differences) == is_found


def test_a_result_of_the_site_that_differs_is_after_the_hole() -> None:
    read = read_bga(written(packets(TWO)), name="x")
    assert read.record is not None and isinstance(read.site, SiteResult)
    other = SiteResult(read.site.players[::-1])
    assert not has_fault_after(hole(), read.record, read.site, [])
    assert has_fault_after(hole(), read.record, other, [])
