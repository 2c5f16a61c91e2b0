"""Any readable record as a record of the notation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from harmonies_cli.records.anonymise import anonymise
from harmonies_cli.records.assess import assess
from harmonies_cli.records.outcome import AssessOptions
from harmonies_cli.records.problems import Problem
from harmonies_cli.records.reader import Reading, ReadOptions, read_records

if TYPE_CHECKING:
    from harmonies_cli.records.plays.person_names import PersonNames

__all__ = ["Conversion", "convert", "convert_reading"]

_UNDER_ITS_OWN_RULES = AssessOptions(explain=False)


@dataclass(slots=True)
class Conversion:
    """What became of one document.

    Attributes
    ----------
    source, line
        Where it stands; line None for a whole file.
    record
        The record of the notation; None where the document cannot be read.
    problems
        Why it cannot be read.
    notes
        What is special about it, such as unfinished or without setup.
    lost
        Differences between the site's results and the replay for which a record has no field.
    is_cut_short
        Whether the record ends before the game does, at a hole in the log.
    pages
        Which of several pages the document's file holds, see `plays.play_pages`.
    is_logged
        Whether it is a play logged in another program.
    """

    source: str
    line: int | None
    record: dict[str, Any] | None = None
    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    is_cut_short: bool = False
    pages: list[str] = field(default_factory=list)
    is_logged: bool = False

    @property
    def is_finding(self) -> bool:
        """Whether the document, or a part of what it says, was not converted."""
        return self.record is None or bool(self.lost) or self.is_cut_short


def convert(
    paths: Sequence[str],
    options: ReadOptions | None = None,
    *,
    anonymous: bool = False,
    key: bytes | None = None,
    names: PersonNames | None = None,
) -> Iterator[Conversion]:
    """Read files and folders, and return each document in them as a record of the notation, one at a time.

    Records of the notation pass through as they are. Files of Board Game Arena become records with
    ``"rules": "bga"``, whose verification gives the verdict that the file itself gets.

    Parameters
    ----------
    paths
        Files, folders, or ``-`` for standard input.
    options
        How to read.
    anonymous
        Whether players become pseudonyms, see `anonymise`.
    key
        The secret behind the pseudonyms; None for one of this run of the program.
    names
        The names by which people are known, see `plays.person_names`.

    Raises
    ------
    UsageError
        At once, if a path is missing or not readable, or the key is empty.
    """
    readings = read_records(paths, options)
    return (convert_reading(reading, anonymous=anonymous, key=key, names=names) for reading in readings)


def convert_reading(
    reading: Reading, *, anonymous: bool = False, key: bytes | None = None, names: PersonNames | None = None
) -> Conversion:
    """Return what was read as a record of the notation; see `convert`."""
    found = Conversion(reading.source, reading.line, notes=list(reading.notes))
    found.pages, found.is_logged = reading.pages, reading.is_made
    if reading.record is None:
        found.problems = reading.problems
        return found
    if reading.foreign is None:
        found.record = msgspec.to_builtins(reading.record)
    else:
        found.record = reading.foreign.record
        found.notes += filter(None, [found.record.get("notes")])
        found.lost = reading.foreign.carry_results(assess(reading, _UNDER_ITS_OWN_RULES))
        found.is_cut_short = reading.foreign.problem is not None
    if found.record.get("unfinished"):
        found.notes.append("The game is unfinished.")
    if found.lost:
        found.record["notes"] = " ".join(filter(None, [found.record.get("notes"), _words(found.lost)]))
    if names:
        from harmonies_cli.records.plays.person_names import renamed

        found.record, notes = renamed(found.record, names)
        found.notes += notes
    if anonymous:
        found.record = anonymise(found.record, key)
    return found


def _words(lost: Sequence[str]) -> str:
    return f"The site's result differs in what this record cannot claim: {'; '.join(lost)}."
