"""What an analysis keeps of the games, gathered part by part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from harmonies_cli.statistics.selection import Selection, select
from harmonies_cli.statistics.strength.joining import MOST_GAMES, compact, joined, light, of_most_games
from harmonies_cli.statistics.strength.makers import MAKERS, OF_SHEETS, SUMS
from harmonies_cli.statistics.strength.sample import Kind, Sample, Sums
from harmonies_cli.statistics.strength.sample_moves import frame
from harmonies_cli.statistics.strength.sample_rows import sample_of

__all__ = ["Gathered", "Gathering", "gathered", "gathering_from"]

_LOOSE_GAMES = 50_000
"""Parts are joined once they have this many games: joining takes as long as all parts together."""


@dataclass
class Gathering:
    """What is gathered from parts of the games; those of different parts add up to the same in any order.

    Attributes
    ----------
    sums
        Sums, by function and name.
    games, deep
        Samples: of all games, what players and ratings need; of a limited number of games of each kind, all that
        regressions need.
    records, left_out
        Records in the row tables, and how many of them were left out, by reason.
    names
        Identities and names of all players, also in games left out.
    """

    sums: Sums = field(default_factory=lambda: Sums((), {}))
    games: list[Sample] = field(default_factory=list)
    deep: list[Sample] = field(default_factory=list)
    records: int = 0
    left_out: Counter[str] = field(default_factory=Counter)
    names: set[str] = field(default_factory=set)

    def add(self, tables: Mapping[str, Any], selection: Selection, wanted: Collection[str]) -> None:
        """Gather a part; its row tables are not kept.

        Parameters
        ----------
        tables
            The row tables by name.
        selection
            Which games count.
        wanted
            Names of the strength tables to make.
        """
        games, seats = frame(tables["games"]), frame(tables["seats"])
        chosen = select(games, seats, selection)
        self.records += chosen.records
        self.left_out.update(chosen.left_out)
        self.names.update(*(seats[name].dropna().unique() for name in ("player", "name")))
        sample = sample_of(chosen, tables)
        if sample.kinds:
            self.sums += _sums_of(sample, wanted)
        self.games.append(light(sample))
        self.deep.append(compact(sample))
        self._join(selection)

    def merge(self, other: Gathering, selection: Selection) -> None:
        """Add what was gathered from other parts."""
        self.sums += other.sums
        self.games += other.games
        self.deep += other.deep
        self.records += other.records
        self.left_out.update(other.left_out)
        self.names |= other.names
        self._join(selection)

    def _join(self, selection: Selection) -> None:
        if sum(len(one.games) for one in self.deep[1:]) > _LOOSE_GAMES:
            self.finish(selection)

    def finish(self, selection: Selection) -> None:
        """Join the parts."""
        most = _most_games(selection)
        for name in ("games", "deep"):
            parts = getattr(self, name)
            some = [part for part in parts if part.kinds] or parts[:1]
            if some:
                whole = joined(some)
                setattr(self, name, [whole if name == "games" or most is None else of_most_games(whole, most)])


def _sums_of(sample: Sample, wanted: Collection[str]) -> Sums:
    with_boards = sample.with_boards()
    arrays: dict[str, Any] = {}
    for make in {make: None for name, makers in SUMS.items() if name in wanted for make in makers}:
        made = make(sample if make in OF_SHEETS else with_boards)
        arrays |= {f"{make.__name__}/{name}": array for name, array in made.items()}
    return Sums(sample.kinds, arrays)


def _most_games(selection: Selection) -> int | None:
    """Return how many games of a kind are kept for regressions: all if a player is compared with the field."""
    return MOST_GAMES if selection.player is None else None


@dataclass(frozen=True)
class Gathered:
    """What was gathered from all parts: games and sums, and the records behind them.

    Attributes
    ----------
    sample
        All games, with what players and ratings need.
    deep
        At most `MOST_GAMES` of each kind, with all that regressions need.
    sums
        Sums over all games, by function and name.
    whole
        For some tables, sums by kind made from `deep`.
    records, left_out
        See `Gathering`.
    """

    sample: Sample
    deep: Sample
    sums: Sums
    whole: dict[str, Sums]
    records: int
    left_out: dict[str, int]

    def of(self, name: str, kinds: Collection[Kind]) -> Sums:
        """Return the sums of a table for some kinds of game."""
        arrays: dict[str, Any] = {}
        for make in SUMS[name]:
            arrays |= self.sums.named(f"{make.__name__}/")
        own = Sums(self.sums.kinds, arrays).of(list(kinds))
        if name not in self.whole:
            return own
        return Sums(own.kinds, own.arrays | self.whole[name].of(list(kinds)).arrays)


def gathering_from(parts: Iterable[Mapping[str, Any]], selection: Selection, wanted: Collection[str]) -> Gathering:
    """Gather parts of the games one by one, keeping only sums and compact columns of each."""
    gathering = Gathering()
    for tables in parts:
        gathering.add(tables, selection, wanted)
    return gathering


def gathered(gathering: Gathering, selection: Selection, wanted: Collection[str]) -> Gathered:
    """Return what was gathered, joined."""
    gathering.finish(selection)
    deep = gathering.deep[0]
    with_boards = deep.with_boards()
    whole = {
        name: Sums(deep.kinds, maker.whole(with_boards))
        for name, maker in MAKERS.items()
        if name in wanted and maker.whole is not None
    }
    left_out = {one: number for one, number in gathering.left_out.items() if number}
    return Gathered(gathering.games[0], deep, gathering.sums, whole, gathering.records, left_out)
