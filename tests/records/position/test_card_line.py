from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harmonies_cli.records.position.card_line import read_card_line, suggestions
from harmonies_cli.rules.board.cards import CARDS, Card

NAMES: list[tuple[str, Card]] = [
    (name, card) for card in CARDS for name in (card.id, *(a for names in card.aliases.values() for a in names))
]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("fish 2, grenouille 1, lion", [("fish", 2), ("frog", 1), ("lion", None)]),
        ("fish2 frog1", [("fish", 2), ("frog", 1)]),
        ("fennec fox 3; martin-pêcheur 0", [("fennec-fox", 3), ("kingfisher", 0)]),
        ("5 2, 15", [("frog", 2), ("rabbit", None)]),
        ("fish -1", [("fish", -1)]),
        ("2 fish", [(None, None)]),
        ("fox 1", [(None, 1)]),
        (" , ,", []),
    ],
)
def test_cards_and_cubes_are_read(line: str, expected: list[tuple[str | None, int | None]]) -> None:
    assert [(entry.card, entry.cubes) for entry in read_card_line(line)] == expected


def test_fault_of_a_name_is_reported_with_the_remedy() -> None:
    unknown, ambiguous, begun, word = read_card_line("falcn 1, fox 1, falc 1, fo 1")
    assert unknown.problem is not None and unknown.problem.hint == "did you mean falcon?"
    assert ambiguous.problem is not None and ambiguous.problem.code == "card-ambiguous"
    assert (unknown.begun, ambiguous.begun, begun.begun) == ((), (), ("falcon",))
    assert {"arctic-fox", "fennec-fox"} < set(word.begun)  # not the one card whose whole name begins so


@pytest.mark.parametrize("name", ["fish", "ray", "otter", "bat", "owl", "cat"])
def test_exact_name_is_suggested_before_longer_ones(name: str) -> None:
    found = suggestions(name)
    assert (found[0].card, len(found) > 1) == (name, True)


@pytest.mark.parametrize(("language", "first"), [("de", "lion"), ("es", "macaw"), ("it", "otter")])
def test_names_of_the_own_language_come_first(language: str, first: str) -> None:
    assert suggestions("frog 1, lo", language)[0].card == first


def test_suggestion_gives_the_whole_line() -> None:
    assert suggestions("fish 2, grenou", "fr")[0].line == "fish 2, frog"


@pytest.mark.parametrize("line", ["", "fish 2", "fish ", "fish, ", "zzz"])
def test_nothing_is_suggested_where_no_name_is_being_typed(line: str) -> None:
    assert suggestions(line) == []


@given(st.lists(st.tuples(st.sampled_from(NAMES), st.integers(0, 5)), max_size=6))
def test_line_that_is_written_is_read_back(cards: list[tuple[tuple[str, Card], int]]) -> None:
    line = ", ".join(f"{name} {cubes}" for (name, _), cubes in cards)
    entries = read_card_line(line)
    assert [(entry.name, entry.cubes) for entry in entries] == [(name, cubes) for (name, _), cubes in cards]
    assert all(entry.card == card.id or entry.problem for entry, ((_, card), _) in zip(entries, cards, strict=True))


@given(st.text(max_size=60))
def test_any_line_is_read(line: str) -> None:
    for entry in read_card_line(line):
        assert (entry.card is None) == (entry.problem is not None)
        assert line[entry.start : entry.end].startswith(entry.name)
    suggestions(line)
