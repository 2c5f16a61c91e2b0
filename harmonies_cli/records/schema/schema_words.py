"""The words for a fault in a value: the value, what was expected, the remedy."""

from __future__ import annotations

import calendar
import json
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from harmonies_cli.plurals import enumeration
from harmonies_cli.records.json.quoting import quote
from harmonies_cli.rules.board.tokens import LETTERS, TOKENS
from harmonies_cli.suggest import did_you_mean, foreign_letters, in_latin

__all__ = ["WORDS", "description", "example", "one_of", "where"]

_SIDE_OF_WORD = {
    **dict.fromkeys(("river", "rivers", "rivière", "fiume", "río", "rio", "fluss", "flussseite"), "A"),
    **dict.fromkeys(("island", "islands", "îles", "iles", "isole", "islas", "inseln", "inselseite"), "B"),
}
Words = tuple[str, str | None]

_LONGEST_EXAMPLE = 80
_TYPES = {
    "integer": "a whole number",
    "number": "a number",
    "string": "a text in double quotes",
    "boolean": "true or false",
    "array": "a list [...]",
    "object": "an object {...}",
}
_NUMBERS = {
    "integer": re.compile(r"\s*(-?(?:0|[1-9][0-9]*))\s*"),
    "number": re.compile(r"\s*(-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?)\s*"),
    "boolean": re.compile(r"\s*(true|false)\s*", re.IGNORECASE),
}


def where(path: Sequence[str | int]) -> str:
    """Return the name that messages use for the value at a path."""
    if not path:
        return "the record"
    last = path[-1]
    if isinstance(last, str):
        return quote(last)
    owner = next((step for step in reversed(path) if isinstance(step, str)), None)
    return f"item {last + 1} of {quote(owner)}" if owner else f"item {last + 1}"


def one_of(values: Iterable[object], conjunction: str = "or") -> str:
    """Return values as a list in words."""
    return enumeration(map(quote, values), conjunction)


def example(node: dict[str, Any]) -> str | None:
    """Return the example of a node of the schema, if it is short."""
    text = json.dumps(node["examples"][0], ensure_ascii=False)
    return text if len(text) <= _LONGEST_EXAMPLE else None


def description(node: dict[str, Any]) -> str:
    """Return the description of a node of the schema, as the end of a sentence."""
    text: str = node["description"].rstrip(".")
    return text[0].lower() + text[1:]


def _type(name: str, value: Any, node: dict[str, Any]) -> Words:
    types = [node["type"]] if isinstance(node["type"], str) else node["type"]
    message = f"{name} is {quote(value)}; expected {' or '.join(_TYPES[kind] for kind in types)}"
    if name == "the record":
        return message, "write one record a line (JSON Lines), without brackets around them"
    if isinstance(value, bool):
        return message, f"write {description(node)}"
    if value is None:
        return message, "leave the field out if its value is unknown: null is not allowed"
    if isinstance(value, dict) and "array" in types:
        return message, "put square brackets around it"
    if isinstance(value, str):
        for kind in types:
            number = kind in _NUMBERS and _NUMBERS[kind].fullmatch(value)
            if number:
                return message, f"write {number[1].lower()} without quotes"
    if isinstance(value, int | float) and not isinstance(value, bool) and "string" in types:
        return message, f'write "{quote(value)}", in double quotes'
    return message, _for_example(node)


def _enum(name: str, value: Any, node: dict[str, Any]) -> Words:
    options = list({str(option).casefold(): option for option in reversed(node["enum"])}.values())[::-1]
    message = f"{name} is {quote(value)}; expected {one_of(options)}"
    side = _SIDE_OF_WORD.get(str(value).strip().casefold()) if node["title"] == "Board side" else None
    if side:
        return message, f'the side with the {"river" if side == "A" else "islands"} is {side}: write "{side}"'
    return message, did_you_mean(str(value), options)


def _const(name: str, value: Any, node: dict[str, Any]) -> Words:
    return f"{name} is {quote(value)}; expected {quote(node['const'])}", f"write {quote(node['const'])}"


def _pattern(name: str, value: Any, node: dict[str, Any]) -> Words:
    if node["title"] == "Date":
        return _date(name, value, node)
    message = f"{name} is {quote(value)}; expected {description(node)}"
    foreign = foreign_letters(value)
    if foreign:
        return message, f"write {quote(in_latin(value))}: {foreign}"
    colours = _colours_meant(value) if node["title"] in ("Token", "Tokens") else []
    return message, f"write {'; '.join(colours)}" if colours else _for_example(node)


def _date(name: str, value: str, node: dict[str, Any]) -> Words:
    iso = re.fullmatch("([0-9]{4})-([0-9]{2})-[0-9]{2}", value[:10])
    if iso and 1 <= int(iso[2]) <= 12 and iso[1] != "0000":
        year, month = map(int, iso.groups())
        days = calendar.monthrange(year, month)[1]
        if not 1 <= int(value[8:10]) <= days:
            return f"{name} is {quote(value)}, but {calendar.month_name[month]} {year} has {days} days", None
    european = re.fullmatch(r"([0-9]{1,2})\. ?([0-9]{1,2})\. ?([0-9]{4})", value)
    message = f"{name} is {quote(value)}; expected {description(node)}"
    if european:
        day, month, year = map(int, european.groups())
        if year and 1 <= month <= 12 and 1 <= day <= calendar.monthrange(year, month)[1]:
            return message, f'write "{year:04}-{month:02}-{day:02}"'
    return message, _for_example(node)


def _for_example(node: dict[str, Any]) -> str | None:
    text = example(node)
    return f"for example {text}" if text else None


def _colours_meant(text: str) -> list[str]:
    """Return the letters of the colours that a text means if it is English initials."""
    initials = dict.fromkeys(initial for initial in text[:6].lower() if initial.upper() not in LETTERS)
    meant = ([token for token in TOKENS if token.colour[0] == initial] for initial in initials)
    return [" or ".join(f"{token.letter} for {token.colour}" for token in tokens) for tokens in meant if tokens]


def _empty(name: str, value: Any, node: dict[str, Any]) -> Words:
    return f"{name} is empty", _for_example(node)


def _range(lowest: str, highest: str, measure: Callable[[Any], str]) -> Callable[[str, Any, dict[str, Any]], Words]:
    def words(name: str, value: Any, node: dict[str, Any]) -> Words:
        low, high = node.get(lowest), node.get(highest)
        expected = f"at most {high}" if low is None else f"at least {low}" if high is None else f"{low} to {high}"
        return f"{name} {measure(value)}; expected {expected}", None

    return words


_size = _range("minItems", "maxItems", lambda value: f"has {len(value)} entries")
_value = _range("minimum", "maximum", lambda value: f"is {quote(value)}")

WORDS: dict[str, Callable[[str, Any, dict[str, Any]], Words]] = {
    "type": _type,
    "enum": _enum,
    "const": _const,
    "pattern": _pattern,
    "minLength": _empty,
    "minItems": _size,
    "maxItems": _size,
    "minimum": _value,
    "maximum": _value,
}
"""The function that words the faults of a schema keyword, from the value's name, the value and the schema's node."""
