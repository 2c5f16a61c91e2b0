"""Positions that greedy players reach in whole games, for the tests of the bots."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

import numpy as np

from harmonies_cli.bots.boards import planes_of
from harmonies_cli.bots.crowd import Crowd, Setting, crowd_of
from harmonies_cli.bots.interface import Bot, View
from harmonies_cli.bots.registry import make_bot
from harmonies_cli.bots.scenarios import Offers
from harmonies_cli.bots.situation import Situation, States
from harmonies_cli.bots.weights import STEPS, Weights
from harmonies_cli.rules.board.cards import CARDS, CUBES
from harmonies_cli.rules.board.sides import SIDES
from harmonies_cli.rules.replay.actions import Action
from harmonies_cli.simulate.driver import PlayedGame, deal_game, play_game, player_chance

__all__ = ["COPIES", "crowd_before", "views_of_game", "with_views"]

COPIES = 6


class _Witness:
    """Plays like another bot and keeps what it saw."""

    def __init__(self, bot: Bot, turns: Sequence[int]) -> None:
        self.bot = bot
        self.turns = turns
        self.views: list[View] = []
        self._turn = 0

    def play(self, view: View, chance: Random) -> Sequence[Action]:
        actions = self.bot.play(view, chance)
        self._turn += 1
        if self._turn in self.turns:
            self.views.append(view)
        return actions


def with_views(
    bot: str, side: str, players: int, *, spirits: bool, deal: int, turns: Sequence[int] = ()
) -> tuple[PlayedGame, list[View]]:
    """Play a game; return it, and the first player's views in some turns, with the spirit kept in the first turn."""
    bots = [_Witness(make_bot(bot).bot, turns) for _ in range(players)]
    chances = [player_chance(77, deal, seat) for seat in range(1, players + 1)]
    game = play_game(SIDES[side], bots, deal_game(77, deal, players, spirits=spirits), chances)
    assert game.broken_off is None
    return game, bots[0].views


@cache
def views_of_game(side: str, players: int = 2, deal: int = 1) -> tuple[View, ...]:
    """Return the first player's views in the 3rd, 5th and 7th turn of a game with spirits."""
    return tuple(with_views("greedy", side, players, spirits=True, deal=deal, turns=(3, 5, 7))[1])


def crowd_before(view: View, turns: int = 4, copies: int = COPIES) -> tuple[Setting, Crowd, Offers]:
    """Return several copies of a view's position, as at the beginning of a turn."""
    seat = view.seat
    held = [card for card, placed in seat.cards.items() if placed < CUBES[card]]
    spirit = -1 if seat.spirit is None else seat.spirit
    situation = Situation(view.side, tuple(held), turns * STEPS, spirit, spirit >= 0 and spirit not in held, Weights())
    placed = np.array([seat.cards[card] for card in held], np.intp).reshape(-1, 1)
    states = States(planes_of(seat), placed, np.array([len(held)]), np.zeros(1, np.bool_))
    banked = sum(CARDS[card].points[-1] for card in seat.cards if card not in held and card != spirit)
    crowd = crowd_of(situation, states, banked).select(np.zeros(copies, np.intp))
    offers = Offers(
        np.repeat(np.array(view.central, np.int64)[:, None], copies, 1),
        np.repeat(np.array(view.row, np.intp)[:, None], copies, 1),
    )
    return Setting(view.side, situation.weights, spirit), crowd, offers
