"""Games between bots."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from harmonies_cli.api.arguments import invalid, one_choice, several_names, truth, whole_number
from harmonies_cli.api.display import frame_of, result_markup
from harmonies_cli.api.reading import record_of
from harmonies_cli.api.record_kinds import Game
from harmonies_cli.plurals import count_of
from harmonies_cli.rules.scoring.landscapes import RULE_SETS, RuleSet

if TYPE_CHECKING:
    import pandas as pd

    from harmonies_cli.simulate.series import SimulatedGame, Terms
    from harmonies_cli.simulate.tournament import Standings

__all__ = ["Tournament", "simulate", "tournament"]

_COLUMNS = {
    "bot": "string",
    "games": "Int64",
    **dict.fromkeys(("mean", "mean_low", "mean_high", "behind", "behind_low", "behind_high"), "Float64"),
    **dict.fromkeys(("win_share", "rating", "deviation"), "Float64"),
}


def simulate(
    games: int = 1,
    *,
    players: int = 2,
    side: str = "A",
    spirits: bool = True,
    bots: str | Iterable[str] = "random",
    seed: int = 1,
    rules: RuleSet = "rulebook",
    jobs: int = 1,
) -> Iterator[Game]:
    """Let bots play games, and yield them one at a time, as ``harmonies simulate`` writes them.

    Parameters
    ----------
    games
        Number of games.
    players
        Number of players, 1 to 4; 1 is solo.
    side
        Side of the boards.
    spirits
        Whether Nature's Spirit cards are in play.
    bots
        A bot for all seats, or one per seat: ``"random"``, ``"greedy"``, ``"planner"``, ``"strong"``, or a bot of
        another package, with parameters as in ``"greedy:empty=2.5"``. A text can list several, separated by commas.
    seed
        It determines everything random.
    rules
        Rule set of the results.
    jobs
        Number of processes; the games are the same for any number.

    Raises
    ------
    UsageError
        Immediately, if an argument does not fit or there is no such bot.

    Examples
    --------
    >>> import harmonies_cli as h
    >>> [game.scores().totals for game in h.simulate(2, players=2, seed=1)]
    [[15, 20], [14, 20]]
    """
    from harmonies_cli.bots.registry import one_for_each_seat
    from harmonies_cli.simulate.series import fixtures_of, play_fixtures

    terms = _terms(seed, side, spirits, rules)
    games, players = whole_number("games", games), whole_number("players", players, 1, 4)
    jobs = whole_number("jobs", jobs)
    fixtures = fixtures_of(terms, games, one_for_each_seat(_bots(bots), players))
    return map(_game, play_fixtures(terms, fixtures, jobs=jobs))


class Tournament:
    """A comparison of bots that played the same deals in every rotation of seats.

    Parameters
    ----------
    played
        The games.
    standings
        Their results.
    """

    def __init__(self, played: list[SimulatedGame], standings: Standings) -> None:
        self._played = played
        self._standings = standings

    def __len__(self) -> int:
        return len(self._played)

    def __iter__(self) -> Iterator[Game]:
        return map(_game, self._played)

    def __repr__(self) -> str:
        places = ", ".join(f"{row.bot} {row.mean:.1f}" for row in self._standings.standings())
        return f"<Tournament of {count_of(len(self), 'game')}: {places}>"

    def __str__(self) -> str:
        return f"{self._standings.table()}\n"

    def to_frame(self) -> pd.DataFrame:
        """Return a row for each bot, the best first; with too few deals, the ends of intervals are missing."""
        nothing = (None, None)
        rows = [
            {
                "bot": row.bot,
                "games": row.games,
                "mean": row.mean,
                **dict(zip(("mean_low", "mean_high"), row.interval or nothing, strict=True)),
                "behind": row.behind,
                **dict(zip(("behind_low", "behind_high"), row.behind_interval or nothing, strict=True)),
                "win_share": row.win_share,
                "rating": row.rating,
                "deviation": row.deviation,
            }
            for row in self._standings.standings()
        ]
        return frame_of(rows, _COLUMNS)

    def _repr_html_(self) -> str:
        return result_markup(f"Tournament of {count_of(len(self), 'game')}", frame=self.to_frame())


def tournament(
    bots: str | Iterable[str],
    games: int = 1,
    *,
    players: int = 2,
    side: str = "A",
    spirits: bool = True,
    seed: int = 1,
    rules: RuleSet = "rulebook",
    jobs: int = 1,
) -> Tournament:
    """Play each deal with every rotation of the bots, and compare them, as ``harmonies simulate --tournament`` does.

    Parameters
    ----------
    bots
        The bots; see `simulate`.
    games
        Number of deals.
    players, side, spirits, seed, rules, jobs
        See `simulate`.

    Raises
    ------
    UsageError
        If an argument does not fit, or there are too few bots for the seats.

    Examples
    --------
    >>> import harmonies_cli as h
    >>> h.tournament(["random", "random:card=0"], 10, seed=3)
    <Tournament of 20 games: random 19.2, random:card=0 16.6>
    """
    from harmonies_cli.simulate.series import play_fixtures
    from harmonies_cli.simulate.tournament import Standings, games_of_a_deal, tournament_fixtures

    terms = _terms(seed, side, spirits, rules)
    games, players = whole_number("games", games), whole_number("players", players, 1, 4)
    jobs = whole_number("jobs", jobs)
    names = _bots(bots)
    games_of_a_deal(names, players)  # raises if the bots cannot be compared
    standings = Standings(terms.seed)
    played = []
    for game in play_fixtures(terms, tournament_fixtures(terms, games, names, players), jobs=jobs):
        played.append(game)
        if game.broken_off is None:
            standings.add(game)
    return Tournament(played, standings)


def _terms(seed: object, side: object, spirits: object, rules: object) -> Terms:
    from harmonies_cli.simulate.series import Terms

    return Terms(
        whole_number("seed", seed, None),
        one_choice("side", side, ("A", "B"), any_case=True),
        truth("spirits", spirits),
        one_choice("rules", rules, RULE_SETS),
    )


def _bots(bots: str | Iterable[str] | None) -> list[str]:
    """Return names of bots as text, and check that they exist."""
    from harmonies_cli.bots.registry import make_bot, split_bots

    names = [name for text in several_names("bots", bots) or [] for name in split_bots(text)]
    if not names:
        raise invalid("bots", "there is none.")
    for name in names:
        make_bot(name)
    return names


def _game(played: SimulatedGame) -> Game:
    game = record_of(played.line, f"game {played.fixture.identity}")
    assert isinstance(game, Game)
    return game
