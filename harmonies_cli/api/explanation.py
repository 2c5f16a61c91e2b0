"""The reason for every point."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from harmonies_cli.api.frames import frame_of
from harmonies_cli.rules.scoresheet import Scoresheet

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Explanation"]

_COLUMNS = {
    "player": "Int64",
    "name": "string",
    "row": "string",
    "points": "Int64",
    "spaces": "object",
    "why": "string",
}


class Explanation:
    """The reason for every point, and for what scores none.

    Parameters
    ----------
    sheets
        Scoresheets with their items.
    """

    def __init__(self, sheets: Sequence[Scoresheet]) -> None:
        self._sheets = sheets

    def __str__(self) -> str:
        return "".join(
            f"{row['name']}: {row['row']} {row['points']}{' ' if row['spaces'] else ''}{' '.join(row['spaces'])}: "
            f"{row['why']}\n"
            for row in self._rows()
        )

    def to_frame(self) -> pd.DataFrame:
        """Return a row for each reason: player, row of the scoresheet, points, spaces, and why."""
        return frame_of(list(self._rows()), _COLUMNS)

    def _rows(self) -> Iterator[dict[str, Any]]:
        from harmonies_cli.report.reasons import reasons

        for sheet in self._sheets:
            for row in reasons(sheet):
                for reason in row.reasons:
                    yield {
                        "player": sheet.player,
                        "name": sheet.name,
                        "row": row.row,
                        "points": reason.points,
                        "spaces": reason.spaces,
                        "why": reason.why,
                    }

    def _repr_html_(self) -> str:
        frame = self.to_frame()
        return str(frame.to_html(index=False))
