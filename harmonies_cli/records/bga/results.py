"""The site's own results: rows, cards, totals, suns and ranks."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from harmonies_cli.records.bga.errors import BgaError
from harmonies_cli.records.bga.values import as_list, as_map, excerpt, identity, integer, number

__all__ = ["Score", "SitePlayer", "SiteResult", "Tally", "site_result"]

_SCORE = re.compile(r"score-(land|card|total)-(\d{1,3})(?:-|\Z)")
_LAND_ROWS = {4: "trees", 2: "mountains", 5: "fields", 6: "buildings", 1: "water"}
_TOTALS = {1: "landscapes", 2: "cards", 3: "total"}


@dataclass(slots=True)
class Score:
    """What the site says about one player, by its own numbering of rows and totals."""

    land: dict[int, int] = field(default_factory=dict)
    cards: dict[int, int] = field(default_factory=dict)
    totals: dict[int, int] = field(default_factory=dict)
    suns: int | None = None
    final: int | None = None
    final_aux: int | None = None
    rank: int | None = None

    def add(self, score_type: object, points: int) -> None:
        """Take in one line of the scoring; the line without a type gives the suns of a solo game."""
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
        Whether scoring has begun, so that no further turn starts.
    scores
        By player id.
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
        """Take in a ``points`` notification."""
        self.started = True
        score = self.of(args.get("playerId"), "playerId")
        score.add(args.get("scoreType"), number(args.get("delta"), "delta"))

    def add_final(self, args: Mapping[str, Any]) -> None:
        """Take in the state that ends the game."""
        inner = args.get("args")
        given = (inner if isinstance(inner, dict) and "result" in inner else args).get("result")
        for place, entry in enumerate(as_list(given, "result")):
            line = as_map(entry, f"result/{place}")
            score = self.of(line.get("player", line.get("id")), f"result/{place}/id")
            score.final, score.final_aux = integer(line.get("score")), integer(line.get("score_aux"))
            score.rank = integer(line.get("rank"))


@dataclass(frozen=True, slots=True)
class SitePlayer:
    """The site's result of one player.

    Attributes
    ----------
    rows
        Points by row of the scoresheet, as far as recorded: ``trees``, ``mountains``, ``fields``,
        ``buildings``, ``water``, ``animals``, ``spirit``.
    cards
        Points of each card in the site's order: the spirit first, then cards that cannot be told apart.
    cubes
        Cubes placed, the spirit cube included; None in solo.
    total
        Points; in solo too.
    suns
        Suns of a solo game.
    rank
        1 is the best.
    """

    rows: dict[str, int]
    cards: tuple[int, ...] = ()
    cubes: int | None = None
    total: int | None = None
    suns: int | None = None
    rank: int | None = None


@dataclass(frozen=True, slots=True)
class SiteResult:
    """The site's results.

    Attributes
    ----------
    players
        In the record's order.
    winners
        Player numbers from 1, or None if they are not recorded.
    contradictions
        Where the site's numbers do not agree among themselves.
    """

    players: tuple[SitePlayer, ...]
    winners: tuple[int, ...] | None = None
    contradictions: tuple[str, ...] = ()

    def rows(self, player: int) -> dict[str, int]:
        """Return the rows of a player (from 0), with total and suns, as a record claims them."""
        given = self.players[player]
        rows = dict(given.rows)
        rows |= {"total": given.total} if given.total is not None else {}
        return rows | ({"suns": given.suns} if given.suns is not None else {})


def site_result(
    scores: Mapping[str, Score],
    order: Sequence[str],
    with_spirit: Sequence[bool],
    names: Sequence[str],
    winners: Collection[str] = (),
) -> SiteResult:
    """Put the site's numbers in the order and under the names of our scoresheet.

    Parameters
    ----------
    scores
        By player id.
    order
        Player ids in the record's order.
    with_spirit
        Which of them hold a spirit card, whose points the site lists as the first card's.
    names
        Their names, for messages.
    winners
        Ids of the winners, where the site names them instead of ranks.
    """
    solo = len(order) == 1
    contradictions: list[str] = []
    players = tuple(
        _player(scores.get(who, Score()), solo, spirit, name, contradictions)
        for who, spirit, name in zip(order, with_spirit, names, strict=True)
    )
    won = [place for place, who in enumerate(order, 1) if who in winners]
    if all(player.rank is not None for player in players):
        won = [place for place, player in enumerate(players, 1) if player.rank == 1]
    return SiteResult(players, tuple(won) or None, tuple(contradictions))


def _player(score: Score, solo: bool, spirit: bool, name: str, contradictions: list[str]) -> SitePlayer:
    rows = {row: score.land[key] for key, row in _LAND_ROWS.items() if key in score.land}
    cards = tuple(score.cards[key] for key in sorted(score.cards))
    said = {_TOTALS[key]: points for key, points in score.totals.items() if key in _TOTALS}
    if cards or "cards" in said:
        rows["spirit"] = cards[0] if spirit and cards else 0
        rows["animals"] = sum(cards) - rows["spirit"]
    points, suns = (score.final_aux, score.final) if solo else (score.final, score.suns)
    total = points if points is not None else said.get("total")
    sums = {"landscapes": sum(score.land.values()), "cards": sum(cards)}
    expected = {**sums, "total": sum(sums.values())}
    for what, given in said.items():
        if given != expected[what]:
            contradictions.append(f"{name}: the site's {what} add up to {expected[what]}, but it says {given}")
    if points is not None and "total" in said and points != said["total"]:
        contradictions.append(f"{name}: the site's scoring gives {said['total']}, its final result {points}")
    if solo and None not in (suns, score.suns) and suns != score.suns:
        contradictions.append(f"{name}: the site's scoring gives {score.suns} suns, its final result {suns}")
    return SitePlayer(
        rows=rows,
        cards=cards,
        cubes=None if solo else score.final_aux,
        total=total,
        suns=(suns if suns is not None else score.suns) if solo else None,
        rank=score.rank,
    )
