"""The cost of a turn: find the best turn on some scenarios, and compare it with the one played on fresh scenarios."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from time import process_time
from typing import NamedTuple

import numpy as np
from msgspec import UnsetType
from msgspec.structs import replace
from numpy.typing import NDArray

from harmonies_cli.bots.last_turn import BestEnd, LastTurn, is_last_turn, points_of_seat
from harmonies_cli.bots.value_function import PARTS as VALUE_PARTS
from harmonies_cli.records.record_boards import board_of_seat
from harmonies_cli.review.courses import Pool, best_of_levels, course_values
from harmonies_cli.review.moments import Moment, seat_after
from harmonies_cli.review.player_review import kind_of, phase_of
from harmonies_cli.review.pool import SEARCH, pool_of
from harmonies_cli.review.result import PARTS, Part, ReviewedTurn, TurnReview
from harmonies_cli.rules.board.cards import CARD_INDEX, CARDS
from harmonies_cli.rules.board.tokens import TOKEN_INDEX, UNITS, letters_of
from harmonies_cli.rules.replay.actions import Action, ChooseSpirit, PlaceCube, PlaceToken, TakeCard, TakeTokens

__all__ = ["Effort", "review_turn"]

_BASE = 48
"""The number of scenarios to which the numbers of the rounds apply; more scenarios raise these in proportion."""
_BATCH = 12
"""Fresh scenarios to draw at a time."""
_MOST_SCENARIOS = 4800


Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Effort:
    """How much to spend on a turn: fresh scenarios or, if given, seconds of processor time."""

    scenarios: int = _BASE
    seconds: float | None = None


def _fresh(pool: Pool, numbers: Sequence[int], moment: Moment, effort: Effort, chance: Random, begin: float) -> Points:
    """Return the outcomes of turns in fresh scenarios, as many as requested or as the time allows."""
    most = effort.scenarios if effort.seconds is None else _MOST_SCENARIOS
    batches: list[Points] = []
    drawn = 0
    while drawn < most:
        if drawn and effort.seconds is not None and process_time() - begin >= effort.seconds:
            break
        count = min(_BATCH, most - drawn) if effort.seconds is not None else most
        batches.append(course_values(pool, numbers, moment, SEARCH.own_turns, count, chance))
        drawn += count
    return np.concatenate(batches)


class _Judgement(NamedTuple):
    """The outcomes of a turn and its alternatives.

    Attributes
    ----------
    actions
        The best turn found.
    points
        The outcomes of the best turns that keep none of the player's choices, the first, the first two, ..., all of
        them (the turn played).
    greedy
        The outcome of greedy's turn.
    loss, error, scenarios
        See `TurnReview`.
    """

    actions: tuple[Action, ...]
    points: list[float]
    greedy: float
    loss: float
    error: float
    scenarios: int


def _judge_turn(moment: Moment, effort: Effort, chance: Random) -> _Judgement:
    """Compare a turn with the best turns found."""
    begin = process_time()
    pool = pool_of(moment)
    times = max(1, effort.scenarios // _BASE) if effort.seconds is None else 1
    best = best_of_levels(pool, moment, times, chance)
    numbers = list(dict.fromkeys((*best, pool.obvious)))
    courses = _fresh(pool, numbers, moment, effort, chance, begin)
    loss, error = _difference(courses, numbers, best)
    if effort.seconds is None and kind_of(loss, error) == "mistake":
        # To blame nobody for an accident of the scenarios, draw as many again and count all.
        courses = np.concatenate((courses, _fresh(pool, numbers, moment, effort, chance, begin)))
        loss, error = _difference(courses, numbers, best)
    points = dict(zip(numbers, courses.mean(axis=0).tolist(), strict=True))
    return _Judgement(
        tuple(pool.choices[best[0]].actions()),
        [points[number] for number in best],
        points[pool.obvious],
        loss,
        error,
        len(courses),
    )


def _difference(courses: Points, numbers: Sequence[int], best: Sequence[int]) -> tuple[float, float]:
    """Return the mean difference between the best turn found and the one played, and its standard error."""
    pairs = courses[:, numbers.index(best[0])] - courses[:, numbers.index(best[-1])]
    return float(pairs.mean()), float(pairs.std(ddof=1) / np.sqrt(len(pairs)))


def _judge_last_turn(moment: Moment) -> _Judgement:
    """Compare a last turn with all possible ones."""
    view, played = moment.view(), moment.played
    ends = LastTurn(view)
    pool = pool_of(moment)
    greedy = float(pool.values[pool.obvious]) / VALUE_PARTS
    if played is None:
        best = ends.best()
        assert best is not None
        return _Judgement(best.actions, [best.points], greedy, 0.0, 0.0, 0)
    own = points_of_seat(view, played.seat)
    tokens, card, stacks = played.tokens, played.card, played.seat.stacks
    some_card = None if moment.knows_row else card
    some_tokens = None if moment.knows_tokens else tokens
    found = [
        ends.best(some_tokens, some_card),
        ends.best(tokens, some_card),
        ends.best(tokens, card),
        ends.best(tokens, card, stacks),
    ]
    best_ends = [end if end is not None and end.points > own else BestEnd(own, played.actions) for end in found]
    points = [float(end.points) for end in (best_ends[0], *best_ends)]
    return _Judgement(best_ends[0].actions, [*points, float(own)], greedy, points[0] - own, 0.0, 0)


def _parts_of(moment: Moment, points: Sequence[float]) -> dict[Part, float]:
    """Divide a loss among the choices of a turn."""
    seat = moment.table.seats[moment.player - 1]
    known = {
        "spirit": moment.table.spirits and seat.spirit is None and moment.knows_spirits,
        "tokens": moment.knows_tokens,
        "card": moment.knows_row,
    }
    return {part: points[level] - points[level + 1] for level, part in enumerate(PARTS) if known.get(part, True)}


def _shown_turn(moment: Moment, name: str, actions: Sequence[Action]) -> ReviewedTurn:
    """Return a legal turn with the board after it."""
    view = moment.view()
    side, seat = view.side, seat_after(view, actions)
    tokens, space, changed = 0, 0, 0
    card = spirit = None
    for action in actions:
        if isinstance(action, PlaceToken):
            tokens += UNITS[TOKEN_INDEX[action.token]]
            changed |= 1 << side.bit_of[action.at]
        elif isinstance(action, PlaceCube):
            changed |= 1 << side.bit_of[action.at]
        elif isinstance(action, TakeTokens):
            space = 0 if isinstance(action.space, UnsetType) else action.space
        elif isinstance(action, TakeCard):
            card = CARDS[CARD_INDEX[action.card]].id
        elif isinstance(action, ChooseSpirit):
            spirit = CARDS[CARD_INDEX[action.card]].id
    if moment.played is not None and moment.played.actions == actions:
        space = moment.played.space
    board = board_of_seat(side, seat, moment.player, name)
    return ReviewedTurn(tuple(actions), letters_of(tokens), space, card, spirit, board, tuple(side.names(changed)))


def review_turn(moment: Moment, name: str, effort: Effort, chance: Random) -> TurnReview:
    """Review one turn, except for its luck and the other players' expected points."""
    played = moment.played
    shown = None if played is None else _shown_turn(moment, name, played.actions)
    bare = TurnReview(turn=moment.turn, player=moment.player, phase=phase_of(moment.own_turn), played=shown)
    if played is not None and not played.complete:
        return replace(bare, notes=(_INCOMPLETE,))
    is_last = is_last_turn(moment.view()) and not moment.view().spirits
    judgement = _judge_last_turn(moment) if is_last else _judge_turn(moment, effort, chance)
    bare = replace(
        bare,
        best=_shown_turn(moment, name, judgement.actions),
        best_value=judgement.points[0],
        exact=is_last,
        scenarios=judgement.scenarios,
        notes=_notes_on_unknown(moment),
    )
    if played is None:
        return bare
    return replace(
        bare,
        loss=judgement.loss,
        error=judgement.error,
        kind=kind_of(judgement.loss, judgement.error),
        parts=_parts_of(moment, judgement.points),
        value=judgement.points[-1],
        gain=judgement.points[-1] - judgement.greedy,
    )


_INCOMPLETE = "the turn is not judged: it is incomplete, or the site played it"


def _notes_on_unknown(moment: Moment) -> tuple[str, ...]:
    """Return notes on the choices of a turn that cannot be judged."""
    notes = []
    if not moment.knows_spirits:
        notes.append("the choice of the spirit is not judged: the record does not show which were dealt")
    if not moment.knows_tokens:
        notes.append("the choice of the tokens is not judged: the record does not show what was on the central board")
    if not moment.knows_row:
        notes.append("the choice of the card is not judged: the record does not show which cards were in the row")
    return tuple(notes)
