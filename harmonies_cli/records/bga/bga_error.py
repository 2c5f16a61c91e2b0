"""What is wrong with a file from Board Game Arena."""

from __future__ import annotations

from harmonies_cli.records.foreign import UnreadableError
from harmonies_cli.records.problems import Problem

__all__ = ["BgaError"]


class BgaError(UnreadableError):
    """A file from the site that cannot be read as a game or position of Harmonies.

    Parameters
    ----------
    message
        What is there and what was expected.
    code
        The code of the problem: ``syntax``, ``schema``, ``no-such-space``, ``card-unknown``.
    pointer
        JSON pointer of the offending value; empty for the whole file.
    hint
        The remedy, or None.
    line, column
        The place in the text, from 1, where that is known.
    """

    def __init__(
        self,
        message: str,
        *,
        code: str = "schema",
        pointer: str = "",
        hint: str | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.pointer = pointer
        self.hint = hint
        self.line = line
        self.column = column

    @property
    def problem(self) -> Problem:
        """The error as the problem of a record."""
        return Problem(
            self.code, self.message, pointer=self.pointer, line=self.line, column=self.column, hint=self.hint
        )

    def under(self, pointer: str, where: str = "") -> BgaError:
        """Return the error with its place in the whole file."""
        message = f"{where}: {self.message}" if where else self.message
        return BgaError(message, code=self.code, pointer=pointer + self.pointer, hint=self.hint)
