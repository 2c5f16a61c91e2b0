"""Fit the value function: ``python -m tests.training.values --side A``.

Only the difference of their values decides between two turns, so the fit is on differences. A bot plays games
on deals that nothing else uses. At each turn it follows its candidates through common scenarios to the end of the game,
by the turns that the present value function prefers, and plays the best. The positions on the way, after 0 to 3 more
own turns, are regressed on the final points (ridge regression): those of one scenario as differences from their mean,
with weight 1, and as they are, with weight `LEVEL`, which sets what all candidates have in common. Because few games
show few of the spirits, ``--self-play`` adds games of the same lockstep player with each of them, with weight
`SELF_PLAY`.

The script writes the data file after each `KINDS` games and at the end. Run it again, from the current data file,
when the weights or the features change.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from harmonies_cli.bots.candidates import Candidates
from harmonies_cli.bots.crowd import is_over
from harmonies_cli.bots.interface import View
from harmonies_cli.bots.lookahead import every_course, turns_followed
from harmonies_cli.bots.planner import PlannerBot, PlannerParameters
from harmonies_cli.bots.scenarios import draw_scenarios
from harmonies_cli.bots.value_function import PARTS, VALUES_FILE, ValueData, features, points_now
from harmonies_cli.bots.valued_turns import play_valued_turns
from harmonies_cli.bots.weights import SCALE, Weights
from harmonies_cli.rules.board.cards import SPIRITS
from harmonies_cli.rules.board.sides import SIDES
from harmonies_cli.simulate.driver import deal_game, play_game, player_chance
from tests.training.self_play import GameKind, SelfPlay

SEED = 6_000_000
KINDS = ((2, True), (2, True), (1, True), (2, False), (2, True), (3, True), (2, True), (4, True))
"""The number of players, and whether there are spirits, game after game."""
CANDIDATES = 16
SCENARIOS = 4
DEPTHS = 4
"""Positions after 0, 1, 2, 3 more own turns are regressed."""
TURNS = 14
"""More own turns than a game has."""
LEVEL = 0.1
SELF_PLAY = 1.0
RIDGE = 100.0
HELD_OUT = 5
"""One game in this many is left out of a second fit, which is tested on it."""


class Sums(NamedTuple):
    """What a regression needs from its rows: products of the features with each other, and with the points."""

    squares: NDArray[np.float64]
    products: NDArray[np.float64]
    rows: int

    def __add__(self, other: object) -> Sums:
        """Return the sums over the rows of both."""
        if not isinstance(other, Sums):
            return NotImplemented
        return Sums(self.squares + other.squares, self.products + other.products, self.rows + other.rows)

    def coefficients(self) -> NDArray[np.float64]:
        """Return the coefficients of a ridge regression on standardised features; the first feature is constant."""
        spread = np.sqrt(np.diag(self.squares) / self.rows)
        spread[spread == 0] = 1
        penalty = np.full(len(spread), RIDGE)
        penalty[0] = 0
        left = self.squares / spread / spread[:, None] + np.diag(penalty)
        result: NDArray[np.float64] = np.linalg.solve(left, self.products / spread) / spread
        return result


class Rows(NamedTuple):
    """Positions of one depth: features, final points and scenario (from 0) of each."""

    table: NDArray[np.float64]
    points: NDArray[np.float64]
    scenario: NDArray[np.intp]

    def differences(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return features and points less their means over the positions of the same scenario."""
        number = np.maximum(np.bincount(self.scenario), 1)
        table = np.zeros((len(number), self.table.shape[1]))
        np.add.at(table, self.scenario, self.table)
        points = np.bincount(self.scenario, self.points) / number
        return self.table - (table / number[:, None])[self.scenario], self.points - points[self.scenario]

    def sums(self) -> Sums:
        """Return the sums over differences and levels."""
        table, points = self.differences()
        return Sums(table.T @ table, table.T @ points, len(points)) + self.levels(LEVEL)

    def levels(self, weight: float) -> Sums:
        """Return the sums over levels only; they add no rows."""
        return Sums(weight * self.table.T @ self.table, weight * self.table.T @ self.points, 0)


