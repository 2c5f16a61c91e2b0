"""The best turn by an estimate: points on the board, plus promises of boards and cards.

The planner uses the same steps: from a view to good turns, and from a turn to its actions.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Annotated, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from harmonies_cli.bots.boards import planes_of
from harmonies_cli.bots.evaluation import SPIRIT_POINTS, estimate
from harmonies_cli.bots.interface import View
from harmonies_cli.bots.search import CUBE, Placement, best_lines, ready_cubes, with_cubes
from harmonies_cli.bots.situation import NOT_TAKEN, Situation, States, copy_state, steps_after_this
from harmonies_cli.bots.weights import CLOSING, Weights
from harmonies_cli.rules.board.cards import CARD_LIMIT, CARDS, CUBES
from harmonies_cli.rules.board.tokens import LETTERS
from harmonies_cli.rules.replay.actions import Action, ChooseSpirit, PlaceCube, PlaceToken, TakeCard, TakeTokens

__all__ = [
    "TAKE",
    "Finish",
    "GreedyBot",
    "GreedyParameters",
    "Turns",
    "Width",
    "finish",
    "good_turns",
    "keep_spirit",
    "situation_of",
    "turn_actions",
]


def keep_spirit(view: View) -> int:
    """Return the spirit to keep, and leave the view as if it were already kept; -1 without spirits."""
    seat = view.seat
    if not view.spirits:
        return -1 if seat.spirit is None else seat.spirit
    spirit = max(view.spirits, key=lambda card: (SPIRIT_POINTS[CARDS[card].id], -card))
    seat.spirit = spirit
    seat.cards[spirit] = 0
    seat.above_board += 1
    return spirit


def situation_of(view: View, spirit: int, turns: int, weights: Weights) -> tuple[Situation, States]:
    """Return the inputs of the estimate from a view, with the state at the beginning of the turn."""
    seat = view.seat
    held = [card for card, placed in seat.cards.items() if placed < CUBES[card]]
    cards = (*held, *view.row)
    placed = [*(seat.cards[card] for card in held), *([NOT_TAKEN] * len(view.row))]
    situation = Situation(view.side, cards, turns, spirit, spirit >= 0 and spirit not in held, weights)
    states = States(
        planes_of(seat),
        np.array(placed, np.intp).reshape(-1, 1),
        np.array([seat.above_board], np.intp),
        np.zeros(1, np.bool_),
    )
    return situation, states


class Turns(NamedTuple):
    """Good turns: the tokens taken, where they go, and how each turn ends."""

    tokens: list[int]
    placements: list[list[Placement]]
    end: Finish


def good_turns(
    view: View,
    situation: Situation,
    state: States,
    widths: Sequence[int],
    finalists: int,
    *,
    card_choices: int = 0,
    interludes: bool = False,
) -> Turns:
    """Search the turns of a position and return good ones.

    Parameters
    ----------
    view, situation, state
        The position.
    widths
        Widths of the beam after the first, second and third token.
    finalists
        Number of ways to place tokens that are played to the end of the turn.
    card_choices
        Number of these to play with each card of the row too, not only with the best card by the estimate.
    interludes
        Whether to place cubes also between two tokens.
    """
    found = best_lines(
        view.side,
        state,
        [tokens for tokens in view.central if tokens],
        lambda states, to_place: estimate(situation, states, to_place).values,
        widths,
        situation if interludes else None,
    )
    ways = [(tokens, lines, line) for tokens, lines in found for line in range(len(lines.values))]
    ways.sort(key=lambda way: -way[1].values[way[2]])
    ways = ways[:finalists]
    starts = [lines.states.select(np.array([line])) for _, lines, line in ways]
    first_steps: list[list[tuple[int, int]]] = [[] for _ in ways]
    if state.above[0] < CARD_LIMIT:
        for number in range(min(card_choices, len(ways))):
            for place in np.flatnonzero(state.placed[:, 0] == NOT_TAKEN).tolist():
                starts.append(_with_card(starts[number], place))
                ways.append(ways[number])
                first_steps.append([(situation.cards[place], TAKE)])
    end = finish(situation, States.joined(starts))
    return Turns(
        [tokens for tokens, _, _ in ways],
        [lines.placements(line) for _, lines, line in ways],
        end._replace(steps=[first + steps for first, steps in zip(first_steps, end.steps, strict=True)]),
    )


def _with_card(states: States, place: int) -> States:
    """Return the states after taking a card of the row."""
    placed = states.placed.copy()
    placed[place] = 0
    return States(states.planes, placed, states.above + 1, np.ones_like(states.took))


def turn_actions(view: View, situation: Situation, found: Turns, number: int) -> list[Action]:
    """Return a turn of the list as actions."""
    name_of = view.side.name_of
    actions: list[Action] = [ChooseSpirit(CARDS[situation.spirit].id)] if view.spirits else []
    actions.append(TakeTokens(view.central.index(found.tokens[number]) + 1))
    for token, bit in found.placements[number]:
        if token < CUBE:
            actions.append(PlaceToken(LETTERS[token], name_of[bit]))
        else:
            actions.append(PlaceCube(CARDS[situation.cards[token - CUBE]].id, name_of[bit]))
    for card, bit in found.end.steps[number]:
        name = CARDS[card].id
        actions.append(TakeCard(name) if bit == TAKE else PlaceCube(name, name_of[bit]))
    return actions


Width = Annotated[int, msgspec.Meta(ge=1, le=200)]


class GreedyParameters(Weights, frozen=True):
    """Weights, and the width of the search.

    Attributes
    ----------
    width_1, width_2, width_3
        Boards kept for each set of tokens after the first, second and third token.
    finalists
        Number of ways to place the tokens that are played to the end of the turn.
    """

    width_1: Width = 2
    width_2: Width = 3
    width_3: Width = 2
    finalists: Width = 4

    @property
    def widths(self) -> tuple[int, int, int]:
        """Widths of the beam after the first, second and third token."""
        return self.width_1, self.width_2, self.width_3


class GreedyBot:
    """Plays the turn with the highest estimate."""

    Parameters = GreedyParameters

    def __init__(self, parameters: GreedyParameters) -> None:
        self.parameters = parameters

    def play(self, view: View, chance: Random) -> Sequence[Action]:
        """Return the actions of one turn."""
        spirit = keep_spirit(view)
        turns = steps_after_this(view, self.parameters.pace)
        situation, state = situation_of(view, spirit, turns, self.parameters)
        found = good_turns(view, situation, state, self.parameters.widths, self.parameters.finalists)
        best = int(found.end.values.argmax())
        return turn_actions(view, situation, found, best)


TAKE = -1
"""Stands in for a cube's bit if the card is taken."""


