"""Where in the text of a record the values stand that a JSON pointer names."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

from harmonies_cli.records.content import BOM
from harmonies_cli.records.quoting import line_and_column

__all__ = ["BLANKS", "Places", "members", "position_of"]

BLANKS = " \t\n\r"  # of JSON; Python's own notion is wider
_BLANKS = re.compile(f"[{BLANKS}]*")
_decoder = json.JSONDecoder()


def position_of(data: bytes, pointer: str) -> tuple[int, int] | None:
    """Return line and column, both from 1, of the value at a JSON pointer, or None if there is none.

    Parameters
    ----------
    data
        A record that can be parsed. Of a key given twice the last value counts, as for a parser.
    pointer
        JSON pointer (RFC 6901); empty for the whole record.
    """
    return Places(data).of_value(pointer)


class Places:
    """The places of many values of one record; what has been scanned for one is remembered for the others.

    Parameters
    ----------
    data
        A record that can be parsed.
    line
        Line of the file on which the record stands, None if it is the whole file.
    """

    def __init__(self, data: bytes, line: int | None = None) -> None:
        self._text = data.removeprefix(BOM).decode("utf-8", "replace")
        self._first_line = line or 1
        self._members: dict[int, tuple[dict[str, tuple[int, int]], Iterator[tuple[str | int, int, int]]]] = {}

    def of_value(self, pointer: str) -> tuple[int, int] | None:
        """Return line and column of the value at a pointer."""
        offsets = self._offsets(pointer)
        return self._place(offsets[1]) if offsets else None

    def of_key(self, pointer: str) -> tuple[int, int] | None:
        """Return line and column of the key of the value at a pointer, of the value itself in a list."""
        offsets = self._offsets(pointer)
        return self._place(offsets[0]) if offsets else None

    def _offsets(self, pointer: str) -> tuple[int, int] | None:
        start = _skip_blanks(self._text, 0)
        found: tuple[int, int] | None = (start, start)
        for step in pointer.split("/")[1:]:
            if found is None:
                return None
            found = self._member(found[1], step.replace("~1", "/").replace("~0", "~"))
        return found

    def _member(self, start: int, step: str) -> tuple[int, int] | None:
        """Return the offsets of a member; of a list no more is scanned than needed."""
        if start not in self._members:
            self._members[start] = {}, members(self._text, start, _decoder.raw_decode)
        known, unknown = self._members[start]
        in_list = self._text.startswith("[", start)
        if not (in_list and step in known):
            for name, key, value in unknown:
                known[str(name)] = key, value
                if in_list and str(name) == step:
                    break
        return known.get(step)

    def _place(self, offset: int) -> tuple[int, int]:
        line, column = line_and_column(self._text, offset)
        return self._first_line + line - 1, column


def members(
    text: str, start: int, parse: Callable[[str, int], tuple[object, int]]
) -> Iterator[tuple[str | int, int, int]]:
    """Yield the members of the list or object that begins at an offset of a text that can be parsed.

    Parameters
    ----------
    text
        The record.
    start
        Offset of the bracket; anywhere else there are no members.
    parse
        A decoder's ``raw_decode``: called at every member to find its end, at the speed of C.

    Yields
    ------
    tuple
        Key or index, offset of the key (of the value in a list) and of the value, once ``parse`` has passed it.
    """
    closing = {"[": "]", "{": "}"}.get(text[start : start + 1])
    index = 0
    here = _skip_blanks(text, start + 1)
    while closing and text[here] != closing:
        name: str | int = index
        key = here
        if closing == "}":
            name, here = json.decoder.scanstring(text, here + 1)  # type: ignore[attr-defined]
            here = _skip_blanks(text, _skip_blanks(text, here) + 1)  # over the colon
        value = here
        _, here = parse(text, here)
        yield name, key, value
        index += 1
        here = _skip_blanks(text, here)
        if text[here] == ",":
            here = _skip_blanks(text, here + 1)


def _skip_blanks(text: str, offset: int) -> int:
    match = _BLANKS.match(text, offset)
    return match.end() if match else offset
