"""Games with changes anywhere, including changes that no schema allows (`mutate_within_schema` has the others)."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from tests.copies import copied
from tests.rules.replay.game_logs import Record
from tests.rules.replay.mutate_within_schema import scribble
from tests.rules.replay.mutations import ANIMALS, SPIRITS

__all__ = ["disturbed"]

_WORDS = {
    "token": ["w", "M", "blue", "Grey", "BROWN", "q", "", "MM"],
    "at": ["A1", "a1", "C3", "g4", "g5", "b5", "h1", "a6", "", "a1\n"],
    "card": [
        16,
        "16",
        99,
        "Frosch",
        "FENNEC FOX",
        "fox",
        "bear",
        "no such card",
        "",
        "owl",
        *SPIRITS[:2],
        *ANIMALS[:3],
    ],
    "tokens": ["wft", ["blue", "F", "T"], "", [], "WWWWWW", "WWWWWWW", ["WFT"], "QQQ", "WF", "HHHH"],
    "space": [1, 2, 3, 4, 5],
}
"""Words that replace the usual ones: other names for them, names of something else, or of nothing."""
_KEYS = ("1", "2", "3", "4", "5", "6", "0", "", "01", "x")


def _disturb(record: Record, rng: random.Random) -> None:
    """Change something anywhere, even in ways that no schema allows."""
    turns = record["turns"]
    turn = rng.choice(turns)
    turn_2 = rng.choice(turns)
    acts = turn["actions"]
    action = rng.choice(acts or [{"do": "take-tokens", "space": 1}])
    refill = turn.setdefault("refill", {})
    start = record.get("start", {})
    tokens = rng.choice([*_WORDS["tokens"], "".join(rng.choices("WMTLFH", k=rng.randint(0, 6)))])
    word = rng.choice([key for key in _WORDS if key in action] or ["notes"])

    def swapped(things: list[Any]) -> None:
        if things:
            one, other = rng.randrange(len(things)), rng.randrange(len(things))
            things[one], things[other] = things[other], things[one]

    changes: list[Callable[[], object]] = [
        lambda: swapped(acts),
        lambda: swapped(turns),
        lambda: swapped(refill.get("row", [])),
        lambda: swapped(start.get("central", [])),
        lambda: swapped(start.get("row", [])),
        lambda: swapped(record["players"]),
        lambda: acts.append(copied(action)),
        lambda: acts.insert(rng.randint(0, len(acts)), {"do": "take-card", "card": rng.choice(_WORDS["card"])}),
        lambda: acts.insert(rng.randint(0, len(acts)), {"do": "discard-card", "card": rng.choice(ANIMALS)}),
        lambda: acts.insert(rng.randint(0, len(acts)), {"do": "choose-spirit", "card": rng.choice(SPIRITS)}),
        lambda: acts.insert(rng.randint(0, len(acts)), {"do": "take-tokens", "tokens": tokens}),
        lambda: action.update({word: rng.choice(_WORDS.get(word, [""]))}),
        lambda: action.update({word: rng.choice(_WORDS.get(word, [""]))}),
        lambda: action.update(notes="said"),
        lambda: (
            action.update(tokens="".join(rng.sample(action["tokens"], 3))) if len(action.get("tokens", "")) == 3 else 0
        ),
        lambda: action.pop("tokens", None) if action["do"] == "take-tokens" else 0,
        lambda: action.pop("space", None) if action["do"] == "take-tokens" else 0,
        lambda: turn.update(actions=copied(turn_2["actions"])),
        lambda: turn.update(refill=copied(turn_2.get("refill", {}))),
        lambda: turn.update(replaced=rng.random() < 0.7),
        lambda: turn.update(notes="said"),
        lambda: turn.pop("refill"),
        lambda: turn.update(player=rng.randint(1, 4)),
        lambda: turns.insert(rng.randint(0, len(turns)), copied(turn)),
        lambda: turns.pop(rng.randrange(len(turns))) if len(turns) > 1 else 0,
        lambda: turns.__delitem__(slice(rng.randint(1, len(turns)), None)),
        lambda: refill.setdefault("central", {}).update({rng.choice(_KEYS): tokens}),
        lambda: refill.update(central={rng.choice(_KEYS): content for content in refill.get("central", {}).values()}),
        lambda: refill.update(central={}),
        lambda: refill.update(row=[]),
        lambda: refill.setdefault("row", []).append(rng.choice([*_WORDS["card"], *ANIMALS])),
        lambda: refill.update(row=[rng.choice(ANIMALS)]),
        lambda: start.pop(rng.choice(["central", "row", "spirits"]), None),
        lambda: start.update(spirits=[rng.sample(SPIRITS, rng.randint(0, 2)) for _ in range(rng.randint(0, 4))]),
        lambda: start.update(central=[tokens, *start.get("central", [])[1:]]),
        lambda: start.update(row=[rng.choice(_WORDS["card"]), *start.get("row", [])[1:]]),
        lambda: record.pop("start", None),
        lambda: record.update(spirits=rng.random() < 0.5),
        lambda: record.pop("spirits", None),
        lambda: record.update(unfinished=rng.random() < 0.7),
        lambda: record.update(side=rng.choice("ABab")),
        lambda: record["players"].append({"name": "one more"}) if len(record["players"]) < 4 else 0,
        lambda: record["players"].pop() if len(record["players"]) > 1 else 0,
    ]
    rng.choice(changes)()


def disturbed(record: Record, rng: random.Random) -> Record:
    """Return a copy of a game with one to three changes."""
    record = copied(record)
    for _ in range(rng.choice([1, 1, 1, 2, 3]) if record["turns"] else 0):
        rng.choice([_disturb, _disturb, scribble])(record, rng)
    return record
