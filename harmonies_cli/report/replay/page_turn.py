"""What the page of a replay shows of each turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from harmonies_cli.report.page_templates import markup
from harmonies_cli.report.picture.board_svg import boards_svg
from harmonies_cli.report.picture.record_pictures import picture
from harmonies_cli.report.replay.replay_words import cards_words, step_title
from harmonies_cli.report.replay.steps import Replay, Step
from harmonies_cli.report.terminal import PLAIN_FILE
from harmonies_cli.report.text_layout import Prose
from harmonies_cli.report.verdicts.allowed import allowed
from harmonies_cli.report.verdicts.fault_context import FaultContext
from harmonies_cli.report.verdicts.fault_lines import fault_place, marks_of
from harmonies_cli.rules.replay.faults import Violation
from harmonies_cli.rules.scoring.scoresheet import Scoresheet
from harmonies_cli.safe_text import printable

if TYPE_CHECKING:
    from markupsafe import Markup

__all__ = ["PageFault", "PageTurn", "page_fault", "page_turn"]

_PROSE = Prose(PLAIN_FILE)


@dataclass(frozen=True, slots=True)
class PageFault:
    """A broken rule with its place, and what would have been allowed."""

    violation: Violation
    place: str
    allowed: Sequence[str]


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
        The scoresheet of its player; None where the game has no such player.
    cards
        The player's cards in words.
    board
        The drawing of the player's board after the turn, or at its fault; empty where the game has no such player.
    faults
        The rules that it breaks.
    """

    step: Step
    title: str
    mover: Scoresheet | None
    cards: str
    board: Markup | str
    faults: Sequence[PageFault]


def page_turn(replay: Replay, step: Step) -> PageTurn:
    """Return what the page shows of a turn."""
    mover = step.sheets[step.player - 1] if step.player <= len(step.sheets) else None
    return PageTurn(
        step,
        step_title(replay, step),
        mover,
        cards_words(mover) if mover else "",
        _board(replay, step),
        [page_fault(replay, violation, step.moment) for violation in step.violations],
    )


def page_fault(replay: Replay, violation: Violation, moment: FaultContext | None = None) -> PageFault:
    """Return what the page shows of a broken rule.

    Parameters
    ----------
    replay
        The game.
    violation
        The broken rule.
    moment
        The context of the turn's fault, which may be another one.
    """
    own = moment if moment is not None and moment.violation == violation else None
    place = fault_place(replay.verified, violation, own, _PROSE)
    return PageFault(violation, place, allowed(own) if own is not None else [])


def _board(replay: Replay, step: Step) -> Markup | str:
    if step.board_after is None:
        return ""
    sheet = step.sheets[step.player - 1]
    marks = marks_of(step.moment) if step.moment else {}
    shown = replace(picture(replay.verified.side or "A", step.board_after, sheet, marks), new=step.changed)
    when = "at the fault in" if step.moment else "after"
    return markup(
        boards_svg([shown], title=f"Board of {printable(sheet.name)} {when} turn {step.turn}", with_legend=False)
    )
