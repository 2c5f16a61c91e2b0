from __future__ import annotations

import pytest

from harmonies_cli.plurals import count_of, plural


@pytest.mark.parametrize(
    ("number", "words"),
    [(0, "0 records"), (1, "1 record"), (2, "2 records"), (-1, "-1 records"), (1000, "1000 records")],
)
def test_a_count_has_its_noun_in_singular_or_plural(number: int, words: str) -> None:
    assert count_of(number, "record") == words
    assert f"{number} {plural('record', number)}" == words
