"""The fit of the value function gets its positions from the games that it plays."""

from __future__ import annotations

import numpy as np
import pytest

from tests.training import values
from tests.training.self_play import GameKind


def test_a_game_yields_the_positions_of_each_turn_with_their_final_points(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(values, "SCENARIOS", 2)
    monkeypatch.setattr(values, "CANDIDATES", 3)
    rows = values.rows_of_game(GameKind("A", 1, True), 1)
    assert len(rows) > values.DEPTHS * 5
    for part in rows:
        assert len(part.table) == len(part.points) == len(part.scenario)
        assert set(part.scenario.tolist()) <= {0, 1}
        table, points = part.differences()
        for scenario in set(part.scenario.tolist()):
            assert abs(points[part.scenario == scenario].mean()) < 1e-9
            assert np.abs(table[part.scenario == scenario].mean(axis=0)).max() < 1e-6
    total = rows[0].sums()
    for part in rows[1:]:
        total += part.sums()
    assert total.rows == sum(len(part.points) for part in rows)
    assert np.isfinite(total.coefficients()).all()
