"""The schemas, the kind of record that a value is, and the check of a record against the schema of its kind."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from harmonies_cli.records.json.locations import Places, locate
from harmonies_cli.records.json.quoting import escape, owner_of, quote
from harmonies_cli.records.problems import MOST_PROBLEMS, Problem, more_problems
from harmonies_cli.records.schema.schema_faults import Fault, at_path, faults_of, node_of

if TYPE_CHECKING:
    from jsonschema import ValidationError
    from jsonschema.protocols import Validator

__all__ = [
    "Kind",
    "likely_kind",
    "load_schema",
    "schema_file",
    "schema_findings",
    "schema_problems",
    "schema_without_references",
]

Kind = Literal["position", "game"]

_LARGE = 5 << 18  # bytes: the validator takes about 3 s for such a record; the largest game has 2 % of it


@cache
def load_schema(kind: Kind) -> dict[str, Any]:
    """Return the JSON Schema of a kind of record.

    Parameters
    ----------
    kind
        ``"position"`` or ``"game"``.
    """
    schema: dict[str, Any] = json.loads(schema_file(kind).read_text(encoding="utf-8"))
    return schema


def schema_file(kind: Kind) -> Path:
    """Return the path of the JSON Schema of a kind of record."""
    name = f"{kind}.schema.json"
    packaged = Path(__file__).parents[2] / "schemas" / name
    # In a source checkout the schemas are beside the package, where editors and readers expect them.
    return packaged if packaged.is_file() else Path(__file__).parents[3] / "schemas" / name


def schema_problems(record: Any, kind: Kind, data: bytes | None = None, line: int | None = None) -> list[Problem]:
    """Check a record against its schema, and return a problem for each mistake, in the order of the text.

    Parameters
    ----------
    record
        The record as parsed.
    kind
        The kind of record, which selects the schema.
    data
        The text of the record; with it, the problems name line and column.
    line
        Line of the record in the file; None if it is the whole file.

    Returns
    -------
    list of Problem
        At most 50, then one that says that there are more; empty if the record follows the schema.
    """
    places = Places(data, line) if data is not None else None
    try:
        if data is not None and len(data) > _LARGE:
            return _first_problem(record, kind, places)
        errors = islice(_errors(record, kind), MOST_PROBLEMS + 1)
        # One error can stand for many mistakes, and a hostile record can have millions.
        faults = list(islice(faults_of(errors, record, schema_without_references(kind)), MOST_PROBLEMS + 1))
    except RecursionError:
        return [Problem("schema", "lists and objects are nested too deeply", line=line)]
    problems = [_problem(fault, places) for fault in faults[:MOST_PROBLEMS]]
    problems.sort(key=lambda problem: (problem.line or 0, problem.column or 0))
    return [*problems, more_problems("")] if len(faults) > MOST_PROBLEMS else problems


def _first_problem(record: Any, kind: Kind, places: Places | None) -> list[Problem]:
    """Return the first fault of a record too large to validate as a whole; typed decoding finds its place."""
    import msgspec

    from harmonies_cli.records.notation import Game, Position

    try:
        msgspec.convert(record, Position if kind == "position" else Game)
    except msgspec.ValidationError as error:
        steps = re.findall(r"\.([A-Za-z$]+)|\[(\d+)\]", str(error).rpartition(" - at `$")[2])
        path = tuple(key or int(index) for key, index in steps)
        node = node_of(schema_without_references(kind), path)
        alone = {  # the requirements on the value itself, not on its members
            **node,
            "properties": dict.fromkeys(node.get("properties", ()), True),
            "items": True,
            "additionalProperties": node.get("additionalProperties", True) is not False,
        }
        value = at_path(record, path)
        errors = islice(_validator(kind).evolve(schema=alone).iter_errors(value), 1)
        problems = [_problem(fault, places) for fault in islice(faults_of(errors, value, node, at=path), 1)]
        problems = problems or [Problem("schema", str(error))]
        return [*problems, Problem("schema", "the record is very large: only its first fault is reported")]
    return []


@cache
def schema_without_references(kind: Kind) -> dict[str, Any]:
    """Return a schema with all references resolved, which halves the validator's time."""
    definitions = load_schema(kind)["$defs"]

    def in_place(node: Any) -> Any:
        if isinstance(node, list):
            return [in_place(item) for item in node]
        if not isinstance(node, dict):
            return node
        if "$ref" in node:
            target = definitions[node["$ref"].rpartition("/")[2]]
            return in_place({**target, "examples": node.get("examples", target["examples"])})
        # The validator does not name a field that `false` refuses.
        return {
            key: {"not": {}} if part is False and key != "additionalProperties" else in_place(part)
            for key, part in node.items()
            if key != "$defs"
        }

    schema: dict[str, Any] = in_place(load_schema(kind))
    return schema


