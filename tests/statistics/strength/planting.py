"""Simulated games whose cards, seats and players are shuffled to be equal, with effects planted in their rows."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd

from harmonies_cli.simulate.series import Terms, fixtures_of, play_fixtures
from harmonies_cli.statistics.files.row_source import tables_of
from harmonies_cli.statistics.rows.column import ANIMAL_IDS
from harmonies_cli.statistics.strength.sample import codes

Tables = dict[str, pd.DataFrame]
_REGULARS = 10


@cache
def simulated(folder: Path, games: int) -> Tables:
    """Return the row tables of games of two random players."""
    terms = Terms(5, "A", True, "rulebook")
    file = folder / "games.jsonl"
    played = play_fixtures(terms, fixtures_of(terms, games, ["random", "random"]), jobs=1)
    file.write_bytes(b"".join(game.line for game in played))
    tables, _ = tables_of([str(file)])
    return {name: table.to_pandas() for name, table in tables.items()}


def made_equal(tables: Tables, seed: int) -> Tables:
    """Return games with the names of the cards, the seats and the players reshuffled in each game.

    Whatever the cards, seats and players were worth, all are worth the same afterwards.
    """
    chance = np.random.default_rng(seed)
    games = np.sort(tables["games"]["game"].to_numpy())
    names = np.argsort(chance.random((len(games), len(ANIMAL_IDS))), axis=1)
    swapped = chance.random(len(games)) < 0.5
    players = np.argsort(chance.random((len(games), _REGULARS)), axis=1)[:, :2]
    new = dict(tables)
    for name in ("seats", "cards", "offers", "spirits", "turns"):
        table = tables[name]
        at = np.searchsorted(games, table["game"].to_numpy())
        seat = table["seat"].to_numpy()
        table = table.assign(seat=np.where(swapped[at], 3 - seat, seat))
        if name in ("cards", "offers"):
            renamed = names[at, codes(table["card"], ANIMAL_IDS)]
            table = table.assign(card=pd.Categorical.from_codes(renamed, categories=list(ANIMAL_IDS)))
        if name == "seats":
            who = [f"player {number}" for number in players[at, table["seat"].to_numpy() - 1]]
            table = table.assign(player=who, name=who)
        new[name] = table
    return new


def with_card_worth_more(tables: Tables, card: str, points: int) -> Tables:
    """Return the games with extra points for those who took a card."""
    is_card = tables["cards"]["card"] == card
    cards = tables["cards"].assign(points=tables["cards"]["points"] + points * is_card)
    owners = cards.loc[is_card, ["game", "seat"]]
    is_owner = pd.MultiIndex.from_frame(tables["seats"][["game", "seat"]]).isin(pd.MultiIndex.from_frame(owners))
    return tables | {"cards": cards, "seats": _with_points(tables["seats"], "animals", points * is_owner)}


def with_seat_worth_more(tables: Tables, seat: int, points: int) -> Tables:
    """Return the games with extra points for a seat."""
    seats = tables["seats"]
    return tables | {"seats": _with_points(seats, "trees", points * (seats["seat"] == seat).to_numpy())}


def with_player_worth_more(tables: Tables, player: str, points: int) -> Tables:
    """Return the games with extra points for a player."""
    seats = tables["seats"]
    return tables | {"seats": _with_points(seats, "trees", points * (seats["player"] == player).to_numpy())}


def _with_points(seats: pd.DataFrame, row: str, points: np.ndarray) -> pd.DataFrame:
    seats = seats.assign(**{row: seats[row] + points, "total": seats["total"] + points})
    best = seats.groupby("game")["total"].transform("max")
    won = seats["total"] == best
    share = won / won.groupby(seats["game"]).transform("sum")
    return seats.assign(rank=np.where(won, 1, 2), win_share=share)
