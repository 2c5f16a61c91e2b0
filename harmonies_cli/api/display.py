"""Results as data frames, all with the same column types, and as markup for a notebook, in the notebook's colours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import TYPE_CHECKING, Any, Protocol

from harmonies_cli.api.arguments import invalid
from harmonies_cli.records.outcome import ScoredRecord, VerifiedRecord
from harmonies_cli.report.page_templates import name_markup, template
from harmonies_cli.report.phrases import file_place
from harmonies_cli.report.scoresheets.html_page import explanation, pad_table, problem_list, remark_list
from harmonies_cli.report.scoresheets.pad import pad
from harmonies_cli.report.scoresheets.pad_notes import reasons, remarks, sheets_with_reasons
from harmonies_cli.rules.scoring.scoresheet import ROWS

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "SHEET_COLUMNS",
    "HasFrame",
    "frame_of",
    "framed_page",
    "result_markup",
    "scores_markup",
    "to_frame",
    "verdict_markup",
]

SHEET_COLUMNS = {
    "player": "Int64",
    "name": "string",
    **dict.fromkeys(ROWS, "Int64"),
    "animal_cubes": "Int64",
    "spirit_cubes": "Int64",
}
"""Columns of a scoresheet."""


class HasFrame(Protocol):
    """A result that converts to a data frame."""

    def to_frame(self) -> pd.DataFrame:
        """Return the result as a data frame."""


def frame_of(rows: Sequence[Mapping[str, Any]], columns: Mapping[str, str]) -> pd.DataFrame:
    """Return rows as a data frame.

    Parameters
    ----------
    rows
        The values by column.
    columns
        Pandas type of each column by name: ``Int64``, ``Float64``, ``string`` or ``boolean``, all of which can
        have missing values.
    """
    import pandas as pd

    return pd.DataFrame(
        {name: pd.Series([row.get(name) for row in rows], dtype=kind) for name, kind in columns.items()}
    )


def to_frame(results: Iterable[HasFrame]) -> pd.DataFrame:
    """Return many results of one kind as one data frame, in their order.

    Parameters
    ----------
    results
        Scores, verifications, boards ...

    Raises
    ------
    UsageError
        If something is not a result with a data frame.

    Examples
    --------
    >>> import harmonies_cli as h
    >>> frame = h.to_frame(record.scores() for record in h.read_all(["samples/positions"]))
    >>> int(frame["total"].max())
    130
    """
    import pandas as pd

    if isinstance(results, str | bytes | Mapping) or not isinstance(results, Iterable):
        raise invalid("results", f"{type(results).__name__} is not a list of results.")
    frames = []
    for result in results:
        if not hasattr(result, "to_frame"):
            raise invalid("results", f"{type(result).__name__} has no data frame: give scores, verdicts or boards.")
        frames.append(result.to_frame())
    if not frames:
        return pd.DataFrame()
    if len({tuple(frame.columns) for frame in frames}) > 1:
        raise invalid("results", "they are of several kinds, which have different columns.")
    return pd.concat(frames, ignore_index=True)


_MOST_ROWS = 60

_numbers = count(1)
"""Numbers that make ids unique across the outputs of a notebook."""


def scores_markup(record: ScoredRecord, *, solo: bool) -> str:
    """Return the pad of a record, with remarks, and the reasons folded."""
    return _markup(record, solo, words=None)


def verdict_markup(record: VerifiedRecord, words: str, *, solo: bool) -> str:
    """Return the verdict on a record, its faults, and the pad."""
    problems = problem_list(record) if record.problems else ""
    return _markup(record, solo, words=words, violations=record.violations, problems=problems)


def _markup(record: ScoredRecord, solo: bool, **verdict: Any) -> str:
    number = f"harmonies-{next(_numbers)}"
    why = [(sheet, reasons(sheet)) for sheet in sheets_with_reasons(record.players)]
    return template("notebook.html").render(
        name=record.id or file_place(record.source, record.line),
        id=number,
        pad=pad_table(record.players, pad(record, solo=solo), number) if record.players else "",
        remarks=remark_list(remarks(record, solo=solo, show=name_markup)),
        explanation=explanation(why, is_open=False) if why else "",
        **verdict,
    )


def result_markup(
    title: str, *, lines: Iterable[str] = (), text: str = "", frame: pd.DataFrame | None = None, page: str = ""
) -> str:
    """Return a result: its title, and any lines, text as typed, table or page."""
    header: list[str] = []
    rows: list[list[str]] = []
    if frame is not None:
        header = [str(name) for name in frame.columns]
        rows = [["" if value is None else _in_words(value) for value in row] for row in _values(frame.head(_MOST_ROWS))]
    return template("notebook_result.html").render(
        title=title,
        lines=list(lines),
        text=text,
        header=header,
        rows=rows,
        left_out=0 if frame is None else max(0, len(frame) - _MOST_ROWS),
        page=page,
    )


def framed_page(page: str, title: str) -> str:
    """Return a whole page in its own frame, which allows the page's script and nothing else."""
    return result_markup(title, page=page)


def _values(frame: pd.DataFrame) -> Iterable[list[Any]]:
    missing = frame.isna().to_numpy()
    return (
        [None if is_missing else value for value, is_missing in zip(row, without, strict=True)]
        for row, without in zip(frame.itertuples(index=False, name=None), missing, strict=True)
    )


def _in_words(value: object) -> str:
    return f"{value:.2f}" if isinstance(value, float) else str(value)
