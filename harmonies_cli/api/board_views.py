"""Boards as drawings and as data frames."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, overload

from harmonies_cli.api.arguments import any_number
from harmonies_cli.api.frames import frame_of
from harmonies_cli.report.picture.board_picture import BoardPicture
from harmonies_cli.rules.scoring.scoresheet import Scoresheet

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Board", "Boards"]

_COLUMNS = {
    "player": "Int64",
    "name": "string",
    "space": "string",
    "stack": "string",
    "height": "Int64",
    "cube": "boolean",
    "card": "string",
}


class Boards(Sequence["Board"]):
    """The boards of all players, drawn together in a notebook.

    Parameters
    ----------
    boards
        The boards, in player order.
    """

    def __init__(self, boards: Sequence[Board]) -> None:
        self._boards = tuple(boards)

    @overload
    def __getitem__(self, index: int) -> Board: ...

    @overload
    def __getitem__(self, index: slice) -> Boards: ...

    def __getitem__(self, index: int | slice) -> Board | Boards:
        return Boards(self._boards[index]) if isinstance(index, slice) else self._boards[index]

    def __len__(self) -> int:
        return len(self._boards)

    def __repr__(self) -> str:
        return f"<Boards of {', '.join(board.name for board in self)}>"

    def __str__(self) -> str:
        from harmonies_cli.report.picture.board_terminal import boards_text

        return boards_text([board.picture for board in self])

    def svg(self) -> str:
        """Return one drawing of all boards, as an SVG document."""
        from harmonies_cli.report.picture.board_svg import boards_svg

        return boards_svg([board.picture for board in self])

    def png(self, *, scale: float = 2.0) -> bytes:
        """Return one drawing of all boards as a PNG image; `scale` is pixels per unit of the drawing."""
        from harmonies_cli.report.picture.svg import png

        return png(self.svg(), scale=any_number("scale", scale))

    def to_frame(self) -> pd.DataFrame:
        """Return a row for each space of each board: stack, height, cube and its card."""
        rows = [
            {
                "player": board.player,
                "name": board.name,
                "space": space,
                "stack": board.stacks.get(space, ""),
                "height": len(board.stacks.get(space, "")),
                "cube": space in board.cubes,
                "card": board.cubes.get(space),
            }
            for board in self
            for space in board.picture.spaces
        ]
        return frame_of(rows, _COLUMNS)

    def _repr_svg_(self) -> str:
        return self.svg()


class Board(Boards):
    """One player's board.

    Parameters
    ----------
    picture
        The drawing.
    sheet
        The scoresheet of the board; None if the board could not be scored.

    Attributes
    ----------
    player, name
        The player's number and name.
    side
        ``"A"`` or ``"B"``.
    stacks
        Letters from the bottom to the top, by space; spaces left out are empty.
    cubes
        Spaces with a cube, each with its card; None if unknown.
    score
        The scoresheet.
    """

    def __init__(self, picture: BoardPicture, sheet: Scoresheet | None) -> None:
        super().__init__([self])
        self.picture = picture
        self.player = picture.player or 1
        self.name = picture.name
        self.side = picture.side
        self.stacks = dict(picture.stacks)
        self.cubes = dict(picture.cubes)
        self.score = sheet

    def __repr__(self) -> str:
        return f"<Board of {self.name}, side {self.side}: {self.picture.points or 'not scored'}>"
