"""Aggregate games part by part: the sums and samples that an analysis keeps of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from harmonies_cli.statistics.selection import Selection, select
from harmonies_cli.statistics.strength.joining import MOST_GAMES, joined
from harmonies_cli.statistics.strength.makers import MAKERS, OF_SHEETS, SUMS
from harmonies_cli.statistics.strength.sample import Kind, Sample, Sums
from harmonies_cli.statistics.strength.sample_moves import frame
from harmonies_cli.statistics.strength.sample_rows import compact, light, sample_of

__all__ = ["Aggregate", "AggregatedGames", "aggregate_parts", "aggregated_games"]

_LOOSE_GAMES = 50_000
"""Parts are joined once they have this many games, and half as many as those joined before: each join copies all."""
_SAMPLES = ("games", "deep")


@dataclass
class Aggregate:
    """Sums and samples of parts of the games; the order of the parts does not matter.

    Attributes
    ----------
    sums
        Sums, by function and name.
    games, deep
        Samples: for all games, the data for players and ratings; for a limited number of games of each kind, the data
        for regressions.
    records, left_out
        Number of records in the row tables, and of those left out, by reason.
    names
        Identities and names of all players, including those in games left out.
    """

    sums: Sums = field(default_factory=lambda: Sums((), {}))
    games: list[Sample] = field(default_factory=list)
    deep: list[Sample] = field(default_factory=list)
    records: int = 0
    left_out: Counter[str] = field(default_factory=Counter)
    names: set[str] = field(default_factory=set)

    def add(self, tables: Mapping[str, Any], selection: Selection, wanted: Collection[str]) -> None:
        """Add a part; its row tables are not kept.

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

    def merge(self, other: Aggregate, selection: Selection) -> None:
        """Add the sums and samples of other parts."""
        self.sums += other.sums
        self.games += other.games
        self.deep += other.deep
        self.records += other.records
        self.left_out.update(other.left_out)
        self.names |= other.names
        self._join(selection)

    def _join(self, selection: Selection) -> None:
        for name in _SAMPLES:
            sizes = [len(one.games) for one in getattr(self, name)]
            if sum(sizes[1:]) > max(_LOOSE_GAMES, sizes[0] // 2):
                self._join_one(name, selection)

    def _join_one(self, name: str, selection: Selection) -> None:
        parts = getattr(self, name)
        some = [part for part in parts if part.kinds] or parts[:1]
        if some:
            # If a player is compared with the field, all games are kept.
            most = MOST_GAMES if name == "deep" and selection.player is None else None
            setattr(self, name, [joined(some, most)])

    def finish(self, selection: Selection) -> None:
        """Join the parts."""
        for name in _SAMPLES:
            self._join_one(name, selection)


def _sums_of(sample: Sample, wanted: Collection[str]) -> Sums:
    with_boards = sample.with_boards()
    arrays: dict[str, Any] = {}
    for make in {make: None for name, makers in SUMS.items() if name in wanted for make in makers}:
        made = make(sample if make in OF_SHEETS else with_boards)
        arrays |= {f"{make.__name__}/{name}": array for name, array in made.items()}
    return Sums(sample.kinds, arrays)


@dataclass(frozen=True)
class AggregatedGames:
    """The games and sums of all parts, and the records behind them.

    Attributes
    ----------
    sample
        All games, with the data for players and ratings.
    deep
        At most `MOST_GAMES` of each kind, with the data for regressions.
    sums
        Sums over all games, by function and name.
    whole
        Sums of some tables by kind, computed from `deep`.
    records, left_out
        See `Aggregate`.
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

    def kinds(self) -> pd.DataFrame:
        """Return the kinds of game, with their games and seats."""
        sample, number = self.sample, len(self.sample.kinds)
        games, seats = (np.bincount(table["kind"], minlength=number) for table in (sample.games, sample.seats))
        columns = {"kind": list(map(str, sample.kinds)), "games": games, "seats": seats}
        return pd.DataFrame(columns | {name: [getattr(kind, name) for kind in sample.kinds] for name in Kind._fields})

    def dates(self) -> tuple[str, str] | None:
        """Return the first and last date of the games; None if no game has one."""
        dates = self.sample.games["date"].unique().astype(object)
        dates = dates[dates != ""]
        return (dates.min(), dates.max()) if len(dates) else None

    def rules(self) -> dict[str, int]:
        """Return the number of games by rule set."""
        numbers = self.sample.games["rules"].value_counts().sort_index()
        return {str(rules): int(number) for rules, number in numbers.items()}

    def bots(self) -> dict[str, int]:
        """Return the number of games of each bot, by its name without the parameters that follow a colon."""
        from harmonies_cli.bots.registry import bot_names

        sample, bots = self.sample, set(bot_names())
        players = [name.split(":")[0] for name in sample.labels]
        names = sorted(bots & set(players))
        bot = np.array([names.index(name) if name in bots else -1 for name in players], np.int64)
        of_seat = bot[sample.column("label")] if len(sample) else bot[:0]
        games = np.zeros((len(names), len(sample.games)), bool)
        games[of_seat[of_seat >= 0], sample.game[of_seat >= 0]] = True
        return dict(zip(names, games.sum(axis=1).tolist(), strict=True))


def aggregate_parts(parts: Iterable[Mapping[str, Any]], selection: Selection, wanted: Collection[str]) -> Aggregate:
    """Aggregate parts of the games, one at a time, keeping only sums and compact columns of each."""
    aggregate = Aggregate()
    for tables in parts:
        aggregate.add(tables, selection, wanted)
    return aggregate


def aggregated_games(aggregate: Aggregate, selection: Selection, wanted: Collection[str]) -> AggregatedGames:
    """Join the parts, and return their games and sums."""
    aggregate.finish(selection)
    deep = aggregate.deep[0]
    with_boards = deep.with_boards()
    whole = {
        name: Sums(deep.kinds, maker.whole(with_boards))
        for name, maker in MAKERS.items()
        if name in wanted and maker.whole is not None
    }
    left_out = {one: number for one, number in aggregate.left_out.items() if number}
    return AggregatedGames(aggregate.games[0], deep, aggregate.sums, whole, aggregate.records, left_out)
