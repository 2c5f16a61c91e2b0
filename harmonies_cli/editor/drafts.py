"""Positions as drafts for the page, the engine's judgement on them, and the text of their file."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from typing import Any

import msgspec

from harmonies_cli.board_looks import centre, place_of
from harmonies_cli.errors import HarmoniesError
from harmonies_cli.plays.shared_play import why_not_shared
from harmonies_cli.records.assess import assess
from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.notation import Position, PositionPlayer, is_solo
from harmonies_cli.records.outcome import AssessOptions, VerifiedRecord
from harmonies_cli.records.position.blank import layout_json
from harmonies_cli.records.position.typed_board import read_board
from harmonies_cli.records.position.typed_stacks import EMPTY_WORD
from harmonies_cli.records.problems import Problem
from harmonies_cli.records.reader import Reading, ReadOptions, read_document
from harmonies_cli.report.page_templates import name_markup
from harmonies_cli.report.picture.board_picture import pictures
from harmonies_cli.report.picture.space_svg import SIZE, group_badges, group_outlines
from harmonies_cli.report.scoresheets.html_page import explanation, pad_table, remark_list
from harmonies_cli.report.scoresheets.pad import pad
from harmonies_cli.report.scoresheets.pad_notes import reasons, remarks
from harmonies_cli.report.sharing.shared_result import result_picture, share_buttons
from harmonies_cli.rules.board.cards import CARDS, card_index
from harmonies_cli.rules.board.sides import Side, side_named
from harmonies_cli.rules.board.tokens import EMPTY, STACKS

__all__ = [
    "draft_of",
    "file_text",
    "judge_draft",
    "new_draft",
    "page_problem",
    "picture",
    "reading_of",
    "unreadable_parts",
]


def new_draft() -> dict[str, Any]:
    """Return the draft of an empty position."""
    return {
        "format": "harmonies-position",
        "version": 1,
        "side": "A",
        "players": [{"name": "Player 1", "board": {}, "cards": {}}],
    }


def draft_of(position: Position) -> dict[str, Any]:
    """Return a position as a draft for the page.

    Spaces whose stack cannot be read are empty: see `unreadable_parts`.
    """
    side = side_named(position.side)
    draft: dict[str, Any] = msgspec.to_builtins(position)
    draft["side"] = side.name
    for number, (player, written) in enumerate(zip(position.players, draft["players"], strict=True), 1):
        written["board"] = _board(side, player, number)
        if isinstance(player.cards, dict):
            written["cards"] = _cards(player.cards)
        if isinstance(player.cubes, dict):
            written["cubes"] = {_space(space): _card(card) for space, card in player.cubes.items()}
        elif isinstance(player.cubes, list):
            written["cubes"] = {_space(space): None for space in player.cubes}
    return draft


def unreadable_parts(position: Position) -> list[Problem]:
    """Return the problems of boards that a draft no longer shows."""
    side = side_named(position.side)
    return [
        problem
        for number, player in enumerate(position.players, 1)
        for problem in read_board(side, player.board, number).problems
    ]


def _board(side: Side, player: PositionPlayer, number: int) -> dict[str, str]:
    stacks = read_board(side, player.board, number).stacks
    return {space: STACKS[stacks[bit]] for bit, space in side.name_of.items() if bit in stacks}


def _cards(cards: dict[str, int]) -> dict[str, int]:
    written: dict[str, int] = {}
    for typed, placed in cards.items():
        name = _card(typed)
        # A second name for the same card stays as typed: the page shows it as a problem.
        written[typed if name in written else str(name)] = placed
    return written


def _card(name: str | int) -> str | int:
    try:
        return CARDS[card_index(name)].id
    except HarmoniesError:
        return name


def _space(name: str) -> str:
    return name.strip().lower()


def file_text(position: Position) -> bytes:
    """Return a position as the text of a file, boards column by column.

    Parameters
    ----------
    position
        The position; an unreadable board is written unchanged.
    """
    side = side_named(position.side)
    record: dict[str, Any] = msgspec.to_builtins(position)
    for number, (player, written) in enumerate(zip(position.players, record["players"], strict=True), 1):
        board = read_board(side, player.board, number)
        if board.problems:
            continue
        written["board"] = [
            " ".join(STACKS[board.stacks.get(bit, EMPTY)] or EMPTY_WORD for bit in bits) for bits in side.column_bits
        ]
    return layout_json(_order_fields(record)).encode()


def _order_fields(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record with its players last, as people type it."""
    first = ("$schema", "format", "version")
    last = ("players",)
    keys = [*first, *(key for key in record if key not in (*first, *last)), *last]
    return {key: record[key] for key in keys if key in record}


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
