"""Decode the bytes of a document into a record: fast if nothing is wrong, else carefully."""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Iterable
from functools import cache
from types import NoneType
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec import UnsetType

from harmonies_cli.records.notation import AnyRecord, Game, PaperSheet, Position, Record
from harmonies_cli.records.problems import Problem

if TYPE_CHECKING:
    from harmonies_cli.records.json.parser import Parsed

__all__ = ["decode", "decode_quickly", "record_from_value"]

_encoder = msgspec.json.Encoder(order="deterministic")


class _Buffers(threading.local):
    """A reused buffer, which is faster than a new one for each record."""

    def __init__(self) -> None:
        self.again = bytearray()


_buffers = _Buffers()
_DATE = (
    r"(?!0000)[0-9]{4}(-(0[1-9]|1[0-2]))?"
    r"|(?!0000)([0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)"
    r"|02-(0[1-9]|1[0-9]|2[0-8]))"
    r"|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)"
    r"([T ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.,][0-9]+)?)?(Z|[+-]([01][0-9]|2[0-3])(:?[0-5][0-9])?)?)?"
)
"""The pattern of the schemas, repeated here because the schemas load only for faulty records."""
_LARGEST = sys.float_info.max


def decode(data: bytes, line: int | None = None) -> tuple[AnyRecord | None, list[Problem]]:
    """Read one record of the notation.

    Parameters
    ----------
    data
        The record, UTF-8.
    line
        Line of the record in the file; None for a whole file.

    Returns
    -------
    record
        The record; None if it is not readable or does not follow the schema.
    problems
        The problems; the last value of a duplicate key counts.
    """
    record, _ = decode_quickly(data)
    if record is not None:
        return record, []
    parsed = _parse(data, line)
    if parsed.problems:
        if parsed.value is None:
            return None, parsed.problems
        from harmonies_cli.records.schema.validation import schema_findings

        return None, parsed.problems + parsed.at_typed_places(schema_findings(parsed.value, parsed.data, line))
    usual = _of_any_words(parsed.value) or _sheet_of(parsed.value)
    return (usual, []) if usual is not None else record_from_value(parsed.value, data, line)


def decode_quickly(data: bytes) -> tuple[Record | None, bytes]:
    """Decode and check in one pass.

    Parameters
    ----------
    data
        The record, UTF-8.

    Returns
    -------
    record
        The record; None if anything is unusual, which need not be wrong.
    written
        The record in standard notation; empty if a game has words in other forms, or its turns have notes or were
        replaced.
    """
    record, is_usual = _decode_typed(data)
    if record is None:
        return None, b""
    if not _is_of_schema(record) or _immense_rating(record) is not None:
        return None, b""
    if b"\\" in data and b"\\u" in data:
        return None, b""
    again = _buffers.again
    _encoder.encode_into(record, again)
    if again == data:
        return record, data if is_usual else b""
    # If a duplicate key was dropped, the record written again has fewer colons.
    if again.count(b":") != data.count(b":"):
        return None, b""
    return record, bytes(again) if is_usual else b""


def _is_of_schema(record: Record) -> bool:
    """Check the conditions that types cannot express: the day exists, and the winners are players."""
    if not isinstance(record.date, UnsetType) and _date().fullmatch(record.date) is None:
        return False
    if isinstance(record, Position) or isinstance(record.result, UnsetType):
        return True
    winners = record.result.winners
    return isinstance(winners, UnsetType) or not winners or (min(winners) > 0 and max(winners) <= len(record.players))


def _immense_rating(record: AnyRecord) -> int | None:
    """Return the index of a player whose rating is too large to calculate with."""
    for index, player in enumerate(record.players):
        if type(player.rating) is int and abs(player.rating) > _LARGEST:
            return index
    return None


@cache
def _date() -> re.Pattern[str]:
    return re.compile(_DATE)


def _decode_typed(data: bytes) -> tuple[Record | None, bool]:
    """Return a record that follows the schema, and whether its words are in the usual forms."""
    is_game = b"harmonies-game" in data
    if is_game:
        try:
            return _usual_decoder().decode(data), True
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            pass
    try:
        return _decoder().decode(data), not is_game
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None, False


