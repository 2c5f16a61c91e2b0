"""Turn the errors of a validator into plain words, one for each mistake of the author."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, Any

from harmonies_cli.records.json.quoting import quote
from harmonies_cli.records.schema.schema_words import WORDS, description, example, one_of, where
from harmonies_cli.suggest import close_matches, did_you_mean

if TYPE_CHECKING:
    from jsonschema import ValidationError

__all__ = ["Fault", "Path", "at_path", "faults_of", "node_of"]

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """A mistake.

    Parameters
    ----------
    path
        Keys and indices that lead to the value.
    message, hint
        The fault, and the remedy if known.
    at_key
        Whether the key is wrong, not its value.
    """

    path: Path
    message: str
    hint: str | None
    at_key: bool = False


def faults_of(errors: Iterable[ValidationError], record: Any, schema: dict[str, Any], at: Path = ()) -> Iterator[Fault]:
    """Yield the mistakes behind the errors of a validator.

    A value of the wrong type has no further mistakes, and a mistyped field does not also count as missing.

    Parameters
    ----------
    errors
        The errors, found in `record`.
    schema
        The validator's schema, without references.
    at
        Path of `record` if it is a part of a record; `schema` is then the schema of the part.
    """
    by_path: dict[Path, list[ValidationError]] = {}
    for error in errors:
        by_path.setdefault(tuple(error.absolute_path), []).append(error)
    for path, group in by_path.items():
        yield from _faults_at(path, group, record, schema, (*at, *path))


def _faults_at(
    inner: Path, errors: list[ValidationError], record: Any, schema: dict[str, Any], path: Path
) -> Iterator[Fault]:
    value = at_path(record, inner)
    wrong_type = [error for error in errors if error.validator == "type"]
    missing = list(
        dict.fromkeys(
            name
            for error in errors
            if error.validator == "required"
            for name in error.validator_value
            if name not in value
        )
    )
    for error in wrong_type or errors:
        node = error.schema
        if error.validator == "additionalProperties":
            known = list(node["properties"])
            for unknown in value:
                if unknown in known:
                    continue
                likely = close_matches(unknown, missing, 1) or close_matches(unknown, known)
                missing = [name for name in missing if name not in likely]
                hint = did_you_mean(unknown, likely) or f"the fields here are {one_of(known, 'and')}"
                yield Fault((*path, unknown), f"unknown field {quote(unknown)}", hint, at_key=True)
        elif error.validator == "anyOf":
            names = [name for choice in node["anyOf"] for name in choice["required"]]
            yield Fault(path, f"{one_of(names)} is missing{_of_action(value, 'in')}", None)
        elif error.validator == "not":
            allowed = _allowed_beside(error, inner, schema)
            hint = f'it has {one_of(allowed, "and")}; remove {where(path)}, or correct "do"'
            action = at_path(record, inner[:-1])
            yield Fault(path, f"{where(path)} is not a field{_of_action(action, 'of')}", hint, at_key=True)
        elif error.validator != "required":
            yield Fault(path, *WORDS[error.validator](where(path), value, node))
    for name in [] if wrong_type else missing:
        field = node_of(schema, inner)["properties"][name]
        yield Fault(
            path,
            f'"{name}" is missing{_of_action(value, "in")}',
            f'add "{name}": {example(field) or description(field)}',
        )


def _allowed_beside(error: ValidationError, path: Path, schema: dict[str, Any]) -> list[str]:
    """Return the fields of an action's kind, if the action has a field that its kind does not."""
    refused = at_path(schema, list(error.absolute_schema_path)[:-2])
    fields = node_of(schema, path[:-1])["properties"]
    return [name for name in fields if name not in refused and name not in ("do", "notes")]


def at_path(node: Any, path: Sequence[str | int]) -> Any:
    """Return the value at a path of keys and indices."""
    return reduce(lambda inner, step: inner[step], path, node)


def node_of(schema: dict[str, Any], path: Path) -> dict[str, Any]:
    """Return the node of the schema for the value at a path of a record."""
    node = schema
    for step in path:
        fields = node.get("properties", {})
        node = node["items"] if isinstance(step, int) else fields.get(step) or node["additionalProperties"]
    return node


def _of_action(action: Any, preposition: str) -> str:
    kind = action.get("do") if isinstance(action, dict) else None
    return f" {preposition} {quote(kind)}" if isinstance(kind, str) else ""
