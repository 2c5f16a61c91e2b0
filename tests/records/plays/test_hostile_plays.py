from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.records.plays.exports import bgg_page, bgg_play, bgstats_export, bgstats_play, outcome, score

ENTITIES = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10 if n else "ha"}">' for n in range(12))
BOMBS = {
    "a billion laughs": bgg_page(bgg_play(), head=f"<!DOCTYPE plays [{ENTITIES}]>"),
    "a file of this machine": bgg_page(bgg_play(), head='<!DOCTYPE plays [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
    "a type elsewhere": bgg_page(bgg_play(), head='<!DOCTYPE plays SYSTEM "https://example.org/plays.dtd">'),
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_document_type_is_refused(bomb: str) -> None:
    records, wrong, _ = outcome(BOMBS[bomb])
    assert records == []
    assert "document type" in wrong[0]


@pytest.mark.parametrize(
    "data",
    [
        bgg_page(bgg_play())[:-30],
        bgg_page(bgg_play()).replace(b"</play>", b"</pla>"),
        bgg_page(bgg_play(comment="\x00")),
        bgg_page(bgg_play(comment="x")).replace(b">x<", b">&undefined;<"),
        bgg_page(bgg_play()).replace(b"Ann", b"\xff\xfe"),
    ],
)
def test_a_broken_page_is_reported_with_its_line(data: bytes) -> None:
    records, wrong, _ = outcome(data)
    assert records == []
    assert "cannot be read: line " in wrong[0]


def test_the_line_is_that_of_the_first_fault() -> None:
    [wrong] = outcome(b"<plays total='1'>\n<play>\n</plai></plays>")[1]
    assert wrong.endswith("line 3: mismatched tag")


@pytest.mark.parametrize(
    "data",
    [
        b'<?xml version="1.0"?><errors><error><message>Invalid username specified</message></error></errors>',
        b"<error message='Rate limit exceeded.' />",
    ],
)
def test_an_error_of_the_site_is_reported(data: bytes) -> None:
    wrong = outcome(data)[1]
    assert "answered with an error" in wrong[0]
    assert "username" in wrong[0] or "Rate limit" in wrong[0]


HUGE = [bgg_page() * 5_000, bgg_page("<x>" * 200_000), bgg_page(bgg_play(comment="x" * 20_000_000))]


@pytest.mark.parametrize("data", HUGE, ids=["many pages", "deep", "long"])
def test_a_huge_page_takes_seconds_at_most(data: bytes) -> None:
    start = time.process_time()
    outcome(data)
    assert time.process_time() - start < 20


@given(st.text(max_size=300), st.text(max_size=300), st.text(max_size=300))
def test_any_name_place_and_comment_gives_a_record(name: str, place: str, comment: str) -> None:
    data = bgstats_export(
        bgstats_play(comments=comment),
        players=[{"id": 11, "name": name}, {"id": 12, "name": "Ben"}],
        locations=[{"id": 7, "name": place}],
    )
    (record,), wrong, _ = outcome(data)
    assert wrong == []
    assert record["players"][0]["name"].isprintable() or not name.isprintable()


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(st.dictionaries(st.sampled_from([*bgstats_play(), "bggId", "team"]), json_values, max_size=6))
def test_any_values_in_a_play_are_read_or_reported(fields: dict[str, object]) -> None:
    records, wrong, notes = outcome(bgstats_export(bgstats_play(**fields)))
    assert records or wrong or notes


@given(st.dictionaries(st.sampled_from(list(score(1, 2))), json_values, max_size=4))
def test_any_values_of_a_player_are_read_or_reported(fields: dict[str, object]) -> None:
    records, wrong, _ = outcome(bgstats_export(bgstats_play({**score(11, "88"), **fields}, score(12, "80"))))
    assert records or wrong
