"""The boards of a record as drawings that mark what scores."""

from __future__ import annotations

from collections.abc import Mapping

from harmonies_cli.records.outcome import ScoredRecord
from harmonies_cli.records.reader import Reading
from harmonies_cli.records.record_boards import PlayerBoard, boards_of
from harmonies_cli.report.picture.board_picture import BoardPicture
from harmonies_cli.rules.scoring.scoresheet import Scoresheet

__all__ = ["picture", "pictures"]


def pictures(
    reading: Reading, record: ScoredRecord, *, side: str | None = None, turn: int | None = None
) -> list[BoardPicture]:
    """Return a drawing of each board that a scored record shows.

    Parameters
    ----------
    reading
        What was read.
    record
        The same, scored: its players' scoresheets determine the marks. Boards of players without one are
        drawn without marks.
    side, turn
        As the record was scored.
    """
    if record.kind is None:  # a game may hold words that only its replay finds invalid
        return []
    sheets = {sheet.player: sheet for sheet in record.players}
    letter = record.side or "A"
    return [
        picture(letter, board, sheets.get(board.player), _marks(record, board.player))
        for board in boards_of(reading, side=side, turn=turn)
    ]


def _marks(record: ScoredRecord, player: int) -> dict[str, str]:
    return {problem.space: problem.message for problem in record.problems if problem.space and problem.player == player}


def picture(
    side: str, board: PlayerBoard, sheet: Scoresheet | None = None, marks: Mapping[str, str] | None = None
) -> BoardPicture:
    """Return the drawing of a board that marks what its scoresheet counts."""
    return BoardPicture(
        side,
        board.stacks,
        board.cubes,
        sheet.items if sheet else (),
        board.name,
        sheet.total if sheet else None,
        board.player,
        marks or {},
    )
