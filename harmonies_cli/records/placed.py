"""Problems with the line and column of the file filled in."""

from __future__ import annotations

from dataclasses import replace
from math import inf

from harmonies_cli.records.places import Places
from harmonies_cli.records.problems import MOST_PROBLEMS, Problem

__all__ = ["in_order", "placed"]

_LARGE = 1 << 22  # no person types so much; finding the places would take longer than all the rest
_AT_KEY = frozenset(("card-unknown", "card-ambiguous", "card-twice", "two-spirits", "spirit-not-allowed"))


def placed(problems: list[Problem], data: bytes, line: int | None) -> list[Problem]:
    """Return problems with line and column filled in from the text of the record, unless that is huge.

    Parameters
    ----------
    problems
        Problems with pointers.
    data, line
        Text of the record, and the line of the file on which it stands; None if it is the whole file.
    """
    if len(data) > _LARGE:
        return [replace(problem, line=problem.line or line) for problem in problems]
    places = Places(data, line)
    found = []
    for problem in problems:
        if problem.line is None:
            of_key = problem.code in _AT_KEY
            place = places.of_key(problem.pointer) if of_key else places.of_value(problem.pointer)
            if place is not None:
                problem = replace(problem, line=place[0], column=place[1])
        found.append(problem)
    return found


def in_order(problems: list[Problem]) -> list[Problem]:
    """Return problems in the order of the text, those without a place last; a list that was cut off as it is."""
    if len(problems) > MOST_PROBLEMS:
        return problems
    return sorted(problems, key=lambda problem: (problem.line or inf, problem.column or inf))
