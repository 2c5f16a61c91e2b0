"""Mutations of legal games that break one rule each, with the fault and the place that must be reported."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from tests.copies import copied
from tests.rules.replay.game_logs import Fault, Moment, Record, moments
from tests.rules.scoring.plain_rules import CARD_DATA, PlainBoard, name, places

Mutation = Callable[[Record, random.Random], Fault | None]
"""Changes the record in place; None if this game offers no opportunity."""

MUTATIONS: dict[str, Mutation] = {}
ANIMALS = [card["id"] for card in CARD_DATA if card["kind"] == "animal"]
SPIRITS = [card["id"] for card in CARD_DATA if card["kind"] == "spirit"]
BOX = {"W": 23, "M": 23, "T": 21, "L": 19, "F": 19, "H": 15}


def breaks(name_of_rule: str) -> Callable[[Mutation], Mutation]:
    def register(mutation: Mutation) -> Mutation:
        MUTATIONS[name_of_rule] = mutation
        return mutation

    return register


def here(record: Record, rng: random.Random, fits: Callable[[Moment, Record], bool]) -> tuple[Moment, Record] | None:
    """Pick a random moment, before an action or at the end of a turn, that satisfies `fits`.

    It is never after a discard, because another action would turn the discard into a fault.
    """
    order = [(now.turn, now.action) for now in moments(record) if not now.discarded and fits(now, turn_of(record, now))]
    if not order:
        return None
    wanted = rng.choice(order)
    now = next(now for now in moments(record) if (now.turn, now.action) == wanted)
    return copied(now), turn_of(record, now)


def turn_of(record: Record, now: Moment) -> Record:
    turn: Record = record["turns"][now.turn - 1]
    return turn


def following(now: Moment, turn: Record) -> Record | None:
    return turn["actions"][now.action - 1] if now.action <= len(turn["actions"]) else None


def does(kind: str) -> Callable[[Moment, Record], bool]:
    return lambda now, turn: (following(now, turn) or {"do": ""})["do"] == kind


def at_end(now: Moment, turn: Record) -> bool:
    return now.action > len(turn["actions"])


def inserted(now: Moment, turn: Record, action: Record) -> None:
    turn["actions"].insert(now.action - 1, action)


def plain(record: Record, now: Moment) -> PlainBoard:
    return PlainBoard(record["side"], now.seat.stacks)


def spaces(record: Record) -> list[str]:
    return [name(at) for at in places(record["side"])]


def is_last_turn(record: Record, now: Moment) -> bool:
    return now.turn == len(record["turns"])


def all_of(record: Record, rng: random.Random, wanted: Callable[[Moment], list[Any]]) -> Iterator[Any]:
    """Yield a moment, its turn and one of the wanted things there; nothing if no moment has any."""
    found = here(record, rng, lambda now, _turn: bool(wanted(now)))
    if found:
        yield *found, rng.choice(wanted(found[0]))
