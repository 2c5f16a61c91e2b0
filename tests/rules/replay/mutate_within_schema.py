"""Games with changes anywhere, within the schema."""

from __future__ import annotations

import random
from collections.abc import Callable

from tests.copies import copied
from tests.rules.replay.game_logs import Record
from tests.rules.replay.mutations import ANIMALS

__all__ = ["scribble"]


def scribble(record: Record, rng: random.Random) -> None:
    """Change something anywhere, within the schema."""
    turn = rng.choice(record["turns"])
    acts = turn["actions"]
    action = rng.choice(acts or [{"do": ""}])
    other = copied(rng.choice(rng.choice(record["turns"])["actions"] or [{"do": "take-tokens", "space": 5}]))
    refill = turn.setdefault("refill", {})
    space, tokens = str(rng.randint(1, 5)), "".join(rng.choices("WMTLFH", k=rng.randint(0, 6)))
    changes: list[Callable[[], object]] = [
        lambda: acts and acts.remove(rng.choice(acts)),
        lambda: acts.insert(rng.randint(0, len(acts)), other),
        lambda: rng.shuffle(acts),
        lambda: action.update(at=rng.choice("abcdefg") + rng.choice("12345")) if "at" in action else None,
        lambda: action.update(card=rng.choice(ANIMALS)) if "card" in action else None,
        lambda: action.update(token=rng.choice("WMTLFH")) if "token" in action else None,
        lambda: action.update(tokens=tokens) if action["do"] == "take-tokens" else None,
        lambda: action.pop("space", None) if "tokens" in action else None,
        lambda: refill.setdefault("central", {}).update({space: tokens}),
        lambda: refill.pop(rng.choice(["central", "row"]), None),
        lambda: refill.setdefault("row", []).append(rng.choice(ANIMALS)),
        lambda: turn.update(player=rng.randint(1, 4)),
        lambda: turn.update(replaced=True),
        lambda: record.pop("start", None),
        lambda: record["turns"].remove(turn) if len(record["turns"]) > 1 else None,
        lambda: record.update(unfinished=True),
    ]
    rng.choice(changes)()
