"""Records of any kind that can be read, as records of the notation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from harmonies_cli.records.anonymise import anonymise
from harmonies_cli.records.assess import assess
from harmonies_cli.records.bga.result_check import site_differences
from harmonies_cli.records.bga.site_results import SitePlayer, SiteResult
from harmonies_cli.records.outcome import AssessOptions
from harmonies_cli.records.problems import Problem
from harmonies_cli.records.reader import Reading, ReadOptions, read_records
from harmonies_cli.rules.scoring.scoresheet import Scoresheet

__all__ = ["Conversion", "convert", "convert_reading"]

_AS_THE_SITE = AssessOptions(rules="bga", explain=False)


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
        What is special about it: unfinished, without setup.
    lost
        Differences between the site's results and the replay for which a record has no field.
    """

    source: str
    line: int | None
    record: dict[str, Any] | None = None
    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)

    @property
    def is_finding(self) -> bool:
        """Whether the document, or a part of what it says, was not converted."""
        return self.record is None or bool(self.lost)


def convert(
    paths: Sequence[str], options: ReadOptions | None = None, *, anonymous: bool = False, key: bytes | None = None
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

    Raises
    ------
    UsageError
        At once, if a path is missing or not readable, or the key is empty.
    """
    readings = read_records(paths, options)
    return (convert_reading(reading, anonymous=anonymous, key=key) for reading in readings)


def convert_reading(reading: Reading, *, anonymous: bool = False, key: bytes | None = None) -> Conversion:
    """Return what was read as a record of the notation; see `convert`."""
    found = Conversion(reading.source, reading.line)
    if reading.record is None:
        found.problems = reading.problems
        return found
    if reading.bga is None:
        found.record = msgspec.to_builtins(reading.record)
    else:
        found.record = reading.bga.record
        found.notes += filter(None, [found.record.get("notes")])
        if reading.bga.site is not None:
            found.lost = _carry(found.record, reading, reading.bga.site)
    if found.record.get("unfinished"):
        found.notes.append("The game is unfinished.")
    if found.lost:
        found.record["notes"] = " ".join(filter(None, [found.record.get("notes"), _words(found.lost)]))
    if anonymous:
        found.record = anonymise(found.record, key)
    return found


def _words(lost: Sequence[str]) -> str:
    return f"The site's result differs in what this record cannot claim: {'; '.join(lost)}."


def _carry(record: dict[str, Any], reading: Reading, site: SiteResult) -> list[str]:
    """Make the record claim whatever the site says that is not ours, and return what it cannot claim."""
    found = assess(reading, _AS_THE_SITE)
    if not (found.finished or found.kind == "position"):
        return []
    result = record.get("result")
    claims = result["scores"] if result else [player["score"] for player in record["players"]]
    winners = site.winners is not None and list(site.winners) != found.winners
    lost = []
    for sheet in found.players:
        lost += _carry_player(claims[sheet.player - 1], site.players[sheet.player - 1], sheet, winners=winners)
    if winners and not result:
        lost.append(f"winners: players {', '.join(map(str, site.winners or ()))}")
    return lost


def _carry_player(claims: dict[str, int], said: SitePlayer, sheet: Scoresheet, *, winners: bool) -> list[str]:
    # Cards are claimed by their sum, and ranks by the winners, where these differ.
    carried = {"each card": claims.get("animals") != sheet.animals, "rank": winners}
    lost = []
    for difference in site_differences(said, sheet):
        row, points = difference.row, difference.said
        if row in claims:
            # Of a row that the site gives twice, the record claims the number that is not ours.
            if claims[row] == difference.counted and isinstance(points, int):
                claims[row] = points
        elif row == "cards" and isinstance(points, int) and "animals" in claims:
            if claims["animals"] == sheet.animals:
                claims["animals"] = points - claims["spirit"]
        elif not carried.get(row):
            lost.append(f"{sheet.name}: {difference.words}")
    return lost
