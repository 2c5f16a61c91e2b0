"""Four two-player games and two solo games, small enough to compute every table with pencil and paper."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from harmonies_cli.rules.scoring.scoresheet import POINT_ROWS
from harmonies_cli.statistics.rows.columns import TABLES

_BOARD = "W F . M T/L TH MH HH/TL TTL MMM MM W/W W F F/. . W W M"

# game, seat, player, rating, trees ... spirit, spirit card
_SEATS = """
1 1 ann 1600  10  0  5  5  5 20  5 lion
1 2 bob 1400   4  6  0  5  5 15  5 owl
2 1 bob 1400   5  5  5  0  5 30  0 lion
2 2 cid 1500   8  4 10  5  8 10  5 cat
3 1 cid 1500  12  0  0  5  3  8  2 owl
3 2 ann 1600   3  7 10 10  0 20 10 lion
4 1 ann 1600  10 10  0  0  0 10  0 cat
4 2 bob 1400   0  0 10  5  5 30 10 lion
5 1 ann 1600  10 10 10 10 10 20 10 lion
6 1 bob 1400  20  0 10 10 10 20 20 ram
"""
_WIN_SHARE = [1, 0, 0.5, 0.5, 0, 1, 0, 1, 1, 1]
_RANK = [1, 2, 1, 1, 2, 1, 2, 1, 1, 1]
_SUNS = {5: 4, 6: 4}

# game, seat, card, round taken, turns on offer, cubes, points, maximum, round completed (0: not), turns held
_CARDS = """
1 1 falcon 1 0 2 12 12 3 3
1 1 frog   2 3 1  8 16 0 3
1 2 otter  1 1 3 15 15 4 4
2 1 falcon 2 2 1 10 20 0 3
2 1 otter  1 0 3 20 20 2 2
2 2 frog   1 1 2 10 10 2 2
3 1 falcon 3 4 1  8 16 0 2
3 2 otter  1 1 2 12 16 0 4
3 2 frog   2 3 1  8 16 0 3
4 1 frog   2 2 2 10 10 4 3
4 2 falcon 1 1 3 18 18 2 2
4 2 otter  3 5 2 12 16 0 2
5 1 falcon 1 0 3 20 20 2 2
6 1 falcon 1 0 3 20 20 3 3
"""
# seen and left: game, seat, card
_LEFT = "1 2 falcon, 1 2 frog, 2 2 falcon, 3 1 otter, 4 1 falcon"
# the spirit that each seat declined
_DECLINED = ["owl", "lion", "cat", "lion", "lion", "owl", "lion", "owl", "owl", "lion"]


def _numbers(text: str) -> list[list[str]]:
    return [line.split() for line in text.strip().splitlines()]


def _filled(name: str, rows: list[dict[str, Any]]) -> pd.DataFrame:
    table = pd.DataFrame(rows).reindex(columns=TABLES[name].names)
    for column in TABLES[name].columns:
        if column.type == "category":
            table[column.name] = pd.Categorical(table[column.name], categories=list(column.values))
    return table


def hand_made() -> dict[str, pd.DataFrame]:
    seats = []
    for number, words in enumerate(_numbers(_SEATS)):
        game, seat, player, rating = words[:4]
        scores, spirit = words[4:-1], words[-1]
        row: dict[str, Any] = dict(zip(POINT_ROWS, map(int, scores), strict=True))
        row |= {"game": int(game), "seat": int(seat), "player": player, "name": player.title(), "rating": float(rating)}
        row |= {"total": sum(map(int, scores)), "rank": _RANK[number], "win_share": _WIN_SHARE[number]}
        row |= {"spirit_card": spirit, "suns": _SUNS.get(int(game)), "board": _BOARD}
        seats.append(row)
    games = [
        {
            "game": game,
            "date": f"2024-0{game}-01",
            "kind": "game",
            "players": 1 if game > 4 else 2,
            "solo": game > 4,
            "side": "A",
            "spirits": True,
            "rules": "rulebook",
            "finished": True,
            "end": "spaces",
            "verdict": "legal",
        }
        for game in range(1, 7)
    ]
    cards = []
    for game, seat, card, taken, on_offer, cubes, points, most, completed, held in _numbers(_CARDS):
        players = 1 if int(game) > 4 else 2
        done = int(completed)
        cards.append(
            {
                "game": int(game),
                "seat": int(seat),
                "card": card,
                "round_taken": int(taken),
                "turns_on_offer": int(on_offer),
                "cubes": int(cubes),
                "points": int(points),
                "share_of_maximum": int(points) / int(most),
                "completed": done > 0,
                "turn_completed": (done - 1) * players + int(seat) if done else np.nan,
                "turns_held": int(held),
            }
        )
    offered = [(row["game"], row["seat"], row["card"]) for row in cards]
    offered += [(int(part.split()[0]), int(part.split()[1]), part.split()[2]) for part in _LEFT.split(",")]
    spirits = []
    for row, declined in zip(seats, _DECLINED, strict=True):
        common = {"game": row["game"], "seat": row["seat"], "dealt": True}
        chosen = {"card": row["spirit_card"], "chosen": True, "placed": row["spirit"] > 0, "points": row["spirit"]}
        spirits += [common | chosen, common | {"card": declined, "chosen": False}]
    return {
        "games": _filled("games", games),
        "seats": _filled("seats", seats),
        "cards": _filled("cards", cards),
        "offers": _filled(
            "offers",
            [
                {"game": game, "seat": seat, "card": card, "turn": 1, "round": 1, "turns_on_offer": 0, "taken": False}
                for game, seat, card in sorted(offered)
            ],
        ),
        "spirits": _filled("spirits", spirits),
        "turns": _filled("turns", _turns(seats)),
    }


def _turns(seats: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Two rounds: half the total, then all of it; the first seat takes water of three spaces, the others fields."""
    turns = []
    for row in seats:
        for number in (1, 2):
            solo = row["game"] > 4
            sets = ["WWW", "FFF", "LLH"] + ([None, None] if solo else ["MMM", "TTH"])
            turns.append(
                {
                    "game": row["game"],
                    "turn": (number - 1) * (1 if solo else 2) + row["seat"],
                    "seat": row["seat"],
                    "round": number,
                    "tokens_taken": "WWW" if row["seat"] == 1 else "FFF",
                    **{f"offered_{space}": tokens for space, tokens in enumerate(sets, 1)},
                    "total": row["total"] // 2 if number == 1 else row["total"],
                    "empty_spaces": 2 if number == 2 and row["seat"] == 1 else 9,
                }
            )
    return turns
