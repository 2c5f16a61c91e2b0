"""Scenarios: what chance and the others may bring between a player's turns, given what the player can know."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.bots.crowd import NO_CARD
from harmonies_cli.bots.interface import View
from harmonies_cli.rules.board.cards import ANIMALS
from harmonies_cli.rules.board.sides import MOST_EMPTY_AT_END
from harmonies_cli.rules.board.tokens import LANES, UNITS
from harmonies_cli.rules.replay.state import TOKENS_PER_SPACE

__all__ = ["Offers", "Scenarios", "draw_scenarios", "next_offers", "refill_own", "turns_by_pouch"]

_SLOWEST, _FASTEST = 1.5, 2.4
"""Spaces that another player fills in a turn, averaged over the rest of a game."""
_TAKES_CARD = 0.5
"""Share of turns in which a player takes a card."""


class Scenarios(NamedTuple):
    """Possible courses of the game between a player's turns.

    Attributes
    ----------
    refills
        Packed tokens that refill the central board after each own turn: for the player's own space, then for each
        other player's (solo: for each space); shape (own turns, refills, scenarios).
    spaces
        The space that each other player empties; shape (own turns, others, scenarios).
    cards
        Cards that refill the row after the player's turn and after each other player's; `NO_CARD` from an empty deck.
    places
        The place in the row from which each other player takes a card, or -1.
    turns
        The player's turns after the current one that the others and the pouch allow; shape (scenarios,).
    """

    refills: NDArray[np.int64]
    spaces: NDArray[np.intp]
    cards: NDArray[np.intp]
    places: NDArray[np.intp]
    turns: NDArray[np.intp]

    def part(self, first: int, end: int) -> Scenarios:
        """Return some of the scenarios."""
        return Scenarios(*(column[..., first:end] for column in self))


class Offers(NamedTuple):
    """The offers of positions at the beginning of a turn: packed tokens by central space, cards by place in the row.

    Shape (spaces, positions) and (places, positions).
    """

    central: NDArray[np.int64]
    row: NDArray[np.intp]

    def select(self, index: NDArray[np.intp]) -> Offers:
        """Return what some of the positions find, as a copy."""
        return Offers(self.central.take(index, axis=1), self.row.take(index, axis=1))


def turns_by_pouch(view: View) -> int:
    """Return how many turns of the player the pouch allows after the current one."""
    if view.solo:
        return -(-view.pouch_left // (TOKENS_PER_SPACE * len(view.central)))
    refills = -(-view.pouch_left // TOKENS_PER_SPACE)
    return (view.player - 1 + refills) // len(view.seats)


def _turns_left(view: View, chance: Random) -> int:
    """Draw how many turns of the player the others and the pouch allow after the current one."""
    if view.ending:
        return 0
    turns = turns_by_pouch(view)
    for number, seat in enumerate(view.seats, 1):
        if number != view.player:
            pace = _SLOWEST + (_FASTEST - _SLOWEST) * chance.random()
            others = max(1, -int(-(seat.empty - MOST_EMPTY_AT_END) // pace))
            # Players later in the round have one more turn before this player's next one.
            turns = min(turns, others - (number > view.player))
    return turns


def _draw(chance: Random, things: list[int], number: int) -> list[int]:
    """Draw some of the items, each at most once."""
    left = things.copy()
    return [left.pop(int(chance.random() * len(left))) for _ in range(min(number, len(left)))]


def draw_scenarios(view: View, number: int, own_turns: int, chance: Random) -> Scenarios:
    """Draw scenarios.

    Parameters
    ----------
    view
        What the player sees at the beginning of a turn.
    number
        Number of scenarios.
    own_turns
        Number of the player's turns, after the current one, that they cover.
    chance
        The source of chance.
    """
    tokens = [token for token, lane in enumerate(LANES) for _ in range(view.pouch // lane & 255)]
    deck = [card for card in ANIMALS if not view.seen >> card & 1]
    others = len(view.seats) - 1
    each = len(view.central) if view.solo else others + 1
    refills = np.zeros((own_turns, each, number), np.int64)
    spaces = np.zeros((own_turns, others, number), np.intp)
    cards = np.full((own_turns, others + 1, number), NO_CARD, np.intp)
    places = np.full((own_turns, others, number), -1, np.intp)
    turns = np.zeros(number, np.intp)
    for scenario in range(number):
        turns[scenario] = _turns_left(view, chance)
        drawn = _draw(chance, tokens, TOKENS_PER_SPACE * each * own_turns)
        for start in range(0, len(drawn), TOKENS_PER_SPACE):
            turn, refill = divmod(start // TOKENS_PER_SPACE, each)
            refills[turn, refill, scenario] = sum(UNITS[token] for token in drawn[start : start + TOKENS_PER_SPACE])
        for count, card in enumerate(_draw(chance, deck, (others + 1) * own_turns)):
            cards[(*divmod(count, others + 1), scenario)] = card
        for turn in range(own_turns):
            for other in range(others):
                spaces[turn, other, scenario] = int(chance.random() * len(view.central))
                if chance.random() < _TAKES_CARD and view.row:
                    places[turn, other, scenario] = int(chance.random() * len(view.row))
    return Scenarios(refills, spaces, cards, places, turns)


def next_offers(offers: Offers, scenarios: Scenarios, turn: int, space: NDArray[np.intp]) -> Offers:
    """Return the offers of the player's next turn, each position in its own scenario.

    Parameters
    ----------
    offers
        The offers before; `NO_CARD` in place of a card that the player took.
    scenarios
        One for each position.
    turn
        Number of the next turn among those that the scenarios cover, from 0.
    space
        The central space that the player has emptied.
    """
    central, row = refill_own(offers, scenarios, turn, space)
    columns = np.arange(len(space))
    refills, cards = scenarios.refills[turn], scenarios.cards[turn]
    for other in range(scenarios.spaces.shape[1]):
        central[scenarios.spaces[turn, other], columns] = refills[other + 1]
        taking = np.flatnonzero(scenarios.places[turn, other] >= 0)
        row[scenarios.places[turn, other, taking], taking] = cards[other + 1, taking]
    return Offers(central, row)


def refill_own(offers: Offers, scenarios: Scenarios, turn: int, space: NDArray[np.intp]) -> Offers:
    """Return the offers after the player's own turn: the space and the row are refilled; solo, all spaces."""
    central, row = offers.central.copy(), offers.row.copy()
    refills = scenarios.refills[turn]
    if scenarios.spaces.shape[1] == 0 and len(refills) == len(central):
        central[:] = refills
    else:
        central[space, np.arange(len(space))] = refills[0]
    row[:] = np.where(row == NO_CARD, scenarios.cards[turn, 0], row)
    return Offers(central, row)
