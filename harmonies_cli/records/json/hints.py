"""Remedies for mistakes of JSON syntax."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator

from harmonies_cli.records.json.locations import BLANKS
from harmonies_cli.records.json.quoting import line_and_column
from harmonies_cli.suggest import close_matches

__all__ = ["CLOSING", "explain", "open_brackets", "outside_strings", "too_deep"]

CLOSING = {"[": "]", "{": "}"}
_STRING = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?'
_BRACKETS = re.compile(_STRING + r"|([\[\]{}])", re.DOTALL)


def outside_strings(text: str, pattern: str) -> Iterator[re.Match[str]]:
    """Yield the matches of a pattern, as group 1, that are not within a string of valid JSON."""
    return (match for match in re.finditer(f"{_STRING}|({pattern})", text, re.DOTALL) if match[1])


def too_deep(text: str, deepest: int) -> int:
    """Return the offset of the first bracket beyond the allowed depth; 0 if there is none."""
    if text.count("[") + text.count("{") <= deepest:
        return 0
    depth = 0
    for match in _BRACKETS.finditer(text):
        if match[1]:
            depth += 1 if match[1] in CLOSING else -1
            if depth > deepest:
                return match.start()
    return 0


def open_brackets(text: str, end: int) -> list[int]:
    """Return the offsets of the brackets not closed before a place, the outermost first."""
    waiting: list[int] = []
    for match in _BRACKETS.finditer(text, 0, end):
        if match[1] in CLOSING:
            waiting.append(match.start())
        elif match[1] and waiting:
            waiting.pop()
    return waiting


_WORD = re.compile(r"[^\W\d][\w-]*")
_OTHER_SPELLINGS = {"none": "null", "undefined": "null", "nil": "null"}
_QUOTES = "'‘’‚‛“”„‟«»`´"

Explanation = tuple[int, str, str | None]


def explain(text: str, error: json.JSONDecodeError, one_line: bool) -> Explanation:
    """Word a syntax error.

    Parameters
    ----------
    text
        The record.
    error
        The error of the standard library's parser.
    one_line
        Whether the record is on a line of its own (JSON Lines).

    Returns
    -------
    tuple
        Offset of the fault, the message, and the remedy if known.
    """
    offset = len(text) - len(text[error.pos :].lstrip(BLANKS)) if error.pos < len(text) else error.pos
    kind = error.msg
    if kind.startswith("Unterminated string"):
        return (
            error.pos,
            "the text that begins here is never closed",
            _cut_off(text, one_line, 'close it with "'),
        )
    if kind.startswith("Invalid control"):
        return _control_character(text, error.pos)
    if kind.startswith("Invalid \\"):
        return error.pos, "JSON has no such escape", r"write \\ for a backslash, \u00e9 for a code"
    character = text[offset : offset + 1]
    start = len(text) - len(text.lstrip(BLANKS))
    if _LOG_LINE.match(text, start) or (text.startswith(("#", "//", "/*"), start) and not _begins_after_comments(text)):
        return start, *_no_json(text)
    if not character:
        return _explain_end(text, one_line)
    before = text[:offset].rstrip(BLANKS)[-1:]
    odd = _odd_character(text, offset)
    if odd:
        return offset, *odd
    if kind.startswith("Extra data"):
        return offset, *_text_after_the_end(character, one_line)
    if kind.startswith("Illegal trailing comma") or (before == "," and character in "]}"):
        comma = offset if character == "," else text.rindex(",", 0, offset)
        return comma, "there is a comma before a closing bracket", "remove the comma"
    if kind.startswith("Expecting ':'"):
        return offset, "a colon was expected between the key and its value", 'write "key": value'
    if kind.startswith("Expecting property name"):
        return offset, *_instead_of_key(text, offset)
    if kind.startswith("Expecting value"):
        return offset, *_instead_of_value(text, offset, before)
    return offset, *_instead_of_comma(text, offset, one_line)


def _cut_off(text: str, one_line: bool, remedy: str) -> str:
    if one_line:
        return f"{remedy}; in JSON Lines the whole record is on one line"
    return f"{remedy}; or the file was cut off: copy it again"


def _bracket(text: str, offset: int, one_line: bool) -> str:
    line, column = line_and_column(text, offset)
    return f"the {text[offset]} of {'' if one_line else f'line {line}, '}column {column}"


def _explain_end(text: str, one_line: bool) -> Explanation:
    waiting = open_brackets(text, len(text))
    end = len(text.rstrip(BLANKS))
    if not waiting:
        return end, "a value is missing", None
    message = f"the record ends, but {_bracket(text, waiting[-1], one_line)} is still open"
    closing = "".join(CLOSING[text[offset]] for offset in reversed(waiting[-8:]))
    return end, message, _cut_off(text, one_line, f"close it with {closing}")


def _control_character(text: str, offset: int) -> Explanation:
    if text[offset] in "\r\n":
        start = text.rfind('"', 0, offset)
        return start, "the text that begins here is not closed on its line", 'close it with "'
    name = "a tab" if text[offset] == "\t" else f"the control character {ord(text[offset]):02x}"
    return offset, f"{name} is not allowed within text", r"write a blank, or \t for a tab"


def _odd_character(text: str, offset: int) -> tuple[str, str] | None:
    character = text[offset]
    if character in _QUOTES:
        return f'texts and keys need double quotes ("), not {character}', 'write "..."'
    if text.startswith(("//", "/*"), offset) or character == "#":
        return "JSON has no comments", 'write it into "notes", or remove it'
    if not character.isascii() and not character.isalnum():
        name = unicodedata.name(character, f"U+{ord(character):04X}").lower()
        return f"JSON does not allow the character {name} here", "remove it"
    return None


def _text_after_the_end(character: str, one_line: bool) -> tuple[str, str | None]:
    if character in "]}":
        return "there is one closing bracket too many", "remove it"
    if character in "[{":
        if one_line:
            return "there is a second record on the same line", "write each record on a line of its own"
        return "a second record begins here", "in JSON Lines each record is on a line of its own"
    return "there is text after the end of the record", "remove it"


def _instead_of_key(text: str, offset: int) -> tuple[str, str | None]:
    word = _WORD.match(text, offset)
    if word:
        return "keys need double quotes", f'write "{word[0][:40]}"'
    if text[offset] == ",":
        return "there is one comma too many", "remove it"
    return "a key in double quotes was expected", 'write "key": value'


def _instead_of_value(text: str, offset: int, before: str) -> tuple[str, str | None]:
    match = _WORD.match(text, offset)
    character = text[offset]
    if not before:
        return _no_json(text)
    if match:
        word = match[0][:40]
        likely = [_OTHER_SPELLINGS.get(word.lower()), *close_matches(word, ("true", "false", "null"))]
        right = next(filter(None, likely), f'"{word}", in double quotes')
        if right == "null":
            right = "nothing: leave the field out"
        return f"{word} is not a value", f"write {right}"
    if character == "," and before in (",", "["):
        return "there is one comma too many", "remove it"
    if character in "+.-":
        return "a number begins with a digit, or a minus and a digit", "write 0.5, 5 or -5"
    if character in ",]}":
        return "a value is missing here", None
    return "a value was expected", "a value is a number, a text in double quotes, [...], {...}, true or false"


_COMMENTS = re.compile(r"\A(?:\s+|(?:#|//)[^\n]*(?:\n|\Z)|/\*.*?\*/)+", re.DOTALL)
_LOG_LINE = re.compile(
    r"\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d?[/.]\w+[/.]\d{2,4}|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d"
    r"|(?:DEBUG|INFO|WARN|ERROR)\b"
)


def _begins_after_comments(text: str) -> bool:
    """Return whether a record begins after a text's comments; if not, they are ordinary text."""
    return _COMMENTS.sub("", text).lstrip(BLANKS)[:1] in ("{", "[")


