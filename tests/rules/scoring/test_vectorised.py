"""Vectorised scoring equals the plain scorer and the recorded rows."""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from harmonies_cli.rules.board.sides import BOARD_BYTES, SIDES, Side
from harmonies_cli.rules.board.tokens import NODE_OF, STACKS
from harmonies_cli.rules.scoring.landscapes import RULE_SETS, RuleSet, landscapes, split
from harmonies_cli.rules.scoring.scoresheet import LANDSCAPE_ROWS
from harmonies_cli.rules.scoring.vectorised import board_masks, kind_masks, landscape_rows
from tests.examples import examples

BOARDS = Path(__file__).parents[2] / "data" / "boards.jsonl.gz"


@cache
def recorded() -> tuple[dict[str, Any], ...]:
    with gzip.open(BOARDS) as lines:
        return tuple(json.loads(line) for line in lines)


def lanes(side: Side, codes: NDArray[np.uint8]) -> list[int]:
    return [
        sum(side.lane_bit[code][side.bit_of[space]] for space, code in zip(side.spaces, board, strict=True))
        for board in codes
    ]


def plain(side: Side, codes: NDArray[np.uint8], rules: RuleSet) -> NDArray[np.uint8]:
    return np.array([landscapes(side, split(board), rules) for board in lanes(side, codes)], np.uint8)


@pytest.mark.parametrize("name", SIDES)
@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_recorded_board_gets_its_recorded_rows(name: str, rules: RuleSet) -> None:
    side = SIDES[name]
    boards = [board for board in recorded() if board["side"] == name]
    codes = np.array([[NODE_OF[board["board"].get(space, "")] for space in side.spaces] for board in boards], np.uint8)
    expected = np.array([[board["bga"][row] for row in LANDSCAPE_ROWS] for board in boards])
    if rules == "rulebook":
        expected[:, LANDSCAPE_ROWS.index("water")] = [board["bga"]["water_rulebook"] for board in boards]
    assert len(boards) > 400
    assert np.array_equal(landscape_rows(side, kind_masks(side, codes), rules), expected)


@pytest.mark.parametrize("name", SIDES)
@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("usual", ["W", "F", "MM", "TTL", "TH", ""])
def test_random_boards_with_large_groups_in_an_array_score_as_by_themselves(
    name: str, rules: RuleSet, usual: str
) -> None:
    side = SIDES[name]
    chance = np.random.default_rng(5)
    shape = (3000, len(side.spaces))
    codes = chance.integers(0, len(STACKS), shape, dtype=np.uint8)
    often = chance.random(shape) < chance.random((shape[0], 1))
    codes = np.where(often, np.uint8(NODE_OF[usual]), codes)
    assert np.array_equal(landscape_rows(side, kind_masks(side, codes), rules), plain(side, codes, rules))


@pytest.mark.parametrize("name", SIDES)
def test_every_shape_of_water_around_the_middle_scores_in_an_array_as_by_itself(name: str) -> None:
    side = SIDES[name]
    middle = next(space for space in side.spaces if len(side.neighbours[space]) == 6)
    ring = [side.spaces.index(space) for space in (middle, *side.neighbours[middle])]
    codes = np.zeros((1 << len(ring), len(side.spaces)), np.uint8)
    for digit, space in enumerate(ring):
        codes[:, space] = np.arange(len(codes)) >> digit & 1
    for rules in RULE_SETS:
        assert np.array_equal(landscape_rows(side, kind_masks(side, codes), rules), plain(side, codes, rules))


@examples(0.5)
@given(st.sampled_from(list(SIDES)), st.data())
def test_any_board_in_an_array_scores_as_by_itself(name: str, data: st.DataObject) -> None:
    side = SIDES[name]
    size = len(side.spaces)
    board = data.draw(st.lists(st.integers(0, len(STACKS) - 1), min_size=size, max_size=size))
    codes = np.array([board], np.uint8)
    for rules in RULE_SETS:
        assert np.array_equal(landscape_rows(side, kind_masks(side, codes), rules), plain(side, codes, rules))


@pytest.mark.parametrize("name", SIDES)
def test_masks_of_codes_and_of_boards_as_integers_agree(name: str) -> None:
    side = SIDES[name]
    codes = np.random.default_rng(3).integers(0, len(STACKS), (500, len(side.spaces)), dtype=np.uint8)
    boards = b"".join(board.to_bytes(BOARD_BYTES, "little") for board in lanes(side, codes))
    assert np.array_equal(kind_masks(side, codes), board_masks(boards))


def test_more_boards_than_a_chunk_and_none_at_all() -> None:
    side = SIDES["A"]
    codes = np.random.default_rng(4).integers(0, len(STACKS), (20_001, 23), dtype=np.uint8)
    rows = landscape_rows(side, kind_masks(side, codes))
    assert np.array_equal(rows[-3:], plain(side, codes[-3:], "rulebook"))
    assert landscape_rows(side, kind_masks(side, codes[:0])).shape == (0, 5)
