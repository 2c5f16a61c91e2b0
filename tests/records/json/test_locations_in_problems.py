"""Problems in the order of the text."""

from __future__ import annotations

from dataclasses import replace

from harmonies_cli.records.json.locations import in_order
from harmonies_cli.records.problems import Problem, more_problems


def test_problems_are_in_the_order_of_the_text_with_those_without_a_place_last() -> None:
    nowhere, late, early = (
        Problem("a", message=""),
        Problem("b", line=4, column=66, message=""),
        Problem("c", line=4, column=53, message=""),
    )
    assert in_order([nowhere, late, early]) == [early, late, nowhere]


def test_the_problem_that_announces_more_is_last() -> None:
    late, early = Problem("a", line=9, column=1, message=""), Problem("a", line=2, column=1, message="")
    more = replace(more_problems("/turns"), line=1, column=1)
    assert in_order([late, more, early]) == [early, late, more]
