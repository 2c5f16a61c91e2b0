"""Packets missing in a log: which ones, how much is known before them, and whether a fault is before or after them."""

from __future__ import annotations

import pytest

from harmonies_cli.records.bga.holes import Hole
from harmonies_cli.records.bga.site_table import SiteTable, Turn
from harmonies_cli.rules.replay.faults import Violation


def hole(placed: int | None = 2, *missing: tuple[int, int]) -> Hole:
    """Return a hole in turn 3 after two known actions, or a hole before the first turn."""
    whole = Turn("1", [{}, {}, {}], taken=3, placed=3)
    turns = [] if placed is None else [whole, whole, Turn("1", [{}, {}], taken=3, placed=placed)]
    return Hole(list(missing) or [(21, 21)], "/packets/20", SiteTable({}, turns))


@pytest.mark.parametrize(
    ("turn", "action", "is_behind"),
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
def test_a_fault_is_behind_the_hole_unless_its_action_is_known(
    turn: int | None, action: int | None, is_behind: bool
) -> None:
    assert hole().is_before(Violation("stack-illegal", turn, 1, action, "", "", "")) == is_behind


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
            f"packets {', '.join(map(str, range(1, 41, 2)))} and 2 more stretches are missing",
        ),
    ],
)
def test_missing_packets_are_named_up_to_twenty_stretches(missing: list[tuple[int, int]], words: str) -> None:
    assert hole(2, *missing).words == words
