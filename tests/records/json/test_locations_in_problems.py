"""Problems in the order in which a reader meets them in the text."""

from __future__ import annotations

from harmonies_cli.records.json.locations import in_order
from harmonies_cli.records.problems import MOST_PROBLEMS, Problem


def test_problems_stand_in_the_order_of_the_text_and_those_without_a_place_last() -> None:
    nowhere, late, early = (
        Problem("a", message=""),
        Problem("b", line=4, column=66, message=""),
        Problem("c", line=4, column=53, message=""),
    )
    assert in_order([nowhere, late, early]) == [early, late, nowhere]


def test_a_list_that_was_cut_off_ends_with_what_says_so() -> None:
    problems = [
        Problem("a", line=MOST_PROBLEMS + 1 - number, column=1, message="") for number in range(MOST_PROBLEMS + 1)
    ]
    assert in_order(problems) == problems
