"""Which records count: each record once, and the fullest of the records of one game.

It follows from columns of `games` alone, so no part of a data set is rewritten, and the order of records is irrelevant.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from harmonies_cli.records.files.paths import printable
from harmonies_cli.statistics.files.record_facts import FactColumns, Facts
from harmonies_cli.statistics.rows.rejected import SAME_GAME, RejectedRecord
from harmonies_cli.statistics.rows.timeline import Ints

__all__ = ["ReadPlaces", "Standing"]

_PLACE = ("source", "line", "id", "verdict", "fault", "rules")

ReadPlaces = Callable[[str, Sequence[str]], pa.Table]
"""Returns columns of a part's `games`."""


def _repeated(numbers: Ints) -> NDArray[np.bool_]:
    """Return which numbers occur more than once; usually none does, and sorting is enough to see that."""
    in_order = np.sort(numbers)
    several = in_order[1:][in_order[1:] == in_order[:-1]]
    return np.isin(numbers, several) if len(several) else np.zeros(len(numbers), np.bool_)


class Standing:
    """Decides which records of all parts count.

    Parameters
    ----------
    parts
        The facts of each part by its name.
    places
        Reads the origins of the records of a part.
    """

    def __init__(self, parts: Mapping[str, Facts], places: ReadPlaces) -> None:
        self._parts = list(parts)
        self._places = places
        self._ends = np.cumsum([0, *(len(facts["game"]) for facts in parts.values())])
        self._facts = FactColumns(list(parts.values()))
        number = int(self._ends[-1])
        self._is_first: NDArray[np.bool_] = np.zeros(number, np.bool_)
        self._leader: Ints = np.arange(number)
        if number:
            self._is_first = ~_repeated(self._facts["game"])
            again = np.flatnonzero(~self._is_first)
            self._is_first[again[np.unique(self._facts["game"][again], return_index=True)[1]]] = True
            self._decide()

    def _decide(self) -> None:
        """Find for each record the record that represents its game."""
        facts = self._facts
        rows = np.flatnonzero(self._is_first & facts["has_fingerprint"])
        rows = rows[_repeated(facts["fingerprint"][rows])]
        rows = rows[np.lexsort((facts["game"][rows], facts["lacks"][rows], facts["fingerprint"][rows]))]
        fingerprints = facts["fingerprint"][rows]
        begins = np.ones(len(rows), np.bool_)
        begins[1:] = fingerprints[1:] != fingerprints[:-1]
        self._leader[rows] = rows[np.maximum.accumulate(np.where(begins, np.arange(len(rows)), 0))] if len(rows) else []

        self._decide_on_sheets()

    def _decide_on_sheets(self) -> None:
        """Find for each score sheet the board record with its day, names and totals, or else the fullest such sheet."""
        facts = self._facts
        rows = np.flatnonzero(self._is_first & facts["has_totals_hash"] & (facts["day"] != 0))
        is_sheet, totals = ~facts["has_fingerprint"], facts["totals_hash"]
        if not is_sheet[rows].any():
            return
        rows = rows[np.isin(totals[rows], totals[rows[is_sheet[rows]]])]
        keys = (facts[name][rows] for name in ("game", "lacks"))
        rows = rows[np.lexsort((*keys, is_sheet[rows], facts["day"][rows], totals[rows]))]
        is_new = (np.diff(totals[rows]) != 0) | (np.diff(facts["day"][rows]) != 0)
        begins = np.insert(is_new, 0, True)
        leaders = rows[np.maximum.accumulate(np.where(begins, np.arange(len(rows)), 0))]
        sheets = is_sheet[rows]
        self._leader[rows[sheets]] = self._leader[leaders[sheets]]

    @cached_property
    def _superseded_rows(self) -> Ints:
        return np.flatnonzero(self._is_first & (self._leader != np.arange(len(self._leader))))

    @property
    def superseded_hashes(self) -> Ints:
        """Sorted hashes of the records superseded by a fuller one."""
        if not len(self._superseded_rows):
            return np.zeros(0, np.int64)
        hashes: Ints = np.sort(self._facts["game"][self._superseded_rows])
        return hashes

    def records_that_count(self) -> dict[str, Ints] | None:
        """Return for each part the records to yield; None for all."""
        counts = self._is_first & (self._leader == np.arange(len(self._leader)))
        if counts.all():
            return None
        return {
            part: self._facts["game"][start:end][counts[start:end]]
            for part, start, end in zip(self._parts, self._ends, self._ends[1:], strict=False)
        }

    @property
    def same_games(self) -> Collection[RejectedRecord]:
        """The superseded records, each with its place and what differs; made on demand."""
        return _SameGames(self._superseded_rows, self._rejections)

    def _rejections(self) -> Iterator[RejectedRecord]:
        rows = self._superseded_rows
        leaders = self._read(np.unique(self._leader[rows]))
        for row, one in self._each(rows):
            leader = int(self._leader[row])
            differs = list(self._differences(row, leader, one, leaders[leader]))
            what = f"they differ in {' and '.join(differs)}" if differs else "they agree on everything that both record"
            lacks = self._facts["lacks"]
            why = "is fuller and" if lacks[row] > lacks[leader] else "records as much and"
            message = f"the same game as {_place(leaders[leader])}, which {why} counts instead; {what}"
            yield RejectedRecord(one["source"], one["line"], one["id"], one["verdict"], SAME_GAME, 0, "", message)

    def disagreements(self) -> Iterator[str]:
        """Yield a message for each table of the site recorded with several final boards, which all count."""
        if not self._parts:
            return
        facts = self._facts
        counts = self._is_first & (self._leader == np.arange(len(self._leader)))
        rows = np.flatnonzero(counts & facts["has_site_table"] & facts["has_fingerprint"])
        tables, first, number = np.unique(facts["site_table"][rows], return_inverse=True, return_counts=True)
        for index in np.flatnonzero(number > 1):
            records = rows[first == index]
            places = self._read(records)
            listed = ", ".join(sorted(_place(places[row]) for row in records))
            what = f"Table {tables[index]} of the site is recorded with different final boards"
            yield f"{what}; each counts: {listed}"

    def undated_sheets(self) -> Iterator[str]:
        """Yield a message for each score sheet that may be of another record's game, but no date confirms it."""
        if not self._parts:
            return
        facts = self._facts
        counts = self._is_first & (self._leader == np.arange(len(self._leader)))
        rows = np.flatnonzero(counts & facts["has_totals_hash"])
        rows = rows[np.lexsort((facts["game"][rows], facts["totals_hash"][rows]))]
        ends = np.flatnonzero(np.append(np.diff(facts["totals_hash"][rows]) != 0, True)) + 1
        for first, end in zip(np.append(0, ends[:-1]), ends, strict=True):
            records = rows[first:end]
            is_sheet = ~facts["has_fingerprint"][records]
            has_no_day = facts["day"][records] == 0
            if len(records) > 1 and is_sheet.any() and has_no_day.any():
                places = self._read(np.sort(records))
                listed = ", ".join(sorted(_place(places[row]) for row in records))
                yield f"Names and totals agree but a date is missing, so these may be one game; each counts: {listed}"

    def _read(self, rows: Ints) -> dict[int, dict[str, Any]]:
        """Return the origins of some records, by row."""
        return dict(self._each(rows))

    def _each(self, rows: Ints) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield rows (sorted) with the origins of their records, part by part."""
        for part, start, end in zip(self._parts, self._ends, self._ends[1:], strict=False):
            wanted = rows[np.searchsorted(rows, start) : np.searchsorted(rows, end)]
            if len(wanted):
                listed = self._places(part, _PLACE).take(wanted - start).to_pylist()
                yield from zip(wanted.tolist(), listed, strict=True)

    def _differences(self, row: int, leader: int, one: Mapping[str, Any], other: Mapping[str, Any]) -> Iterator[str]:
        facts = self._facts
        if facts["has_cards_hash"][row] and facts["has_cards_hash"][leader]:
            if facts["cards_hash"][row] != facts["cards_hash"][leader]:
                yield "cards"
            elif facts["cubes_hash"][row] != facts["cubes_hash"][leader]:
                yield "cubes"
        if (one["rules"], one["fault"]) != (other["rules"], other["fault"]):
            yield "claims"


@dataclass(frozen=True, eq=False)
class _SameGames(Collection[RejectedRecord]):
    """One record for each row, made on demand because there may be millions."""

    rows: Ints
    make: Callable[[], Iterator[RejectedRecord]]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[RejectedRecord]:
        return self.make()

    def __contains__(self, record: object) -> bool:
        return record in list(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Collection) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]


def _place(record: Mapping[str, Any]) -> str:
    source = printable(record["source"])
    return f"{source}:{record['line']}" if record["line"] else source
