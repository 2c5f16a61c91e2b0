"""One editing session: the file that is edited, and saving without writing over what somebody else saved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Any

from harmonies_cli.editor.drafts import draft_of, new_draft, unreadable_parts
from harmonies_cli.editor.judging import reading_of, told
from harmonies_cli.editor.writing import file_text
from harmonies_cli.errors import HarmoniesError, UsageError
from harmonies_cli.records.assess import assess
from harmonies_cli.records.files.addresses import is_address
from harmonies_cli.records.files.paths import STDIN
from harmonies_cli.records.notation import Position
from harmonies_cli.records.outcome import AssessOptions
from harmonies_cli.records.problems import Problem
from harmonies_cli.records.reader import Reading, read_records
from harmonies_cli.safe_text import printable

__all__ = ["ChangedFileError", "EditingSession", "NotAPositionError"]


class NotAPositionError(HarmoniesError):
    """What was to be edited is no position that can be read.

    Parameters
    ----------
    message
        What it is instead.
    problems
        Why it cannot be read.
    """

    def __init__(self, message: str, problems: list[Problem] | None = None) -> None:
        super().__init__(message)
        self.problems = problems or []


class ChangedFileError(HarmoniesError):
    """The file is no longer as it was when it was opened or last saved."""


class EditingSession:
    """A file that is edited, or a position without one.

    Parameters
    ----------
    file
        The file; it need not exist yet. None to edit a position that the browser saves.
    write
        Writes bytes to a file, whole or not at all.

    Attributes
    ----------
    saved_problems
        How many problems the position had when it was last saved; None if it was not.

    Raises
    ------
    UsageError
        If the file cannot be read.
    NotAPositionError
        If it holds anything but one position.
    """

    def __init__(self, file: str | None, write: Callable[[str, bytes], object]) -> None:
        self._write = write
        self._lock = Lock()
        self._known: bytes | None = None
        self._file = file
        self.saved_problems: int | None = None
        self._opening = _opening(new_draft())
        if file is not None:
            _check_name(file)
        if file is not None and Path(file).exists():
            reading = _only_record(file)
            self._opening = opened(reading)
            self._known = Path(file).read_bytes()
            if reading.foreign is not None:
                self._file = None  # a saved page of the site is not written over

    def start(self) -> dict[str, Any]:
        """Return what the page begins with: the file's name, if there is one to save to, and the draft."""
        name = None if self._file is None else printable(Path(self._file).name)
        return {"file": name, "exists": self._known is not None, **self._opening}

    def save(self, data: bytes, *, anyway: bool = False) -> int:
        """Save a record that the page has sent, and return how many problems it has.

        Parameters
        ----------
        data
            The record.
        anyway
            Whether to write over a file that was changed by somebody else.

        Raises
        ------
        NotAPositionError
            If it is not of the schema.
        ChangedFileError
            If the file was changed since it was opened or last saved.
        UsageError
            If it cannot be written.
        """
        if self._file is None:
            raise UsageError("there is no file to save to")
        text, problems = saved_text(data)
        with self._lock:
            if not anyway and _content(self._file) != self._known:
                raise ChangedFileError(f"{printable(self._file)} was changed by another program")
            self._write(self._file, text)
            self._known = _content(self._file)
            self.saved_problems = problems
        return problems


def opened(reading: Reading) -> dict[str, Any]:
    """Return what the page needs of a position that was read.

    Raises
    ------
    NotAPositionError
        If it is none.
    """
    if reading.problems:
        raise NotAPositionError(f"{printable(reading.source)} cannot be read", reading.problems)
    if not isinstance(reading.record, Position):
        raise NotAPositionError(f"{printable(reading.source)} is a game: the editor is for positions")
    return _opening(draft_of(reading.record), unreadable_parts(reading.record))


def saved_text(data: bytes) -> tuple[bytes, int]:
    """Return the text of the file for a record that the page has sent, and how many problems it has.

    Raises
    ------
    NotAPositionError
        If it is not of the schema.
    """
    reading = reading_of(data)
    found = assess(reading, AssessOptions(explain=False))
    if not isinstance(reading.record, Position):
        raise NotAPositionError("this is no position of the notation", found.problems)
    return file_text(reading.record), len(found.problems)


def _opening(draft: dict[str, Any], lost: list[Problem] | None = None) -> dict[str, Any]:
    return {"record": draft, "lost": [told(problem) for problem in lost or []]}


def _check_name(file: str) -> None:
    if file == STDIN or is_address(file):
        raise UsageError(f"{printable(file)} cannot be edited: name a file of this machine")
    if file.lower().removesuffix(".gz").endswith(".jsonl"):
        raise _record_a_line(file)


def _record_a_line(file: str) -> NotAPositionError:
    return NotAPositionError(f"{printable(file)} holds a record a line: the editor is for files of one position")


def _only_record(file: str) -> Reading:
    if Path(file).is_dir():
        raise UsageError(f"{printable(file)} is a folder: name a file")
    readings = read_records([file])
    reading = next(readings, None)
    if reading is None:
        raise NotAPositionError(f"there is no record in {printable(file)}")
    if reading.line is not None or next(readings, None) is not None:
        raise _record_a_line(file)
    return reading


def _content(file: str) -> bytes | None:
    try:
        return Path(file).read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UsageError(f"cannot read {printable(file)}: {error.strerror}") from None
