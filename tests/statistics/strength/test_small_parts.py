from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy.stats import false_discovery_control

from harmonies_cli.statistics.strength.archetypes import ARCHETYPES, archetypes_of
from harmonies_cli.statistics.strength.certainty import Limits, with_certainty
from harmonies_cli.statistics.strength.fdr import benjamini_hochberg
from harmonies_cli.statistics.strength.pairs import shrunk
from harmonies_cli.statistics.strength.strata import adjusted, stratum_label


def test_q_values_are_those_of_scipy_and_missing_ones_do_not_count() -> None:
    p = np.array([0.01, np.nan, 0.04, 0.03, 0.5])
    q = benjamini_hochberg(p)
    known = ~np.isnan(p)
    assert q[known] == pytest.approx(false_discovery_control(p[known]))
    assert np.isnan(q[1])
    assert np.isnan(benjamini_hochberg([np.nan])).all()


def test_values_are_freed_of_the_mixture_of_kinds() -> None:
    strata = np.array([0, 0, 0, 1])
    values = adjusted([1.0, 2.0, 3.0, 10.0], strata)
    assert values.tolist() == [3, 4, 5, 4]
    assert adjusted([1.0, 5.0], np.array([2, 2])).tolist() == [1, 5]


def test_kinds_in_words() -> None:
    assert stratum_label(2, "A", True) == "2 players, side A, with spirits"
    assert stratum_label(1, "B", False) == "solo, side B, no spirits"


def test_certainty_and_place() -> None:
    table = pd.DataFrame({"n": [29, 30, 99, 100], "points": [9.0, 1.0, 3.0, 3.0]})
    found = with_certainty(table, Limits(), "n", "points")
    assert found["certainty"].tolist() == ["few", "provisional", "provisional", "enough"]
    assert found["place"].tolist() == [pd.NA, 3, 1, 1]
    assert "place" not in with_certainty(table, Limits(), "n")


def test_archetypes() -> None:
    rows = [(5, 4, 0, 0, 0, 9, 18), (5, 4, 0, 0, 0, 10, 19), (5, 5, 0, 0, 0, 1, 11), (0, 0, 0, 0, 0, 0, 0)]
    names = ["trees", "mountains", "fields", "buildings", "water", "animals", "total"]
    found = archetypes_of(pd.DataFrame(rows, columns=names))
    assert [ARCHETYPES[number] for number in found] == ["trees", "trees + animals", "several", "several"]


def test_unsure_values_are_drawn_towards_nothing() -> None:
    value, error = np.array([2.0, -2.0, 2.0]), np.array([1.0, 1.0, 3.0])
    used = np.array([True, True, False])
    best, reach = shrunk(value, error, used)
    # Between: mean of 4 - 1 = 3; weights 3 / (3 + 1) and 3 / (3 + 9).
    assert best.tolist() == pytest.approx([1.5, -1.5, 0.5])
    assert reach[0] == pytest.approx(1.959964 * np.sqrt(0.75))
    assert shrunk(value / 4, error, used)[0].tolist() == [0, 0, 0]
