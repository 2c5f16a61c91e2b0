"""One editing session: the file, and saving that never overwrites someone else's changes."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Any

from harmonies_cli.editor.drafts import draft_of, file_text, new_draft, page_problem, reading_of, unreadable_parts
from harmonies_cli.errors import HarmoniesError, UsageError
from harmonies_cli.records.assess import assess
from harmonies_cli.records.files.addresses import is_address
from harmonies_cli.records.files.paths import STDIN
from harmonies_cli.records.notation import Game, Position
from harmonies_cli.records.outcome import AssessOptions
from harmonies_cli.records.problems import Problem
from harmonies_cli.records.reader import Reading, read_records
from harmonies_cli.safe_text import printable

__all__ = ["ChangedFileError", "EditingSession", "NotAPositionError", "open_position", "text_to_save"]

_ABSENT = "absent"
_UNREADABLE = "unreadable"


class NotAPositionError(HarmoniesError):
    """The record is not a position, or cannot be read.

    Parameters
    ----------
    message
        What is wrong with it.
    problems
        Why it cannot be read.
    """

    def __init__(self, message: str, problems: list[Problem] | None = None) -> None:
        super().__init__(message)
        self.problems = problems or []


class ChangedFileError(HarmoniesError):
    """The file has changed since the page loaded or saved it.

    Parameters
    ----------
    message
        What happened to it.
    version
        The version on the disk.
    """

    def __init__(self, message: str, version: str) -> None:
        super().__init__(message)
        self.version = version


class EditingSession:
    """An edited file, or a position without a file.

    Parameters
    ----------
    file
        The file, which need not exist yet. None to edit a position that the browser saves.
    write
        Writes bytes to a file completely or not at all.

    Attributes
    ----------
    saved_problems
        Number of problems when the position was last saved; None if never saved.

    Raises
    ------
    UsageError
        If the file cannot be read.
    NotAPositionError
        If it holds anything other than one position.
    """

    def __init__(self, file: str | None, write: Callable[[str, bytes], object]) -> None:
        self._write = write
        self._lock = Lock()
        self._source = self._target = file
        self.saved_problems: int | None = None
        if file is not None:
            _check_name(file)
        if file is not None and Path(file).exists():
            reading = _only_record(file)
            open_position(reading)
            if reading.foreign is not None:
                self._target = None  # a saved page of the site is never overwritten

    @property
    def key(self) -> str:
        """A digest that identifies the file, so the browser finds its draft again."""
        path = "" if self._source is None else str(Path(self._source).resolve())
        return hashlib.sha256(os.fsencode(path)).hexdigest()[:16]

    def start(self) -> dict[str, Any]:
        """Return the page's starting data: the record on the disk, its version, and the place to save it.

        For a file that has become unreadable, this is an empty record and the reason; the page then asks before saving.
        """
        file = None if self._target is None else printable(Path(self._target).name)
        start = {"file": file, "key": self.key, "version": _ABSENT, "error": None, **_first_answer(new_draft())}
        if self._source is None:
            return start
        while (version := _version(self._source)) != start["version"]:
            start["version"] = version  # read again if somebody is writing the file at this moment
            try:
                start |= open_position(_only_record(self._source))
            except NotAPositionError as error:
                problems = [page_problem(problem, of_file=True) for problem in error.problems]
                return {**start, "version": _UNREADABLE, "error": str(error), "lost": problems}
        return start

    def save(self, data: bytes, version: str) -> dict[str, Any]:
        """Save a record sent by the page, and return its number of problems and the saved version.

        Parameters
        ----------
        data
            The record.
        version
            The version of the file that the page last loaded or saved.

        Raises
        ------
        NotAPositionError
            If the record does not follow the schema.
        ChangedFileError
            If the file now has another version.
        UsageError
            If it cannot be written.
        """
        if self._target is None:
            raise UsageError("there is no file to save to")
        text, problems = text_to_save(data)
        with self._lock, _alone_in(Path(self._target).parent):
            found = _version(self._target)
            if found != version:
                verb = "was removed" if found == _ABSENT else "was changed"
                raise ChangedFileError(f"{printable(self._target)} {verb} by another program or tab", found)
            self._write(self._target, text)
            self.saved_problems = problems
            return {"problems": problems, "version": _version(self._target)}


def open_position(reading: Reading) -> dict[str, Any]:
    """Return the parts of a position that the page needs.

    Raises
    ------
    NotAPositionError
        If the record is not a position.
    """
    if reading.problems:
        raise NotAPositionError(f"{printable(reading.source)} cannot be read", reading.problems)
    if not isinstance(reading.record, Position):
        what = "a game" if isinstance(reading.record, Game) else "a score sheet without boards"
        raise NotAPositionError(f"{printable(reading.source)} is {what}: the editor is for boards")
    return _first_answer(draft_of(reading.record), unreadable_parts(reading.record))


def text_to_save(data: bytes) -> tuple[bytes, int]:
    """Return the text of the file for a record sent by the page, and its number of problems.

    Raises
    ------
    NotAPositionError
        If it does not follow the schema.
    """
    reading = reading_of(data)
    found = assess(reading, AssessOptions(explain=False))
    if not isinstance(reading.record, Position):
        raise NotAPositionError("this is not a position in the notation", found.problems)
    return file_text(reading.record), len(found.problems)


def _first_answer(draft: dict[str, Any], lost: list[Problem] | None = None) -> dict[str, Any]:
    return {"record": draft, "lost": [page_problem(problem) for problem in lost or []]}


def _check_name(file: str) -> None:
    if file == STDIN or is_address(file):
        raise UsageError(f"{printable(file)} cannot be edited: name a file on this machine")
    if file.lower().removesuffix(".gz").endswith(".jsonl"):
        raise _record_a_line(file)


def _record_a_line(file: str) -> NotAPositionError:
    return NotAPositionError(f"{printable(file)} holds one record per line: the editor is for files of one position")


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


def _version(file: str) -> str:
    """Return a digest of a file's content."""
    try:
        return hashlib.sha256(Path(file).read_bytes()).hexdigest()
    except FileNotFoundError:
        return _ABSENT
    except OSError as error:
        raise UsageError(f"cannot read {printable(file)}: {error.strerror}") from None


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Keep other editors from saving into a folder at the same moment; the lock ends with the program."""
    with ExitStack() as held:
        with suppress(ImportError, OSError):  # Windows, or a folder without locks
            import fcntl

            handle = os.open(folder, os.O_RDONLY)
            held.callback(os.close, handle)
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
