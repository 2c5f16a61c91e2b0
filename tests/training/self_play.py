"""Whole games by a lockstep player, hundreds at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.bots.crowd import NO_CARD, Crowd, Setting, crowd_of, is_over
from harmonies_cli.bots.greedy import keep_spirit, situation_of
from harmonies_cli.bots.interface import View, view_of
from harmonies_cli.bots.lockstep import PlayTurns, play_turns
from harmonies_cli.bots.scenarios import Offers, Scenarios, draw_scenarios, next_offers
from harmonies_cli.bots.value_function import points_now
from harmonies_cli.bots.weights import MOST_STEPS, SCALE, Weights
from harmonies_cli.rules.board.sides import SIDES
from harmonies_cli.rules.replay.refills import deal as lay_out
from harmonies_cli.rules.replay.state import GameState
from harmonies_cli.simulate.driver import deal_game, start_of

__all__ = ["GameKind", "SelfPlay"]

_TURNS = 14
"""More own turns than a game has."""


class GameKind(NamedTuple):
    """Side, number of players, and whether spirits are in play."""

    side: str
    players: int
    spirits: bool


def _view_at_start(kind: GameKind, seed: int, deal: int, spirit: int) -> View:
    """Return the first player's view of a deal, with the spirit to keep."""
    dealt = deal_game(seed, deal, kind.players, spirits=kind.spirits)
    state = GameState(SIDES[kind.side], kind.players, spirits=kind.spirits)
    lay_out(state, start_of(dealt, state))
    view = view_of(state)
    if kind.spirits:
        view.spirits = [spirit]
    return view


class SelfPlay:
    """Games of the first player, one for each deal.

    Parameters
    ----------
    kind, seed, deals
        The deals.
    spirit
        The spirit that the player keeps in all games; none if `kind` has no spirits.
    weights
        The weights of the player.
    play
        How the player plays a turn: greedily, or as the value function prefers.
    """

    def __init__(
        self,
        kind: GameKind,
        seed: int,
        deals: Iterable[int],
        spirit: int,
        weights: Weights,
        play: PlayTurns = play_turns,
    ) -> None:
        self._play = play
        views = [_view_at_start(kind, seed, deal, spirit) for deal in deals]
        self.setting = Setting(views[0].side, weights, keep_spirit(views[0]))
        situation, state = situation_of(views[0], self.setting.spirit, MOST_STEPS, weights)
        drawn = [draw_scenarios(view, 1, _TURNS, Random(f"{seed}:{deal}")) for deal, view in enumerate(views)]
        self._scenarios = Scenarios(*(np.concatenate(columns, axis=-1) for columns in zip(*drawn, strict=True)))
        start = crowd_of(situation, state, 0).select(np.zeros(len(views), np.intp))
        start.cards[:, :] = NO_CARD
        if self.setting.spirit >= 0:
            start.cards[0] = self.setting.spirit
        self.crowd: Crowd = start._replace(turns=self._scenarios.turns.copy())
        self._offers = Offers(
            np.array([view.central for view in views], np.int64).T, np.array([view.row for view in views], np.intp).T
        )

    def turns(self) -> Iterator[NDArray[np.intp]]:
        """Play to the end; after each turn except a game's last, yield the indices in `crowd` of open games."""
        going = np.arange(len(self.crowd.turns))
        for turn in range(_TURNS):
            found = Offers(self._offers.central.take(going, axis=1), self._offers.row.take(going, axis=1))
            played = self._play(self.setting, self.crowd.select(going), found)
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
        """Return the final points of each game, after all turns."""
        points: NDArray[np.float64] = points_now(self.setting, self.crowd) / SCALE
        return points
