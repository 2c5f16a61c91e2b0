from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harmonies_cli.rules.board.sides import SIDES
from harmonies_cli.statistics.strength.win_probability import TERMS
from harmonies_cli.statistics.win_model import WIN_TERMS, Standing, WinFit, chances, win_fit, win_model, win_terms

STANDINGS = st.lists(
    st.builds(Standing, st.integers(-10, 200), st.integers(0, 25), st.integers(0, 15)), min_size=2, max_size=4
)
FITS = [(players, side) for players in (2, 3, 4) for side in SIDES]


def test_terms_are_those_of_the_report_and_two_for_half_a_round() -> None:
    assert WIN_TERMS[: len(TERMS)] == TERMS
    assert win_terms([Standing(50, 8, 6), Standing(30, 12, 5)]) == pytest.approx(
        np.array([[5, 4, 3, 0.8, 0, 0], [3, 2.4, 1.8, 1.2, 1, 0.8]])
    )


@given(STANDINGS)
def test_chances_add_up_to_one(standings: list[Standing]) -> None:
    found = chances(WinFit((1.5, -0.4, 0.2, 0.1, 2, -1), 5), standings)
    assert sum(found) == pytest.approx(1)
    assert all(0 <= one <= 1 for one in found)


def test_chances_follow_the_logit() -> None:
    fit = WinFit((np.log(3), 0, 0, 0, 0, 0), 5)
    assert chances(fit, [Standing(20, 5, 7), Standing(10, 5, 7)]) == pytest.approx((0.75, 0.25))


@pytest.mark.parametrize(("players", "side"), FITS)
def test_the_shipped_model_prefers_the_leader_late_in_the_game(players: int, side: str) -> None:
    fit = win_fit(players, side)
    assert fit is not None
    assert len(fit.coefficients) == len(WIN_TERMS)
    assert 1 <= fit.from_round <= 9
    ahead = chances(fit, [Standing(95, 4, 9), *[Standing(70, 4, 9)] * (players - 1)])
    assert ahead[0] > 0.8
    waiting = chances(fit, [Standing(80, 4, 9), *[Standing(80, 5, 8)] * (players - 1)])
    assert waiting[0] < 1 / players


def test_a_solo_game_has_no_model() -> None:
    assert win_fit(1, "A") is None


def test_the_file_says_how_it_was_made() -> None:
    model = win_model()
    assert "python -m tests.training.win_model" in model.note
    assert model.origin.endswith("simulated games of the greedy bot against itself")
