"""The tokens of a turn go to the spaces that are best for them, or near the tokens before."""

from __future__ import annotations

import numpy as np
import pytest

from harmonies_cli.bots import token_placement
from harmonies_cli.bots.boards import expand, place_token
from harmonies_cli.bots.crowd import crowd_values
from harmonies_cli.bots.token_placement import _around, _best_spaces, _Boards, _with_token, best_of_groups, place_tokens
from harmonies_cli.bots.weights import SCALE, STEPS
from harmonies_cli.rules.board.sides import bits
from harmonies_cli.rules.board.tokens import LANES
from tests.bots.positions import crowd_before, views_of_game

SPACES = 5
EVERYWHERE = 31


@pytest.mark.parametrize("side", "AB")
def test_each_colour_tries_the_spaces_that_are_best_for_one_such_token(side: str) -> None:
    for view in views_of_game(side):
        setting, crowd, _ = crowd_before(view, copies=1)
        everywhere = np.full((len(LANES), 1), setting.side.full, np.uint32)
        needs = np.ones((len(LANES), 1), np.int8)
        first = _with_token(setting, _Boards(crowd.planes, np.zeros(1, np.intp), needs, everywhere))
        values = crowd_values(setting, crowd, first.boards.planes, first.boards.group, STEPS - 1)
        chosen = _best_spaces(first, values, 1)
        for token in range(len(LANES)):
            board, space = expand(setting.side, crowd.planes, token)
            after = place_token(crowd.planes.take(board, axis=1), token, space)
            worth = crowd_values(setting, crowd, after, board, STEPS - 1)
            limit = np.sort(worth)[::-1][: token_placement._TRIED].min()
            tried = [int(chosen[token, 0]) >> bit & 1 for mask in space.tolist() for bit in bits(mask)]
            assert sum(tried) == min(token_placement._TRIED, len(space))
            assert worth[np.array(tried, bool)].min() == limit


def test_fewer_spaces_for_the_later_tokens_cost_next_to_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    losses = []
    for side in "AB":
        for deal in range(1, 5):
            for view in views_of_game(side, deal=deal):
                setting, crowd, offers = crowd_before(view, copies=1)
                found = []
                for tried in (token_placement._TRIED, EVERYWHERE):
                    monkeypatch.setattr(token_placement, "_TRIED", tried)
                    placed = place_tokens(setting, crowd, offers.central, SPACES)
                    assert sorted(placed.spaces.tolist()) == list(range(SPACES))
                    found.append(dict(zip(placed.spaces.tolist(), placed.values.tolist(), strict=True)))
                    monkeypatch.undo()
                losses += [(found[1][space] - found[0][space]) / SCALE for space in range(SPACES)]
    assert np.mean(losses) < 0.05
    assert np.mean(np.array(losses) == 0) > 0.97


def test_spaces_near_the_tokens_placed_are_tried_too() -> None:
    setting, _, _ = crowd_before(views_of_game("A")[0], copies=1)
    side = setting.side
    for bit in side.name_of:
        near = _around(side, np.array([1 << bit], np.uint32))[0]
        assert int(near) == 1 << bit | side.around[bit]


def test_the_best_board_of_a_group_does_not_depend_on_the_order_of_the_boards() -> None:
    chance = np.random.default_rng(3)
    planes = chance.integers(0, 1 << 23, (13, 60), np.uint32)
    group, values = chance.integers(0, 7, 60), chance.integers(0, 4, 60).astype(np.int32)
    best = best_of_groups(group, values, planes)
    assert group[best].tolist() == sorted(set(group.tolist()))
    assert all(values[index] == values[group == group[index]].max() for index in best)
    order = chance.permutation(60)
    other = order[best_of_groups(group[order], values[order], planes[:, order])]
    assert other.tolist() == best.tolist()
