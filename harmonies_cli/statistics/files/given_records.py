"""Read a few records again from the input files, so only these are in memory and not millions of games."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from harmonies_cli.records.files.paths import files_of, printable
from harmonies_cli.records.files.sources import file_documents
from harmonies_cli.records.reader import Reading, ReadOptions, read_document
from harmonies_cli.statistics.files.dataset import is_dataset
from harmonies_cli.statistics.rows.record_hash import content_hash

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["PLACE_COLUMNS", "Place", "places_of", "records_at"]

PLACE_COLUMNS = ("game", "source", "line")
"""The columns of `games` that `places_of` reads."""


class Place(NamedTuple):
    """Where a record was read: the name of its source, and the line; None for a whole file."""

    source: str
    line: int | None


def places_of(tables: Iterable[pa.Table], games: Collection[int]) -> dict[int, Place]:
    """Return where the records of some games were read.

    Parameters
    ----------
    tables
        The row table `games`, whole or in parts.
    games
        The games, by the hashes of their records.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    wanted = pa.array(sorted(games), pa.int64())
    found = {}
    for table in tables:
        for row in table.select(PLACE_COLUMNS).filter(pc.is_in(table["game"], wanted)).to_pylist():
            found[row["game"]] = Place(row["source"], row["line"])
    return found


def records_at(paths: Sequence[str], places: Mapping[int, Place]) -> Iterator[tuple[int, Reading]]:
    """Yield games with their records, read again.

    It leaves out records that have changed since, those from standard input, and those in data sets, which contain
    rows but no records.

    Parameters
    ----------
    paths
        The input: files, folders and data sets.
    places
        Where the records were read.
    """
    waiting = {place: game for game, place in places.items()}
    options = ReadOptions()
    for path in paths:
        if not waiting or is_dataset(path):
            continue
        for file, error in files_of(path):
            if file is None or error:  # standard input cannot be read again
                continue
            source = printable(file)
            in_file = {place for place in waiting if _is_in(place.source, source)}
            if not in_file:
                continue
            for document in file_documents(file, source):
                place = Place(document.source, document.line)
                if place in in_file:
                    in_file.remove(place)
                    game, reading = waiting.pop(place), read_document(document, options)
                    if content_hash(reading) == game:
                        yield game, reading
                if not in_file:
                    break


def _is_in(source: str, file: str) -> bool:
    """Return whether a record is in a file: its source is the file itself or, for an archive, a member."""
    return source == file or source.startswith(f"{file}!")
