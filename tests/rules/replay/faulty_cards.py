"""Mutations of legal games: cards, cubes, spirits, discards (see `mutations`)."""

from __future__ import annotations

import random

from tests.rules.replay.game_logs import Fault, Moment, Record
from tests.rules.replay.mutations import (
    ANIMALS,
    SPIRITS,
    all_of,
    at_end,
    breaks,
    does,
    here,
    inserted,
    plain,
    spaces,
    turn_of,
)
from tests.rules.scoring.plain_rules import CARD_OF, place


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
    # "Only once" is checked before "in the row" and before the limit.
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
    for now, turn, card in all_of(record, rng, lambda now: [name for name in CARD_OF if name not in now.seat.cards]):
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
    def unfinished(now: Moment) -> list[str]:
        cards = now.seat.cards
        return [card for card, placed in cards.items() if placed < len(CARD_OF[card].get("points", "1"))]

    for now, turn, card in all_of(record, rng, unfinished):
        board = plain(record, now)
        free = [space for space in spaces(record) if space not in now.seat.cubes]
        missing = [space for space in free if not board.is_habitat_complete(card, place(space))]
        if missing:
            inserted(now, turn, {"do": "place-cube", "card": card, "at": rng.choice(missing)})
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


@breaks("a spirit in a game without spirits")
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
