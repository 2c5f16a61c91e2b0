"""The rules of docs/rules.md again, slow and simple: coordinates, dictionaries and breadth-first searches.

The tests compare the bit-set code with it on new boards. It shares with the package only the list of habitats in
data/cards.json; all numbers are written out from docs/rules.md.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from importlib.resources import files
from itertools import product
from typing import Any

Place = tuple[int, int]
"""Column and row, both from 0."""

COLUMNS = {"A": (5, 4, 5, 4, 5), "B": (4, 3, 4, 3, 4, 3, 4)}
STACKS = ("W", "F", "M", "MM", "MMM", "T", "TT", "L", "TL", "TTL", "H", "TH", "MH", "HH")
BUILDINGS = ("TH", "MH", "HH")
TREES = {"L": 1, "TL": 2, "TTL": 3}
MOUNTAINS = {"M": 1, "MM": 2, "MMM": 3}
CARD_DATA: list[dict[str, Any]] = json.loads((files("harmonies_cli") / "data" / "cards.json").read_bytes())["cards"]
CARD_OF = {card["id"]: card for card in CARD_DATA}


def places(side: str) -> list[Place]:
    """All spaces of a side in board order: column a first, rows from the top."""
    return [(column, row) for column, rows in enumerate(COLUMNS[side]) for row in range(rows)]


def name(place: Place) -> str:
    return "abcdefg"[place[0]] + str(place[1] + 1)


def place(space: str) -> Place:
    return "abcdefg".index(space[0]), int(space[1:]) - 1


class PlainBoard:
    """A board as a dictionary from place to stack; empty spaces are left out."""

    def __init__(self, side: str, stacks: dict[str, str]) -> None:
        self.side = side
        self.places = places(side)
        self.stacks = {place(space): stack for space, stack in stacks.items()}

    def near(self, at: Place) -> list[Place]:
        """Neighbours in the order top, upper left, lower left, bottom, lower right, upper right."""
        c, r = at
        upper, lower = (r - 1, r) if c % 2 == 0 else (r, r + 1)
        around = [(c, r - 1), (c - 1, upper), (c - 1, lower), (c, r + 1), (c + 1, lower), (c + 1, upper)]
        return [there for there in around if there in set(self.places)]

    def where(self, stacks: Iterable[str]) -> list[Place]:
        wanted = set(stacks)
        return [at for at in self.places if self.stacks.get(at) in wanted]

    def groups(self, of: Iterable[Place]) -> list[list[Place]]:
        """Connected groups, each in board order, by their first place."""
        left, found = list(of), []
        while left:
            group, ahead = {left[0]}, [left[0]]
            while ahead:
                for there in self.near(ahead.pop()):
                    if there in left and there not in group:
                        group.add(there)
                        ahead.append(there)
            found.append(sorted(group))
            left = [at for at in left if at not in group]
        return found

    def distances(self, start: Place, group: list[Place]) -> dict[Place, int]:
        steps, ahead = {start: 0}, [start]
        for at in ahead:
            for there in self.near(at):
                if there in group and there not in steps:
                    steps[there] = steps[at] + 1
                    ahead.append(there)
        return steps

    def top(self, at: Place) -> str:
        return self.stacks.get(at, "")[-1:]

    def trees(self) -> int:
        return sum({1: 1, 2: 3, 3: 7}[TREES[self.stacks[at]]] for at in self.where(TREES))

    def mountains(self) -> int:
        gray = self.where(MOUNTAINS)
        return sum(
            {1: 1, 2: 3, 3: 7}[MOUNTAINS[self.stacks[at]]]
            for at in gray
            if any(there in gray for there in self.near(at))
        )

    def fields(self) -> int:
        return 5 * sum(len(group) >= 2 for group in self.groups(self.where(["F"])))

    def colours_seen(self, at: Place) -> set[str]:
        return {self.top(there) for there in self.near(at)} - {""}

    def buildings(self) -> int:
        return 5 * sum(len(self.colours_seen(at)) >= 3 for at in self.where(BUILDINGS))

    def river_length(self, group: list[Place], rules: str) -> int:
        length = 1 + max(max(self.distances(start, group).values()) for start in group)
        return max(length, self.longest_loop(group)) if rules == "bga" else length

    def longest_loop(self, group: list[Place]) -> int:
        start, visited, loops = group[0], {group[0]}, [0]

        def walk(path: list[Place]) -> None:
            for there in self.near(path[-1]):
                if there not in group:
                    continue
                if there == start and len(path) >= 3 and path[-2] != start:
                    loops.append(len(path))
                if there not in visited:
                    visited.add(there)
                    walk([*path, there])

        walk([start])
        return max(loops)

    def water(self, rules: str = "rulebook") -> int:
        water = self.where(["W"])
        if self.side == "B":
            return 5 * len(self.groups(at for at in self.places if at not in water))
        longest = max((self.river_length(group, rules) for group in self.groups(water)), default=0)
        return [0, 0, 2, 5, 8, 11, 15][longest] if longest <= 6 else 15 + 4 * (longest - 6)

    def rows(self, rules: str = "rulebook") -> tuple[int, int, int, int, int]:
        return self.trees(), self.mountains(), self.fields(), self.buildings(), self.water(rules)

    def spirit(self, card: str) -> int:
        """Points of a spirit whose cube is placed, from the table of docs/rules.md 7."""
        fields = [len(group) for group in self.groups(self.where(["F"]))]
        towns = [len(group) for group in self.groups(self.where(BUILDINGS))]
        lakes = [len(group) for group in self.groups(self.where(["W"]))]
        trees = [TREES[self.stacks[at]] for at in self.where(TREES)]
        peaks = [MOUNTAINS[self.stacks[at]] for at in self.where(MOUNTAINS)]
        return {
            "lion": sum(10 if size >= 3 else 2 for size in fields),
            "butterfly": 5 * len(fields),
            "deer": 4 * sum(height >= 2 for height in trees),
            "owl": sum(1 if height == 3 else 3 for height in trees),
            "cat": 4 * len(towns),
            "stork": 6 * sum(size >= 2 for size in towns),
            "ram": 4 * sum(height >= 2 for height in peaks),
            "marmot": sum(1 if height == 3 else 3 for height in peaks),
            "dragonfly": 7 * sum(size >= 2 for size in lakes),
            "turtle": 2 * sum(lakes),
        }[card]

    def is_habitat_complete(self, card: str, at: Place, *, mirrored: bool = False) -> bool:
        """Whether a card's habitat is around its cube's place, in any of the six rotations."""
        habitat = [(space["q"], space["r"], space["stack"]) for space in CARD_OF[card]["habitat"]]
        for turns in range(6):
            for q, r, stack in habitat:
                q, r = (r, q) if mirrored else (q, r)
                for _ in range(turns):
                    q, r = -r, q + r
                # Axial to column and row: q = c, r = i - floor(c / 2).
                column = at[0] + q
                row = at[1] - at[0] // 2 + r + column // 2
                there = self.stacks.get((column, row), "")
                if there not in (BUILDINGS if stack == "?H" else (stack,)):
                    break
            else:
                return True
        return False

    def cube_spots(self, card: str, cubes: Iterable[str] = ()) -> list[str]:
        taken = set(cubes)
        return [name(at) for at in self.places if self.is_habitat_complete(card, at) and name(at) not in taken]


def random_stacks(side: str, rng: random.Random) -> dict[str, str]:
    """Draw a board of possible stacks, from nearly empty to full, often with few kinds so large groups occur."""
    kinds = rng.sample(STACKS, rng.randint(1, len(STACKS)))
    fullness = rng.choice((0.3, 0.6, 0.9, 1.0))
    return {name(at): rng.choice(kinds) for at in places(side) if rng.random() < fullness}


def random_boards(number: int, seed: int) -> Iterator[PlainBoard]:
    rng = random.Random(seed)
    for _, side in product(range(number), COLUMNS):
        yield PlainBoard(side, random_stacks(side, rng))
