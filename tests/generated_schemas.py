"""The schemas, with their lists of cards generated from the catalogue; the rest is written by hand."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable

from harmonies_cli.records.schema.validation import Kind, schema_file
from harmonies_cli.rules.board.cards import CARDS

__all__ = ["KINDS", "schema_text"]

KINDS: tuple[Kind, ...] = ("position", "game")

_CUBES = '{ "$ref": "#/$defs/cubes-placed" }'
_CARDS = re.compile(r'("card": \{[^{}]*"examples": )\[(.*)\]')
_CUBES_OF_CARDS = re.compile(rf'^ +"[a-z-]+": {re.escape(_CUBES)},?\n(?: +"[a-z-]+": {re.escape(_CUBES)},?\n)+', re.M)
_CUBES_PLACED = re.compile(r'("cubes-placed": \{[^{}]*"examples": )\[(.*)\]')


def schema_text(kind: Kind) -> str:
    """Return the text that the file of a schema should have."""
    text = schema_file(kind).read_text(encoding="utf-8")
    text = _with(_CARDS, lambda match: _examples(match, 2, (card.id for card in CARDS)), text)
    if kind == "position":
        text = _with(_CUBES_OF_CARDS, _cubes_of_cards, text)
        most = max(card.cubes for card in CARDS)
        text = _with(_CUBES_PLACED, lambda match: _examples(match, 1, range(most + 1)), text)
    return text


def _with(pattern: re.Pattern[str], replacement: Callable[[re.Match[str]], str], text: str) -> str:
    text, number = pattern.subn(replacement, text)
    assert number == 1, f"the schema has {number} places like {pattern.pattern}, not 1"
    return text


def _examples(match: re.Match[str], kept: int, values: Iterable[object]) -> str:
    """Return a list of examples: the first `kept` of the old ones, then all other values."""
    first = json.loads(f"[{match[2]}]")[:kept]
    return f"{match[1]}{json.dumps([*first, *(value for value in values if value not in first)])}"


def _cubes_of_cards(match: re.Match[str]) -> str:
    indent = " " * (len(match[0]) - len(match[0].lstrip()))
    return ",\n".join(f'{indent}"{card.id}": {_CUBES}' for card in CARDS) + "\n"
