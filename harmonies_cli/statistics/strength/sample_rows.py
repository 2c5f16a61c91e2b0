"""Turn row tables into a sample, arrays by seat; and reduce a sample to what sums do not tell, in compact columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from harmonies_cli.rules.scoring.scoresheet import POINT_ROWS
from harmonies_cli.statistics.rows.column import ANIMAL_IDS, SPIRIT_IDS
from harmonies_cli.statistics.selection import SelectedGames
from harmonies_cli.statistics.strength.joining import BY_SEAT, HASHES, narrow
from harmonies_cli.statistics.strength.losses import LOSS_COLUMNS, SEAT_LOSSES, losses_of, seat_columns
from harmonies_cli.statistics.strength.sample import Ints, Kind, Sample, codes
from harmonies_cli.statistics.strength.sample_moves import (
    Hands,
    SeatIndex,
    batches,
    column_names,
    frame,
    offers_of,
    openings_of,
    turns_of,
)

__all__ = ["compact", "light", "sample_of"]


def sample_of(chosen: SelectedGames, tables: Mapping[str, Any]) -> Sample:
    """Return the sample of selected games.

    Parameters
    ----------
    chosen
        The result of `selection.select`: games and seats, sorted.
    tables
        The row tables by name; `offers` and `turns` are read batch by batch if they are not in memory.
    """
    games, seats = chosen.games, chosen.seats
    kinds, kind = _kinds(games)
    game = np.searchsorted(games["game"].to_numpy(), seats["game"].to_numpy())
    players = games["players"].to_numpy(np.int64)[game]
    player, names = pd.factorize(seats["player"].astype(object), sort=True)
    label, labels = pd.factorize(seats["name"].astype(object), sort=True)
    made: dict[str, Any] = {"game": game, "kind": kind[game], "seat": seats["seat"].to_numpy(np.int64) - 1}
    made |= {"player": player, "players": players, "label": label}
    made["rating"] = seats["rating"].to_numpy(float)
    made["win12"] = np.rint(12 * seats["win_share"].to_numpy(float)).astype(np.int64)
    for name in ("rank", "total", *POINT_ROWS):
        made[name] = np.nan_to_num(seats[name].to_numpy(float), nan=-1).astype(np.int64)
    made["sheet"] = seats["board"].isna().to_numpy(np.int64)
    made |= {"suns": seats["suns"].to_numpy(float), "board": seats["board"].to_numpy(object)}
    rows = SeatIndex(seats, game)
    cards = _of_seats(rows, tables["cards"], kind, game)
    spirits = _of_seats(rows, tables["spirits"], kind, game)
    made["spirit_card"], made["declined"] = _spirits(spirits, len(seats))
    hands = Hands(cards, spirits, players)
    made |= hands.columns()
    seen, could, views, offers = offers_of(rows, hands, tables["offers"], kind, game, cards)
    colours, early, scores, empty, trigger = turns_of(rows, tables["turns"], game)
    made |= _losses(rows, tables["turns"])
    made |= {"seen": seen, "could": could, "opening": openings_of(early, hands.early)}
    by_spaces = (games["end"].astype(object) == "spaces").to_numpy()[game]
    made["triggered"] = np.where(by_spaces & (trigger[game] >= 0), trigger[game] == made["seat"], -1).astype(np.int64)
    return Sample(
        kinds,
        tuple(str(name) for name in names),
        tuple(str(name) for name in labels),
        pd.DataFrame(
            {
                "game": games["game"].to_numpy(np.int64),
                "key": _key(games),
                "kind": kind,
                "date": games["date"].astype(object).where(games["date"].notna(), "").to_numpy(object),
                "rules": games["rules"].astype(object).to_numpy(object),
                "end": games["end"].astype(object).where(games["end"].notna(), "").to_numpy(object),
            }
        ),
        pd.DataFrame(made),
        views,
        scores,
        empty,
        colours,
        cards,
        spirits,
        offers,
    )


def _losses(rows: SeatIndex, turns: Any) -> dict[str, Any]:
    """Return what the turns cost each seat, if reviewed; the turns are read batch by batch."""
    found = np.zeros((rows.number, 0, 0))
    if set(LOSS_COLUMNS) <= set(column_names(turns)):
        for batch in batches(turns, ["game", "seat", "round", *LOSS_COLUMNS]):
            seat = rows(batch)
            of_batch = losses_of(batch[seat >= 0], seat[seat >= 0], rows.number)
            found = of_batch if not found.size else found + of_batch
    return seat_columns(found)


def _key(games: pd.DataFrame) -> Ints:
    """Return a key that decides the group of a game; all records of the game have the same key.

    Numbers are in the form that pandas gives them if one is missing, so parts with and without a missing one agree.
    """
    key = games["game"].to_numpy(float)
    if "fingerprint" in games:
        given = games["fingerprint"].to_numpy(float, na_value=np.nan)
        key = np.where(np.isnan(given), key, given)
    return np.asarray(key.view(np.int64))


def _kinds(games: pd.DataFrame) -> tuple[tuple[Kind, ...], Ints]:
    side = games["side"].astype(object).where(games["side"].notna(), "")
    spirits = games["spirits"].astype("boolean").fillna(False)
    of_game = [Kind(int(n), str(s), bool(t)) for n, s, t in zip(games["players"], side, spirits, strict=True)]
    kinds = tuple(sorted(set(of_game)))
    number = {kind: place for place, kind in enumerate(kinds)}
    return kinds, np.array([number[kind] for kind in of_game], np.int64)


def _of_seats(rows: SeatIndex, table: Any, kind: Ints, game: Ints) -> pd.DataFrame:
    """Return the rows of the seats, with the seat and the kind of game of each."""
    whole = frame(table)
    seat = rows(whole)
    part = whole[seat >= 0].assign(seat_index=seat[seat >= 0])
    part = part.sort_values(["seat_index", "card"], ignore_index=True)
    return part.assign(kind=kind[game[part["seat_index"].to_numpy(np.int64)]])


def _spirits(spirits: pd.DataFrame, seats: int) -> tuple[Ints, Ints]:
    """Return the spirit that each seat chose, and the dealt one that it declined."""
    card, seat = codes(spirits["card"], SPIRIT_IDS), spirits["seat_index"].to_numpy(np.int64)
    chosen = spirits["chosen"].to_numpy(bool)
    dealt = spirits["dealt"].astype("boolean").fillna(False).to_numpy(bool)
    columns = np.full((2, seats), -1)
    columns[0, seat[chosen]] = card[chosen]
    columns[1, seat[dealt & ~chosen]] = card[dealt & ~chosen]
    return columns[0], columns[1]


_TEXTS = ("date", "rules", "end")
_OF_CARDS = ["seat_index", "kind", "card", "points"]
_OF_PLAYERS = [
    *("game", "kind", "seat", "player", "label", "players"),
    *("rating", "win12", "rank", "total", "sheet", *SEAT_LOSSES),
]


def compact(sample: Sample) -> Sample:
    """Return the columns of a sample that regressions and predictions need; the rest is in the sums.

    It drops boards, colours, offers and spirits; integers take as few bytes as they need.
    """
    cards = sample.cards[_OF_CARDS]
    animal = codes(cards["card"], ANIMAL_IDS)
    order = np.lexsort((animal, cards["seat_index"].to_numpy(np.int64)))
    cards, animals = cards.iloc[order], pd.Categorical.from_codes(animal[order].tolist(), list(ANIMAL_IDS))
    return replace(
        sample,
        games=_small(sample.games, HASHES),
        seats=_small(sample.seats.drop(columns="board", errors="ignore")),
        colours=_no_columns(sample.colours),
        cards=_small(cards.assign(card=animals)),
        spirits=_no_rows(sample.spirits, ["seat_index", "kind"]),
        offers=_no_rows(sample.offers, ["game", "kind"]),
    )


def light(sample: Sample) -> Sample:
    """Return the columns of a sample that ratings and the tables of players need, with dates and rule sets."""
    without: dict[str, Any] = {name: _no_columns(getattr(sample, name)) for name in BY_SEAT}
    return replace(
        sample,
        games=_small(sample.games, HASHES),
        seats=_small(sample.seats[[name for name in sample.seats if name in _OF_PLAYERS]]),
        **without,
        cards=_no_rows(sample.cards, _OF_CARDS),
        spirits=_no_rows(sample.spirits, ["seat_index", "kind"]),
        offers=_no_rows(sample.offers, ["game", "kind"]),
    )


def _no_rows(table: pd.DataFrame, columns: list[str]) -> pd.DataFrame:
    return table[:0][columns].copy()  # a view would keep the whole table in memory


def _no_columns(matrix: NDArray[Any]) -> NDArray[Any]:
    return matrix[:, :0].copy()


def _small(table: pd.DataFrame, as_they_are: Sequence[str] = ()) -> pd.DataFrame:
    columns: dict[str, Any] = {}
    for name in table.columns:
        column = table[name].array
        if name in _TEXTS:
            columns[name] = table[name].astype("category").array
        else:
            columns[name] = column if name in as_they_are else narrow(column)
    return pd.DataFrame(columns)
