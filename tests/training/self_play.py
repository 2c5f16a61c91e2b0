"""Whole games of the lockstep's greedy player from dealt positions, hundreds at a time."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.bots.crowd import Crowd, Setting, crowd_of, is_over
from harmonies_cli.bots.interface import View, view_of
from harmonies_cli.bots.lockstep import play_turns
from harmonies_cli.bots.scenarios import Offers, draw_scenarios, next_offers
from harmonies_cli.bots.turns import keep_spirit, situation_of
from harmonies_cli.bots.value_function import points_now
from harmonies_cli.bots.weights import MOST_STEPS, SCALE, Weights
from harmonies_cli.rules.board.sides import SIDES
from harmonies_cli.rules.replay.refills import deal as lay_out
from harmonies_cli.rules.replay.state import GameState
from harmonies_cli.simulate.dealing import deal_game
from harmonies_cli.simulate.driver import start_of

__all__ = ["GameKind", "SelfPlay"]

_TURNS = 14
"""More own turns than a game has."""


class GameKind(NamedTuple):
    """Side, number of players, and whether spirits are in play."""

    side: str
    players: int
    spirits: bool


def _view_at_start(kind: GameKind, seed: int, deal: int) -> View:
    """Return what the first player sees of a deal."""
    dealt = deal_game(seed, deal, kind.players, spirits=kind.spirits)
    state = GameState(SIDES[kind.side], kind.players, spirits=kind.spirits)
    lay_out(state, start_of(dealt, state))
    return view_of(state)


class SelfPlay:
    """Games from one deal, in as many courses of chance.

    Parameters
    ----------
    kind, seed, deal
        The deal.
    weights
        The weights of the player.
    courses
        How many games.
    """

    def __init__(self, kind: GameKind, seed: int, deal: int, weights: Weights, courses: int) -> None:
        view = _view_at_start(kind, seed, deal)
        self.setting = Setting(view.side, weights, keep_spirit(view))
        situation, state = situation_of(view, self.setting.spirit, MOST_STEPS, weights)
        self._scenarios = draw_scenarios(view, courses, _TURNS, Random(f"{seed}:{deal}"))
        start = crowd_of(situation, state, 0).select(np.zeros(courses, np.intp))
        self.crowd: Crowd = start._replace(turns=self._scenarios.turns.copy())
        central, row = np.array(view.central), np.array(view.row)
        self._offers = Offers(np.tile(central[:, None], courses), np.tile(row[:, None], courses))

    def turns(self) -> Iterator[NDArray[np.intp]]:
        """Play to the end; after each turn but a game's last, yield which games go on: positions in `crowd`."""
        going = np.arange(len(self.crowd.turns))
        for turn in range(_TURNS):
            found = Offers(self._offers.central.take(going, axis=1), self._offers.row.take(going, axis=1))
            played = play_turns(self.setting, self.crowd.select(going), found)
            self.crowd.assign(going, played.crowd)
            self._offers.row[:, going] = played.row
            spaces = np.zeros(len(self.crowd.turns), np.intp)
            spaces[going] = played.spaces
            self._offers = next_offers(self._offers, self._scenarios, turn, spaces)
            going = np.flatnonzero(~is_over(self.setting.side, self.crowd))
            if not len(going):
                return
            yield going
            self.crowd.turns[going] -= 1

    def points(self) -> NDArray[np.float64]:
        """Return the final points of each game, once all turns are played."""
        points: NDArray[np.float64] = points_now(self.setting, self.crowd) / SCALE
        return points