class Explorer(PlannerBot):
    """Follows its candidates to the end of the game, keeps the positions it has met, and plays the best candidate."""

    def __init__(self) -> None:
        super().__init__(PlannerParameters(candidates=CANDIDATES))
        self.rows: list[Rows] = []

    def _follow_best(
        self, view: View, candidates: Candidates, chance: Random, begin: float
    ) -> tuple[Candidates, float]:
        setting, number = candidates.setting, len(candidates.numbers)
        scenarios = draw_scenarios(view, SCENARIOS, TURNS, chance)
        scenario = np.repeat(np.arange(SCENARIOS), number)
        met: list[tuple[NDArray[np.float64], NDArray[np.intp]]] = []
        start = every_course(candidates.crowd, candidates.offers, candidates.spaces, scenarios)
        for depth, crowd in enumerate(turns_followed(setting, *start)):
            going = np.flatnonzero(~is_over(setting.side, crowd))
            if depth < DEPTHS and len(going):
                met.append((features(setting, crowd.select(going)).astype(float), going))
        points = points_now(setting, crowd) / SCALE
        self.rows += [Rows(table, points[going], scenario[going]) for table, going in met]
        means = points.reshape(SCENARIOS, number).mean(axis=0)
        return candidates.select(np.argsort(-means, kind="stable")), float(means.max())


def rows_of_game(kind: GameKind, number: int) -> list[Rows]:
    """Play a game and return the positions met."""
    bot = Explorer()
    dealt = deal_game(SEED, number, kind.players, spirits=kind.spirits)
    chances = [player_chance(SEED, number, seat) for seat in range(1, kind.players + 1)]
    play_game(SIDES[kind.side], [bot] * kind.players, dealt, chances)
    return bot.rows


def self_play(side: str, spirit: int, games: int) -> Sums:
    """Return the sums over the positions of lockstep games with one spirit, or without spirits for -1."""
    played = SelfPlay(GameKind(side, 2, spirit >= 0), SEED, range(games), spirit, Weights(), play_valued_turns)
    tables, owners = [], []
    for going in played.turns():
        tables.append(features(played.setting, played.crowd.select(going)).astype(float))
        owners.append(going)
    owner = np.concatenate(owners)
    return Rows(np.concatenate(tables), played.points()[owner], owner).levels(SELF_PLAY)


class Lessons:
    """The results so far: sums over all games, sums without the held-out games, and the latter's positions."""

    def __init__(self, start: Sums) -> None:
        self.games = 0
        self.sums = self.tested = start
        self.held_out: list[Rows] = []

    def add(self, rows: Sequence[Rows]) -> None:
        """Add the positions of a game."""
        total = rows[0].sums()
        for part in rows[1:]:
            total += part.sums()
        self.sums += total
        if self.games % HELD_OUT == 0:
            self.held_out += rows
        else:
            self.tested += total
        self.games += 1

    def note(self) -> str:
        """Return how well the coefficients fitted on the other games do on the held-out ones."""
        coefficients = self.tested.coefficients()
        differences = [rows.differences() for rows in self.held_out]
        parts = (
            [rows.points - rows.table @ coefficients for rows in self.held_out],
            [points - table @ coefficients for table, points in differences],
            [points for _, points in differences],
        )
        level, error, spread = (float(np.sqrt((np.concatenate(part) ** 2).mean())) for part in parts)
        return (
            f"{self.sums.rows} positions of {self.games} games, on held-out games rmse {level:.2f},"
            f" of differences {error:.2f} (their spread {spread:.2f})"
        )


def write(side: str, lessons: Lessons, self_play_games: int) -> None:
    """Fit, and write the data file; the other side's coefficients stay as they are."""
    data = msgspec.json.decode(VALUES_FILE.read_bytes(), type=ValueData)
    data.notes[side] = (
        f"python -m tests.training.values --side {side} --games {lessons.games} --self-play {self_play_games}"
        f" (seed {SEED}): {lessons.note()}"
    )
    data.coefficients[side] = np.rint(lessons.sums.coefficients() * PARTS).astype(int).tolist()
    print(data.notes[side], flush=True)
    VALUES_FILE.write_bytes(msgspec.json.format(msgspec.json.encode(data), indent=1) + b"\n")


def main() -> None:
    """Play, fit, and write the data file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--side", choices=SIDES, required=True)
    parser.add_argument("--games", type=int, default=96)
    parser.add_argument("--self-play", type=int, default=40, help="lockstep games with each spirit, and without")
    options = parser.parse_args()
    width = len(msgspec.json.decode(VALUES_FILE.read_bytes(), type=ValueData).coefficients[options.side])
    start = Sums(np.zeros((width, width)), np.zeros(width), 0)
    if options.self_play:
        for spirit in (*SPIRITS, -1):
            start += self_play(options.side, spirit, options.self_play)
    lessons = Lessons(start)
    for number in range(options.games):
        lessons.add(rows_of_game(GameKind(options.side, *KINDS[number % len(KINDS)]), number))
        if (number + 1) % len(KINDS) == 0 or number + 1 == options.games:
            write(options.side, lessons, options.self_play)


if __name__ == "__main__":
    main()