def _no_json(text: str) -> tuple[str, str | None]:
    """Describe a text that does not begin like JSON."""
    lines = [line for line in text[:4000].splitlines() if line.strip()][:5]
    if all(_LOG_LINE.match(line) for line in lines):
        return "this is not a record, but looks like a log of a program", "give a file with a record: it begins with {"
    for separator, name in ((",", "commas"), (";", "semicolons"), ("\t", "tabs")):
        if len(lines) > 1 and len({line.count(separator) for line in lines}) == 1 and separator in lines[0]:
            message = f"this is not a record, but looks like a table of a spreadsheet, with {name} between the columns"
            return message, "harmonies new writes a record to fill in"
    return "this is not JSON, so it is not a record: a record begins with {", "harmonies new writes a record to fill in"


def _instead_of_comma(text: str, offset: int, one_line: bool) -> tuple[str, str | None]:
    character = text[offset]
    adjacent = text[offset - 1]
    start = open_brackets(text, offset)[-1]
    if character in "]}":
        message = f"{character} does not close {_bracket(text, start, one_line)}"
        return message, f"write {CLOSING[text[start]]}"
    if character == ":":
        if text[start] == "[":
            return "there is a key with a colon in a list", 'put braces around it: {"key": value}'
        return "a comma was expected, not a second colon", "put a comma between the fields"
    if character == ";":
        return "a comma was expected, not a semicolon", "write ,"
    if adjacent.isdigit() and (character == "." or character.isalnum()):
        return (
            "this is not a number",
            "write it without a leading zero and with digits after the point; other text needs double quotes",
        )
    if adjacent == '"' and character.isalnum():
        return (
            "the text ended at the quote before this",
            r"write \" for a quote within text; or an earlier quote is missing",
        )
    return "a comma is missing before this", "put a comma between the values"
