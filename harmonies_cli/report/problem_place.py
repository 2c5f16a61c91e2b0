"""Where a problem is, in words that a person can follow and an editor can jump to."""

from __future__ import annotations

from harmonies_cli.records.problems import Problem

__all__ = ["file_place", "record_place"]


def file_place(source: str, line: int | None, problem: Problem | None = None) -> str:
    """Return ``file:line:column``, as far as it is known.

    Parameters
    ----------
    source
        The file.
    line
        The record's line, for want of the problem's own.
    problem
        The problem; without one, the record's place.
    """
    if problem is not None and problem.line is not None:
        return f"{source}:{problem.line}" + (f":{problem.column}" if problem.column is not None else "")
    return source if line is None else f"{source}:{line}"


def record_place(problem: Problem) -> str:
    """Return the place within the record: player, space and JSON pointer; empty for the whole record."""
    parts = [
        f"player {problem.player}" if problem.player is not None else "",
        f"space {problem.space}" if problem.space else "",
        problem.pointer,
    ]
    return ", ".join(filter(None, parts))
