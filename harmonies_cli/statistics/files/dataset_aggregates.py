"""Aggregate a data set: sums and ratings; those of unchanged parts are read from the files kept beside it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
import pandas as pd
import pyarrow as pa

from harmonies_cli.errors import UsageError
from harmonies_cli.records.files.addresses import entries, is_address
from harmonies_cli.records.files.atomic import remove_leftovers, write_whole
from harmonies_cli.statistics.aggregation import Aggregate
from harmonies_cli.statistics.files.arrow import schema_of
from harmonies_cli.statistics.files.dataset import Dataset
from harmonies_cli.statistics.files.dataset_tables import DatasetTables
from harmonies_cli.statistics.files.kept_sums import DAMAGED, FOLDER, KeptSums, file_of, program, text_array, text_of
from harmonies_cli.statistics.files.record_facts import Facts
from harmonies_cli.statistics.rows.columns import TABLES
from harmonies_cli.statistics.selection import Selection
from harmonies_cli.statistics.strength.makers import SUMS
from harmonies_cli.statistics.strength.sample import Floats

__all__ = ["FactsFile", "RatingsFile", "aggregate_dataset", "row_parts"]

_MOST_GAMES = 5_000
"""Small parts are combined up to about this number of games."""
_FEW_NEW = 0.05
"""With at most this share of new parts, reading their facts again costs less than writing those of all."""


def row_parts(dataset: Dataset) -> Iterator[dict[str, pa.Table]]:
    """Yield the row tables of a data set, part by part, small parts combined."""
    reader = DatasetTables(dataset)
    yield from _tables_of(reader, dataset.parts())


def aggregate_dataset(dataset: Dataset, selection: Selection) -> Aggregate:
    """Aggregate the games of a data set, and keep the sums beside it.

    To compare a player with the field, it aggregates everything again, because it needs more of each game.

    Parameters
    ----------
    dataset
        The data set.
    selection
        Which games count.
    """
    whole = Aggregate()
    sizes = _sizes_of(dataset)
    facts = FactsFile(dataset.path)
    reader = DatasetTables(dataset, facts.load(sizes))
    if selection.player is not None:
        for tables in _tables_of(reader, dataset.parts()):
            whole.add(tables, selection, SUMS)
        return whole
    standings = reader.standings()
    parts = {part: f"{size} {standings[part]}" for part, size in sizes.items()}
    facts.save(sizes, reader.facts())
    reader.drop_facts()
    kept_sums = KeptSums(dataset.path, selection)
    covered_parts: set[str] = set()
    for of, aggregate in kept_sums.load(parts):
        whole.merge(aggregate, selection)
        covered_parts |= set(of)
    new_parts = {part: facts for part, facts in parts.items() if part not in covered_parts}
    new = Aggregate()
    for tables in _tables_of(reader, list(new_parts)) if new_parts or not parts else ():
        new.add(tables, selection, SUMS)
    new.finish(selection)
    if covered_parts and new_parts:
        whole.merge(new, selection)
    elif not covered_parts:
        whole = new
    whole.finish(selection)
    kept_sums.save(whole, parts, new, new_parts)
    return whole


def _tables_of(reader: DatasetTables, parts: Sequence[str]) -> Iterator[dict[str, pa.Table]]:
    """Yield the row tables of some parts, small ones combined; empty tables if there are no parts."""
    if not parts:
        yield {name: schema_of(name).empty_table() for name in TABLES}
    games: dict[str, pa.Table] = {}
    for number, part in enumerate(parts):
        games[part] = reader.part(part, "games")
        if sum(map(len, games.values())) >= _MOST_GAMES or number == len(parts) - 1:
            rest = (name for name in TABLES if name != "games")
            tables = {name: pa.concat_tables([reader.part(one, name) for one in games]) for name in rest}
            yield tables | {"games": pa.concat_tables(list(games.values()))}
            games.clear()


def _sizes_of(dataset: Dataset) -> dict[str, str]:
    """Return for each part a text that changes when a file of the part is replaced."""
    facts: dict[str, list[tuple[int, float]]] = {part: [] for part in dataset.parts()}
    for table in TABLES:
        for part, status in _files_in(dataset.path / table):
            if part in facts:
                facts[part].append((status.st_size, getattr(status, "st_mtime_ns", None) or status.st_mtime))
    return {part: sha256(repr(of_part).encode()).hexdigest()[:16] for part, of_part in facts.items()}


def _files_in(folder: Path) -> Iterator[tuple[str, os.stat_result]]:
    """Yield the names and facts of a folder's files."""
    if is_address(folder):
        yield from ((file.name, file.stat()) for file in entries(folder))
        return
    with os.scandir(folder) as files:  # a tenth of the time of paths
        yield from ((file.name, file.stat()) for file in files)


