"""Tournaments: the same deals with every rotation of the seats, and a table that compares the bots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

from harmonies_cli.errors import UsageError
from harmonies_cli.simulate.series import Fixture, SimulatedGame, Terms

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from openskill.models import PlackettLuce, PlackettLuceRating

__all__ = ["Standing", "Standings", "games_of_a_deal", "tournament_fixtures"]

_RESAMPLES = 2000
_INTERVAL = (2.5, 97.5)
_FEWEST_DEALS = 2
"""Intervals need this many deals."""


def games_of_a_deal(bots: Sequence[str], players: int) -> int:
    """Return how many games a tournament plays per deal: rotations of every choice of bots.

    Raises
    ------
    UsageError
        If a bot is given twice, or there are fewer bots than seats.
    """
    if len(set(bots)) < len(bots):
        raise UsageError("a tournament compares different bots, but one is given twice")
    if len(bots) < players:
        raise UsageError(f"a tournament of {players} players needs {players} or more bots, not {len(bots)}")
    return comb(len(bots), players) * players


def tournament_fixtures(terms: Terms, deals: int, bots: Sequence[str], players: int) -> Iterator[Fixture]:
    """Yield the games: for each deal and each choice of bots, all rotations of the seats."""
    for deal in range(1, deals + 1):
        number = 0
        for chosen in combinations(bots, players):
            for first in range(players):
                number += 1
                yield Fixture(deal, f"{terms.seed}-{deal}-{number}", chosen[first:] + chosen[:first])


@dataclass(frozen=True, slots=True)
class Standing:
    """A bot's results.

    Attributes
    ----------
    bot
        Its name.
    games
        Games played to the end.
    mean
        Mean points.
    interval
        95 % interval of the mean, bootstrapped by deal; None with fewer than 2 deals.
    behind, behind_interval
        Mean points behind the first bot over the deals that both played, and its 95 % interval; None for the first
        bot. Deals are common, so this is more precise than the means.
    win_share
        Share of games won; a win shared by k players counts 1/k.
    rating, deviation
        Plackett-Luce rating and its standard deviation (25 and 8.3 at the start); None in solo games.
    """

    bot: str
    games: int
    mean: float
    interval: tuple[float, float] | None
    behind: float | None
    behind_interval: tuple[float, float] | None
    win_share: float
    rating: float | None
    deviation: float | None


@dataclass(slots=True)
class _Tally:
    games: int = 0
    points: int = 0
    wins: float = 0.0
    by_deal: dict[int, tuple[int, int]] = field(default_factory=dict)


class Standings:
    """Collects the games of a tournament.

    Parameters
    ----------
    seed
        Seed of the bootstrap.
    """

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self._tallies: dict[str, _Tally] = {}
        self._ratings: dict[str, PlackettLuceRating] = {}
        self._model: PlackettLuce | None = None

    def add(self, game: SimulatedGame) -> None:
        """Count one finished game."""
        for seat, (bot, total) in enumerate(zip(game.fixture.bots, game.totals, strict=True), 1):
            tally = self._tallies.setdefault(bot, _Tally())
            tally.games += 1
            tally.points += total
            tally.wins += (seat in game.winners) / len(game.winners)
            games, points = tally.by_deal.get(game.fixture.deal, (0, 0))
            tally.by_deal[game.fixture.deal] = (games + 1, points + total)
        if len(game.totals) > 1:
            self._rate(game)

    def _rate(self, game: SimulatedGame) -> None:
        from openskill.models import PlackettLuce

        model = self._model = self._model or PlackettLuce()
        teams = [[self._ratings.get(bot) or model.rating(name=bot)] for bot in game.fixture.bots]
        # Winners rank above players who tied with them but lost on cubes.
        ranks = [
            0.0 if seat in game.winners else 1.0 + sum(other > total for other in game.totals)
            for seat, total in enumerate(game.totals, 1)
        ]
        for (rating,) in model.rate(teams, ranks=ranks):
            self._ratings[str(rating.name)] = rating

    def standings(self) -> list[Standing]:
        """Return the standing of every bot, the highest mean first."""
        first = max(self._tallies.values(), key=lambda tally: tally.points / tally.games, default=None)
        rows = []
        for bot, tally in self._tallies.items():
            rating = self._ratings.get(bot)
            lead = None if first is None or first is tally else self._means(first) - self._means(tally)
            rows.append(
                Standing(
                    bot,
                    tally.games,
                    tally.points / tally.games,
                    _interval(self._means(tally)),
                    None if lead is None else float(lead[0]),
                    None if lead is None else _interval(lead),
                    tally.wins / tally.games,
                    None if rating is None else rating.mu,
                    None if rating is None else rating.sigma,
                )
            )
        return sorted(rows, key=lambda row: -row.mean)

    def _means(self, tally: _Tally) -> NDArray[np.float64]:
        """Return the mean, and the means of bootstrap samples of the deals, the same samples for all bots.

        It draws whole deals, because the games of one deal are not independent observations.
        """
        import numpy as np

        deals = sorted({deal for some in self._tallies.values() for deal in some.by_deal})
        games, points = np.array([tally.by_deal.get(deal, (0, 0)) for deal in deals]).T
        if len(deals) < _FEWEST_DEALS:
            return np.array([points.sum() / games.sum()])
        chance = np.random.default_rng(self._seed)
        shares = np.full(len(deals), 1 / len(deals))
        means = np.empty(1 + _RESAMPLES)
        means[0] = points.sum() / games.sum()
        # One sample at a time, because all at once would take too much memory for many deals.
        for number in range(1, 1 + _RESAMPLES):
            times = chance.multinomial(len(deals), shares)
            means[number] = (times @ points) / max(1, times @ games)
        return means

    @property
    def deals(self) -> int:
        """Number of deals with a counted game."""
        return len({deal for tally in self._tallies.values() for deal in tally.by_deal})

    def table(self) -> str:
        """Return the standings as a table for the terminal."""
        rows = [("bot", "games", "mean", "95 % interval", "behind", "95 % interval", "wins", "rating")]
        for row in self.standings():
            rows.append(
                (
                    row.bot,
                    str(row.games),
                    f"{row.mean:.1f}",
                    _range_text(row.interval),
                    "-" if row.behind is None else f"{row.behind:.1f}",
                    _range_text(row.behind_interval),
                    f"{row.win_share:.1%}",
                    "-" if row.rating is None else f"{row.rating:.1f} +/- {row.deviation:.1f}",
                )
            )
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [
            "  ".join(
                [
                    cells[0].ljust(widths[0]),
                    *(cell.rjust(width) for cell, width in zip(cells[1:], widths[1:], strict=True)),
                ]
            )
            for cells in rows
        ]
        return "\n".join((*lines, *self._meaning()))

    def _meaning(self) -> list[str]:
        """Return the meaning of the columns."""
        deals = self.deals
        if deals < _FEWEST_DEALS:
            return ["", f"Too few deals for intervals: at least {_FEWEST_DEALS} are needed."]
        return [
            "",
            f"mean: points a game. Intervals: 95 % range for the mean over all deals, from {deals} deals resampled"
            f" {_RESAMPLES} times.",
            "behind: points behind the first bot on the same deals; an interval without 0 shows a real difference.",
            "wins: share of the games won, a shared win in part. rating: Plackett-Luce, 25 at the start, with its"
            " standard deviation.",
        ]


def _interval(means: NDArray[np.float64]) -> tuple[float, float] | None:
    """Return the 95 % interval of bootstrap means; the first is not a sample."""
    import numpy as np

    if len(means) < _FEWEST_DEALS:
        return None
    low, high = np.percentile(means[1:], _INTERVAL)
    return float(low), float(high)


def _range_text(interval: tuple[float, float] | None) -> str:
    return "-" if interval is None else f"{interval[0]:.1f} to {interval[1]:.1f}"
