"""Replay pages of the games that the report names, beside the page."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from harmonies_cli.records.assess import assess
from harmonies_cli.records.notation import Game
from harmonies_cli.records.outcome import AssessOptions
from harmonies_cli.rules.scoring.landscapes import RuleSet
from harmonies_cli.statistics.analysis import Analysis
from harmonies_cli.statistics.files.given_records import Place, records_at

__all__ = ["REPLAYS", "named_games", "replay_pages", "replay_path", "with_replays"]

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
        The places of the games' records, see `given_records.places_of`.
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
