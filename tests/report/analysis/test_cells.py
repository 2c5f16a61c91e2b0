from __future__ import annotations

import pandas as pd
import pytest

from harmonies_cli.report.analysis.cells import grid_of, interval_words, shown_table, written
from harmonies_cli.report.analysis.sections import page_tables

MINUS = "\N{MINUS SIGN}"


@pytest.mark.parametrize(
    ("value", "kind", "text"),
    [
        (13.66, "points", "13.7"),
        (13.66, "signed_points", "+13.7"),
        (-0.04, "signed_points", "0.0"),
        (0.154, "signed_percent", "+15 %"),
        (-0.154, "signed_percent", f"{MINUS}15 %"),
        (0.0, "signed_percent", "0 %"),
        (0.054, "percent", "5.4 %"),
        (0.154, "signed", "+0.15"),
        (1.154, "ratio", "1.15"),
        (1234, "count", "1,234"),
    ],
)
def test_a_kind_of_number_has_one_form(value: float, kind: str, text: str) -> None:
    assert written(value, kind) == text


def test_the_unit_of_an_interval_is_written_once() -> None:
    assert interval_words(-0.15, 0.2, "signed_percent") == f"{MINUS}15 to +20 %"
    assert interval_words(float("nan"), 0.2, "percent") == ""


def test_the_last_column_of_a_grid_has_a_short_name() -> None:
    rows = pd.DataFrame({"card": "bat", "by": "round taken", "group": ["9", "10 or later"], "points": [1.0, 2.0]})
    shown = shown_table(page_tables()["by-round"], rows.assign(taken=50, certainty="enough"))
    grid = grid_of(shown, "points", "group")
    assert (grid.across, grid.rows) == (["9", "10+"], {"bat": [("1.0", False), ("2.0", False)]})
