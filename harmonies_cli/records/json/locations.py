"""Places in a JSON text: JSON pointers, lines and columns, and the places of duplicate keys."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from math import inf
from typing import Any

from harmonies_cli.records.files.sniff import BOM
from harmonies_cli.records.json.quoting import escape, line_and_column, owner_of, quote
from harmonies_cli.records.problems import Problem, more_problems

__all__ = [
    "BLANKS",
    "Places",
    "RepeatedKeys",
    "in_order",
    "locate",
    "members",
    "place_of",
    "position_of",
    "repeated_keys",
]

BLANKS = " \t\n\r"  # JSON's own; Python's notion is wider
_BLANKS = re.compile(f"[{BLANKS}]*")
_decoder = json.JSONDecoder()


def position_of(data: bytes, pointer: str) -> tuple[int, int] | None:
    """Return line and column, both from 1, of the value at a JSON pointer; None if there is no value.

    Parameters
    ----------
    data
        A record that can be parsed. The last value of a duplicate key counts, as for a parser.
    pointer
        JSON pointer (RFC 6901); empty for the whole record.
    """
    return Places(data).of_value(pointer)


class Places:
    """Places of many values in one record; each scan is reused for later values.

    Parameters
    ----------
    data
        A record that can be parsed.
    line
        Line of the record in the file; None if it is the whole file.
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
        """Return line and column of the key at a pointer; in a list, of the value."""
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
        """Return the offsets of a member; the scan of a list stops there."""
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
        A decoder's ``raw_decode``, which finds the end of each member at the speed of C.

    Yields
    ------
    tuple
        Key or index, offset of the key (in a list, of the value) and of the value, after ``parse`` has read it.
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


_LARGE = 1 << 22  # nobody types this much; finding the places would take longer than everything else
_AT_KEY = frozenset(("card-unknown", "card-ambiguous", "card-twice", "two-spirits", "spirit-not-allowed"))


def locate(problems: list[Problem], data: bytes, line: int | None) -> list[Problem]:
    """Return problems with line and column from the text of the record, unless it is huge.

    Parameters
    ----------
    problems
        Problems with pointers.
    data, line
        Text of the record, and its line in the file; None if it is the whole file.
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
    """Return problems in the order of the text, then those without a place, then the note that there are more."""
    more = more_problems("").message
    return sorted(problems, key=lambda found: (found.message == more, found.line or inf, found.column or inf))


def place_of(text: str, offset: int, line: int | None) -> tuple[int, int]:
    """Return line and column of an offset; `line` is that of the record in its file, None for a whole file."""
    inner_line, column = line_and_column(text, offset)
    return (line or 1) + inner_line - 1, column


_MOST = 50


class RepeatedKeys:
    """An object hook that notes whether there was a duplicate key."""

    def __init__(self) -> None:
        self.found = False

    def __call__(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        """Return the object; the last value of a duplicate key counts."""
        fields = dict(pairs)
        if len(fields) != len(pairs):
            self.found = True
        return fields


def repeated_keys(text: str, line: int | None) -> Iterator[Problem]:
    """Yield a problem for each duplicate key, at most fifty; only members that contain one are searched."""
    repeats = RepeatedKeys()
    parse_member = json.JSONDecoder(object_pairs_hook=repeats).raw_decode
    waiting = [("", len(text) - len(text.lstrip(BLANKS)))]
    left = _MOST
    while waiting:
        parent, start = waiting.pop()
        seen: dict[str | int, int] = {}
        inner = []
        repeats.found = False
        for name, key, value in members(text, start, parse_member):
            pointer = f"{parent}/{escape(name)}"
            if name in seen:
                first = place_of(text, seen[name], line)
                message = f"the key {quote(name)} is given twice, first on line {first[0]}, column {first[1]}"
                key_line, column = place_of(text, key, line)
                player, space = owner_of(pointer)
                yield Problem(
                    "duplicate-key",
                    message,
                    pointer=pointer,
                    line=key_line,
                    column=column,
                    player=player,
                    space=space,
                    hint="keep one",
                )
                left -= 1
                if not left:
                    return
            seen.setdefault(name, key)
            if repeats.found:
                inner.append((pointer, value))
                repeats.found = False
                if len(inner) == left:
                    break
        waiting.extend(reversed(inner))
