"""Stacks read from drawn pictures with known stacks; docs/editor.md has the latest figures of the long run."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

from harmonies_cli.photo.stack_reading import propose
from harmonies_cli.rules.board.tokens import STACKS
from tests.photo.scenes import scene


class Figures(NamedTuple):
    spaces: int
    right: int
    silent: int
    boards: int

    @property
    def share(self) -> float:
        return self.right / self.spaces


def figures(seeds: range, low: float, high: float, handle_error: float = 0.0) -> Figures:
    """Read scenes, and count all spaces, those read correctly, and wrong ones that are not marked doubtful."""
    spaces = right = silent = 0
    for number, seed in enumerate(seeds):
        tilt = low + (high - low) * number / max(len(seeds) - 1, 1)
        drawn = scene(seed, tilt, side="AB"[number % 2], handle_error=handle_error)
        found = propose(np.asarray(drawn.picture), drawn.side, drawn.handles, drawn.bare)
        for space, stack in drawn.stacks.items():
            spaces += 1
            right += found[space].stack == stack
            silent += found[space].stack != stack and not found[space].is_doubtful
    return Figures(spaces, right, silent, len(seeds))


def test_slanted_views_are_read() -> None:
    found = figures(range(40, 46), 30, 45)
    assert found.share >= 0.93
    assert found.silent <= 3


def test_a_stack_hides_what_is_behind_it() -> None:
    """The camera is low; without this step, a quarter more of the spaces are read wrongly."""
    assert figures(range(70, 74), 60, 66).share >= 0.8


def test_from_above_every_stack_is_in_doubt() -> None:
    drawn = scene(7, 4)
    found = propose(np.asarray(drawn.picture), drawn.side, drawn.handles, drawn.bare)
    assert all(found[space].is_doubtful for space, stack in drawn.stacks.items() if stack)


def test_red_stacks_are_in_doubt_and_all_are_legal() -> None:
    drawn = scene(41, 33)
    found = propose(np.asarray(drawn.picture), drawn.side, drawn.handles, drawn.bare)
    assert set(found) == set(drawn.side.spaces)
    for one in found.values():
        assert {one.stack, one.second} <= set(STACKS)
        assert one.stack != one.second
        assert one.is_doubtful or ("H" not in one.stack and one.sureness >= 0.999)
    assert any("H" in one.stack and one.sureness >= 0.999 for one in found.values())  # certain, and yet marked doubtful


@pytest.mark.slow
def test_sixty_scenes(capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        for name, low, high, error in (
            ("30 to 45 degrees", 30, 45, 0.0),
            ("30 to 45 degrees, handles wrong by 4 pixels", 30, 45, 4.0),
            ("straight above to 15 degrees", 0, 15, 0.0),
        ):
            found = figures(range(9000, 9060), low, high, error)
            print(f"\n{name}: {found.share:.3f} whole stacks, {found.silent / found.boards:.2f} silent errors a board")
            assert found.share >= (0.90 if low else 0.70)
