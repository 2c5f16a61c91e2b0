"""What an analysis keeps of the games, gathered part by part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from harmonies_cli.statistics.rows.columns import TABLES
from harmonies_cli.statistics.selection import Selection, require_player, select
from harmonies_cli.statistics.strength.joining import compact, joined
from harmonies_cli.statistics.strength.makers import MAKERS, OF_SHEETS, SUMS
from harmonies_cli.statistics.strength.sample import Kind, Sample, Sums
from harmonies_cli.statistics.strength.sample_moves import frame
from harmonies_cli.statistics.strength.sample_rows import sample_of

if TYPE_CHECKING:
    import pyarrow as pa

    from harmonies_cli.statistics.files.dataset import Dataset

__all__ = ["Gathered", "gathered_from", "parts_of"]

_MOST_GAMES = 5_000
"""Games of small parts are taken together up to about this number: each part has sums of its own for a while."""


def parts_of(dataset: Dataset) -> Iterator[dict[str, pa.Table]]:
    """Yield the row tables of a data set, part by part, for `analyse`; small parts together."""
    import pyarrow as pa

    from harmonies_cli.statistics.files.dataset_tables import DatasetTables

    stored = DatasetTables(dataset)
    together: list[str] = []
    games = 0
    parts = dataset.parts()
    for number, part in enumerate(parts):
        together.append(part)
        games += stored.part(part, "games").num_rows
        if games >= _MOST_GAMES or number == len(parts) - 1:
            yield {name: pa.concat_tables([stored.part(one, name) for one in together]) for name in TABLES}
            together, games = [], 0
    if not parts:
        yield {name: stored.table(name) for name in TABLES}


@dataclass(frozen=True)
class Gathered:
    """What was gathered of all parts: games and sums, and the records that they come from."""

    sample: Sample
    sums: dict[str, Sums]
    records: int
    left_out: dict[str, int]

    def of(self, name: str, kinds: Collection[Kind]) -> Sums:
        """Return the sums of a table, of some kinds of game."""
        return self.sums[name].of(list(kinds))


def gathered_from(parts: Iterable[Mapping[str, Any]], selection: Selection, wanted: Collection[str]) -> Gathered:
    """Gather parts of the games one by one: each is forgotten but for its sums and its compact columns."""
    samples: list[Sample] = []
    nothing: list[Sample] = []
    sums: dict[str, Sums] = {}
    records, left_out, names = 0, Counter[str](), set[str]()
    for tables in parts:
        games, seats = frame(tables["games"]), frame(tables["seats"])
        chosen = select(games, seats, selection)
        records += chosen.records
        left_out.update(chosen.left_out)
        if selection.player is not None:
            names.update(seats["player"].dropna(), seats["name"].dropna())
        sample = sample_of(chosen, tables)
        if not sample.kinds:
            nothing = [compact(sample)]
            continue
        with_boards = sample.with_boards()
        of_part: dict[Callable[[Sample], dict[str, Any]], dict[str, Any]] = {}
        for name, makers in SUMS.items():
            if name not in wanted:
                continue
            arrays: dict[str, Any] = {}
            for make in makers:
                if make not in of_part:
                    of_part[make] = make(sample if name in OF_SHEETS else with_boards)
                arrays |= of_part[make]
            one = Sums(sample.kinds, arrays)
            sums[name] = sums[name] + one if name in sums else one
        samples.append(compact(sample))
    require_player(selection, names)
    whole = joined(samples or nothing)
    with_boards = whole.with_boards()
    for name, maker in MAKERS.items():
        if name in sums and maker.whole is not None:
            sums[name] = Sums(whole.kinds, sums[name].arrays | maker.whole(with_boards))
    return Gathered(whole, sums, records, {one: number for one, number in left_out.items() if number})
