"""Tournaments: rotations, equal deals, and the table."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from harmonies_cli.errors import UsageError
from harmonies_cli.simulate.series import Fixture, SimulatedGame, Terms, play_fixtures
from harmonies_cli.simulate.tournament import Standings, games_of_a_deal, tournament_fixtures


def game(deal: int, bots: tuple[str, ...], totals: tuple[int, ...], winners: tuple[int, ...]) -> SimulatedGame:
    return SimulatedGame(Fixture(deal, "", bots), b"", totals, winners, None)


@pytest.mark.parametrize(("bots", "players", "number"), [("ab", 2, 2), ("abc", 3, 3), ("abc", 2, 6), ("ab", 1, 2)])
def test_every_bot_sits_on_every_seat_equally_often_with_each_deal(bots: str, players: int, number: int) -> None:
    assert games_of_a_deal(bots, players) == number
    fixtures = list(tournament_fixtures(Terms(1), 3, bots, players))
    assert len(fixtures) == 3 * number
    assert len({fixture.identity for fixture in fixtures}) == len(fixtures)
    seats = Counter((fixture.deal, seat, bot) for fixture in fixtures for seat, bot in enumerate(fixture.bots))
    assert len(set(seats.values())) == 1
    assert len(seats) == 3 * players * len(bots)


@pytest.mark.parametrize(("bots", "players"), [(["a"], 2), (["a", "a"], 2), (["a", "b"], 3)])
def test_too_few_or_equal_bots_are_refused(bots: list[str], players: int) -> None:
    with pytest.raises(UsageError):
        games_of_a_deal(bots, players)


def test_rotated_games_replay_the_same_deal() -> None:
    terms = Terms(4)
    bots = ["random", "random:cube=0.9"]
    records = [json.loads(played.line) for played in play_fixtures(terms, tournament_fixtures(terms, 2, bots, 2))]
    assert records[0]["start"] == records[1]["start"] != records[2]["start"]
    assert [player["name"] for player in records[0]["players"]] == bots
    assert [player["name"] for player in records[1]["players"]] == bots[::-1]


def test_means_wins_and_intervals() -> None:
    standings = Standings()
    for deal in range(1, 41):
        standings.add(game(deal, ("a", "b"), (60 + deal % 3, 50), (1,)))
        standings.add(game(deal, ("b", "a"), (55, 55), (1, 2)))
    first, second = standings.standings()
    assert (first.bot, first.games, second.bot) == ("a", 80, "b")
    assert first.mean == pytest.approx(sum(60 + deal % 3 + 55 for deal in range(1, 41)) / 80)
    assert second.mean == 52.5
    assert (first.win_share, second.win_share) == (0.75, 0.25)
    assert second.interval == (52.5, 52.5)
    assert first.interval is not None
    assert first.interval[0] < first.mean < first.interval[1]
    assert first.interval[1] - first.interval[0] < 0.5
    assert first.rating is not None
    assert second.rating is not None
    assert first.rating > 25 > second.rating


def test_bots_are_compared_on_the_same_deals() -> None:
    standings = Standings()
    for deal in range(30):
        luck = 40 * (deal % 2)
        standings.add(game(deal, ("a", "b"), (60 + luck, 57 + luck), (1,)))
    first, second = standings.standings()
    assert (first.behind, first.behind_interval) == (None, None)
    assert second.behind == pytest.approx(3)
    assert second.behind_interval == pytest.approx((3, 3))
    assert second.interval is not None
    assert second.interval[1] - second.interval[0] > 5


def test_one_deal_gives_no_interval_and_solo_no_rating() -> None:
    standings = Standings()
    standings.add(game(1, ("a",), (60,), (1,)))
    (row,) = standings.standings()
    assert (row.interval, row.rating, row.win_share) == (None, None, 1.0)
    assert "-" in standings.table()
    assert "Too few deals for intervals" in standings.table()


def test_the_loser_of_a_tie_by_cubes_is_rated_below_the_winner() -> None:
    standings = Standings()
    standings.add(game(1, ("a", "b"), (60, 60), (2,)))
    ratings = {row.bot: row.rating for row in standings.standings()}
    assert ratings["b"] is not None
    assert ratings["a"] is not None
    assert ratings["b"] > ratings["a"]


def test_the_table_is_aligned_and_has_the_best_first() -> None:
    standings = Standings()
    for deal in range(3):
        standings.add(game(deal, ("random", "greedy:empty=2"), (20, 101), (2,)))
    table, meaning = standings.table().split("\n\n")
    lines = table.splitlines()
    assert "3 deals" in meaning
    assert [line.split()[0] for line in lines] == ["bot", "greedy:empty=2", "random"]
    assert len({len(line) for line in lines}) == 1
    assert "101.0" in lines[1]
    assert "100.0%" in lines[1]
