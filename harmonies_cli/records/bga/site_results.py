"""The site's own results: rows, cards, totals, suns and ranks."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from harmonies_cli.records.bga.values import BgaError, as_list, as_map, excerpt, identity, integer, number
from harmonies_cli.rules.scoring.scoresheet import CLAIMED_ROWS

__all__ = ["Score", "SiteNumber", "SitePlayer", "SiteResult", "Tally", "site_result"]

_SCORE = re.compile(r"score-(land|card|total)-(\d{1,3})(?:-|\Z)")
_LAND_ROWS = {4: "trees", 2: "mountains", 5: "fields", 6: "buildings", 1: "water"}
_TOTALS = {1: "landscapes", 2: "cards", 3: "total"}


@dataclass(slots=True)
class Score:
    """The site's results of a player, with the site's own numbers for rows and totals."""

    land: dict[int, int] = field(default_factory=dict)
    cards: dict[int, int] = field(default_factory=dict)
    totals: dict[int, int] = field(default_factory=dict)
    suns: int | None = None
    final: int | None = None
    final_aux: int | None = None
    rank: int | None = None

    def add(self, score_type: object, points: int) -> None:
        """Read one scoring line; a line without a type has a solo game's suns."""
        if score_type is None:
            self.suns = points
            return
        found = _SCORE.match(score_type) if isinstance(score_type, str) else None
        if found is None:
            raise BgaError(f"unknown scoreType {excerpt(score_type)}", pointer="/scoreType")
        kind = {"land": self.land, "card": self.cards, "total": self.totals}[found[1]]
        kind[int(found[2])] = points


@dataclass(slots=True)
class Tally:
    """The results of a table while its log is read.

    Attributes
    ----------
    started
        Whether scoring has begun; after that no turn can start.
    scores
        The scores by player id.
    """

    started: bool = False
    scores: dict[str, Score] = field(default_factory=dict)

    def of(self, player: object, name: str) -> Score:
        """Return the score of a player, for reading or adding to."""
        who = identity(player)
        if who is None:
            raise BgaError(f"{name} should be a player's id, not {excerpt(player)}", pointer=f"/{name}")
        return self.scores.setdefault(who, Score())

    def add_points(self, args: Mapping[str, Any]) -> None:
        """Add a ``points`` notification."""
        self.started = True
        score = self.of(args.get("playerId"), "playerId")
        score.add(args.get("scoreType"), number(args.get("delta"), "delta"))

    def add_final(self, args: Mapping[str, Any]) -> None:
        """Add the state that ends the game."""
        inner = args.get("args")
        given = (inner if isinstance(inner, dict) and "result" in inner else args).get("result")
        for place, entry in enumerate(as_list(given, "result")):
            line = as_map(entry, f"result/{place}")
            score = self.of(line.get("player", line.get("id")), f"result/{place}/id")
            score.final, score.final_aux = integer(line.get("score")), integer(line.get("score_aux"))
            score.rank = integer(line.get("rank"))


class SiteNumber(NamedTuple):
    """A number of the site about a player.

    Attributes
    ----------
    row
        The row of the scoresheet, or ``cards`` (their sum), ``cubes`` (placed, including the spirit cube) or ``rank``.
    points
        The number.
    final
        Whether it is from the final result, not from the scoring.
    """

    row: str
    points: int
    final: bool = False


@dataclass(frozen=True, slots=True)
class SitePlayer:
    """The site's result of one player.

    Attributes
    ----------
    numbers
        All recorded numbers; a row that the site gives twice appears twice.
    cards
        Points of each card in the site's order: the spirit first, then the other cards, without their names.
    has_spirit
        Whether the first card is a spirit.
    """

    numbers: tuple[SiteNumber, ...]
    cards: tuple[int, ...] = ()
    has_spirit: bool = False

    def get(self, row: str) -> int | None:
        """Return a row's number; of two, the one in the final result."""
        found = None
        for one in self.numbers:
            if one.row == row and (found is None or one.final):
                found = one.points
        return found

    def rows(self) -> dict[str, int]:
        """Return the rows in the form of a record's claims."""
        return {row: points for row in CLAIMED_ROWS if (points := self.get(row)) is not None}


@dataclass(frozen=True, slots=True)
class SiteResult:
    """The site's results.

    Attributes
    ----------
    players
        In the record's order.
    winners
        Player numbers from 1; None if not recorded.
    """

    players: tuple[SitePlayer, ...]
    winners: tuple[int, ...] | None = None


def site_result(
    scores: Mapping[str, Score],
    order: Sequence[str],
    with_spirit: Sequence[bool],
    winners: Collection[str] = (),
) -> SiteResult:
    """Return the site's numbers in the order and with the names of our scoresheet.

    Parameters
    ----------
    scores
        The scores by player id.
    order
        Player ids in the record's order.
    with_spirit
        The players who have a spirit card, whose points the site lists first.
    winners
        Ids of the winners, if the site names them instead of ranks.
    """
    solo = len(order) == 1
    players = tuple(
        _player(scores.get(who, Score()), solo, spirit) for who, spirit in zip(order, with_spirit, strict=True)
    )
    ranks = [player.get("rank") for player in players]
    if None not in ranks:
        return SiteResult(players, tuple(place for place, rank in enumerate(ranks, 1) if rank == 1))
    return SiteResult(players, tuple(place for place, who in enumerate(order, 1) if who in winners) or None)


def _player(score: Score, solo: bool, with_spirit: bool) -> SitePlayer:
    numbers = [SiteNumber(row, score.land[key]) for key, row in _LAND_ROWS.items() if key in score.land]
    cards = tuple(score.cards[key] for key in sorted(score.cards))
    if cards or 2 in score.totals:
        spirit = cards[0] if with_spirit and cards else 0
        numbers += (SiteNumber("spirit", spirit), SiteNumber("animals", sum(cards) - spirit))
    numbers += (SiteNumber(row, score.totals[key]) for key, row in _TOTALS.items() if key in score.totals)
    if solo:
        numbers += _known_points(
            ("suns", score.suns, False), ("suns", score.final, True), ("total", score.final_aux, True)
        )
    else:
        numbers += _known_points(("total", score.final, True), ("cubes", score.final_aux, True))
    numbers += _known_points(("rank", score.rank, True))
    return SitePlayer(tuple(numbers), cards, with_spirit)


def _known_points(*numbers: tuple[str, int | None, bool]) -> list[SiteNumber]:
    return [SiteNumber(row, points, final) for row, points, final in numbers if points is not None]
