"""What is wrong with a record: one problem a fault, each with its place and remedy."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

__all__ = ["Problem"]


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of a record that makes it invalid (NOTATION.md, Position and Output for programs).

    Parameters
    ----------
    code
        Stable code: ``syntax``, ``schema``, ``stack-impossible``, ...
    message
        What stands there and what was expected.
    pointer
        JSON pointer of the offending value; empty for the whole record.
    line, column
        Place in the file, from 1, where it is known.
    player
        Player number from 1, if the fault is one player's.
    space
        Space of the personal board, like ``"c2"``.
    hint
        The remedy ("did you mean ..."), or None.
    """

    code: str
    message: str
    pointer: str = ""
    line: int | None = None
    column: int | None = None
    player: int | None = None
    space: str | None = None
    hint: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the element of ``problems`` in the output for programs."""
        return asdict(self)
