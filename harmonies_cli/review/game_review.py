"""The review of a whole record: independent reviews of its turns, their luck, and a summary of each player's game."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

import msgspec
import numpy as np

from harmonies_cli.bots.crowd import NO_CARD, Setting, banked_points, crowd_of
from harmonies_cli.bots.greedy import GreedyParameters, good_turns, situation_of
from harmonies_cli.bots.interface import View, with_spirit
from harmonies_cli.bots.lookahead import others_of, play_others
from harmonies_cli.bots.scenarios import Offers, draw_scenarios
from harmonies_cli.bots.situation import steps_after_this
from harmonies_cli.bots.value_function import PARTS, final_values
from harmonies_cli.plurals import count_of
from harmonies_cli.records.assess import assess_with_state
from harmonies_cli.records.game.assess_game import game_log
from harmonies_cli.records.notation import Game, Position
from harmonies_cli.records.outcome import AssessOptions
from harmonies_cli.records.reader import Reading
from harmonies_cli.review.moments import Moment, moments_of
from harmonies_cli.review.player_review import LastBoard, board_of_position, board_of_seat, player_reviews
from harmonies_cli.review.pool import SEARCH, spirits_of
from harmonies_cli.review.result import GameReview, TurnReview
from harmonies_cli.review.turn_review import Effort, review_turn
from harmonies_cli.rules.board.cards import ANIMALS, SPIRITS
from harmonies_cli.rules.board.tokens import BOX, LANES, UNITS
from harmonies_cli.rules.replay.state import TOKENS_PER_SPACE

__all__ = ["Plan", "chosen_turns", "game_review", "luck_of", "review_numbered"]


class Plan(NamedTuple):
    """How to review a game.

    Attributes
    ----------
    scenarios
        Fresh scenarios for each turn.
    seconds
        Processor time for the game, in place of a number of scenarios.
    seed
        It determines all chance, together with the number of the turn.
    turns, players
        Only these turns, and only turns of these players; None for all.
    next
        Whether to find the best turn now if the record stops before the end of the game.
    """

    scenarios: int = 48
    seconds: float | None = None
    seed: int = 1
    turns: range | None = None
    players: frozenset[int] | None = None
    next: bool = False

    def takes(self, moment: Moment) -> bool:
        """Return whether to review a turn."""
        if moment.played is None:
            return self.next and moment.is_known
        return (self.turns is None or moment.turn in self.turns) and (
            self.players is None or moment.player in self.players
        )


def chosen_turns(game: Game, plan: Plan) -> list[int]:
    """Return the numbers of the turns that a plan covers, and of the next one if requested."""
    return [moment.turn for moment in moments_of(game_log(game)) if plan.takes(moment)]


def review_numbered(game: Game, numbers: Collection[int], plan: Plan, share: float = 1.0) -> list[TurnReview]:
    """Return the reviews of some turns; each depends only on the record, the seed and its own number.

    Parameters
    ----------
    game
        The game.
    numbers
        The numbers of the turns.
    plan
        How to review them.
    share
        The share of the plan's seconds for each turn.
    """
    moments = list(moments_of(game_log(game)))
    effort = Effort(plan.scenarios, None if plan.seconds is None else plan.seconds * share)
    return [_review(game, moments, moment, effort, plan.seed) for moment in moments if moment.turn in numbers]


def _review(game: Game, moments: Sequence[Moment], moment: Moment, effort: Effort, seed: int) -> TurnReview:
    name = game.players[moment.player - 1].name
    reviewed = review_turn(moment, name, effort, Random(f"{seed}:{moment.turn}"))
    if moment.played is not None and not moment.played.complete:
        return reviewed
    place = moment.turn - 1 - len(game.players)
    previous = moments[place] if place >= 0 else None
    return msgspec.structs.replace(reviewed, luck=luck_of(moment, previous, Random(f"{seed}:{moment.turn}:luck")))


def game_review(reading: Reading, plan: Plan, reviews: Sequence[TurnReview], how: AssessOptions) -> GameReview:
    """Return the review of a record.

    Parameters
    ----------
    reading
        The record.
    plan
        How it was reviewed.
    reviews
        The reviews of its turns, from `review_numbered`, in order.
    how
        How to assess the record.
    """
    verified, table = assess_with_state(reading, how)
    record = reading.record
    boards: list[LastBoard | None] = []
    if isinstance(record, Game) and table is not None:
        boards = [board_of_seat(table.side, seat) for seat in table.seats]
    elif isinstance(record, Position):
        boards = [board_of_position(record, player, how.side) for player in record.players]
    played = [review for review in reviews if review.played is not None]
    expected: list[float | None] = [None] * len(verified.players)
    turns = []
    for review in played:
        if review.value is not None:
            expected[review.player - 1] = review.value
        turns.append(msgspec.structs.replace(review, expected=tuple(expected)))
    coming = next((review for review in reviews if review.played is None), None)
    notes = [problem.sentence for problem in verified.problems]
    notes += [f"turn {fault.turn}: {fault.message}" if fault.turn else fault.message for fault in verified.violations]
    if verified.rules != "rulebook":
        notes.append(f"scored under the rule set {verified.rules}; turns are judged under rulebook")
    if plan.turns is not None and isinstance(record, Game) and not turns:
        notes.append(f"no turn is reviewed: the game has {count_of(len(record.turns), 'turn')}")
    if plan.next and coming is None and isinstance(record, Game) and not verified.finished:
        notes.append("the best turn now is unknown: the record does not show what is on offer, or stops within a turn")
    whole = isinstance(record, Game) and verified.finished and len(turns) == len(record.turns)
    return GameReview(
        id=verified.id,
        source=verified.source,
        line=verified.line,
        side=verified.side,
        finished=verified.finished,
        verdict=verified.verdict,
        turns=tuple(turns),
        players=player_reviews(verified.players, boards, turns, whole=whole),
        next=coming,
        scenarios=plan.scenarios,
        seed=plan.seed,
        notes=tuple(notes),
    )


_OFFERS = 12
"""The number of offers to draw in place of the actual one."""
_QUICK = GreedyParameters(width_1=2, width_2=3, width_3=3, finalists=6)
"""The width of each search; a narrow search misses points of both terms of the difference, so they nearly cancel."""


def luck_of(moment: Moment, previous: Moment | None, chance: Random) -> float | None:
    """Return how many more points than expected a player's best turn is worth.

    Parameters
    ----------
    moment
        The turn.
    previous
        The player's turn before it, or None if it is the first.
    chance
        The source of chance.

    Returns
    -------
    float or None
        The value of the best turn with the tokens and cards on offer, less its mean value with the offers that the
        player could expect at the end of the previous turn or the start of the game; None if the record does not show
        the offer.
    """
    if not (moment.knows_tokens and moment.knows_row):
        return None
    view = moment.view()
    hands: list[list[int]] = []
    if previous is None:
        other = _first_offers(view, chance)
        hands = [chance.sample(SPIRITS, len(view.spirits)) for _ in range(_OFFERS if moment.knows_spirits else 0)]
    elif previous.knows_tokens and previous.knows_row:
        other = _next_offers(previous, len(view.row), chance)
    else:
        return None
    if not any(view.central):
        return None
    came = _best_value(view, view.central, view.row)
    expected = [
        _best_value(replace(view, spirits=hands[number]) if hands else view, central, row)
        for number, (central, row) in enumerate(zip(other.central.T.tolist(), other.row.T.tolist(), strict=True))
        if any(central)
    ]
    return came - sum(expected) / len(expected) if expected else None


def _best_value(view: View, central: Sequence[int], row: Sequence[int]) -> float:
    """Return the value of the best turn with an offer, by the value function and a quick search."""
    values = []
    for spirit in spirits_of(view):
        offered = replace(
            with_spirit(view, spirit),
            central=[tokens for tokens in central if tokens],
            row=[card for card in row if card != NO_CARD],
        )
        situation, state = situation_of(offered, spirit, steps_after_this(view, SEARCH.pace), _QUICK)
        found = good_turns(
            offered, situation, state, _QUICK.widths, _QUICK.finalists, card_choices=_QUICK.finalists // 2
        )
        crowd = crowd_of(situation, found.end.states, banked_points(offered.seat, situation.cards))
        values.append(final_values(Setting(view.side, SEARCH, spirit), crowd).max() / PARTS)
    return float(max(values))


def _first_offers(view: View, chance: Random) -> Offers:
    """Draw possible offers at the beginning of a game."""
    tokens = [token for token, lane in enumerate(LANES) for _ in range(BOX // lane & 255)]
    central = np.zeros((len(view.central), _OFFERS), np.int64)
    row = np.full((len(view.row), _OFFERS), NO_CARD, np.intp)
    for offer in range(_OFFERS):
        drawn = chance.sample(tokens, TOKENS_PER_SPACE * len(central))
        for space in range(len(central)):
            central[space, offer] = sum(UNITS[token] for token in drawn[TOKENS_PER_SPACE * space :][:TOKENS_PER_SPACE])
        row[:, offer] = chance.sample(ANIMALS, len(row))
    return Offers(central, row)


def _next_offers(previous: Moment, row_size: int, chance: Random) -> Offers:
    """Draw possible offers of the player's next turn, given what is known at the end of this one."""
    view, played = previous.view(), previous.played
    assert played is not None
    scenarios = draw_scenarios(view, _OFFERS, 1, chance)
    row = [NO_CARD if card in (played.card, played.discarded) else card for card in view.row]
    row += [NO_CARD] * (row_size - len(row))
    offers = Offers(
        np.repeat(np.array(view.central, np.int64)[:, None], _OFFERS, 1),
        np.repeat(np.array(row, np.intp)[:, None], _OFFERS, 1),
    )
    space = view.central.index(played.tokens) if played.tokens in view.central else 0
    spaces = np.full(_OFFERS, played.space - 1 if played.space else space)
    return play_others(others_of(view, _OFFERS, SEARCH), offers, scenarios, 0, spaces)[1]