class Finish(NamedTuple):
    """The ends of turns: their states, values, and the cards taken and cubes placed as pairs of card and bit."""

    states: States
    values: NDArray[np.int32]
    steps: list[list[tuple[int, int]]]


def finish(situation: Situation, states: States) -> Finish:
    """Take cards and place cubes, one at a time on each state, as long as the estimate does not fall."""
    number = len(states.above)
    current = estimate(situation, states, CLOSING)
    values = current.values.copy()
    wishes = current.cards.copy()
    states = states.select(np.arange(number))
    steps: list[list[tuple[int, int]]] = [[] for _ in range(number)]
    going = np.arange(number)
    while len(going):
        active = states.select(going)
        cubes = ready_cubes(situation, active)
        moved: list[int] = []
        if cubes:
            after = with_cubes(situation, active, cubes)
            valued = estimate(situation, after, CLOSING)
            best: dict[int, int] = {}
            for index, (state, _, _) in enumerate(cubes):
                if state not in best or valued.values[index] > valued.values[best[state]]:
                    best[state] = index
            for state, index in best.items():
                target = int(going[state])
                if valued.values[index] >= values[target]:
                    copy_state(after, index, states, target)
                    values[target] = valued.values[index]
                    wishes[target] = valued.cards[index]
                    _, place, bit = cubes[index]
                    steps[target].append((situation.cards[place], bit))
                    moved.append(target)
        for target in going.tolist():
            place = int(wishes[target])
            if target not in moved and place >= 0 and not states.took[target]:
                states.placed[place, target] = NOT_TAKEN + 1
                states.above[target] += 1
                states.took[target] = True
                steps[target].append((situation.cards[place], TAKE))
                moved.append(target)
        going = np.array(sorted(moved), np.intp)
    return Finish(states, values, steps)
