"""Measure the review: ``python -m tests.training.review losses --bot greedy --games 6``.

- ``losses``: mean loss of a turn, by bot;
- ``seeds``: share of turns on which runs with two seeds agree within three standard errors;
- ``blunders``: share of planted turns, 10 points worse than the best, that are called mistakes;
- ``unjust``: share of turns called mistakes, among those that ten times the scenarios found best.

The deals are those of `SEED`, on which no bot is tuned.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from time import process_time

import numpy as np

from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.game.assess_game import game_log
from harmonies_cli.records.notation import Game
from harmonies_cli.records.reader import ReadOptions, read_document
from harmonies_cli.review.courses import course_values
from harmonies_cli.review.moments import Moment, PlayedActions, moments_of, seat_after
from harmonies_cli.review.pool import SEARCH, pool_of
from harmonies_cli.review.result import TurnReview
from harmonies_cli.review.turn_review import Effort, review_turn
from harmonies_cli.rules.board.cards import CARD_INDEX
from harmonies_cli.rules.board.tokens import TOKEN_INDEX, UNITS
from harmonies_cli.rules.replay.actions import Action, PlaceToken, TakeCard, TakeTokens
from harmonies_cli.simulate.series import Fixture, Terms, play_fixture

SEED = 8_000_000
PLANTED = 10.0
"""Points that a planted blunder costs."""
_NEAR = 2.0
_PLAIN = Effort()


def moments_of_games(bot: str, games: Sequence[int], side: str = "A", players: int = 2) -> Iterator[list[Moment]]:
    """Yield the moments of a bot's games against itself."""
    for deal in games:
        played = play_fixture(Terms(SEED, side), Fixture(deal, str(deal), (bot,) * players))
        record = read_document(Document(str(deal), None, played.line), ReadOptions()).record
        assert isinstance(record, Game)
        yield [moment for moment in moments_of(game_log(record)) if moment.played is not None]


def reviewed(moment: Moment, seed: int, effort: Effort = _PLAIN) -> TurnReview:
    """Return the review of one turn, without luck."""
    return review_turn(moment, "player", effort, Random(f"{seed}:{moment.turn}"))


def with_turn(moment: Moment, actions: Sequence[Action]) -> Moment:
    """Return the moment with another turn as the one played."""
    view = moment.view()
    tokens = sum(UNITS[TOKEN_INDEX[action.token]] for action in actions if isinstance(action, PlaceToken))
    cards = [CARD_INDEX[action.card] for action in actions if isinstance(action, TakeCard)]
    spaces = [action.space for action in actions if isinstance(action, TakeTokens)]
    assert isinstance(spaces[0], int)
    card = cards[0] if cards else -1
    played = PlayedActions(tuple(actions), seat_after(view, actions), spaces[0], tokens, card, -1, True)
    return replace(moment, played=played)


def planted(moment: Moment, seed: int) -> Moment | None:
    """Return a moment with a blunder as the turn played: one worth 10 points less than the best found."""
    pool = pool_of(moment)
    means = course_values(pool, range(len(pool.choices)), moment, SEARCH.own_turns, 16, Random(f"{seed}:plant")).mean(
        axis=0
    )
    best = int(means.argmax())
    lost = means[best] - means
    near = [number for number in np.argsort(np.abs(lost - PLANTED)).tolist() if abs(lost[number] - PLANTED) < _NEAR]
    for number in near[:3]:
        pair = course_values(pool, [best, number], moment, SEARCH.own_turns, 96, Random(f"{seed}:check"))
        if abs((pair[:, 0] - pair[:, 1]).mean() - PLANTED) < _NEAR / 2:
            return with_turn(moment, tuple(pool.choices[number].actions()))
    return None


def losses(bot: str, deals: Sequence[int]) -> tuple[float, float]:
    """Return a bot's mean loss per turn, and its standard error over the seats."""
    seats: list[float] = []
    for moments in moments_of_games(bot, deals):
        begin = process_time()
        reviews = [reviewed(moment, 1) for moment in moments]
        cost = (process_time() - begin) * 20 / len(reviews)
        for player in (1, 2):
            seats.append(float(np.mean([review.loss for review in reviews if review.player == player])))
        print(f"{bot}: seats {seats[-2]:.2f} {seats[-1]:.2f}, 20 turns without luck {cost:.1f} s", flush=True)
    return float(np.mean(seats)), float(np.std(seats, ddof=1) / np.sqrt(len(seats)))


def agreement(bot: str, deals: Sequence[int]) -> tuple[int, int]:
    """Return the number of turns on which two seeds agree within three standard errors, and the number of turns."""
    near = total = 0
    for moments in moments_of_games(bot, deals):
        for moment in moments:
            one, two = reviewed(moment, 1), reviewed(moment, 2)
            assert one.loss is not None and two.loss is not None and one.error is not None and two.error is not None
            near += abs(one.loss - two.loss) <= 3 * np.hypot(one.error, two.error) + 1e-9
            total += 1
        print(f"seeds: {near} of {total} agree", flush=True)
    return near, total


def blunders(bot: str, deals: Sequence[int]) -> tuple[int, int]:
    """Return how many blunders, planted in every other turn, are called mistakes, and how many were planted."""
    found = total = 0
    for moments in moments_of_games(bot, deals):
        for moment in moments[::2]:
            blunder = planted(moment, 7)
            if blunder is not None:
                found += reviewed(blunder, 1).kind == "mistake"
                total += 1
        print(f"blunders: {found} of {total} found", flush=True)
    return found, total


def unjust(bot: str, deals: Sequence[int]) -> tuple[int, int]:
    """Return how many of the turns that ten times the scenarios found best are called mistakes, and their number."""
    blamed = total = 0
    for moments in moments_of_games(bot, deals):
        for moment in moments[::2]:
            best = reviewed(moment, 11, Effort(480)).best
            assert best is not None
            blamed += reviewed(with_turn(moment, best.actions), 1).kind == "mistake"
            total += 1
        print(f"unjust: {blamed} of {total} called mistakes", flush=True)
    return blamed, total


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    measures = {"losses": losses, "seeds": agreement, "blunders": blunders, "unjust": unjust}
    parser.add_argument("measure", choices=measures)
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--start", type=int, default=1)
    options = parser.parse_args()
    print(*measures[options.measure](options.bot, range(options.start, options.start + options.games)))


if __name__ == "__main__":
    main()
