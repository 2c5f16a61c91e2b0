"""Replay pages of the games that the report names, beside the page.

The records are read again from the input, so only these are in memory and not millions of games.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from harmonies_cli.records.assess import assess
from harmonies_cli.records.files.paths import files_of, printable
from harmonies_cli.records.files.sources import file_documents
from harmonies_cli.records.notation import Game
from harmonies_cli.records.outcome import AssessOptions
from harmonies_cli.records.reader import Reading, ReadOptions, read_document
from harmonies_cli.rules.scoring.landscapes import RuleSet
from harmonies_cli.statistics.analysis import Analysis
from harmonies_cli.statistics.files.dataset import is_dataset
from harmonies_cli.statistics.files.dataset_tables import Place
from harmonies_cli.statistics.rows.record_hash import content_hash

__all__ = ["REPLAYS", "named_games", "records_at", "replay_pages", "replay_path", "with_replays"]

REPLAYS = "games"
"""The folder of the pages, beside the report."""
_TABLE = "field_games"


def named_games(analysis: Analysis) -> list[int]:
    """Return the games that the report lists individually: the selected player's best."""
    table = analysis.tables.get(_TABLE)
    return [] if table is None else [int(game) for game in table["game"]]


def replay_pages(
    paths: Sequence[str], places: Mapping[int, Place], rules: RuleSet | None = None
) -> Iterator[tuple[int, bytes]]:
    """Yield the replay pages of games; a game has none without its record, or without turns in it.

    Parameters
    ----------
    paths
        The input paths.
    places
        The places of the games' records, see `dataset_tables.places_of`.
    rules
        The rule set of the scores; None for the one that a record names.
    """
    from harmonies_cli.report.replay.folded import replay_of
    from harmonies_cli.report.replay.replay_page import page

    for game, reading in records_at(paths, places):
        if isinstance(reading.record, Game):
            verified = assess(reading, AssessOptions(rules=rules))
            yield game, page(replay_of(reading.record, verified)).encode("utf-8", "replace")


def replay_path(game: int) -> str:
    """Return the path of a game's page, made from the game's number because names in a record can be anything."""
    return f"{REPLAYS}/{game % 2**64:016x}.html"


def with_replays(analysis: Analysis, games: Collection[int]) -> Analysis:
    """Return an analysis with the paths of the pages as a column in the table of the best games.

    Parameters
    ----------
    analysis
        The analysis.
    games
        The games that have a page.
    """
    table = analysis.tables.get(_TABLE)
    if table is None or not games:
        return analysis
    paths = [replay_path(game) if game in games else None for game in table["game"]]
    return replace(analysis, tables=analysis.tables | {_TABLE: table.assign(replay=paths)})


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
