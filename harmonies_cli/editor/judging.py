"""The engine's judgement on a draft: scoresheets, remarks, problems, and the scoring groups on the boards."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

from harmonies_cli.board_geometry import centre, place_of
from harmonies_cli.plays.shared_play import why_not_shared
from harmonies_cli.records.assess import assess
from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.notation import is_solo
from harmonies_cli.records.outcome import AssessOptions, VerifiedRecord
from harmonies_cli.records.problems import Problem
from harmonies_cli.records.reader import Reading, ReadOptions, read_document
from harmonies_cli.report.page_templates import name_markup
from harmonies_cli.report.picture.board_picture import pictures
from harmonies_cli.report.picture.space_svg import SIZE, group_badges, group_outlines
from harmonies_cli.report.scoresheets.html_page import explanation, pad_table, remark_list
from harmonies_cli.report.scoresheets.pad import pad
from harmonies_cli.report.scoresheets.reasons import reasons
from harmonies_cli.report.scoresheets.remarks import remarks
from harmonies_cli.report.sharing.shared_result import result_picture, share_buttons

__all__ = ["judge_draft", "page_problem", "picture", "reading_of"]

SHEET = "sheet"
"""Id of the heading over the scoresheets in the page."""


def reading_of(data: bytes, source: str = "the page") -> Reading:
    """Read a record sent by the page."""
    return read_document(Document(source, None, data), ReadOptions())


def judge_draft(data: bytes) -> dict[str, Any]:
    """Return the page's view of a record that it sent: markup, and problems with their places."""
    reading = reading_of(data)
    found = assess(reading, AssessOptions())
    solo = reading.record is not None and is_solo(reading.record)
    return {
        "totals": [
            {"player": sheet.player, "total": sheet.total, "landscapes": sheet.landscapes, "rank": sheet.rank}
            for sheet in found.players
        ],
        "problems": [page_problem(problem) for problem in found.problems],
        "items": [
            {"player": sheet.player, "spaces": item.spaces, "points": item.points, "why": item.why, "row": item.row}
            for sheet in found.players
            for item in sheet.items
        ],
        "scoring": _score_drawings(reading, found),
        "sheet": _sheet(reading, found, solo),
    }


def page_problem(problem: Problem, *, of_file: bool = False) -> dict[str, Any]:
    """Return a problem for the page, without remedies that only work in a shell.

    Parameters
    ----------
    problem
        The problem.
    of_file
        Whether it belongs to a file that the user can open; if so, the result has its line and column.
    """
    message, *_ = problem.message.split("\n")  # the next lines quote the text of the record
    hint = None if problem.hint and "--" in problem.hint else problem.hint
    return {
        "line": problem.line if of_file else None,
        "column": problem.column if of_file else None,
        "code": problem.code,
        "pointer": problem.pointer,
        "player": problem.player,
        "space": problem.space,
        "message": message,
        "hint": hint,
    }


def _score_drawings(reading: Reading, found: VerifiedRecord) -> dict[int, str]:
    """Return the drawing over each player's board."""
    drawn = {}
    for board in pictures(reading, found):
        middles = {space: centre(place_of(space), SIZE) for space in board.spaces}
        drawn[board.player or 1] = group_outlines(board) + group_badges(board, middles)
    return drawn


def picture(data: bytes) -> dict[str, str]:
    """Return the picture of a record sent by the page, to share; empty if the record is not a result."""
    reading = reading_of(data)
    found = assess(reading, AssessOptions())
    return {"png": "" if why_not_shared(reading.record, found) else b64encode(result_picture(reading, found)).decode()}


def _sheet(reading: Reading, found: VerifiedRecord, solo: bool) -> str:
    if not found.players:
        return ""
    why = [(sheet, reasons(sheet)) for sheet in found.players]
    return (
        pad_table(found.players, pad(found, solo=solo), SHEET)
        + remark_list(remarks(found, solo=solo, show=name_markup))
        + share_buttons(reading, found, asks_for_picture=True)
        + explanation(why, is_open=False)
    )
