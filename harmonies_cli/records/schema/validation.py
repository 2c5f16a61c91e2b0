"""The schemas, and what of a record does not agree with them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from harmonies_cli.records.json.locations import Places
from harmonies_cli.records.json.pointers import escape, owner_of
from harmonies_cli.records.problems import Problem
from harmonies_cli.records.schema.schema_faults import Fault, faults_of

if TYPE_CHECKING:
    import jsonschema_rs

__all__ = ["Kind", "load_schema", "schema_file", "schema_problems"]

Kind = Literal["position", "game"]

_MOST_PROBLEMS = 50
_MOST_SORTED = 1000
# The validator needs time and memory for every single fault before it names the first. No real record is so large.
_LARGE = 1 << 18


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
    """Return where the JSON Schema of a kind of record lies."""
    name = f"{kind}.schema.json"
    packaged = Path(__file__).parents[2] / "schemas" / name
    # In a source checkout the schemas lie beside the package, where editors and readers look for them.
    return packaged if packaged.is_file() else Path(__file__).parents[3] / "schemas" / name


def schema_problems(record: Any, kind: Kind, data: bytes | None = None, line: int | None = None) -> list[Problem]:
    """Return what of a record does not agree with the schema: one problem a mistake, in the order of the text.

    Parameters
    ----------
    record
        The record as parsed.
    kind
        Which schema it should agree with.
    data
        The text of the record; with it the problems name line and column.
    line
        Line of the file on which the record stands, None if it is the whole file.

    Returns
    -------
    list of Problem
        At most 50, then one that counts the others; empty if the record is of the schema.
    """
    validator = _validator(kind)
    large = data is not None and len(data) > _LARGE
    try:
        if large:
            errors = _first_error(validator, record)
        else:
            errors = list(validator.iter_errors(record))
    except ValueError:  # of the validator itself, which has a limit
        return [Problem("schema", "lists and objects lie too deep in each other", line=line)]
    if not errors:
        return []
    faults = faults_of(errors, record, load_schema(kind))
    places = Places(data, line) if data is not None else None
    problems = [_problem(fault, places) for fault in faults[:_MOST_SORTED]]
    problems.sort(key=lambda problem: (problem.line or 0, problem.column or 0))
    if large:
        problems.append(Problem("schema", "the record is very large: only its first fault was looked for"))
    elif len(faults) > _MOST_PROBLEMS:
        problems[_MOST_PROBLEMS:] = [Problem("schema", f"and {len(faults) - _MOST_PROBLEMS} more faults")]
    return problems


@cache
def _validator(kind: Kind) -> jsonschema_rs.Validator:
    import jsonschema_rs

    return jsonschema_rs.validator_for(load_schema(kind))


def _first_error(validator: jsonschema_rs.Validator, record: Any) -> list[jsonschema_rs.ValidationError]:
    import jsonschema_rs

    try:
        validator.validate(record)
    except jsonschema_rs.ValidationError as error:
        return [error]
    return []


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
