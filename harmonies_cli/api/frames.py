"""Results as data frames."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from harmonies_cli.rules.scoring.pad_rows import ROWS

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
    """A result that can be had as a data frame."""

    def to_frame(self) -> pd.DataFrame:
        """Return the result as a data frame."""


def frame_of(rows: Sequence[Mapping[str, Any]], columns: Mapping[str, str]) -> pd.DataFrame:
    """Return rows as a data frame.

    Parameters
    ----------
    rows
        The values by column.
    columns
        Name of each column to its type for pandas; ``Int64``, ``string`` and ``boolean`` may miss values.
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

    Examples
    --------
    >>> import harmonies_cli as h
    >>> frame = h.to_frame(record.scores() for record in h.read_all(["samples/positions"]))
    >>> int(frame["total"].max())
    130
    """
    import pandas as pd

    frames = [result.to_frame() for result in results]
    return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame()
