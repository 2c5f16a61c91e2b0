from __future__ import annotations

import re

import pytest

from harmonies_cli.report.replay.turn_chart import Pointer, turn_chart


def test_lines_go_from_the_left_below_to_the_right_above() -> None:
    chart = turn_chart("points", "Points", "Points", [[0, 5], [10, None], [20, 10]])
    assert re.findall(r' d="([^"]*)"', chart.lines) == ["M0,100h0L50,50L100,0", "M0,75h0M100,50h0"]
    assert chart.scale == [(0, 0), (5, 25), (10, 50), (15, 75), (20, 100)]
    assert chart.turns == [(0, 0), (1, 50), (2, 100)]


def test_scale_begins_at_the_values_where_no_zero_is_asked_for() -> None:
    chart = turn_chart("x", "X", "X", [[83], [97]], from_zero=False)
    assert [value for value, _ in chart.scale] == [80, 85, 90, 95, 100]


@pytest.mark.parametrize("values", [[[0]], [[None], [None]], [[-3], [4]], [[700], [0]]])
def test_any_values_are_inside_the_box(values: list[list[float | None]]) -> None:
    for from_zero in (True, False):
        chart = turn_chart("x", "X", "X", values, from_zero=from_zero)
        heights = [float(height) for height in re.findall(r",([-\d.e+]+)", chart.lines)]
        assert all(-0.01 <= height <= 100.01 for height in heights)
        assert all(-0.01 <= up <= 100.01 for _, up in chart.scale)
        assert 2 <= len(chart.scale) <= 8


def test_marks_are_on_their_line() -> None:
    marks = [Pointer(1, 2, "why", "mistake"), Pointer(0, 1, "gap", "mistake")]
    chart = turn_chart("x", "X", "X", [[None, 0], [1, 5], [1, 10]], marks=marks)
    assert [(mark.turn, mark.across, mark.up) for mark in chart.marks] == [(1, 50, 50)]
