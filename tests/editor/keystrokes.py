"""The time that typing takes, by the keystroke-level model of Card, Moran and Newell."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

KEY, POINT, HOME = 0.2, 1.1, 0.4  # seconds


@dataclass
class Hand:
    """Counts keys, clicks, and changes between the keyboard and the mouse."""

    keys: int = 0
    clicks: int = 0
    changes: int = 0
    _is_at_mouse: bool = True

    def key(self, number: int = 1) -> None:
        self.changes += self._is_at_mouse
        self._is_at_mouse = False
        self.keys += number

    def click(self, number: int = 1) -> None:
        self.changes += not self._is_at_mouse
        self._is_at_mouse = True
        self.clicks += number

    @property
    def seconds(self) -> float:
        return KEY * self.keys + POINT * self.clicks + HOME * self.changes

    def __str__(self) -> str:
        return f"{self.keys:4} keys {self.clicks:4} clicks {self.seconds:6.1f} s"


def json_by_hand(record: dict[str, Any]) -> Hand:
    """The whole record, written as briefly as possible."""
    hand = Hand()
    hand.key(len(json.dumps(record, separators=(",", ":"))))
    return hand


def skeleton_of_new(record: dict[str, Any]) -> Hand:
    """Names, stacks and cards typed between the quotes of an empty record, with an arrow key between lines."""
    hand = Hand()
    hand.click()
    for player in record["players"]:
        lines = [player["name"], *player["board"], json.dumps(player["cards"])]
        hand.key(sum(len(line) + 4 for line in lines))  # down, to the quotes, and the old text deleted
    return hand


def new_ask(record: dict[str, Any]) -> Hand:
    """Every answer, with Enter."""
    hand = Hand()
    answers = [record["side"], str(len(record["players"])), "n"]
    for player in record["players"]:
        answers += [player["name"], *player["board"]]
        answers += [", ".join(f"{card} {cubes}" for card, cubes in player["cards"].items()), "", "", ""]
    hand.key(sum(len(answer) + 1 for answer in answers))
    return hand


def clicks_only(record: dict[str, Any]) -> Hand:
    """One click for each space, token and cube; names are typed, cards looked up by three letters."""
    hand = Hand()
    for player in record["players"]:
        hand.click()
        hand.key(len(player["name"]))
        stacks = [stack for column in player["board"] for stack in column.split() if stack != "."]
        hand.click(len(stacks) + len("".join(stacks)))
        for cubes in player["cards"].values():
            hand.click()
            hand.key(4)
            hand.click(cubes)
    return hand