@cache
def _decoder() -> msgspec.json.Decoder[Record]:
    """Return a decoder of any record. It takes time to make, and most games do not need it."""
    return msgspec.json.Decoder(Record)


@cache
def _usual_decoder() -> msgspec.json.Decoder[Record]:
    """Return a decoder of games with words in the notation's own form, as almost all programs write them.

    It recognises such words by type: letters, spaces, up to three letters, and ids of cards; no turn or action may have
    notes or be replaced. It returns the same few strings over and over, which cost nothing to create or to look up. It
    is made for the first game, so positions, typed a few at a time, do not wait for it.
    """
    from harmonies_cli.rules.board.cards import CARDS
    from harmonies_cli.rules.board.sides import SIDES
    from harmonies_cli.rules.board.tokens import LETTERS, TokenMultisets

    def one_of(words: Iterable[str]) -> Any:
        return Literal[tuple(words)]

    spaces = dict.fromkeys(space for side in SIDES.values() for space in side.spaces)
    words = one_of(LETTERS), one_of(spaces), one_of(filter(None, TokenMultisets())), one_of(card.id for card in CARDS)
    game: Any = Game
    return msgspec.json.Decoder(game[*words, UnsetType, UnsetType])


def _parse(data: bytes, line: int | None) -> Parsed:
    from harmonies_cli.records.json.parser import parse

    return parse(data, line)


def _of_any_words(value: Any) -> Record | None:
    """Return the result that quick decoding would have had; the replay may still find words that name nothing."""
    try:
        record = msgspec.convert(_whole_numbers(value), Record)
    except (msgspec.ValidationError, RecursionError):
        return None
    return record if _is_of_schema(record) and _immense_rating(record) is None else None


def _sheet_of(value: Any) -> PaperSheet | None:
    """Return a paper sheet, without loading the schemas, which only faulty records need."""
    if not isinstance(value, dict) or "format" not in value:  # optional for a class that is not in a union
        return None
    try:
        sheet = msgspec.convert(_whole_numbers(value), PaperSheet)
    except (msgspec.ValidationError, RecursionError):
        return None
    is_dated = isinstance(sheet.date, UnsetType) or _date().fullmatch(sheet.date) is not None
    return sheet if is_dated and _immense_rating(sheet) is None else None


def record_from_value(
    value: Any, data: bytes | None = None, line: int | None = None
) -> tuple[AnyRecord | None, list[Problem]]:
    """Check a parsed record against its schema and return it.

    Parameters
    ----------
    value
        The parsed JSON value.
    data, line
        Text and line of the record, to locate problems.
    """
    from harmonies_cli.records.schema.validation import schema_findings

    problems = schema_findings(value, data, line)
    if problems:
        return None, problems
    # The schema ensures that all players have boards, or none do.
    is_sheet = value["format"] == "harmonies-position" and "board" not in value["players"][0]
    record: AnyRecord
    try:
        record = msgspec.convert(_whole_numbers(value), PaperSheet if is_sheet else Record)
    except msgspec.ValidationError as error:
        # It follows the schema, but has absurd numbers.
        return None, [Problem("schema", str(error), line=line)]
    player = _immense_rating(record)
    if player is None:
        return record, []
    from harmonies_cli.records.json.locations import locate

    hint = "leave the field out if the rating is unknown"
    problem = Problem("schema", "the rating is too large a number", pointer=f"/players/{player}/rating", hint=hint)
    return None, locate([problem], data, line) if data is not None else [problem]


_UNCHANGED = frozenset((str, int, bool, NoneType))
"""Types of values that `_whole_numbers` leaves as they are."""


def _whole_numbers(value: Any) -> Any:
    """Return a value with 1.0 as 1: JSON does not distinguish them."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [item if type(item) in _UNCHANGED else _whole_numbers(item) for item in value]
    if isinstance(value, dict):
        return {key: item if type(item) in _UNCHANGED else _whole_numbers(item) for key, item in value.items()}
    return value
