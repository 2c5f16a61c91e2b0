"""A review on the page of a replay: a better turn beside the one played, and each player's game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from harmonies_cli.report.page_templates import markup
from harmonies_cli.report.picture.board_svg import boards_svg
from harmonies_cli.report.picture.record_pictures import picture
from harmonies_cli.report.replay.review_words import is_costly, loss_words, part_words, turn_phrases
from harmonies_cli.report.replay.steps import Replay
from harmonies_cli.review.result import GameReview, PlayerReview, TurnReview

if TYPE_CHECKING:
    from markupsafe import Markup

__all__ = ["BetterTurn", "PageTurnReview", "next_turn", "page_turn_review", "player_facts"]


@dataclass(frozen=True, slots=True)
class BetterTurn:
    """The best turn found: its actions in phrases, its board, and its value in points."""

    phrases: Sequence[str]
    board: Markup
    value: float | None


@dataclass(frozen=True, slots=True)
class PageTurnReview:
    """What the page says about a turn.

    Attributes
    ----------
    kind
        Its class; empty if not judged.
    loss, parts
        What it cost, and which of its choices cost it, in words.
    value
        The value in points of the turn played.
    notes
        What could not be judged.
    better
        The better turn; None if the turn has no blame.
    """

    kind: str
    loss: str
    parts: str
    value: float | None
    notes: Sequence[str]
    better: BetterTurn | None


def page_turn_review(replay: Replay, turn: TurnReview) -> PageTurnReview:
    """Return what the page says about a reviewed turn."""
    better = None
    if is_costly(turn) and turn.best is not None:
        side = replay.verified.side or "A"
        shown = replace(picture(side, turn.best.board), new=turn.best.changed)
        board = boards_svg([shown], title=f"Better board for turn {turn.turn}", with_legend=False)
        better = BetterTurn(turn_phrases(turn.best), markup(board), turn.best_value)
    return PageTurnReview(turn.kind or "", loss_words(turn), part_words(turn), turn.value, turn.notes, better)


def next_turn(replay: Replay, review: GameReview | None) -> BetterTurn | None:
    """Return the best turn now, if a review looked for it."""
    if review is None or review.next is None or review.next.best is None:
        return None
    best = review.next.best
    shown = replace(picture(replay.verified.side or "A", best.board), new=best.changed)
    board = boards_svg([shown], title="Board after the best turn now", with_legend=False)
    return BetterTurn(turn_phrases(best), markup(board), review.next.best_value)


def player_facts(review: GameReview, player: PlayerReview) -> list[str]:
    """Return sentences about what the review's table has no column for."""
    facts = []
    if player.margin is not None and player.margin_rest is not None:
        facts.append(
            f"Ahead of the others' mean by {player.margin:+.1f}: quality {player.margin_quality or 0:+.1f},"
            f" luck {player.margin_luck or 0:+.1f}, rest {player.margin_rest:+.1f}."
        )
    if player.wasted:
        facts.append(f"Cards without a cube: {', '.join(player.wasted)}.")
    if player.unplaced:
        cubes = ", ".join(f"{cube.card} on {cube.space}" for cube in player.unplaced)
        facts.append(f"Cubes that could still be placed: {cubes}; {player.unplaced_points or 0} points.")
    return facts
