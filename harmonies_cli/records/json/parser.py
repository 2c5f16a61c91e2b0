"""Read JSON carefully, and explain every fault with its place.

This is for records that a fast decoder refuses; it also finds duplicate keys, which a decoder drops.
"""

from __future__ import annotations

import json
import math
import re
import sys
from dataclasses import replace
from typing import Any, NamedTuple

from harmonies_cli.records.files.sniff import BOM, foreign_content
from harmonies_cli.records.json.hints import explain, outside_strings, too_deep
from harmonies_cli.records.json.locations import RepeatedKeys, place_of, position_of, repeated_keys
from harmonies_cli.records.json.mended_text import MendedText
from harmonies_cli.records.json.quoting import excerpt
from harmonies_cli.records.json.slips import mend
from harmonies_cli.records.problems import Problem

__all__ = ["Parsed", "complete_names", "parse", "position_of"]

_DEEPEST = 100  # a record has 7 levels, a log of the site some more
_LARGE = 1 << 22  # more than anybody types
_ESCAPES = re.compile(
    r"\\(?:u[dD][89aAbB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(u[dD][89a-fA-F][0-9a-fA-F]{2})|.)",
    re.DOTALL,
)
_NAME = re.compile(r'("name"\s*:\s*")([^"\\]*+(?:\\.[^"\\]*+)*+)"')


class Parsed(NamedTuple):
    """The result of parsing a text.

    Attributes
    ----------
    value
        The value, None if it cannot be read; the last value of a duplicate key counts.
    problems
        The problems: slips and at most one other ``syntax`` problem, or ``duplicate-key``.
    data
        The text as JSON, without slips.
    mended
        The slips; None if there are none.
    line
        Line of the record in the file; None if it is the whole file.
    """

    value: Any
    problems: list[Problem]
    data: bytes
    mended: MendedText | None = None
    line: int | None = None

    def at_typed_places(self, problems: list[Problem]) -> list[Problem]:
        """Return problems found in `data`, with their places in the typed text."""
        if self.mended is None:
            return problems
        first = (self.line or 1) - 1
        return [
            problem
            if problem.line is None or problem.column is None
            else replace(problem, column=self.mended.typed_column(problem.line - first, problem.column))
            for problem in problems
        ]


def parse(data: bytes, line: int | None = None) -> Parsed:
    """Parse a record, strictly except for slips, and find duplicate keys.

    Parameters
    ----------
    data
        The record in UTF-8, with or without a byte order mark.
    line
        Line of the record in the file; None if it is the whole file.
    """
    data = data.removeprefix(BOM)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        return Parsed(None, [_encoding_problem(data, error, line)], data)
    try:
        value, repeats = _value_of(text, line)
    except _SyntaxFaultError as fault:
        mended = mend(text) if fault.may_be_slip and len(text) <= _LARGE else None
        if mended is None or not mended.slips:
            return Parsed(None, [_syntax(text, fault.offset, fault.message, fault.hint, line)], data)
    else:
        return Parsed(value, list(repeated_keys(text, line)) if repeats else [], data)
    problems = [_syntax(text, slip.offset, slip.message, slip.hint, line) for slip in mended.slips]
    parsed = Parsed(None, problems, mended.text.encode(), mended, line)
    try:
        value, repeats = _value_of(mended.text, line)
    except _SyntaxFaultError as fault:
        offset = mended.typed_offset(fault.offset)
        return parsed._replace(problems=[*problems, _syntax(text, offset, fault.message, fault.hint, line)])
    if repeats:
        problems += parsed.at_typed_places(list(repeated_keys(mended.text, line)))
    return parsed._replace(value=value)


class _SyntaxFaultError(Exception):
    """The text is not JSON."""

    def __init__(self, offset: int, message: str, hint: str | None = None, *, may_be_slip: bool = False) -> None:
        super().__init__(message)
        self.offset = offset
        self.message = message
        self.hint = hint
        self.may_be_slip = may_be_slip


def _value_of(text: str, line: int | None) -> tuple[Any, bool]:
    """Return the value of a text, and whether it has a duplicate key."""
    repeats = RepeatedKeys()
    decoder = json.JSONDecoder(object_pairs_hook=repeats, parse_constant=_refuse, parse_float=_finite)
    try:
        value = decoder.decode(text)
    except json.JSONDecodeError as error:
        raise _SyntaxFaultError(*explain(text, error, one_line=line is not None), may_be_slip=True) from None
    except RecursionError:
        value = None
    except _RefusedNumberError as error:
        tokens = outside_strings(text, r"-?(?:NaN|Infinity|[0-9][0-9.eE+-]*+)")
        offset = next((token.start() for token in tokens if token[1] == error.number), 0)
        hint = "leave the field out if the number is unknown"
        raise _SyntaxFaultError(offset, f"JSON has no number {error.number[:20]}", hint) from None
    except ValueError:  # Python's own limit for the digits of a whole number
        tokens = outside_strings(text, f"[0-9]{{{sys.get_int_max_str_digits() + 1},}}")
        offset = next((token.start() for token in tokens), 0)
        raise _SyntaxFaultError(offset, "the number has thousands of digits") from None
    # The same depth for every caller: what Python's own limit lets through here can be too deep elsewhere.
    deep = too_deep(text, _DEEPEST)
    if deep:
        raise _SyntaxFaultError(deep, f"lists and objects are nested more than {_DEEPEST} deep")
    half = _half_character(text)
    if half is not None:
        message = f"{text[half : half + 6]} is only half of a character"
        raise _SyntaxFaultError(half, message, "type the character itself")
    return value, repeats.found


def complete_names(data: bytes) -> tuple[bytes, list[str]]:
    """Replace halves of characters in names, because a name alone must not make a record unreadable.

    Programs that count a character beyond the basic plane as two may cut a name in the middle of such a character.

    Returns
    -------
    data
        The text, with U+FFFD in place of each half; its places do not shift.
    notes
        Sentences on the replacements.
    """
    if b"\\ud" not in data and b"\\uD" not in data:
        return data, []
    notes: list[str] = []

    def complete(name: re.Match[str]) -> str:
        whole = _ESCAPES.sub(lambda escape: r"\ufffd" if escape[1] else escape[0], name[2])
        if whole != name[2]:
            notes.append(
                f'the name "{name[2]}" contains half of a character, which is written as \N{REPLACEMENT CHARACTER}'
            )
        return f'{name[1]}{whole}"'

    try:
        return _NAME.sub(complete, data.decode()).encode(), notes
    except UnicodeDecodeError:
        return data, []


class _RefusedNumberError(Exception):
    def __init__(self, number: str) -> None:
        super().__init__(number)
        self.number = number


def _refuse(number: str) -> Any:
    raise _RefusedNumberError(number)


def _finite(number: str) -> Any:
    value = float(number)
    return value if math.isfinite(value) else _refuse(number)


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
        message = "this is half of a character, which is not UTF-8"
    else:
        try:
            after.decode("cp1252")
            guess = "Windows-1252 or Latin-1"
        except UnicodeDecodeError:
            guess = "an older one of its country"
        message = f"the byte {after[0]:02x} is not UTF-8; the encoding is probably {guess}"
    return _syntax(before + after.decode("cp1252", "replace"), len(before), message, hint, line)


def _syntax(text: str, offset: int, message: str, hint: str | None, line: int | None) -> Problem:
    on_line, column = place_of(text, offset, line)
    return Problem("syntax", f"{message}:\n{excerpt(text, offset)}", line=on_line, column=column, hint=hint)
