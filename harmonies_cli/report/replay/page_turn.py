"""The turns on the page of a replay, with their reviews: a better turn, and each player's game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from harmonies_cli.report.page_templates import markup
from harmonies_cli.report.picture.board_picture import picture
from harmonies_cli.report.picture.board_svg import boards_svg
from harmonies_cli.report.replay.replay_words import is_costly, loss_words, part_words, step_title, turn_phrases
from harmonies_cli.report.replay.steps import Replay, Step
from harmonies_cli.report.terminal import PLAIN_FILE
from harmonies_cli.report.text_layout import Prose
from harmonies_cli.report.verdicts.fault_lines import FaultContext, alternatives, fault_place, marks_of
from harmonies_cli.review.result import GameReview, PlayerReview, ReviewedTurn, TurnReview
from harmonies_cli.rules.board.cards import CARD_INDEX, CARDS, card_words
from harmonies_cli.rules.replay.faults import Violation
from harmonies_cli.rules.scoring.scoresheet import Scoresheet
from harmonies_cli.safe_text import printable

if TYPE_CHECKING:
    from markupsafe import Markup

__all__ = [
    "BetterTurn",
    "HeldCard",
    "PageFault",
    "PageTurn",
    "PageTurnReview",
    "next_turn",
    "page_fault",
    "page_turn",
    "page_turn_review",
    "player_facts",
]


@dataclass(frozen=True, slots=True)
class BetterTurn:
    """The best turn found: its actions in phrases, its board, and its value in points."""

    phrases: Sequence[str]
    board: Markup
    value: float | None


@dataclass(frozen=True, slots=True)
class PageTurnReview:
    """A turn's review on the page.

    Attributes
    ----------
    kind
        Its class; empty if not judged.
    loss, parts
        What it cost, and which of its choices cost it, in words.
    value
        The value in points of the turn played.
    notes
        The choices that could not be judged.
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
    """Return the page's view of a turn's review."""
    better = None
    if is_costly(turn) and turn.best is not None:
        better = _better_turn(replay, turn.best, f"Better board for turn {turn.turn}", turn.best_value)
    return PageTurnReview(turn.kind or "", loss_words(turn), part_words(turn), turn.value, turn.notes, better)


def next_turn(replay: Replay, review: GameReview | None) -> BetterTurn | None:
    """Return the best turn now, if the review searched for it."""
    if review is None or review.next is None or review.next.best is None:
        return None
    return _better_turn(replay, review.next.best, "Board after the best turn now", review.next.best_value)


def _better_turn(replay: Replay, turn: ReviewedTurn, title: str, value: float | None) -> BetterTurn:
    drawing = replace(picture(replay.verified.side or "A", turn.board), new=turn.changed)
    return BetterTurn(turn_phrases(turn), markup(boards_svg([drawing], title=title, with_legend=False)), value)


def player_facts(review: GameReview, player: PlayerReview) -> list[str]:
    """Return sentences for the results that have no column in the review's table."""
    facts = []
    if player.margin is not None and player.margin_rest is not None:
        others = "the other player" if len(review.players) == 2 else "the mean of the others"
        parts = {"quality": player.margin_quality, "luck": player.margin_luck, "rest": player.margin_rest}
        facts.append(
            f"{abs(player.margin):.1f} points {'behind' if player.margin < 0 else 'ahead of'} {others}: "
            f"{', '.join(f'{part} {points or 0:+.1f}' for part, points in parts.items())}."
        )
    if player.wasted:
        facts.append(f"Cards without a cube: {', '.join(map(card_words, player.wasted))}.")
    if player.unplaced:
        cubes = ", ".join(f"{card_words(cube.card)} on {cube.space}" for cube in player.unplaced)
        facts.append(f"Cubes that could still be placed: {cubes}; {player.unplaced_points or 0} points.")
    return facts


_PROSE = Prose(PLAIN_FILE)


@dataclass(frozen=True, slots=True)
class PageFault:
    """A broken rule with its place, and the legal alternatives."""

    violation: Violation
    place: str
    allowed: Sequence[str]


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A player's card after a turn.

    Attributes
    ----------
    id
        The card.
    placed, cubes
        Cubes placed, and all its cubes.
    points
        Its points so far.
    ladder
        The points of an animal after each cube.
    now
        Spaces where its cube can go.
    near
        Spaces where its cube can go after one more token, each with the tokens that open it.
    """

    id: str
    placed: int
    cubes: int
    points: int
    ladder: Sequence[int]
    now: Sequence[str]
    near: Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class PageTurn:
    """The screen of a turn.

    Attributes
    ----------
    step
        The turn.
    title
        Its heading.
    mover
        The scoresheet of its player; None if the game has no such player.
    cards
        The player's cards.
    board
        The drawing of the player's board after the turn, or at its fault; empty if the game has no such player.
    faults
        The rules it breaks.
    review
        Its review, if any.
    """

    step: Step
    title: str
    mover: Scoresheet | None
    cards: Sequence[HeldCard]
    board: Markup | str
    faults: Sequence[PageFault]
    review: PageTurnReview | None


def page_turn(replay: Replay, step: Step, review: TurnReview | None = None) -> PageTurn:
    """Return the page's view of a turn, with its review."""
    mover = step.sheets[step.player - 1] if step.player <= len(step.sheets) else None
    return PageTurn(
        step,
        step_title(replay, step),
        mover,
        _held_cards(mover, step) if mover else [],
        _board(replay, step),
        [page_fault(replay, violation, step.moment) for violation in step.violations],
        None if review is None else page_turn_review(replay, review),
    )


def page_fault(replay: Replay, violation: Violation, moment: FaultContext | None = None) -> PageFault:
    """Return the page's view of a broken rule.

    Parameters
    ----------
    replay
        The game.
    violation
        The broken rule.
    moment
        The context of the turn's fault, which may be another fault.
    """
    own = moment if moment is not None and moment.violation == violation else None
    place = fault_place(replay.verified, violation, own, _PROSE)
    return PageFault(violation, place, alternatives(own) if own is not None else [])


def _held_cards(sheet: Scoresheet, step: Step) -> list[HeldCard]:
    held = []
    for score in sheet.cards or ():
        card = CARDS[CARD_INDEX[score.card]]
        own = [habitat for habitat in step.open_habitats if habitat.card == card.id]
        near: dict[str, list[str]] = {}
        for habitat in own:
            if habitat.token:
                place = "" if habitat.at == habitat.space else f" on {habitat.at}"
                near.setdefault(habitat.space, []).append(f"{habitat.token}{place}")
        now = [habitat.space for habitat in own if not habitat.token]
        held.append(HeldCard(card.id, score.placed, card.cubes, score.points or 0, card.points, now, near))
    return held


def _board(replay: Replay, step: Step) -> Markup | str:
    if step.board_after is None:
        return ""
    sheet = step.sheets[step.player - 1]
    marks = marks_of(step.moment) if step.moment else {}
    held = [] if step.moment else _held_cards(sheet, step)
    vacant: dict[str, list[str]] = {}
    for card in held:
        for space in card.now:
            vacant.setdefault(space, []).append(card.id)
    shown = replace(
        picture(replay.verified.side or "A", step.board_after, sheet, marks),
        new=step.changed,
        open=vacant,
        near={card.id: list(card.near) for card in held if card.near},
    )
    when = "at the fault in" if step.moment else "after"
    return markup(
        boards_svg([shown], title=f"Board of {printable(sheet.name)} {when} turn {step.turn}", with_legend=False)
    )
