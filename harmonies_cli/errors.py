"""The exceptions that the package raises on purpose."""

from __future__ import annotations

__all__ = ["HarmoniesError", "UnknownNameError", "UsageError"]


class HarmoniesError(Exception):
    """Base class: an error that one line explains to the user, with its remedy."""


class UsageError(HarmoniesError):
    """The program cannot do what was requested: a missing file, an unwritable output, conflicting options (exit 2)."""


class UnknownNameError(HarmoniesError, KeyError):
    """A token, space or card name that does not exist.

    Parameters
    ----------
    what
        The kind of thing looked up: ``"token"``, ``"card"``, ``"space"``.
    name
        The offending text, as given.
    """

    def __init__(self, what: str, name: object) -> None:
        super().__init__(f"no {what} is called {name!r}")
        self.what = what
        self.name = name

    def __str__(self) -> str:
        return str(self.args[0])
