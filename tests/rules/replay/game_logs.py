"""Recorded games in the tests: read, replayed, and followed by an independent bookkeeper."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from harmonies_cli.rules.board.sides import side_named
from harmonies_cli.rules.replay.actions import Start, Turn
from harmonies_cli.rules.replay.replay import GameLog, replay
from harmonies_cli.rules.replay.state import GameState
from tests.copies import copied
from tests.rules.scoring.plain_rules import CARD_OF

Record = dict[str, Any]
Fault = tuple[str, int | None, int | None]
"""Code, turn, action."""

DATA = Path(__file__).parents[2] / "data"
GAMES: dict[str, Record] = {
    path.stem: json.loads(path.read_bytes()) for path in sorted((DATA / "games").glob("*p_*.json"))
}
ILLEGAL: list[Record] = json.loads((DATA / "games" / "illegal.json").read_bytes())
EXPECTED: dict[str, Record] = {
    game["id"]: game for game in json.loads((DATA / "bga" / "expected.json").read_bytes()) if "bga" in game
}


def log_of(record: Record, **changes: Any) -> GameLog:
    """Return the part of a record that the rules see."""
    log = GameLog(
        side=side_named(record["side"]),
        players=len(record["players"]),
        turns=msgspec.convert(record["turns"], list[Turn]),
        start=msgspec.convert(record.get("start", {}), Start),
        spirits=record.get("spirits"),
        unfinished=record.get("unfinished", False),
    )
    for name, value in changes.items():
        setattr(log, name, value)
    return log


def replayed(record: Record, *, keep_going: bool = False) -> GameState:
    return replay(log_of(record), keep_going=keep_going)


def faults_of(state: GameState) -> list[Fault]:
    return [(fault.code, fault.turn, fault.action) for fault in state.violations]


def faults(record: Record, *, keep_going: bool = False) -> list[Fault]:
    return faults_of(replayed(record, keep_going=keep_going))


def edited(game: str) -> Record:
    """Return a copy of a sample game without its result, for the test to change."""
    record = copied(GAMES[game])
    del record["result"]
    return record


def actions(record: Record, do: str) -> list[tuple[int, int, Record]]:
    """Return the turn and action numbers, from 1, of all actions of a kind, with each action."""
    return [
        (turn, number, action)
        for turn, played in enumerate(record["turns"], 1)
        for number, action in enumerate(played["actions"], 1)
        if action["do"] == do
    ]


def without(record: Record, *parts: str) -> Record:
    """Return a copy without some parts: start.central, refill.row, space or tokens of take-tokens, and so on."""
    record = copied(record)
    for part in parts:
        holder, _, key = part.partition(".")
        if holder == "start":
            if key:
                record.get("start", {}).pop(key, None)
            else:
                record.pop("start", None)
        elif holder == "refill":
            for turn in record["turns"]:
                if key:
                    turn.get("refill", {}).pop(key, None)
                else:
                    turn.pop("refill", None)
        else:
            for _, _, action in actions(record, "take-tokens"):
                action.pop(holder, None)
    return record


@dataclass
class Seat:
    """A player's things, in words."""

    stacks: dict[str, str] = field(default_factory=dict)
    cubes: set[str] = field(default_factory=set)
    cards: dict[str, int] = field(default_factory=dict)

    def above_board(self) -> int:
        return sum(placed < len(CARD_OF[card].get("points", "1")) for card, placed in self.cards.items())


@dataclass
class Moment:
    """The state of a legal, complete record before an action; an action one past the last means the end of the turn."""

    turn: int
    action: int
    seat: Seat
    seats: list[Seat]
    central: list[str]
    row: list[str]
    seen: set[str]
    hand: Counter[str]
    drawn: Counter[str]
    tokens_taken: bool = False
    card_taken: bool = False
    spirit_chosen: bool = False
    discarded: bool = False


def moments(record: Record) -> Iterator[Moment]:
    """Follow a legal record with complete start and refills; the yielded objects are live."""
    start = record["start"]
    central, row = list(start["central"]), list(start["row"])
    seats = [Seat() for _ in record["players"]]
    seen = {*row, *(card for hand in start.get("spirits", []) for card in hand)}
    drawn = Counter("".join(central))
    spirited: set[int] = set()
    for turn, played in enumerate(record["turns"], 1):
        now = Moment(turn, 1, seats[played["player"] - 1], seats, central, row, seen, Counter(), drawn)
        now.spirit_chosen = played["player"] in spirited
        for number, action in enumerate(played["actions"], 1):
            now.action = number
            yield now
            _carry_out(now, action)
            if action["do"] == "choose-spirit":
                spirited.add(played["player"])
        now.action = len(played["actions"]) + 1
        yield now
        if len(seats) == 1:
            central[:] = ["", "", ""]
        refill = played.get("refill", {})
        for space, tokens in refill.get("central", {}).items():
            central[int(space) - 1] = tokens
            drawn.update(tokens)
        for card in refill.get("row", []):
            row[row.index("")] = card
            seen.add(card)


def _carry_out(now: Moment, action: Record) -> None:
    match action["do"]:
        case "take-tokens":
            now.hand.update(now.central[action["space"] - 1])
            now.central[action["space"] - 1] = ""
            now.tokens_taken = True
        case "place-token":
            now.hand[action["token"]] -= 1
            now.seat.stacks[action["at"]] = now.seat.stacks.get(action["at"], "") + action["token"]
        case "place-cube":
            now.seat.cards[action["card"]] += 1
            now.seat.cubes.add(action["at"])
        case "take-card":
            now.row[now.row.index(action["card"])] = ""
            now.seat.cards[action["card"]] = 0
            now.card_taken = True
        case "discard-card":
            now.row[now.row.index(action["card"])] = ""
            now.discarded = True
        case "choose-spirit":
            now.seat.cards[action["card"]] = 0
            now.spirit_chosen = True
