"""Read values as the site writes them: numbers as strings, lists as numbered maps, ``cell_<player>_<column>_<row>``."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from harmonies_cli.records.foreign import UnreadableError
from harmonies_cli.records.problems import Problem
from harmonies_cli.rules.board.cards import CARDS, Card, card_index
from harmonies_cli.rules.board.sides import COLUMN_LETTERS
from harmonies_cli.rules.board.tokens import LETTERS

__all__ = [
    "BgaError",
    "as_list",
    "as_map",
    "card_numbered",
    "cell",
    "excerpt",
    "identity",
    "integer",
    "number",
    "space_at",
    "token_letters",
]


class BgaError(UnreadableError):
    """A file from the site that cannot be read as a game or position of Harmonies.

    Parameters
    ----------
    message
        The offending value, and what was expected.
    code
        The code of the problem: ``syntax``, ``schema``, ``no-such-space``, ``card-unknown``.
    pointer
        JSON pointer to the offending value; empty for the whole file.
    hint
        The remedy, or None.
    line, column
        The place in the text, from 1, if known.
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
        super().__init__(Problem(code, message, pointer=pointer, line=line, column=column, hint=hint))

    def under(self, pointer: str, where: str = "") -> BgaError:
        """Return the error with its place in the whole file."""
        part = self.problem
        message = f"{where}: {part.message}" if where else part.message
        return BgaError(message, code=part.code, pointer=pointer + part.pointer, hint=part.hint)


_LETTER_OF = dict(enumerate(LETTERS, 1))
"""The site numbers the colours in the order of `LETTERS`: blue, gray, brown, green, yellow, red."""
_LARGEST = 10**18
_LONGEST_ID = 64
_KINDS = {
    dict: "an object",
    list: "a list",
    str: "text",
    int: "a number",
    float: "a number",
    bool: "true or false",
}


def excerpt(value: object, length: int = 40) -> str:
    """Return a value as a short text for a message, at most `length` letters of a text."""
    if isinstance(value, str):
        return repr(value if len(value) <= length else value[: length - 3] + "...")
    if value is None or isinstance(value, (bool, float)) or (isinstance(value, int) and abs(value) < _LARGEST):
        return str(value)
    return _KINDS.get(type(value), "something else")


def integer(value: object) -> int | None:
    """Return a whole number, written as a number or a string; None for anything else."""
    if type(value) is int:
        return value
    if type(value) is str and len(value) < 19 and value.isascii():
        digits = value[1:] if value[:1] == "-" else value
        return int(value) if digits.isdigit() else None
    return None


def number(value: object, name: str) -> int:
    """Return a required whole number.

    Raises
    ------
    BgaError
        If it is something else.
    """
    found = integer(value)
    if found is None:
        raise BgaError(f"{name} should be a whole number, not {excerpt(value)}", pointer=f"/{name}")
    return found


def identity(value: object) -> str | None:
    """Return as text the id of a player, table, packet or card, written as a number or a string."""
    if type(value) is int:
        return str(value) if abs(value) < _LARGEST else None
    return value if type(value) is str and 0 < len(value) <= _LONGEST_ID else None


def as_map(value: object, name: str) -> dict[str, Any]:
    """Return a map; ``[]`` and null are empty maps.

    Raises
    ------
    BgaError
        If it is something else.
    """
    if type(value) is dict:
        return value
    if value is None or value == []:
        return {}
    raise BgaError(f"{name} should be an object, not {excerpt(value)}", pointer=f"/{name}")


def as_list(value: object, name: str) -> list[Any]:
    """Return a list; for a map, the list of its values.

    Raises
    ------
    BgaError
        If it is something else.
    """
    if type(value) is list:
        return value
    if type(value) is dict:
        return list(value.values())
    if value is None:
        return []
    raise BgaError(f"{name} should be a list, not {excerpt(value)}", pointer=f"/{name}")


def token_letters(tokens: object, name: str) -> str:
    """Return the letters of a list of the site's tokens.

    Raises
    ------
    BgaError
        If one of them is not a token.
    """
    letters = ""
    for place, token in enumerate(as_list(tokens, name)):
        colour = as_map(token, f"{name}/{place}").get("type_arg")
        letter = _LETTER_OF.get(integer(colour) or 0)
        if letter is None:
            raise BgaError(
                f"a token's colour should be a number from 1 to {len(LETTERS)}, not {excerpt(colour)}",
                pointer=f"/{name}/{place}/type_arg",
            )
        letters += letter
    return letters


def card_numbered(value: object, pointer: str) -> Card:
    """Return the card with the site's number `value`.

    Raises
    ------
    BgaError
        If no card has that number.
    """
    card = integer(value)
    try:
        return CARDS[card_index(card if card is not None else -1)]
    except KeyError:
        raise BgaError(
            f"a card's type_arg should be a number from 1 to {len(CARDS)}, not {excerpt(value)}",
            code="card-unknown",
            pointer=pointer,
        ) from None


_ROWS = 5


def space_at(column: int | None, row: int | None) -> str | None:
    """Return the name of a space from its column and row, both from 0, or None if no side has it."""
    if column is None or row is None or not (0 <= column < len(COLUMN_LETTERS) and 0 <= row < _ROWS):
        return None
    return f"{COLUMN_LETTERS[column]}{row + 1}"


@lru_cache(maxsize=1 << 12)
def _cell_parts(name: str) -> tuple[str, str] | None:
    parts = name.rsplit("_", 2)
    if len(parts) != 3 or not parts[0].startswith("cell_"):
        return None
    space = space_at(integer(parts[1]), integer(parts[2]))
    return None if space is None else (parts[0][len("cell_") :], space)


def cell(name: object, pointer: str = "") -> tuple[str, str]:
    """Return the player's id and the space from the site's name of a space.

    Raises
    ------
    BgaError
        If the name is not that of a space, or neither side has the space.
    """
    found = _cell_parts(name) if type(name) is str and len(name) < 80 else None
    if found is None:
        raise BgaError(
            f"{excerpt(name)} is not a space of a board; expected cell_<player>_<column>_<row>, from 0",
            code="no-such-space",
            pointer=pointer,
        )
    return found
