"""The last turn: the best one found by trying everything is the best in the rules' list of legal turns."""

from __future__ import annotations

from itertools import islice

import pytest

from harmonies_cli.bots.interface import View
from harmonies_cli.bots.last_turn import LastTurn, points_of_seat
from harmonies_cli.review.moments import seat_after
from harmonies_cli.rules.board.cards import CARD_INDEX, CARDS
from harmonies_cli.rules.replay.actions import TakeCard
from harmonies_cli.rules.replay.legal_turns import LegalTurn, legal_turns
from harmonies_cli.rules.scoring.landscapes import landscapes, split
from harmonies_cli.rules.scoring.spirits import spirit_points
from tests.review.played_games import moments_of_game

MOST = 2_000
"""The largest number of legal turns in a position that the tests still list."""


def points_after(view: View, turn: LegalTurn) -> int:
    board = split(sum(view.side.lane_bit[node][bit] for bit, node in enumerate(turn.stacks)))
    cards = dict(view.seat.cards)
    cards.update({CARD_INDEX[action.card]: 0 for action in turn.actions if isinstance(action, TakeCard)})
    for card, _ in turn.cubes:
        cards[card] += 1
    total = sum(landscapes(view.side, board))
    for card, placed in cards.items():
        if CARDS[card].is_spirit:
            total += spirit_points(view.side, card, board) * placed
        else:
            total += (0, *CARDS[card].points)[placed]
    return total


@pytest.mark.parametrize(
    ("bots", "side", "deals"),
    [("random,random", "A", 3), ("random,random", "B", 3), ("greedy,greedy", "A", 2), ("greedy,greedy", "B", 2)],
)
def test_the_best_last_turn_is_that_of_all_legal_turns(bots: str, side: str, deals: int) -> None:
    compared = 0
    for deal in range(deals):
        for moment in moments_of_game(bots, deal, side)[-2:]:
            view = moment.view()
            turns = list(islice(legal_turns(view), MOST))
            if len(turns) < MOST:
                best = LastTurn(view).best()
                assert best is not None
                assert best.points == max(points_after(view, turn) for turn in turns)
                compared += 1
    assert compared


def test_a_turn_as_played_is_among_those_tried() -> None:
    for deal in range(4):
        moment = moments_of_game("greedy,greedy", deal)[-1]
        assert moment.played is not None
        view, seat = moment.view(), moment.played.seat
        best = LastTurn(view).best(moment.played.tokens, moment.played.card, seat.stacks)
        assert best is not None
        assert best.points >= points_of_seat(view, seat)
        assert points_of_seat(view, seat_after(view, best.actions)) == best.points
