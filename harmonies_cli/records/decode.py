"""From the bytes of a document to a record: fast where nothing is wrong, careful where something is."""

from __future__ import annotations

import re
from typing import Any, Literal

import msgspec
from msgspec import UnsetType

from harmonies_cli.records.notation import Game, Position, Record
from harmonies_cli.records.problems import Problem
from harmonies_cli.records.quoting import shown

__all__ = ["decode", "decode_quickly", "record_from_value", "schema_findings"]

Kind = Literal["position", "game"]

_decoder = msgspec.json.Decoder(Position | Game)
_encoder = msgspec.json.Encoder()
_DATE = (
    r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"
    r"([T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d([.,]\d+)?)?(Z|[+-]([01]\d|2[0-3])(:?[0-5]\d)?)?)?"
)
_KINDS: dict[object, Kind] = {"harmonies-position": "position", "harmonies-game": "game"}


def decode(data: bytes, line: int | None = None) -> tuple[Record | None, list[Problem]]:
    """Read one record of the notation.

    Parameters
    ----------
    data
        The record, UTF-8.
    line
        Line of the file on which it stands, None if it is the whole file.

    Returns
    -------
    record
        None if it is not readable or not of the schema.
    problems
        What is wrong; a record with keys given twice is none, but read no further.
    """
    record = decode_quickly(data)
    if record is not None:
        return record, []
    value, problems = _parse(data, line)
    if problems:
        return None, problems
    return record_from_value(value, data, line)


def decode_quickly(data: bytes) -> Record | None:
    """Decode and check in one pass; None where anything is unusual, which is not yet to say wrong."""
    try:
        record: Record = _decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    if not isinstance(record.date, UnsetType) and not re.fullmatch(_DATE, record.date, re.ASCII):
        return None
    # A key given twice was dropped: writing the record again then gives fewer quotation marks.
    again = _encoder.encode(record)
    if b"\\" in data and b"\\u" in data:
        return None
    if len(again) != len(data) and again.count(b'"') != data.count(b'"'):
        return None
    return record


def _parse(data: bytes, line: int | None) -> tuple[Any, list[Problem]]:
    from harmonies_cli.records.jsontext import parse

    return parse(data, line)


def record_from_value(
    value: Any, data: bytes | None = None, line: int | None = None
) -> tuple[Record | None, list[Problem]]:
    """Check a parsed record against its schema and return it.

    Parameters
    ----------
    value
        The parsed JSON value.
    data, line
        Text and line of the record, for the places of problems.
    """
    problems = schema_findings(value, data, line)
    if problems:
        return None, problems
    try:
        return msgspec.convert(_whole_numbers(value), Position | Game), []
    except msgspec.ValidationError as error:
        # Of the schema, but with numbers that nobody means.
        return None, [Problem("schema", str(error), line=line)]


def schema_findings(value: Any, data: bytes | None = None, line: int | None = None) -> list[Problem]:
    """Return what of a parsed record does not agree with the schema of its format."""
    from harmonies_cli.records.schema import schema_problems
    from harmonies_cli.suggest import did_you_mean

    if not isinstance(value, dict):
        what = "a list" if isinstance(value, list) else "no JSON object"
        hint = "write JSON Lines instead: one record a line, without brackets and commas between them"
        return [Problem("schema", f"a record is a JSON object, but this is {what}", line=line, hint=hint)]
    written = value.get("format")
    kind = _KINDS.get(written) if isinstance(written, str) else None
    if kind is None:
        expected = 'expected "format": "harmonies-position" or "format": "harmonies-game"'
        if "format" not in value:
            likely = "harmonies-game" if "turns" in value else "harmonies-position"
            return [
                Problem(
                    "schema", f"the record names no format: {expected}", line=line, hint=f'add "format": "{likely}"'
                )
            ]
        meant = did_you_mean(written, map(str, _KINDS)) if isinstance(written, str) else None
        message = f"unknown format {shown(written)}: {expected}"
        return [Problem("schema", message, pointer="/format", line=line, hint=meant)]
    return schema_problems(value, kind, data, line)


def _whole_numbers(value: Any) -> Any:
    """Return a value with 1.0 as 1: JSON does not tell them apart."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [_whole_numbers(item) for item in value]
    if isinstance(value, dict):
        return {key: _whole_numbers(item) for key, item in value.items()}
    return value
