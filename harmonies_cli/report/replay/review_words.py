"""What a review says about a turn: words that the page and the stepper share."""

from __future__ import annotations

from collections.abc import Sequence

from harmonies_cli.report.verdicts.recorded_actions import action_brief, action_words
from harmonies_cli.review.result import GameReview, ReviewedTurn, TurnReview

__all__ = ["expected_points", "is_costly", "loss_words", "part_words", "reviews_by_turn", "turn_brief", "turn_phrases"]

_SIGN = 0.05
"""Smaller numbers of points are shown as 0."""


def reviews_by_turn(review: GameReview | None) -> dict[int, TurnReview]:
    """Return the reviewed turns by number."""
    return {turn.turn: turn for turn in review.turns} if review else {}


def is_costly(turn: TurnReview) -> bool:
    """Return whether a turn has blame and a better one is known."""
    return turn.kind in ("mistake", "doubtful") and turn.best is not None


def loss_words(turn: TurnReview) -> str:
    """Return ``mistake: 8.2 points (± 1.3)``, or that there is no blame, or why the turn is not judged."""
    if turn.loss is None or turn.error is None:
        return "not judged"
    if not is_costly(turn):
        return "no turn is clearly better"
    error = "exact" if turn.exact else f"± {turn.error:.1f}"
    return f"{turn.kind}: {turn.loss:.1f} points ({error})"


def part_words(turn: TurnReview) -> str:
    """Return how much of a loss each choice of the turn cost: ``spirit 7.9, tokens 2.0``; and the luck of the turn."""
    parts = [f"{part} {points:.1f}" for part, points in turn.parts.items() if abs(points) >= _SIGN]
    luck = [] if turn.luck is None else [f"luck {turn.luck:+.1f}"]
    return ", ".join([*(parts if is_costly(turn) else []), *luck])


def turn_brief(turn: ReviewedTurn) -> str:
    """Return the actions of a turn in as few words as possible."""
    return "; ".join(action_brief(action, space=turn.space or None, taken=turn.tokens) for action in turn.actions)


def turn_phrases(turn: ReviewedTurn) -> list[str]:
    """Return the actions of a turn, each as a phrase."""
    return [action_words(action, space=turn.space or None, taken=turn.tokens) for action in turn.actions]


def expected_points(review: GameReview, turns: int, totals: Sequence[int | None]) -> list[list[float | None]]:
    """Return the expected final points of each player after each turn, from the start.

    Parameters
    ----------
    review
        The review; after a turn that it leaves out, the previous estimates hold.
    turns
        How many turns there are.
    totals
        The players' points after the last one, which replace the estimates if the game is over.
    """
    reviewed = reviews_by_turn(review)
    course: list[list[float | None]] = [[None] * len(totals)]
    for number in range(1, turns + 1):
        course.append(list(reviewed[number].expected) if number in reviewed else course[-1])
    if review.finished and turns:
        course[-1] = list(totals)
    return course
