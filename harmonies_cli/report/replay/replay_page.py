"""A game as a page that needs nothing else: a slider over the turns, or, without scripts, one turn below the other."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from harmonies_cli.report.picture.board_svg import boards_svg
from harmonies_cli.report.picture.record_pictures import picture
from harmonies_cli.report.replay import page_frame as frame
from harmonies_cli.report.replay import page_turn as parts
from harmonies_cli.report.replay.steps import Replay, Step
from harmonies_cli.report.scoresheets import html_parts
from harmonies_cli.report.scoresheets.pad import pad
from harmonies_cli.report.scoresheets.reasons import reasons
from harmonies_cli.report.verdicts.fault_lines import marks_of
from harmonies_cli.safe_text import printable

__all__ = ["page"]


def page(replay: Replay, *, turns: Collection[int] | None = None) -> str:
    """Return the page.

    Parameters
    ----------
    replay
        The game.
    turns
        Numbers of the turns to give, without the start; all unless given. The verdict is always there.
    """
    return "".join(_pieces(replay, turns))


def _pieces(replay: Replay, turns: Collection[int] | None) -> Iterator[str]:
    yield frame.head(replay)
    yield frame.controls()
    if turns is None:
        yield frame.screen("start", "Start", parts.start(replay))
    for step in replay.steps:
        if turns is None or step.turn in turns:
            yield parts.turn(replay, step, _board(replay, step))
    yield frame.screen("end", "Verdict", parts.verdict(replay) + _pad(replay))
    yield frame.foot()


def _board(replay: Replay, step: Step) -> str:
    """Return the drawing of the player's board after a turn, or at its fault; empty where there is no such player."""
    if step.board_after is None:
        return ""
    sheet = step.sheets[step.player - 1]
    marks = marks_of(step.moment) if step.moment else {}
    shown = replace(picture(replay.verified.side or "A", step.board_after, sheet, marks), new=step.changed)
    when = "at the fault in" if step.moment else "after"
    return boards_svg([shown], title=f"Board of {printable(sheet.name)} {when} turn {step.turn}", with_legend=False)


def _pad(replay: Replay) -> str:
    verified = replay.verified
    why = [(sheet, reasons(sheet)) for sheet in verified.players]
    return html_parts.pad_table(
        verified.players, pad(verified, solo=replay.solo), "end-title"
    ) + html_parts.explanation(why, is_open=False)
