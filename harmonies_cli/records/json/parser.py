"""The careful reading of JSON: everything that a fast decoder refuses is explained, with its place.

It is used for the records that a fast decoder refused, and to see keys given twice, which one drops.
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Iterator
from typing import Any

from harmonies_cli.records.files.sniff import BOM, foreign_content
from harmonies_cli.records.json.hints import explain, outside_strings, too_deep
from harmonies_cli.records.json.locations import BLANKS, members, position_of
from harmonies_cli.records.json.pointers import escape, owner_of
from harmonies_cli.records.json.quoting import excerpt, line_and_column, shown
from harmonies_cli.records.problems import Problem

__all__ = ["parse", "position_of"]

_DEEPEST = 100  # a record has 7 levels, a log of the site some more
_MOST_DOUBLED = 50
_ESCAPES = re.compile(
    r"\\(?:u[dD][89aAbB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(u[dD][89a-fA-F][0-9a-fA-F]{2})|.)",
    re.DOTALL,
)


def parse(data: bytes, line: int | None = None) -> tuple[Any, list[Problem]]:
    """Parse a record, strictly, and find keys given twice.

    Parameters
    ----------
    data
        The record in UTF-8, with a byte order mark or without.
    line
        Line of the file on which the record stands, None if it is the whole file.

    Returns
    -------
    tuple
        The value, None if it cannot be parsed, and what is wrong: one ``syntax`` problem, or all keys given
        twice (``duplicate-key``; in the value, the last one counts).
    """
    data = data.removeprefix(BOM)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        return None, [_encoding_problem(data, error, line)]
    doubled = _Doubled()
    decoder = json.JSONDecoder(object_pairs_hook=doubled, parse_constant=_refuse, parse_float=_finite)
    try:
        value = decoder.decode(text)
    except json.JSONDecodeError as error:
        return None, [_syntax(text, *explain(text, error, one_line=line is not None), line)]
    except RecursionError:
        message = f"lists and objects lie more than {_DEEPEST} deep in each other"
        return None, [_syntax(text, too_deep(text, _DEEPEST), message, None, line)]
    except _RefusedNumberError as error:
        tokens = outside_strings(text, r"-?(?:NaN|Infinity|[0-9][0-9.eE+-]*+)")
        offset = next((token.start() for token in tokens if token[1] == error.number), 0)
        hint = "leave the field out if the number is unknown"
        return None, [_syntax(text, offset, f"JSON has no number {error.number[:20]}", hint, line)]
    except ValueError:  # Python's own limit for the digits of a whole number
        tokens = outside_strings(text, f"[0-9]{{{sys.get_int_max_str_digits() + 1},}}")
        offset = next((token.start() for token in tokens), 0)
        return None, [_syntax(text, offset, "the number has thousands of digits", None, line)]
    half = _half_character(text)
    if half is not None:
        message = f"{text[half : half + 6]} is only half of a character"
        return None, [_syntax(text, half, message, "type the character itself", line)]
    return value, list(_doubled_keys(text, line)) if doubled.found else []


class _RefusedNumberError(Exception):
    def __init__(self, number: str) -> None:
        super().__init__(number)
        self.number = number


def _refuse(number: str) -> Any:
    raise _RefusedNumberError(number)


def _finite(number: str) -> Any:
    value = float(number)
    return value if math.isfinite(value) else _refuse(number)


class _Doubled:
    """An object hook that remembers whether a key was given twice."""

    def __init__(self) -> None:
        self.found = False

    def __call__(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        fields = dict(pairs)
        if len(fields) != len(pairs):
            self.found = True
        return fields


def _doubled_keys(text: str, line: int | None) -> Iterator[Problem]:
    """Yield a problem for each second key, the first fifty; only members that hold one are looked into."""
    doubled = _Doubled()
    parse_member = json.JSONDecoder(object_pairs_hook=doubled).raw_decode
    waiting = [("", len(text) - len(text.lstrip(BLANKS)))]
    left = _MOST_DOUBLED
    while waiting:
        parent, start = waiting.pop()
        seen: dict[str | int, int] = {}
        inner = []
        doubled.found = False
        for name, key, value in members(text, start, parse_member):
            pointer = f"{parent}/{escape(name)}"
            if name in seen:
                first = _place(text, seen[name], line)
                message = f"the key {shown(name)} is given twice, first on line {first[0]}, column {first[1]}"
                key_line, column = _place(text, key, line)
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
            if doubled.found:
                inner.append((pointer, value))
                doubled.found = False
                if len(inner) == left:
                    break
        waiting.extend(reversed(inner))


def _half_character(text: str) -> int | None:
    if "\\ud" not in text and "\\uD" not in text:
        return None
    return next((match.start() for match in _ESCAPES.finditer(text) if match[1]), None)


def _encoding_problem(data: bytes, error: UnicodeDecodeError, line: int | None) -> Problem:
    foreign = foreign_content(data[:64])
    if foreign:
        return Problem("syntax", f"this is {foreign[0]}, not JSON", line=line, hint=foreign[1])
    before = data[: error.start].decode()
    after = data[error.start :]
    hint = "save the file again with the encoding UTF-8"
    if error.reason == "unexpected end of data":
        message, hint = "the text stops in the middle of a character", "download or copy the file again"
    elif re.match(rb"\xed[\xa0-\xbf][\x80-\xbf]", after):
        message = "half of a character stands here, which is not UTF-8"
    else:
        try:
            after.decode("cp1252")
            guess = "Windows-1252 or Latin-1"
        except UnicodeDecodeError:
            guess = "an older one of its country"
        message = f"the byte {after[0]:02x} is not UTF-8; the encoding is probably {guess}"
    return _syntax(before + after.decode("cp1252", "replace"), len(before), message, hint, line)


def _syntax(text: str, offset: int, message: str, hint: str | None, line: int | None) -> Problem:
    on_line, column = _place(text, offset, line)
    return Problem("syntax", f"{message}:\n{excerpt(text, offset)}", line=on_line, column=column, hint=hint)


def _place(text: str, offset: int, line: int | None) -> tuple[int, int]:
    inner_line, column = line_and_column(text, offset)
    return (line or 1) + inner_line - 1, column
