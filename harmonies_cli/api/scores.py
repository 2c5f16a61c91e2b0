"""Scores as Python objects: scoresheets, explanations, data frames."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any, overload

import msgspec

from harmonies_cli.api.arguments import one_choice, one_player, truth
from harmonies_cli.api.display import SHEET_COLUMNS, frame_of, result_markup, scores_markup
from harmonies_cli.errors import UsageError
from harmonies_cli.records.outcome import VerifiedRecord
from harmonies_cli.records.problems import Problem
from harmonies_cli.rules.scoring.landscapes import RuleSet
from harmonies_cli.rules.scoring.scoresheet import Scoresheet

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Explanation", "Scores"]

_COLUMNS = {
    "player": "Int64",
    "name": "string",
    "row": "string",
    "points": "Int64",
    "spaces": "string",
    "why": "string",
}


class Explanation:
    """The reason for every point, and for every item without points.

    Parameters
    ----------
    sheets
        Scoresheets with their items.
    """

    def __init__(self, sheets: Sequence[Scoresheet]) -> None:
        self._sheets = sheets

    def __str__(self) -> str:
        return "".join(
            f"{row['name']}: {row['row']} {row['points']}{' ' if row['spaces'] else ''}{row['spaces']}: {row['why']}\n"
            for row in self._rows()
        )

    def to_frame(self) -> pd.DataFrame:
        """Return a row for each reason: player, row of the scoresheet, points, spaces separated by blanks, and why."""
        return frame_of(list(self._rows()), _COLUMNS)

    def _rows(self) -> Iterator[dict[str, Any]]:
        from harmonies_cli.report.scoresheets.pad_notes import reasons, sheets_with_reasons

        for sheet in sheets_with_reasons(self._sheets):
            for row in reasons(sheet):
                for reason in row.reasons:
                    yield {
                        "player": sheet.player,
                        "name": sheet.name,
                        "row": row.row,
                        "points": reason.points,
                        "spaces": " ".join(reason.spaces),
                        "why": reason.why,
                    }

    def __repr__(self) -> str:
        return f"<Explanation of {', '.join(sheet.name for sheet in self._sheets) or 'nothing'}>"

    def _repr_html_(self) -> str:
        return result_markup("The reason for every point", frame=self.to_frame().drop(columns="player"))


_PLACE = {"source": "string", "line": "Int64", "id": "string", "side": "string", "rules": "string"}
_OUTCOME = {"rank": "Int64", "winner": "boolean", "suns": "Int64"}


class Scores(Sequence[Scoresheet]):
    """The scoresheets of a record, in player order.

    Parameters
    ----------
    record
        The assessed record.
    solo
        Whether it was a solo game.

    Attributes
    ----------
    rules
        The rule set.
    winners
        Numbers of the winners.
    problems
        The problems of the record.
    """

    def __init__(self, record: VerifiedRecord, *, solo: bool) -> None:
        self._record = record
        self._solo = solo
        self.rules: RuleSet = record.rules
        self.winners: list[int] = record.winners
        self.problems: list[Problem] = record.problems

    @overload
    def __getitem__(self, index: int) -> Scoresheet: ...

    @overload
    def __getitem__(self, index: slice) -> list[Scoresheet]: ...

    def __getitem__(self, index: int | slice) -> Scoresheet | list[Scoresheet]:
        return self._record.players[index]

    def __len__(self) -> int:
        return len(self._record.players)

    def __iter__(self) -> Iterator[Scoresheet]:
        return iter(self._record.players)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Scores):
            return NotImplemented
        return (self.rules, list(self)) == (other.rules, list(other))

    __hash__ = None  # type: ignore[assignment]  # scoresheets can be changed

    def __repr__(self) -> str:
        return f"<Scores: {', '.join(f'{sheet.name} {_points(sheet)}' for sheet in self) or 'none'}>"

    def __str__(self) -> str:
        return self.formatted("text")

    def of(self, player: int | str) -> Scoresheet:
        """Return the scoresheet of a player, by number or by name.

        Raises
        ------
        UsageError
            If there is no such player.
        """
        sheets = list(self)
        return sheets[one_player([sheet.name for sheet in sheets], player) - 1]

    @property
    def totals(self) -> list[int | None]:
        """The totals in player order; None if a player's cards are unknown."""
        return [sheet.total for sheet in self]

    def explanation(self) -> Explanation:
        """Return the reason for every point."""
        return Explanation(list(self))

    def formatted(self, form: str, *, explain: bool = False) -> str:
        """Return the scores as ``harmonies score --format`` writes them.

        Parameters
        ----------
        form
            One of `report.formats.FORMATS` that is text: text, json, jsonl, csv, markdown, html.
        explain
            Whether text includes the reasons.

        Raises
        ------
        UsageError
            If there is no such format, or it is not text.
        """
        from harmonies_cli.report.formats import FORMATS, Options, writer

        form = one_choice("form", form, tuple(FORMATS))
        if FORMATS[form].is_binary:
            raise UsageError(f"{form} is not text: harmonies score --format {form} writes a file")
        explain = truth("explain", explain)
        written = BytesIO()
        out = writer(form, written.write, Options(explain=explain))
        out.begin()
        out.add(self._record.as_scored(), solo=self._solo)
        out.end()
        return written.getvalue().decode()

    def to_frame(self) -> pd.DataFrame:
        """Return a row for each player: the record's place, the points by row, rank, winner, suns."""
        record = self._record
        place = {"source": record.source, "line": record.line, "id": record.id, "side": record.side}
        rows = [{**place, "rules": record.rules, **msgspec.structs.asdict(sheet)} for sheet in self]
        return frame_of(rows, {**_PLACE, **SHEET_COLUMNS, **_OUTCOME})

    def _repr_html_(self) -> str:
        return scores_markup(self._record, solo=self._solo)


def _points(sheet: Scoresheet) -> str:
    return f"{sheet.landscapes} + ?" if sheet.total is None else str(sheet.total)
