"""Many games as records, in one process or several, with the same result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from harmonies_cli.batch.executor import LostChunk, MakePool, map_chunks, process_pool
from harmonies_cli.bots.registry import make_bot
from harmonies_cli.errors import UsageError
from harmonies_cli.rules.board.sides import SIDES
from harmonies_cli.rules.replay.replay import scoresheets
from harmonies_cli.rules.scoring.landscapes import RuleSet
from harmonies_cli.rules.scoring.scoresheet import ROWS, Scoresheet
from harmonies_cli.simulate.driver import PlayedGame, deal_game, play_game, player_chance

__all__ = [
    "Fixture",
    "SimulatedGame",
    "Terms",
    "fixtures_of",
    "game_record",
    "play_fixture",
    "play_fixtures",
    "record_line",
]


def _rows(sheet: Scoresheet) -> dict[str, Any]:
    rows = {row: getattr(sheet, row) for row in ROWS}
    if sheet.suns is not None:
        rows["suns"] = sheet.suns
    return rows


def game_record(played: PlayedGame, names: Sequence[str], *, identity: str, rules: RuleSet) -> dict[str, Any]:
    """Return the record of a game.

    Parameters
    ----------
    played
        The game.
    names
        Names of the players, in turn order.
    identity
        The record's id.
    rules
        The rule set of the result.
    """
    table = played.table
    record: dict[str, Any] = {
        "format": "harmonies-game",
        "version": 1,
        "id": identity,
        "side": table.side.name,
        "rules": rules,
        "spirits": table.spirits,
        "players": [{"name": name} for name in names],
        "start": played.start,
        "turns": played.turns,
    }
    broken = played.broken_off
    if broken is not None:
        place = f"turn {broken.turn}" + (f", action {broken.action}" if broken.action else "")
        who = names[broken.player - 1]
        record["unfinished"] = True
        record["notes"] = f"broken off at {place}: player {broken.player} ({who}): {broken.code}: {broken.message}"
        return record
    sheets, winners = scoresheets(table, names, rules, explain=False)
    record["result"] = {"scores": [_rows(sheet) for sheet in sheets], "winners": winners}
    return record


def record_line(record: dict[str, Any]) -> bytes:
    """Return a record as one line of JSON."""
    return msgspec.json.encode(record) + b"\n"


_LARGEST_CHUNK = 100


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms that all games of a series share.

    Attributes
    ----------
    seed
        It determines everything random, together with the number of the deal.
    side
        ``"A"`` or ``"B"``.
    spirits
        Whether Nature's Spirit cards are in play.
    rules
        The rule set of the results.
    """

    seed: int
    side: str = "A"
    spirits: bool = True
    rules: RuleSet = "rulebook"


class Fixture(NamedTuple):
    """One game to play.

    Attributes
    ----------
    deal
        Number of the deal.
    identity
        The record's id.
    bots
        The bot on each seat, with its parameters.
    """

    deal: int
    identity: str
    bots: tuple[str, ...]


class SimulatedGame(NamedTuple):
    """The result of a game.

    Attributes
    ----------
    fixture
        The planned game.
    line
        The record, as one line of JSON.
    totals
        Points by seat; empty if the game was broken off.
    winners
        Numbers of the winners.
    broken_off
        The reason if the game was not finished, or None.
    """

    fixture: Fixture
    line: bytes
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    broken_off: str | None


def fixtures_of(terms: Terms, games: int, bots: Sequence[str]) -> Iterator[Fixture]:
    """Yield the games of a plain series: the same bots on the same seats, one deal each."""
    for game in range(1, games + 1):
        yield Fixture(game, f"{terms.seed}-{game}", tuple(bots))


def play_fixture(terms: Terms, fixture: Fixture) -> SimulatedGame:
    """Play one game and write its record."""
    players = [make_bot(bot) for bot in fixture.bots]
    seats = len(players)
    played = play_game(
        SIDES[terms.side],
        [player.bot for player in players],
        deal_game(terms.seed, fixture.deal, seats, spirits=terms.spirits),
        [player_chance(terms.seed, fixture.deal, seat) for seat in range(1, seats + 1)],
        check_answers=not all(player.is_built_in for player in players),
    )
    record = game_record(played, fixture.bots, identity=fixture.identity, rules=terms.rules)
    if played.broken_off is not None:
        return SimulatedGame(fixture, record_line(record), (), (), f"game {fixture.identity} {record['notes']}")
    totals = tuple(score["total"] for score in record["result"]["scores"])
    return SimulatedGame(fixture, record_line(record), totals, tuple(record["result"]["winners"]), None)


@dataclass(frozen=True, slots=True)
class _Play:
    """Plays a chunk of games."""

    terms: Terms

    def __call__(self, fixtures: Sequence[Fixture]) -> list[SimulatedGame]:
        return [play_fixture(self.terms, fixture) for fixture in fixtures]


def play_fixtures(
    terms: Terms, fixtures: Iterable[Fixture], *, jobs: int = 1, make_pool: MakePool = process_pool
) -> Iterator[SimulatedGame]:
    """Play games and yield them in the order of `fixtures`.

    Parameters
    ----------
    terms
        The terms that all games share.
    fixtures
        The games, consumed as needed.
    jobs, make_pool
        See `executor.map_chunks`.

    Raises
    ------
    UsageError
        If a bot is unknown, or if the worker for a game died twice.
    """
    if jobs == 1 and make_pool is process_pool:
        for fixture in fixtures:
            yield play_fixture(terms, fixture)
        return
    with closing(map_chunks(_Play(terms), _chunks(iter(fixtures)), jobs=jobs, make_pool=make_pool)) as done:
        for chunk, games in done:
            if isinstance(games, LostChunk):
                which = f"{chunk[0].identity} to {chunk[-1].identity}"
                raise UsageError(f"games {which} could not be played: {games.reason}; --jobs 1 shows the game")
            yield from games


def _chunks(fixtures: Iterator[Fixture]) -> Iterator[Sequence[Fixture]]:
    """Yield chunks of growing length, so slow games soon occupy all workers, and fast games cost little overhead."""
    size = 1
    while chunk := tuple(islice(fixtures, size)):
        yield chunk
        size = min(_LARGEST_CHUNK, size + 1)
