"""The problems of a record: one for each fault, with its place and remedy."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

__all__ = ["MOST_PROBLEMS", "Problem", "more_problems"]

MOST_PROBLEMS = 50
"""The most faults to list for a part of a record, because a hostile record can have millions."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A fault that makes a record invalid (docs/notation.md "Faults of a position").

    The fields are in the order of the output for programs; all but code and message are keyword-only.

    Parameters
    ----------
    code
        Stable code: ``syntax``, ``schema``, ``stack-impossible``, ...
    pointer
        JSON pointer to the offending value; empty for the whole record.
    line, column
        Place in the file, from 1, if known.
    player
        Player number from 1, if the fault is one player's.
    space
        Space of the personal board, like ``"c2"``.
    message
        The offending value, and what was expected.
    hint
        The remedy ("did you mean ..."), or None.
    """

    code: str
    pointer: str = field(default="", kw_only=True)
    line: int | None = field(default=None, kw_only=True)
    column: int | None = field(default=None, kw_only=True)
    player: int | None = field(default=None, kw_only=True)
    space: str | None = field(default=None, kw_only=True)
    message: str
    hint: str | None = field(default=None, kw_only=True)

    @property
    def sentence(self) -> str:
        """The message without the lines below it that quote the text of the record."""
        sentence, newline, _ = self.message.partition("\n")
        return sentence.removesuffix(":") if newline else sentence

    def to_dict(self) -> dict[str, Any]:
        """Return the element of ``problems`` in the output for programs."""
        return asdict(self)


def more_problems(pointer: str, player: int | None = None) -> Problem:
    """Return the problem that ends a list of `MOST_PROBLEMS`."""
    message = f"only the first {MOST_PROBLEMS} faults of this part are listed"
    return Problem("schema", message, pointer=pointer, player=player)
