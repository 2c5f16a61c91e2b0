"""The bot that plays any legal turn: the baseline, and the source of test games."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Annotated

import msgspec

from harmonies_cli.bots.interface import View
from harmonies_cli.rules.board.cards import CARD_LIMIT, CARDS, CUBES
from harmonies_cli.rules.board.tokens import LETTERS, NEXT, letters_of
from harmonies_cli.rules.replay.actions import (
    Action,
    ChooseSpirit,
    DiscardCard,
    PlaceCube,
    PlaceToken,
    TakeCard,
    TakeTokens,
)
from harmonies_cli.rules.replay.legal_turns import cube_placements, token_spaces

__all__ = ["RandomBot", "RandomParameters"]

_IDS = tuple(card.id for card in CARDS)
_TRIES = 4
"""Spaces to try before listing all legal ones; early in a game most are legal."""


@cache
def _tokens(packed: int) -> tuple[int, ...]:
    """Return the tokens of a packed multiset, by their index."""
    return tuple(LETTERS.index(letter) for letter in letters_of(packed))


Chance = Annotated[float, msgspec.Meta(ge=0, le=1)]


class RandomParameters(msgspec.Struct, frozen=True):
    """How often the random bot takes optional actions.

    Attributes
    ----------
    card
        Chance of taking a card if one can be taken.
    cube
        Chance of looking for a cube to place, before, between and after the tokens.
    discard
        Chance of a discard in a solo turn without a card.
    """

    card: Chance = 0.6
    cube: Chance = 0.3
    discard: Chance = 0.3


class RandomBot:
    """Plays any legal turn; each is possible unless a parameter is 0 or 1."""

    Parameters = RandomParameters

    def __init__(self, parameters: RandomParameters) -> None:
        self.parameters = parameters

    def play(self, view: View, chance: Random) -> Sequence[Action]:
        """Return the actions of one turn."""
        draw = chance.random
        parameters = self.parameters
        side, seat, row = view.side, view.seat, view.row
        name_of, toggle = side.name_of, side.toggle
        bits = list(name_of)
        size = len(bits)
        stacks, board, cubes, cards = seat.stacks, seat.board, seat.cubes, seat.cards
        actions: list[Action] = []
        if view.spirits:
            spirit = view.spirits[int(draw() * len(view.spirits))]
            actions.append(ChooseSpirit(_IDS[spirit]))
            cards[spirit] = 0
            seat.above_board += 1
        filled = [number for number, content in enumerate(view.central, 1) if content]
        space = filled[int(draw() * len(filled))]
        hand = list(_tokens(view.central[space - 1]))
        # The moment to take a card: before, between or after the tokens.
        card_at = int(draw() * (len(hand) + 1)) if row and draw() < parameters.card else -1
        card_taken = False
        actions.append(TakeTokens(space))
        for moment in range(len(hand) + 1):
            if moment == card_at and seat.above_board < CARD_LIMIT:
                card = row[int(draw() * len(row))]
                actions.append(TakeCard(_IDS[card]))
                cards[card] = 0
                seat.above_board += 1
                card_taken = True
            while draw() < parameters.cube:
                placements = cards and cube_placements(side, board, cubes, cards.items())
                if not placements:
                    break
                card, bit = placements[int(draw() * len(placements))]
                actions.append(PlaceCube(_IDS[card], name_of[bit]))
                cubes |= 1 << bit
                cards[card] += 1
                if cards[card] == CUBES[card]:
                    seat.above_board -= 1
            if not hand:
                break
            token = hand.pop(int(draw() * len(hand)))
            for _ in range(_TRIES):
                bit = bits[int(draw() * size)]
                if NEXT[stacks[bit]][token] and not cubes >> bit & 1:
                    break
            else:
                spaces = token_spaces(side, stacks, cubes, token)
                bit = spaces[int(draw() * len(spaces))]
            node = NEXT[stacks[bit]][token]
            stacks[bit] = node
            board ^= toggle[node][bit]
            actions.append(PlaceToken(LETTERS[token], name_of[bit]))
        if view.solo and not card_taken and row and draw() < parameters.discard:
            actions.append(DiscardCard(_IDS[row[int(draw() * len(row))]]))
        return actions
