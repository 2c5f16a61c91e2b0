"""The registry of the formats of row tables."""

from __future__ import annotations

import pytest

from harmonies_cli.statistics.files.table_formats import TABLE_FORMATS, format_of_ending


@pytest.mark.parametrize(
    ("ending", "form"),
    [(".sqlite", "sqlite"), (".sqlite3", "sqlite"), (".DB", "sqlite"), (".xlsx", "xlsx"), (".csv", None), ("", None)],
)
def test_an_ending_means_a_format(ending: str, form: str | None) -> None:
    assert format_of_ending(ending) == form


def test_no_ending_means_two_formats() -> None:
    endings = [ending for form in TABLE_FORMATS.values() for ending in form.endings]
    assert len(endings) == len(set(endings))
