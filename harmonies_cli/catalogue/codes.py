"""The meaning of fault codes, with an example and the remedy, from data/codes.toml."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from harmonies_cli.errors import UsageError
from harmonies_cli.suggest import did_you_mean

__all__ = ["Code", "codes", "find_code"]


class Code(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One code.

    Attributes
    ----------
    code
        The stable code.
    of
        Where it occurs: ``record`` (any record), ``position``, ``game``, ``site`` (files of Board
        Game Arena), ``plays`` (logged plays).
    meaning, remedy
        What it means, and what to do.
    example
        Members of a record that has the fault, as JSON.
    text
        A whole record instead, if the fault is in the text.
    case
        A case in words instead, if a record would be long.
    see
        Topics of rulings about it.
    """

    code: str
    of: list[str]
    meaning: str
    remedy: str
    example: str | None = None
    text: str | None = None
    case: str | None = None
    see: list[str] = []


class _File(msgspec.Struct, forbid_unknown_fields=True):
    code: list[Code]


@cache
def codes() -> list[Code]:
    """Return all codes, starting with those of final boards."""
    import tomllib

    text = Path(__file__).parents[1].joinpath("data", "codes.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), _File).code


def find_code(name: str) -> Code:
    """Return the meaning of a code.

    Raises
    ------
    UsageError
        If there is no such code.
    """
    by_code = {code.code: code for code in codes()}
    found = by_code.get(name.strip().casefold())
    if found is None:
        hint = did_you_mean(name, by_code) or f"the codes are {', '.join(by_code)}"
        raise UsageError(f"there is no code {name!r}: {hint}")
    return found