class RatingsFile:
    """The file of ratings of one selection; valid as long as the games rated first are the same.

    Parameters
    ----------
    sums
        The sums; the file is kept beside them.
    """

    def __init__(self, sums: KeptSums) -> None:
        self._file = sums.folder / "ratings" / f"{sums.key}.npz"

    def load(self, seats: pd.DataFrame) -> tuple[Floats, Floats] | None:
        """Return mu and sigma of as many of the first seats as the file has."""
        with suppress(*DAMAGED), np.load(self._file) as file:
            mu, sigma = file["mu"], file["sigma"]
            if len(mu) == len(sigma) <= len(seats) and file["of"].tobytes() == _digest(seats[: len(mu)]):
                return mu, sigma
        return None

    def save(self, seats: pd.DataFrame, mu: Floats, sigma: Floats) -> None:
        """Keep mu and sigma of seats; a read-only folder stays unchanged."""
        _keep(self._file, {"mu": mu, "sigma": sigma, "of": np.frombuffer(_digest(seats), np.uint8)})


class FactsFile:
    """The file of the facts that decide which records count; those of parts that were replaced are not used.

    Parameters
    ----------
    dataset
        Folder of the data set.
    """

    def __init__(self, dataset: Path) -> None:
        self._file = dataset / FOLDER / "records" / f"{program()}.npz"
        self._sizes: dict[str, str] = {}

    def load(self, sizes: Mapping[str, str]) -> dict[str, Facts]:
        """Return the facts kept of each part.

        Parameters
        ----------
        sizes
            The existing parts, each with a text that changes when its files are replaced.
        """
        with suppress(*DAMAGED), np.load(self._file) as stored:
            parts = json.loads(text_of(stored["parts"]))
            ends = np.cumsum([0, *(number for _, _, number in parts)])
            columns = {name: stored[name] for name in stored if name != "parts"}
            if all(len(column) == ends[-1] for column in columns.values()):
                self._sizes = {part: size for part, size, _ in parts}
                return {
                    part: {name: column[start:end] for name, column in columns.items()}
                    for (part, size, _), start, end in zip(parts, ends, ends[1:], strict=False)
                    if sizes.get(part) == size
                }
        return {}

    def save(self, sizes: Mapping[str, str], facts: Mapping[str, Facts]) -> None:
        """Keep the facts of all parts if enough of them are new; a read-only folder stays unchanged."""
        new = [part for part, size in sizes.items() if self._sizes.get(part) != size]
        if len(new) <= _FEW_NEW * len(sizes):
            return
        parts = [(part, size, len(facts[part]["game"])) for part, size in sizes.items()]
        columns = {name: [facts[part][name] for part in sizes] for name in facts[parts[0][0]]}
        arrays = {name: np.concatenate(column) for name, column in columns.items()}
        _keep(self._file, {"parts": text_array(json.dumps(parts))} | arrays)


def _keep(file: Path, arrays: Mapping[str, Any]) -> None:
    """Write arrays; remove those of other versions of the program; leave a read-only folder unchanged."""
    with suppress(OSError, UsageError):
        file.parent.mkdir(parents=True, exist_ok=True)
        remove_leftovers(file.parent)
        for old in file.parent.glob("*.npz"):
            if not old.name.startswith(program()):
                old.unlink(missing_ok=True)
        write_whole(file, file_of(arrays))


def _digest(seats: pd.DataFrame) -> bytes:
    """Return a hash of the games in their order, with players and ranks."""
    of_seat, names = pd.factorize(seats["player"])
    hashes = np.array([crc32(str(name).encode("utf-8", "surrogatepass")) for name in names], np.int64)
    digest = sha256()
    for column in (seats["game"].to_numpy(np.int64), seats["rank"].to_numpy(np.int64), hashes[of_seat]):
        digest.update(np.ascontiguousarray(column).data)
    return digest.digest()