@cache
def _validator(kind: Kind) -> Validator:
    import jsonschema

    return jsonschema.Draft202012Validator(schema_without_references(kind))


def _errors(record: Any, kind: Kind) -> Iterator[ValidationError]:
    return (error for error in _validator(kind).iter_errors(record) if not _is_of_rules(error))


def _is_of_rules(error: ValidationError) -> bool:
    """Return whether the rules report the fault better, because they know how many cubes each card has."""
    return bool(error.validator == "minimum" and error.schema["title"] == "Cubes placed")


def _problem(fault: Fault, places: Places | None) -> Problem:
    pointer = "".join(f"/{escape(step)}" for step in fault.path)
    place = None
    if places:
        place = places.of_key(pointer) if fault.at_key else places.of_value(pointer)
    line, column = place or (None, None)
    player, space = owner_of(pointer)
    return Problem(
        "schema",
        fault.message,
        pointer=pointer,
        line=line,
        column=column,
        player=player,
        space=space,
        hint=fault.hint,
    )


_FORMATS: dict[Kind, str] = {"position": "harmonies-position", "game": "harmonies-game"}
_KINDS: dict[str, Kind] = {name: kind for kind, name in _FORMATS.items()}


def schema_findings(value: Any, data: bytes | None = None, line: int | None = None) -> list[Problem]:
    """Return the problems of a parsed record, by the schema of its format or of the format that its fields suggest."""
    kind = likely_kind(value)
    if kind is not None and value.get("format") == _FORMATS[kind]:
        return schema_problems(value, kind, data, line)
    problems = [_problem_of_kind(value, kind)]
    if data is not None:
        problems = locate(problems, data, line)
    if kind is not None:
        problems += schema_problems({**value, "format": _FORMATS[kind]}, kind, data, line)
    return problems


def likely_kind(value: Any) -> Kind | None:
    """Return the kind of a parsed record: by its format, else by its fields; None if nothing suggests a record."""
    if not isinstance(value, dict):
        return None
    written = value.get("format")
    if isinstance(written, str):
        from harmonies_cli.suggest import close_matches

        formats = [written] if written in _KINDS else close_matches(written, _KINDS, 1)
        if formats:
            return _KINDS[formats[0]]
    if any(name in value for name in ("turns", "start", "result")):
        return "game"
    return "position" if "solo" in value or isinstance(value.get("players"), list) else None


def _problem_of_kind(value: Any, kind: Kind | None) -> Problem:
    """Return the reason why a value is neither kind of record."""
    from harmonies_cli.suggest import did_you_mean

    if not isinstance(value, dict):
        if isinstance(value, list):
            hint = "write JSON Lines instead: one record a line, without brackets and commas between them"
            return Problem("schema", "a record is a JSON object {...}, but this is a list", hint=hint)
        message = f"a record is a JSON object {{...}}, but this is {quote(value)}"
        return Problem("schema", message, hint='a record begins with {"format": ...')
    expected = 'expected "format": "harmonies-position" or "format": "harmonies-game"'
    if "format" not in value:
        if kind is None and value:
            fields = ", ".join(quote(name) for name in list(value)[:3])
            message = (
                f"this is JSON, but not a record of Harmonies: its fields are {fields}{', ...' * (len(value) > 3)}"
            )
            return Problem("schema", message, hint=f"a record has {expected.removeprefix('expected ')}")
        hint = f'add "format": "{_FORMATS[kind or "position"]}"'
        return Problem("schema", f"the record names no format: {expected}", hint=hint)
    written = value["format"]
    meant = did_you_mean(written, _KINDS) if isinstance(written, str) else None
    return Problem("schema", f"unknown format {quote(written)}: {expected}", pointer="/format", hint=meant)
