"""The turns that a user asks for."""

from __future__ import annotations

from collections.abc import Sequence

from harmonies_cli.records.files.paths import STDIN
from harmonies_cli.records.notation import AnyRecord, Game
from harmonies_cli.records.reader import read_records

__all__ = ["longest_in", "no_such_turn", "number_of_turns"]


def number_of_turns(record: AnyRecord | None) -> int:
    """Return the number of turns of a record; 0 if it is not a game."""
    return len(record.turns) if isinstance(record, Game) else 0


def longest_in(files: Sequence[str]) -> int:
    """Return the number of turns of the longest game in files; 0 if unknown, as standard input is not read again."""
    if STDIN in files:
        return 0
    return max((number_of_turns(reading.record) for reading in read_records(files)), default=0)


def no_such_turn(wanted: range, longest: int) -> str:
    """Return the message for turns that cannot be chosen.

    Parameters
    ----------
    wanted
        The turns that the user typed.
    longest
        The number of turns of the longest game; 0 if unknown.
    """
    message = f"no game has a turn {wanted[0]}{' or a later one' * (len(wanted) > 1)}"
    return f"{message}; there are turns 1 to {longest}" if longest else message
