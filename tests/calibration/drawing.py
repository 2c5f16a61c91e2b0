"""Games drawn from a simulated pool, with everything that could affect winning reshuffled, and effects planted."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from harmonies_cli.simulate.series import Terms, fixtures_of, play_fixtures
from harmonies_cli.statistics.files.row_source import tables_of
from harmonies_cli.statistics.rows.column import ANIMAL_IDS
from harmonies_cli.statistics.strength.sample import codes

__all__ = ["Drawing", "Players", "Tables", "drawn", "pool"]

Tables = dict[str, pd.DataFrame]
_TABLES = ("seats", "cards", "offers", "spirits", "turns")


@dataclass(frozen=True)
class Players:
    """Players of known strength.

    Attributes
    ----------
    number
        Number of players.
    spread
        Standard deviation of their Elo ratings.
    liked
        A worthless card that the stronger player of a game usually has.
    rated
        Whether the ratings are recorded.
    """

    number: int = 40
    spread: float = 400.0
    liked: str = ""
    rated: bool = False


@dataclass(frozen=True)
class Drawing:
    """The games to draw, and the effects to plant in them, in log odds of winning."""

    games: int
    players: tuple[int, ...] = (2,)
    cards: dict[str, float] = field(default_factory=dict)
    pairs: dict[tuple[str, str], float] = field(default_factory=dict)
    first_seat: float = 0.0
    people: Players | None = None
    equal: bool = False


@cache
def pool(players: int, games: int, bot: str = "greedy", seed: int = 101) -> Tables:
    """Return the row tables of simulated games: two and three players on side A, four on side B."""
    terms = Terms(seed + players, "B" if players == 4 else "A", players != 4, "rulebook")
    played = play_fixtures(terms, fixtures_of(terms, games, [bot] * players), jobs=1)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "games.jsonl"
        file.write_bytes(b"".join(game.line for game in played))
        tables, _ = tables_of([str(file)])
    return {name: table.to_pandas() for name, table in tables.items()}


def drawn(drawing: Drawing, pools: dict[int, Tables], seed: int) -> Tables:
    """Return games drawn with replacement, in which only planted effects decide who wins.

    In each game the names of the cards, the seats, the players and the winner are reshuffled.

    Parameters
    ----------
    drawing
        The games to draw.
    pools
        The pool for each number of players.
    seed
        Seed of all chance.
    """
    chance = np.random.default_rng(seed)
    number = np.bincount(chance.integers(0, len(drawing.players), drawing.games), minlength=len(drawing.players))
    if len(drawing.players) == 1:
        number = np.array([drawing.games])
    parts = [
        _of_pool(drawing, pools[players], int(games), players, chance)
        for players, games in zip(drawing.players, number, strict=True)
        if games
    ]
    if len(parts) == 1:
        return parts[0]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # columns without any value may or may not keep their type
        return {name: pd.concat([part[name] for part in parts], ignore_index=True) for name in parts[0]}


def _of_pool(drawing: Drawing, tables: Tables, games: int, players: int, chance: np.random.Generator) -> Tables:
    old = np.sort(tables["games"]["game"].to_numpy())
    pick = np.zeros(games, np.int64) if drawing.equal else chance.integers(0, len(old), games)
    ids = chance.choice(2**62, games, replace=False).astype(np.int64)
    names = np.argsort(chance.random((games, len(ANIMAL_IDS))), axis=1)
    order = np.argsort(chance.random((games, players)), axis=1)
    made: Tables = {}
    for name in ("games", *_TABLES):
        table = tables[name].sort_values("game", kind="stable", ignore_index=True)
        rows, game = _rows(table["game"].to_numpy(), old[pick])
        table = table.iloc[rows].reset_index(drop=True).assign(game=ids[game])
        if name != "games":
            table["seat"] = order[game, table["seat"].to_numpy() - 1] + 1
        if name in ("cards", "offers"):
            renamed = names[game, codes(table["card"], ANIMAL_IDS)]
            table["card"] = pd.Categorical.from_codes(renamed, categories=list(ANIMAL_IDS))
        made[name] = table
    seats = made["seats"].sort_values(["game", "seat"], ignore_index=True)
    made["seats"] = _with_winners(drawing, seats, made["cards"], players, chance)
    return made


def _rows(games: NDArray[np.int64], wanted: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the rows of the games in `wanted`, game after game, and the index in `wanted` of each row."""
    first, last = np.searchsorted(games, wanted), np.searchsorted(games, wanted, side="right")
    size = last - first
    game = np.repeat(np.arange(len(wanted)), size)
    within = np.arange(len(game)) - np.repeat(np.cumsum(size) - size, size)
    return first[game] + within, game


def _with_winners(
    drawing: Drawing, seats: pd.DataFrame, cards: pd.DataFrame, players: int, chance: np.random.Generator
) -> pd.DataFrame:
    """Return the seats with players, and with winners drawn by the odds that the planted effects give."""
    games = len(seats) // players
    game = np.unique(seats["game"].to_numpy())
    held = np.zeros((games, players, len(ANIMAL_IDS)), bool)
    at = np.searchsorted(game, cards["game"].to_numpy()), cards["seat"].to_numpy() - 1
    held[(*at, codes(cards["card"], ANIMAL_IDS))] = True
    odds = np.zeros((games, players))
    for card, worth in drawing.cards.items():
        odds += worth * held[:, :, ANIMAL_IDS.index(card)]
    for (one, other), worth in drawing.pairs.items():
        odds += worth * held[:, :, ANIMAL_IDS.index(one)] * held[:, :, ANIMAL_IDS.index(other)]
    odds[:, 0] += drawing.first_seat
    people = drawing.people or Players(spread=0)
    rating = 1500 + people.spread * np.linspace(-1.5, 1.5, people.number)
    who = np.argsort(chance.random((games, people.number)), axis=1)[:, :players]
    if people.liked:
        has = held[:, :, ANIMAL_IDS.index(people.liked)]
        best = rating[who].argmax(axis=1)
        swap = has.any(axis=1) & (chance.random(games) < 0.7)
        rows = np.flatnonzero(swap)
        taker = has[rows].argmax(axis=1)
        who[rows, taker], who[rows, best[rows]] = who[rows, best[rows]].copy(), who[rows, taker].copy()
    odds += rating[who] * np.log(10) / 400
    first = (odds + chance.gumbel(size=odds.shape)).argsort(axis=1)[:, ::-1]
    rank = np.empty_like(first)
    np.put_along_axis(rank, first, np.arange(1, players + 1)[None], axis=1)
    names = np.char.add("player ", who.ravel().astype(str)).astype(object)
    return seats.assign(
        player=names,
        name=names,
        rating=rating[who].ravel() if people.rated else np.nan,
        rank=rank.ravel(),
        win_share=(rank == 1).astype(float).ravel(),
    )
