"""Mutations of legal games: the setup, refills, the pouch, records that stop early (see `mutations`)."""

from __future__ import annotations

import random
from collections import Counter

from tests.rules.replay.game_logs import Fault, Record, moments
from tests.rules.replay.mutations import ANIMALS, BOX, at_end, breaks, is_last_turn, turn_of


def _refilled(record: Record, rng: random.Random) -> tuple[int, Record]:
    number = rng.randint(1, len(record["turns"]) - 1)
    return number, record["turns"][number - 1].setdefault("refill", {})


@breaks("a refill of other spaces or numbers")
def _(record: Record, rng: random.Random) -> Fault | None:
    number, refill = _refilled(record, rng)
    central = refill.setdefault("central", {})
    if central and rng.random() < 0.5:
        space = rng.choice(sorted(central))
        central[space] = rng.choice([central[space][:-1], central[space] + "W", ""])
    else:
        central[rng.choice([space for space in "12345" if space not in central])] = rng.choice(["W", "MTF"])
    return "refill-wrong", number, None


@breaks("a refill left empty")
def _(record: Record, rng: random.Random) -> Fault | None:
    number, refill = _refilled(record, rng)
    if not refill.get("central"):
        return None
    refill["central"] = {}
    return "refill-wrong", number, None


@breaks("a card too many or too few in the row")
def _(record: Record, rng: random.Random) -> Fault | None:
    number, refill = _refilled(record, rng)
    *_, last = moments(record)
    unseen = [card for card in ANIMALS if card not in last.seen]
    if refill.get("row") and (not unseen or rng.random() < 0.5):
        refill["row"] = []
    elif unseen:
        refill["row"] = [*refill.get("row", []), rng.choice(unseen)]
    else:
        return None
    return "refill-wrong", number, None


@breaks("a wrong number at the start")
def _(record: Record, rng: random.Random) -> Fault | None:
    start = record["start"]
    kind = rng.choice(["central", "row", "spirits"] if record["spirits"] else ["central", "row"])
    if kind == "central":
        rng.choice([start["central"].pop, lambda: start["central"].__setitem__(0, "MW")])()
    elif kind == "row":
        start["row"].pop()
    else:
        rng.choice([start["spirits"].pop, start["spirits"][0].pop])()
    return "refill-wrong", 0, None


@breaks("a colour drawn beyond its number in the box")
def _(record: Record, rng: random.Random) -> Fault | None:
    numbers = [
        now.turn for now in moments(record) if at_end(now, turn_of(record, now)) and not is_last_turn(record, now)
    ]
    rng.shuffle(numbers)
    for number in numbers:
        central = record["turns"][number - 1].get("refill", {}).get("central")
        if not central:
            continue
        before = next(Counter(now.drawn) for now in moments(record) if now.turn == number)
        short = [token for token in BOX if before[token] + 3 * len(central) > BOX[token]]
        if short:
            for space in central:
                central[space] = 3 * short[0]
            return "pouch-overdrawn", number, None
    return None


@breaks("a card that was there before")
def _(record: Record, rng: random.Random) -> Fault | None:
    numbers = [number for number, turn in enumerate(record["turns"], 1) if turn.get("refill", {}).get("row")]
    number = rng.choice(numbers)
    now = next(now for now in moments(record) if now.turn == number)
    record["turns"][number - 1]["refill"]["row"][0] = rng.choice(sorted(card for card in now.seen if card in ANIMALS))
    return "card-duplicated", number, None


@breaks("a card twice at the start")
def _(record: Record, rng: random.Random) -> Fault | None:
    start = record["start"]
    if record["spirits"] and rng.random() < 0.5:
        start["spirits"][-1][1] = start["spirits"][0][0]
    else:
        start["row"][1] = start["row"][0]
    return "card-duplicated", 0, None


@breaks("a record that stops early")
def _(record: Record, rng: random.Random) -> Fault | None:
    length = rng.randint(0, len(record["turns"]) - 1)
    del record["turns"][length:]
    return "game-unfinished", length or None, None
