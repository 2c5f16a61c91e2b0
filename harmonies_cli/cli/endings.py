"""The ending of an output's name: it chooses the format, and must not contradict it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TypeVar, cast

import click

from harmonies_cli.errors import UsageError
from harmonies_cli.plurals import enumeration
from harmonies_cli.report.formats import FORMATS, formats_of
from harmonies_cli.safe_text import printable

__all__ = ["PICTURES", "format_for", "is_picture", "refuse_other_ending"]

Form = TypeVar("Form", bound=str)

PICTURES = (".png", ".svg")
_PACKED = ".gz"
_ENDINGS = {ending: name for name, form in FORMATS.items() for ending in form.endings}


@cache
def _known() -> frozenset[str]:
    """Return the endings that stand for a kind of file."""
    # Here, because a command without an output needs none of it.
    from harmonies_cli.statistics.files.table_formats import TABLE_FORMATS

    of_tables = (ending for form in TABLE_FORMATS.values() for ending in form.endings)
    return frozenset((*_ENDINGS, *of_tables, *PICTURES, ".jpg", ".jpeg", ".parquet", ".pdf"))


def is_picture(output: str | None) -> bool:
    """Return whether the name of an output is that of a picture."""
    return output is not None and output.lower().endswith(PICTURES)


def refuse_other_ending(output: str | None, endings: Sequence[str], what: str) -> None:
    """Refuse a name whose ending is that of another kind of file; any unknown ending will do.

    Parameters
    ----------
    output
        The name; None or ``-`` for standard output.
    endings
        The endings that fit.
    what
        What is written, for the message.

    Raises
    ------
    UsageError
        If the ending is known and does not fit.
    """
    ending = _ending(output)
    if ending and ending in _known() and ending not in endings:
        raise UsageError(f"cannot write {what} to {printable(output or '')}: end the name in {enumeration(endings)}")


def format_for(command: str, form: Form, output: str | None) -> Form:
    """Return the format of a command's output: that of ``--format``, else of the name's ending, else the configured.

    Parameters
    ----------
    command
        The command.
    form
        The value of ``--format``: given, configured, or the default.
    output
        The name; None or ``-`` for standard output.

    Raises
    ------
    UsageError
        If the ending is that of another format than the given one, or of one that the command does not write.
    """
    ending = _ending(output)
    if not ending or ending not in _known():
        return form
    named = _ENDINGS.get(ending)
    source = click.get_current_context().get_parameter_source("form")
    if source is click.core.ParameterSource.COMMANDLINE:
        if named != "text" and (form, named) != ("jsonl", "json"):  # a .json file may hold JSON Lines
            refuse_other_ending(output, FORMATS[form].endings, form)
        return form
    if named not in formats_of(command):
        raise UsageError(
            f"cannot write {printable(output or '')}: the formats of harmonies {command} are "
            f"{enumeration(formats_of(command), 'and')}"
        )
    return cast(Form, named)


def _ending(output: str | None) -> str:
    if output is None:
        return ""
    path = Path(output.lower())
    return Path(path.stem).suffix if path.suffix == _PACKED else path.suffix
