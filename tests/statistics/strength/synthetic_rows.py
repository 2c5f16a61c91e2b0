"""Row tables of invented games: all cards, seats and players are equal except for planted effects."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from harmonies_cli.rules.board.sides import SIDES
from harmonies_cli.rules.scoring.scoresheet import POINT_ROWS
from harmonies_cli.statistics.rows.column import ANIMAL_IDS, SPIRIT_IDS, TOKEN_SETS
from harmonies_cli.statistics.rows.columns import TABLES

_CARDS = len(ANIMAL_IDS)
_THREES = [code for code, letters in enumerate(TOKEN_SETS) if len(letters) == 3]
_STACKS = np.array(["W", "F", "M", "MM", "MMM", "TL", "TTL", "L", "TH", "HH", "."])


@dataclass(frozen=True)
class Plan:
    """The games to make, and the effects to plant in them."""

    games: int = 300
    players: int = 2
    side: str = "A"
    spirits: bool = True
    seed: int = 1
    rounds: int = 6
    cards_each: int = 5
    regulars: int = 12
    card: str | None = None
    card_bonus: int = 0
    seat_bonus: int = 0
    player_bonus: int = 0
    ratings: bool = True
    dates: bool = True


def row_tables(*plans: Plan) -> dict[str, pd.DataFrame]:
    made = [_row_tables(plan) for plan in plans]
    return {name: _typed(name, pd.concat([tables[name] for tables in made], ignore_index=True)) for name in TABLES}


def _typed(name: str, table: pd.DataFrame) -> pd.DataFrame:
    for column in TABLES[name].columns:
        if column.type == "category":
            table[column.name] = pd.Categorical(table[column.name], categories=list(column.values))
    return table.reindex(columns=TABLES[name].names)  # the columns that identify doubled records are unknown here


def _row_tables(plan: Plan) -> dict[str, pd.DataFrame]:
    chance = np.random.default_rng(plan.seed)
    games, players, each = plan.games, plan.players, plan.cards_each
    ids = np.sort(chance.choice(2**62, games, replace=False).astype(np.int64))
    game, seat = np.repeat(np.arange(games), players), np.tile(np.arange(players), games)
    seats = len(game)

    deck = np.argsort(chance.random((games, _CARDS)), axis=1)
    card = deck[:, : each * players].reshape(seats, each)
    cubes = chance.integers(0, 4, (seats, each))
    points = cubes * 4 + chance.integers(0, 3, (seats, each))
    if plan.card:
        points = points + plan.card_bonus * (card == ANIMAL_IDS.index(plan.card))
    who = chance.integers(0, plan.regulars, (games, players))
    while (np.sort(who)[:, 1:] == np.sort(who)[:, :-1]).any():
        twice = (np.sort(who)[:, 1:] == np.sort(who)[:, :-1]).any(axis=1)
        who[twice] = chance.integers(0, plan.regulars, (int(twice.sum()), players))
    who = who.ravel()

    rows = {row: chance.poisson(9, seats) for row in POINT_ROWS if row not in ("animals", "spirit")}
    rows["trees"] = rows["trees"] + plan.seat_bonus * (seat == 0) + plan.player_bonus * (who == 0)
    rows["animals"] = points.sum(axis=1)
    dealt = np.argsort(chance.random((seats, len(SPIRIT_IDS))), axis=1)[:, :2]
    placed = chance.random(seats) < 0.7
    rows["spirit"] = np.where(placed & plan.spirits, chance.integers(2, 14, seats), 0)
    total = np.sum(list(rows.values()), axis=0)
    by_game = total.reshape(games, players)
    rank = (by_game[:, None, :] > by_game[:, :, None]).sum(axis=2) + 1
    share = ((rank == 1) / (rank == 1).sum(axis=1, keepdims=True)).ravel()
    best = by_game.max(axis=1)
    second = np.sort(by_game, axis=1)[:, -2] if players > 1 else best

    spaces = SIDES[plan.side].spaces
    columns = [sum(space[0] == letter for space in spaces) for letter in sorted({space[0] for space in spaces})]
    boards = ["/".join(" ".join(_STACKS[chance.integers(0, len(_STACKS), size)]) for size in columns) for _ in game]
    day = np.datetime64("2024-06-01") + chance.integers(0, 300, games)
    solo = players == 1
    table_games = pd.DataFrame(
        {
            "game": ids,
            "id": [f"g{number}" for number in range(games)],
            "source": "synthetic.jsonl",
            "line": np.arange(1, games + 1),
            "date": np.datetime_as_string(day) if plan.dates else None,
            "kind": "game",
            "players": players,
            "solo": solo,
            "side": plan.side,
            "spirits": plan.spirits,
            "rules": "rulebook",
            "turns": plan.rounds * players,
            "rounds": plan.rounds,
            "finished": True,
            "end": "spaces",
            "winner_score": best,
            "margin": best - second,
            "verdict": "legal",
            "fault": None,
        }
    )
    table_seats = pd.DataFrame(
        {
            "game": ids[game],
            "seat": seat + 1,
            "player": [f"p{number:02}" for number in who],
            "name": [f"Player {number}" for number in who],
            "rating": 1500.0 + 10 * who if plan.ratings else np.nan,
            **rows,
            "landscapes": total - rows["animals"] - rows["spirit"],
            "total": total,
            "suns": np.clip(total // 20, 0, 8) if solo else np.nan,
            "rank": rank.ravel(),
            "win_share": share,
            "cards_taken": each,
            "cards_completed": (cubes == 3).sum(axis=1),
            "animal_cubes": cubes.sum(axis=1),
            "spirit_cubes": (placed & plan.spirits).astype(int),
            "spirit_card": np.array(SPIRIT_IDS, object)[dealt[:, 0]] if plan.spirits else None,
            "empty_spaces": 2,
            "turns": plan.rounds,
            "board": boards,
        }
    )
    return {
        "games": table_games,
        "seats": table_seats,
        "cards": _cards(plan, chance, ids, game, seat, card, cubes, points),
        "offers": _offers(plan, chance, ids, deck, card),
        "spirits": _spirits(plan, ids, game, seat, dealt, placed, rows["spirit"]),
        "turns": _turns(plan, chance, ids, rows, total),
    }


def _cards(plan: Plan, chance, ids, game, seat, card, cubes, points) -> pd.DataFrame:  # type: ignore[no-untyped-def]
    each = plan.cards_each
    taken_in = np.sort(chance.integers(1, plan.rounds + 1, card.shape), axis=1)
    completed_in = np.minimum(taken_in + chance.integers(0, 3, card.shape), plan.rounds)
    owner = np.repeat(seat, each)
    done = (cubes == 3).ravel()
    return pd.DataFrame(
        {
            "game": np.repeat(ids[game], each),
            "seat": owner + 1,
            "card": np.array(ANIMAL_IDS, object)[card.ravel()],
            "turn_taken": (taken_in.ravel() - 1) * plan.players + owner + 1,
            "round_taken": taken_in.ravel(),
            "position": chance.integers(1, 6, card.size),
            "turns_on_offer": chance.integers(0, 8, card.size),
            "cubes": cubes.ravel(),
            "points": points.ravel(),
            "share_of_maximum": np.minimum(points.ravel() / 14, 1),
            "completed": done,
            "turn_completed": np.where(done, (completed_in.ravel() - 1) * plan.players + owner + 1, np.nan),
            "turns_held": np.where(
                done, completed_in.ravel() - taken_in.ravel() + 1, plan.rounds - taken_in.ravel() + 1
            ),
        }
    )


def _offers(plan: Plan, chance, ids, deck, card) -> pd.DataFrame:  # type: ignore[no-untyped-def]
    """Each seat sees its own cards, and each card of the others with some chance."""
    taken = deck[:, : plan.cards_each * plan.players]
    parts = []
    for seat in range(plan.players):
        own = np.zeros(taken.shape, bool)
        own[:, seat * plan.cards_each : (seat + 1) * plan.cards_each] = True
        seen = own | (chance.random(taken.shape) < 0.6)
        game, place = np.nonzero(seen)
        parts.append(
            pd.DataFrame(
                {
                    "game": ids[game],
                    "turn": (place % plan.cards_each) * plan.players + seat + 1,
                    "seat": seat + 1,
                    "round": place % plan.cards_each + 1,
                    "position": place // plan.cards_each + 1,
                    "card": np.array(ANIMAL_IDS, object)[taken[game, place]],
                    "turns_on_offer": 0,
                    "taken": own[game, place],
                }
            )
        )
    return pd.concat(parts).sort_values(["game", "turn", "position"], ignore_index=True)


def _spirits(plan: Plan, ids, game, seat, dealt, placed, points) -> pd.DataFrame:  # type: ignore[no-untyped-def]
    kept = len(game) if plan.spirits else 0
    parts = [
        pd.DataFrame(
            {
                "game": ids[game],
                "seat": seat + 1,
                "card": np.array(SPIRIT_IDS, object)[dealt[:, which]],
                "dealt": True,
                "chosen": chosen,
                "placed": pd.array(placed if chosen else [pd.NA] * len(game), "boolean"),
                "turn_placed": np.nan,
                "points": points if chosen else np.nan,
            }
        )[:kept]
        for which, chosen in ((0, True), (1, False))
    ]
    return pd.concat(parts, ignore_index=True)


def _turns(plan: Plan, chance, ids, rows, total) -> pd.DataFrame:  # type: ignore[no-untyped-def]
    count = plan.rounds * plan.players
    game, turn = np.repeat(np.arange(plan.games), count), np.tile(np.arange(count), plan.games)
    seat, step = turn % plan.players, turn // plan.players + 1
    owner = game * plan.players + seat
    offered = chance.choice(_THREES, (len(game), 5))
    space = chance.integers(0, 3 if plan.players == 1 else 5, len(game))
    sets = np.array(TOKEN_SETS, object)
    noise = chance.integers(0, 31, len(game))
    return pd.DataFrame(
        {
            "game": ids[game],
            "turn": turn + 1,
            "seat": seat + 1,
            "round": step,
            "space": space + 1,
            "tokens_taken": sets[offered[np.arange(len(game)), space]],
            **{
                f"offered_{number + 1}": sets[offered[:, number]] if plan.players > 1 or number < 3 else None
                for number in range(5)
            },
            **{row: points[owner] * step // plan.rounds for row, points in rows.items()},
            "total": total[owner] * step // plan.rounds + noise * (step < plan.rounds),
            "empty_spaces": np.clip(3 * (plan.rounds - step) + chance.integers(0, 4, len(game)), 0, 23),
            **_reviews(seat, step),
        }
    )


def _reviews(seat: np.ndarray, step: np.ndarray) -> dict[str, np.ndarray]:
    """Return planted losses: 1 point by the tokens in the opening, and later 4 by the first seat's spaces."""
    tokens, spaces = np.where(step <= 4, 1.0, 0.0), np.where((step > 4) & (seat == 0), 4.0, 0.0)
    loss = tokens + spaces
    nothing = np.zeros(len(step))
    return {
        "loss": loss,
        "error": nothing + 0.25,
        "class": np.where(loss >= 3, "mistake", np.where(loss > 0, "doubtful", "sound")),
        "loss_spirit": np.where(step == 1, 0.0, np.nan),
        "loss_tokens": tokens,
        "loss_card": nothing,
        "loss_spaces": spaces,
        "loss_cubes": nothing,
        "luck": nothing,
    }
