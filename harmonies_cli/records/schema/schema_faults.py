"""The errors of a validator in plain words, one for each mistake of the author."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, Any

from harmonies_cli.records.json.quoting import shown
from harmonies_cli.records.schema.schema_words import WORDS, description, example, one_of, where
from harmonies_cli.suggest import close_matches, did_you_mean

if TYPE_CHECKING:
    from jsonschema_rs import ValidationError

__all__ = ["Fault", "faults_of"]

Path = tuple[str | int, ...]

_DIGITS = re.compile(r"\+?[0-9]+")


@dataclass(frozen=True, slots=True)
class Fault:
    """A mistake.

    Parameters
    ----------
    path
        Keys and indices that lead to the value.
    message, hint
        What is wrong, and the remedy if one is known.
    at_key
        Whether the key is wrong, not its value.
    """

    path: Path
    message: str
    hint: str | None
    at_key: bool = False


def faults_of(errors: Iterable[ValidationError], record: Any, schema: dict[str, Any]) -> list[Fault]:
    """Return the mistakes behind the errors of a validator.

    A value of the wrong type is not blamed for anything else, and a mistyped field is not also missing.
    """
    by_path: dict[Path, list[ValidationError]] = {}
    for error in errors:
        by_path.setdefault(_path(record, error), []).append(error)
    return [fault for path, group in by_path.items() for fault in _faults_at(path, group, record, schema)]


def _faults_at(path: Path, errors: list[ValidationError], record: Any, schema: dict[str, Any]) -> Iterator[Fault]:
    value = _at(record, path)
    wrong_type = [error for error in errors if error.kind.name == "type"]
    missing = [error.kind.as_dict()["property"] for error in errors if error.kind.name == "required"]
    for error in wrong_type or errors:
        keyword = error.kind.name
        node = _at(schema, error.schema_path[:-1])
        if keyword == "additionalProperties":
            known = list(node["properties"])
            for unknown in error.kind.as_dict()["unexpected"]:
                likely = close_matches(unknown, missing, 1) or close_matches(unknown, known)
                missing = [name for name in missing if name not in likely]
                hint = did_you_mean(unknown, likely) or f"known here: {one_of(known, 'and')}"
                yield Fault((*path, unknown), f"unknown field {shown(unknown)}", hint, at_key=True)
        elif keyword == "anyOf":
            names = [name for choice in node["anyOf"] for name in choice["required"]]
            yield Fault(path, f"{one_of(names)} is missing{_of_action(value, 'in')}", None)
        elif keyword == "falseSchema":
            fields = _object_node(schema, error.schema_path)["properties"]
            allowed = [name for name in fields if node.get(name) is not False and name not in ("do", "notes")]
            hint = f'it has {one_of(allowed, "and")}; take {where(path)} out, or correct "do"'
            action = _at(record, path[:-1])
            yield Fault(path, f"{where(path)} is no field{_of_action(action, 'of')}", hint, at_key=True)
        elif keyword != "required":
            yield Fault(path, *WORDS[keyword](where(path), value, node))
    for name in [] if wrong_type else missing:
        field = _resolved(schema, _object_node(schema, errors[0].schema_path)["properties"][name])
        yield Fault(
            path,
            f'"{name}" is missing{_of_action(value, "in")}',
            f'add "{name}": {example(field) or description(field)}',
        )


def _path(record: Any, error: ValidationError) -> Path:
    """Return where an error is: the validator gives keys like "01" as numbers, and leaves empty keys out."""
    path: list[str | int] = []
    node = record
    for step in error.instance_path:
        if isinstance(node, dict):
            keys = [key for key in node if key == step or (_DIGITS.fullmatch(key) and int(key) == step)]
            if not keys:
                path.append("")
                node = node[""]
            step = keys[0] if keys else step
        path.append(step)
        node = node[step]
    if isinstance(node, dict) and "" in node and error.instance != node:
        path.append("")
    return tuple(path)


def _at(node: Any, path: Sequence[str | int]) -> Any:
    return reduce(lambda inner, step: inner[step], path, node)


def _object_node(schema: dict[str, Any], schema_path: list[str | int]) -> Any:
    """Return the node that lists all fields of an object, also for an error in a condition within it."""
    end = schema_path.index("allOf") if "allOf" in schema_path else -1
    return _at(schema, schema_path[:end])


def _resolved(schema: dict[str, Any], node: Any) -> Any:
    reference = node.get("$ref")
    return {**_at(schema, reference.split("/")[1:]), **node} if reference else node


def _of_action(action: Any, preposition: str) -> str:
    kind = action.get("do") if isinstance(action, dict) else None
    return f" {preposition} {shown(kind)}" if isinstance(kind, str) else ""
