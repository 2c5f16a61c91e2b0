"""Collect the turns to compare at a moment: good turns found by search, and the one played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from harmonies_cli.bots.boards import CUBES_PLANE
from harmonies_cli.bots.crowd import NO_CARD, Crowd, Setting, banked_points, crowd_of
from harmonies_cli.bots.greedy import TAKE, finish, good_turns, situation_of, turn_actions
from harmonies_cli.bots.interface import View, copy_seat, with_spirit
from harmonies_cli.bots.last_turn import LastTurn
from harmonies_cli.bots.lookahead import crowd_of_seat
from harmonies_cli.bots.planner import StrongParameters
from harmonies_cli.bots.scenarios import Offers
from harmonies_cli.bots.situation import steps_after_this
from harmonies_cli.bots.value_function import final_values
from harmonies_cli.review.courses import Choice, Pool, by_spirit
from harmonies_cli.review.moments import Moment, PlayedActions, seat_after
from harmonies_cli.rules.board.cards import CARD_INDEX, CARD_LIMIT, CARDS
from harmonies_cli.rules.board.sides import MOST_EMPTY_AT_END
from harmonies_cli.rules.board.tokens import TOKEN_INDEX, UNITS
from harmonies_cli.rules.replay.actions import Action, PlaceCube, PlaceToken, TakeCard, TakeTokens
from harmonies_cli.rules.replay.state import TOKENS_PER_SPACE, Seat

__all__ = ["SEARCH", "pool_of", "spirits_of"]

SEARCH = StrongParameters()
"""The width of the search, and the weights of the estimate."""


def spirits_of(view: View) -> list[int]:
    """Return the spirits that the player may have after the turn: those dealt, or the one already kept; -1 for none."""
    if view.spirits:
        return list(view.spirits)
    return [-1 if view.seat.spirit is None else view.seat.spirit]


class _Gatherer:
    """Collects different turns of a moment."""

    def __init__(self, view: View, row_size: int) -> None:
        self.view = view
        self._row_size = row_size
        self.choices: list[Choice] = []
        self.crowds: list[Crowd] = []
        self.estimates: list[float] = []
        self.places: dict[tuple[int, int, int, bytes], int] = {}
        self._steps = steps_after_this(view, SEARCH.pace)

    def search(self, spirit: int, central: Sequence[int], row: Sequence[int], wanted_card: int | None = None) -> None:
        """Add good turns with these tokens and cards to choose from; only those with the given card, if any."""
        view = replace(with_spirit(self.view, spirit), central=central, row=row)
        situation, state = situation_of(view, spirit, self._steps, SEARCH)
        choices = SEARCH.card_choices if wanted_card is None else SEARCH.finalists
        found = good_turns(
            view, situation, state, SEARCH.widths, SEARCH.finalists, card_choices=choices, interludes=SEARCH.interludes
        )
        crowd = crowd_of(situation, found.end.states, banked_points(view.seat, situation.cards))
        full = replace(view, central=self.view.central, row=self.view.row)
        for number, tokens in enumerate(found.tokens):
            card = next((card for card, bit in found.end.steps[number] if bit == TAKE), NO_CARD)
            if wanted_card is None or card == wanted_card:
                self._add(
                    spirit,
                    tokens,
                    card,
                    crowd.select(np.array([number])),
                    partial(turn_actions, full, situation, found, number),
                    float(found.end.values[number]),
                )

    def add_played(self, played: PlayedActions) -> int:
        """Add the turn played; return its number."""
        return self._add_seat(played.seat, played.tokens, played.card, played.actions)

    def add_ending(self, spirit: int, central: Sequence[int]) -> None:
        """Add the best of all turns that end the game for the player."""
        view = replace(with_spirit(self.view, spirit), central=central)
        if view.seat.empty - MOST_EMPTY_AT_END > TOKENS_PER_SPACE:
            return
        best = LastTurn(view).best(most_empty=MOST_EMPTY_AT_END)
        if best is not None:
            seat = seat_after(view, best.actions)
            taken = [CARD_INDEX[action.card] for action in best.actions if isinstance(action, TakeCard)]
            tokens = sum(UNITS[TOKEN_INDEX[act.token]] for act in best.actions if isinstance(act, PlaceToken))
            space = TakeTokens(space=self.view.central.index(tokens) + 1)
            self._add_seat(seat, tokens, taken[0] if taken else NO_CARD, (space, *best.actions[1:]))

    def _add_seat(self, seat: Seat, tokens: int, card: int, actions: tuple[Action, ...]) -> int:
        crowd = crowd_of_seat(self.view, seat, self._steps, SEARCH)
        return self._add(_spirit_of(seat), tokens, card, crowd, lambda: actions, float("-inf"))

    def add_cubes(self, played: PlayedActions) -> None:
        """Add the turn played, completed by the cubes that it could still have placed."""
        spirit = _spirit_of(played.seat)
        view = replace(self.view, seat=copy_seat(played.seat), row=[], _seats=None)
        situation, state = situation_of(view, spirit, self._steps, SEARCH)
        end = finish(situation, state)
        steps = end.steps[0]
        if steps:
            name_of = view.side.name_of
            cubes: list[Action] = [PlaceCube(CARDS[card].id, name_of[bit]) for card, bit in steps]
            crowd = crowd_of(situation, end.states, banked_points(played.seat, situation.cards))
            self._add(
                spirit, played.tokens, played.card, crowd, lambda: [*played.actions, *cubes], float(end.values[0])
            )

    def _add(
        self,
        spirit: int,
        tokens: int,
        card: int,
        crowd: Crowd,
        actions: Callable[[], Sequence[Action]],
        estimate: float,
    ) -> int:
        stacks = crowd.planes[:CUBES_PLANE].tobytes()
        held = sorted(zip(crowd.cards[:, 0].tolist(), crowd.placed[:, 0].tolist(), strict=True))
        outcome = crowd.planes.tobytes() + repr((held, int(crowd.banked[0]), bool(crowd.spirit_placed[0]))).encode()
        key = (spirit, tokens, card, outcome)
        place = self.places.setdefault(key, len(self.choices))
        if place == len(self.choices):
            self.choices.append(Choice(spirit, tokens, card, stacks, outcome, actions))
            self.crowds.append(crowd)
            self.estimates.append(estimate)
        else:
            self.estimates[place] = max(self.estimates[place], estimate)
        return place

    def pool(self, played: int | None) -> Pool:
        """Return the turns collected."""
        number = len(self.choices)
        crowd = Crowd(*(np.concatenate(columns, axis=-1) for columns in zip(*self.crowds, strict=True)))
        central = np.tile(np.array(self.view.central, np.int64)[:, None], number)
        row = np.full((max(self._row_size, len(self.view.row)), number), NO_CARD, np.intp)
        row[: len(self.view.row)] = np.array(self.view.row, np.intp)[:, None]
        for place, card in enumerate(self.view.row):
            row[place, [choice.card == card for choice in self.choices]] = NO_CARD
        spaces = np.array([self.view.central.index(choice.tokens) for choice in self.choices], np.intp)
        setting = Setting(self.view.side, SEARCH, -1)
        values = np.zeros(number, np.int64)
        for spirit, index in by_spirit(self.choices, range(number)):
            values[index] = final_values(setting._replace(spirit=spirit), crowd.select(index))
        obvious = int(np.argmax(self.estimates))
        return Pool(setting, self.choices, crowd, spaces, Offers(central, row), values, played, obvious)


def _spirit_of(seat: Seat) -> int:
    return -1 if seat.spirit is None else seat.spirit


def pool_of(moment: Moment) -> Pool:
    """Return the turns to compare in a moment.

    A choice stays as played if the record does not show all alternatives: the tokens if a central space is unknown, the
    card if a card of the row is unknown, the spirit if the spirits dealt are unknown.
    """
    view, played = moment.view(), moment.played
    gatherer = _Gatherer(view, moment.table.row_size)
    central = [tokens for tokens in view.central if tokens]
    if played is None:
        for spirit in spirits_of(view):
            gatherer.search(spirit, central, view.row)
        return gatherer.pool(None)
    own = _spirit_of(played.seat)
    if not moment.knows_spirits:
        view.spirits = [own]
    row, card = (view.row, None) if moment.knows_row else (_only(played.card), played.card)
    for spirit in spirits_of(view):
        if moment.knows_tokens:
            gatherer.search(spirit, central, row, card)
        if spirit == own or not moment.knows_tokens:
            gatherer.search(spirit, [played.tokens], row, card)
    gatherer.search(own, [played.tokens], _only(played.card), played.card)
    if not view.spirits:
        gatherer.add_ending(own, central if moment.knows_tokens else [played.tokens])
    place = gatherer.add_played(played)
    if played.seat.above_board <= CARD_LIMIT:
        gatherer.add_cubes(played)
    return gatherer.pool(place)


def _only(card: int) -> list[int]:
    return [] if card == NO_CARD else [card]
