"""The configuration file: defaults of options (docs/configuration.md)."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from harmonies_cli.cli.options import GivenOnly
from harmonies_cli.errors import UsageError
from harmonies_cli.report.formats import FORMATS

__all__ = ["KEYS", "configuration_path", "defaults_of"]

KEYS = ("rules", "format", "colour", "color", "language")
_VARIABLE = "HARMONIES_CONFIG"
_TOML_PLACE = r" \(at line (\d+), column (\d+)\)$"


def configuration_path() -> Path:
    """Return the path of the configuration: that in HARMONIES_CONFIG, or the platform's."""
    given = os.environ.get(_VARIABLE)
    return Path(click.get_app_dir("harmonies"), "config.toml") if given is None else Path(given)


def defaults_of(command: click.Command, name: str, commands: Sequence[str]) -> dict[str, Any]:
    """Return a command's configured values, by parameter name.

    Parameters
    ----------
    command, name
        The command.
    commands
        The names of all commands, each of which may have a table in the file.

    Raises
    ------
    UsageError
        If the part for the command has a mistake.
    """
    path = configuration_path()
    if not path.is_file():
        return {}
    found = _File(path)
    found.check_names(commands)
    defaults = {}
    for key, value, table in found.settings(name):
        parameter = next((param for param in command.params if f"--{key}" in param.opts), None)
        if parameter is None or not isinstance(parameter.type, click.Choice):
            if table:
                raise found.fault(f"harmonies {name} has no option --{key}: remove the line", key, table)
            continue
        if isinstance(parameter.type, GivenOnly):
            if table:
                raise found.fault(f"harmonies {name} takes no {key} from the configuration: give --{key}", key, table)
            continue
        choices = [str(choice) for choice in parameter.type.choices]
        if value in choices:
            defaults[str(parameter.name)] = value
        elif table or key != "format" or value not in FORMATS:
            # Only the commands that can write it use a format set for all.
            others = choices if table or key != "format" else FORMATS
            raise found.fault(f"{key} is one of {', '.join(others)}, not {_quoted_value(value)}", key, table)
    return defaults


def _quoted_value(value: object) -> str:
    from harmonies_cli.records.json.quoting import quote

    return quote(value) if isinstance(value, str | int | float | list | dict) else str(value)


class _File:
    """A configuration file, after reading.

    Parameters
    ----------
    path
        Its path.
    """

    def __init__(self, path: Path) -> None:
        import tomllib

        self._path = path
        try:
            # An editor on Windows may start the file with a byte order mark, which TOML does not allow.
            self._text = path.read_text(encoding="utf-8-sig")
            self._tables: Mapping[str, Any] = tomllib.loads(self._text)
        except tomllib.TOMLDecodeError as error:
            message = str(error)
            place = re.search(_TOML_PLACE, message)
            where = f":{place[1]}:{place[2]}" if place else ""
            raise UsageError(f"{path}{where}: {re.sub(_TOML_PLACE, '', message)}") from None
        except UnicodeDecodeError:
            raise UsageError(f"{path}: the file is not UTF-8: save it again with this encoding") from None
        except OSError as error:
            raise UsageError(f"{path}: {error.strerror}") from None

    def check_names(self, commands: Sequence[str]) -> None:
        """Raise an error for an unknown key or table."""
        for key, value in self._tables.items():
            if isinstance(value, dict):
                self._check(key, "", "command", commands)
                for inner in value:
                    self._check(inner, key, "setting", KEYS)
            else:
                self._check(key, "", "setting", KEYS)

    def _check(self, name: str, table: str, what: str, names: Sequence[str]) -> None:
        if name not in names:
            from harmonies_cli.suggest import did_you_mean

            hint = did_you_mean(name, names) or f"there are {', '.join(names)}"
            raise self.fault(f"there is no {what} {_quoted_value(name)}: {hint}", name, table)

    def settings(self, command: str) -> Iterator[tuple[str, Any, str]]:
        """Yield the keys, values and tables for a command, those of its own table last."""
        for table, settings in (("", self._tables), (command, self._tables.get(command, {}))):
            for key, value in settings.items():
                if not isinstance(value, dict):
                    yield key, value, table

    def fault(self, message: str, name: str, table: str) -> UsageError:
        """Return a key's error with its line."""
        line = self._line_of(name, table)
        return UsageError(f"{self._path}{f':{line}' if line else ''}: {message}")

    def _line_of(self, name: str, table: str) -> int | None:
        """Return the line of a key, or of the heading of a table; None if it is in an unusual form."""
        inside = ""
        quoted = re.escape(name)
        for number, line in enumerate(self._text.splitlines(), 1):
            heading = re.match(r"\s*\[\s*[\"']?(.*?)[\"']?\s*\]", line)
            if heading:
                inside = heading[1]
                if not table and inside == name:
                    return number
            elif inside == table and re.match(rf"\s*[\"']?{quoted}[\"']?\s*=", line):
                return number
        return None
