"""The output of a command: its format, which agrees with the ending of its name, and its destination."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import BinaryIO, TypeVar, cast

import click

from harmonies_cli.errors import UsageError
from harmonies_cli.plurals import enumeration
from harmonies_cli.records.files.addresses import path_of
from harmonies_cli.records.files.atomic import open_whole
from harmonies_cli.records.files.record_output import Write, pack
from harmonies_cli.report.formats import FORMATS, formats_of
from harmonies_cli.safe_text import printable

__all__ = [
    "PICTURES",
    "Write",
    "format_for",
    "is_picture",
    "open_output",
    "open_packed_output",
    "refuse_other_ending",
    "whole_write",
]

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


@contextmanager
def open_output(path: str | None) -> Iterator[Write]:
    """Provide a function that writes bytes to standard output or a file.

    The file appears when it is complete; if anything fails before, the old file stays.

    Parameters
    ----------
    path
        The file; None or ``-`` for standard output.

    Raises
    ------
    UsageError
        If the file cannot be written.
    """
    if path is None or path == "-":
        yield from _standard_output()
        return
    with open_whole(path_of(path)) as stream:
        yield stream.write


def whole_write(stream: BinaryIO) -> Write:
    """Return a function that writes all its bytes, even to an unbuffered stream.

    Standard output under PYTHONUNBUFFERED is such a stream: a write may take only a part of the bytes.
    """
    if not isinstance(stream, io.RawIOBase):
        return stream.write

    def write(data: bytes) -> None:
        left = memoryview(data)
        while left:
            left = left[stream.write(left) or 0 :]

    return write


def _standard_output() -> Iterator[Write]:
    if sys.stdout is None:
        raise UsageError("standard output is closed")
    try:
        yield whole_write(sys.stdout.buffer)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise UsageError(f"cannot write to standard output: {error.strerror}") from None


@contextmanager
def open_packed_output(path: str | None) -> Iterator[Write]:
    """Provide a function that writes bytes as `open_output` does, gzipped if the name ends in .gz.

    Parameters
    ----------
    path
        The file; None or ``-`` for standard output, which is not compressed.
    """
    with open_output(path) as write, pack(write, path or "") as write_packed:
        yield write_packed
