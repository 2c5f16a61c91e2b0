"""More mutations of legal games: cards, spirits, discards, refills, the setup (see `faulty_logs`)."""

from __future__ import annotations

import random
from collections import Counter

from faulty_logs import (
    ANIMALS,
    BOX,
    MUTATIONS,
    SPIRITS,
    all_of,
    at_end,
    breaks,
    does,
    here,
    inserted,
    is_last_turn,
    plain,
    spaces,
    turn_of,
)
from game_logs import Fault, Moment, Record, moments
from plain_rules import CARD_OF, place

__all__ = ["MUTATIONS"]


@breaks("a card that is not in the row")
def _(record: Record, rng: random.Random) -> Fault | None:
    for now, turn, card in all_of(
        record, rng, lambda now: [] if now.card_taken else [card for card in CARD_OF if card not in now.row]
    ):
        inserted(now, turn, {"do": "take-card", "card": card})
        return "card-not-in-row", now.turn, now.action
    return None


@breaks("a second card")
def _(record: Record, rng: random.Random) -> Fault | None:
    # Once comes before in the row and before the limit.
    for now, turn, card in all_of(record, rng, lambda now: ANIMALS if now.card_taken else []):
        inserted(now, turn, {"do": "take-card", "card": card})
        return "card-taken-twice", now.turn, now.action
    return None


@breaks("a fifth card above the board")
def _(record: Record, rng: random.Random) -> Fault | None:
    def crowded(now: Moment) -> list[str]:
        if now.card_taken or now.seat.above_board() < 4:
            return []
        return [card for card in now.row if card]

    for now, turn, card in all_of(record, rng, crowded):
        inserted(now, turn, {"do": "take-card", "card": card})
        return "card-limit", now.turn, now.action
    return None


@breaks("a cube of a card never taken")
def _(record: Record, rng: random.Random) -> Fault | None:
    for now, turn, card in all_of(record, rng, lambda now: [card for card in CARD_OF if card not in now.seat.cards]):
        inserted(now, turn, {"do": "place-cube", "card": card, "at": rng.choice(spaces(record))})
        return "card-not-held", now.turn, now.action
    return None


@breaks("a cube of a completed card")
def _(record: Record, rng: random.Random) -> Fault | None:
    def complete(now: Moment) -> list[str]:
        cards = now.seat.cards
        return [card for card, placed in cards.items() if placed == len(CARD_OF[card].get("points", "1"))]

    for now, turn, card in all_of(record, rng, complete):
        inserted(now, turn, {"do": "place-cube", "card": card, "at": rng.choice(spaces(record))})
        return "card-no-cube", now.turn, now.action
    return None


@breaks("a cube without its habitat")
def _(record: Record, rng: random.Random) -> Fault | None:
    def missing(now: Moment) -> list[tuple[str, str]]:
        board = plain(record, now)
        return [
            (card, space)
            for card, placed in now.seat.cards.items()
            if placed < len(CARD_OF[card].get("points", "1"))
            for space in spaces(record)
            if space not in now.seat.cubes and not board.habitat_stands(card, place(space))
        ]

    for now, turn, (card, space) in all_of(record, rng, missing):
        inserted(now, turn, {"do": "place-cube", "card": card, "at": space})
        return "habitat-missing", now.turn, now.action
    return None


@breaks("a spirit not dealt")
def _(record: Record, rng: random.Random) -> Fault | None:
    dealt = record["start"].get("spirits")
    found = here(record, rng, does("choose-spirit")) if dealt else None
    if not found:
        return None
    now, turn = found
    others = [card for card in CARD_OF if card not in dealt[turn["player"] - 1]]
    turn["actions"][now.action - 1]["card"] = rng.choice(others)
    return "spirit-not-dealt", now.turn, now.action


@breaks("a spirit in a game without")
def _(record: Record, rng: random.Random) -> Fault | None:
    if record["spirits"]:
        return None
    for now, turn, card in all_of(record, rng, lambda _now: SPIRITS):
        inserted(now, turn, {"do": "choose-spirit", "card": card})
        return "spirit-not-dealt", now.turn, now.action
    return None


@breaks("a second spirit")
def _(record: Record, rng: random.Random) -> Fault | None:
    for now, turn, card in all_of(record, rng, lambda now: SPIRITS if now.spirit_chosen else []):
        inserted(now, turn, {"do": "choose-spirit", "card": card})
        return "spirit-chosen-twice", now.turn, now.action
    return None


@breaks("no spirit chosen")
def _(record: Record, rng: random.Random) -> Fault | None:
    numbers = list(range(1, len(record["players"]) + 1)) if record["spirits"] else []
    rng.shuffle(numbers)
    for number in numbers:
        turn = record["turns"][number - 1]
        if all(action["do"] != "place-cube" for action in turn["actions"]):
            turn["actions"] = [action for action in turn["actions"] if action["do"] != "choose-spirit"]
            return "spirit-not-chosen", number, None
    return None


@breaks("a discard that is not allowed")
def _(record: Record, rng: random.Random) -> Fault | None:
    def reason(now: Moment) -> bool:
        turn = turn_of(record, now)
        discards = any(action["do"] == "discard-card" for action in turn["actions"])
        return len(record["players"]) > 1 or now.card_taken or (not at_end(now, turn) and not discards)

    for now, turn, card in all_of(record, rng, lambda now: [card for card in now.row if card] if reason(now) else []):
        inserted(now, turn, {"do": "discard-card", "card": card})
        return "discard-not-allowed", now.turn, now.action
    return None


@breaks("a discard of a card that is not there")
def _(record: Record, rng: random.Random) -> Fault | None:
    found = here(record, rng, does("discard-card"))
    if not found:
        return None
    now, turn = found
    turn["actions"][now.action - 1]["card"] = rng.choice([card for card in CARD_OF if card not in now.row])
    return "discard-not-allowed", now.turn, now.action


@breaks("an action after the discard")
def _(record: Record, rng: random.Random) -> Fault | None:
    found = here(record, rng, does("discard-card"))
    if not found:
        return None
    now, turn = found
    card = rng.choice([card for card in now.row if card])
    turn["actions"].append(rng.choice([{"do": "discard-card", "card": card}, {"do": "take-tokens", "space": 1}]))
    return "discard-not-allowed", now.turn, now.action


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
