"""Find the kind of record that a parsed value is, and how it breaks the schema of that kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from harmonies_cli.records.json.quoting import quote
from harmonies_cli.records.problems import Problem

if TYPE_CHECKING:
    from harmonies_cli.records.schema.validation import Kind

__all__ = ["likely_kind", "schema_findings"]

_FORMATS: dict[Kind, str] = {"position": "harmonies-position", "game": "harmonies-game"}
_KINDS: dict[str, Kind] = {name: kind for kind, name in _FORMATS.items()}


def schema_findings(value: Any, data: bytes | None = None, line: int | None = None) -> list[Problem]:
    """Return the problems of a parsed record, by the schema of its format or of the format that its fields suggest."""
    from harmonies_cli.records.json.locations import locate
    from harmonies_cli.records.schema.validation import schema_problems

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
