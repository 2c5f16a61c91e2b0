"""The review of a whole record: independent reviews of its turns, their luck, and a summary of each player's game."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random
from typing import NamedTuple

import msgspec

from harmonies_cli.plurals import count_of
from harmonies_cli.records.assess import assess_with_state
from harmonies_cli.records.game.assess_game import game_log
from harmonies_cli.records.notation import Game, Position
from harmonies_cli.records.outcome import AssessOptions
from harmonies_cli.records.reader import Reading
from harmonies_cli.review.luck import luck_of
from harmonies_cli.review.moments import Moment, moments_of
from harmonies_cli.review.player_review import LastBoard, board_of_position, board_of_seat, player_reviews
from harmonies_cli.review.result import GameReview, TurnReview
from harmonies_cli.review.turn_review import Effort, review_turn

__all__ = ["Plan", "chosen_turns", "game_review", "review_numbered"]


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
