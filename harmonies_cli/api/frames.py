"""Results as data frames, all with the same column types."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from harmonies_cli.api.arguments import invalid
from harmonies_cli.rules.scoring.scoresheet import ROWS

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["SHEET_COLUMNS", "HasFrame", "frame_of", "to_frame"]

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
