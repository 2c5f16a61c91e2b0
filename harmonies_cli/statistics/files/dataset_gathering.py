"""What is gathered from a data set: for parts gathered before, from the sums kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256

import pyarrow as pa

from harmonies_cli.statistics.files.arrow import schema_of
from harmonies_cli.statistics.files.dataset import Dataset
from harmonies_cli.statistics.files.dataset_tables import DatasetTables
from harmonies_cli.statistics.files.kept_sums import KeptSums
from harmonies_cli.statistics.gathering import Gathering
from harmonies_cli.statistics.rows.columns import TABLES
from harmonies_cli.statistics.selection import Selection
from harmonies_cli.statistics.strength.makers import SUMS

__all__ = ["gathering_of", "row_parts"]

_MOST_GAMES = 5_000
"""Small parts are combined up to about this number of games."""


def row_parts(dataset: Dataset) -> Iterator[dict[str, pa.Table]]:
    """Yield the row tables of a data set, part by part, small parts combined."""
    stored = DatasetTables(dataset)
    yield from _tables_of(stored, dataset.parts())


def gathering_of(dataset: Dataset, selection: Selection) -> Gathering:
    """Gather the games of a data set, and keep the sums beside it.

    If a player is compared with the field everything is gathered again, because more is needed of each game.

    Parameters
    ----------
    dataset
        The data set.
    selection
        Which games count.
    """
    stored = DatasetTables(dataset)
    whole = Gathering()
    if selection.player is not None:
        for tables in _tables_of(stored, dataset.parts()):
            whole.add(tables, selection, SUMS)
        return whole
    parts = {part: f"{_size_of(dataset, part)} {stored.standing_of(part)}" for part in dataset.parts()}
    kept = KeptSums(dataset.path, selection)
    covered: set[str] = set()
    for of, gathering in kept.load(parts):
        whole.merge(gathering, selection)
        covered |= set(of)
    new_parts = {part: facts for part, facts in parts.items() if part not in covered}
    new = Gathering()
    for tables in _tables_of(stored, list(new_parts)) if new_parts or not parts else ():
        new.add(tables, selection, SUMS)
    new.finish(selection)
    if covered and new_parts:
        whole.merge(new, selection)
    elif not covered:
        whole = new
    whole.finish(selection)
    kept.save(whole, parts, new, new_parts)
    return whole


def _tables_of(stored: DatasetTables, parts: Sequence[str]) -> Iterator[dict[str, pa.Table]]:
    """Yield the row tables of some parts, small ones combined; empty tables if there are no parts."""
    if not parts:
        yield {name: schema_of(name).empty_table() for name in TABLES}
    together: list[str] = []
    games = 0
    for number, part in enumerate(parts):
        together.append(part)
        games += stored.part(part, "games").num_rows
        if games >= _MOST_GAMES or number == len(parts) - 1:
            yield {name: pa.concat_tables([stored.part(one, name) for one in together]) for name in TABLES}
            together, games = [], 0


def _size_of(dataset: Dataset, part: str) -> str:
    """Return a text that changes when a file of the part is replaced."""
    facts = []
    for table in TABLES:
        status = (dataset.path / table / part).stat()
        facts.append((status.st_size, getattr(status, "st_mtime_ns", None) or status.st_mtime))
    return sha256(repr(facts).encode()).hexdigest()[:16]
