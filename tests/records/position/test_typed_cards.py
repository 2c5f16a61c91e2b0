"""Cards as typed; tests/data/typos has mistakes with their places."""

from __future__ import annotations

import msgspec
import pytest

from harmonies_cli.records.notation import PositionPlayer
from harmonies_cli.records.position.typed_cards import TypedCards, card_problem, read_cards
from harmonies_cli.records.problems import MOST_PROBLEMS
from harmonies_cli.rules.board.cards import CARDS, Card


def read(cards: dict[str, int] | None, *, spirits: bool | None = None) -> TypedCards:
    typed = msgspec.UNSET if cards is None else cards
    return read_cards(PositionPlayer(name="", board={}, cards=typed), 1, spirits=spirits)


def codes(cards: dict[str, int], *, spirits: bool | None = None) -> list[str]:
    return [problem.code for problem in read(cards, spirits=spirits).problems]


def test_unknown_cards_and_no_cards_are_distinguished() -> None:
    assert read(None).cards is None
    assert read({}).cards == []


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_every_number_of_cubes_from_none_to_all_may_be_placed(card: Card) -> None:
    index = CARDS.index(card)
    for placed in range(CARDS[index].cubes + 1):
        found = read({CARDS[index].id: placed})
        assert (found.cards, found.problems, found.is_read) == ([(index, placed)], [], True)
    for placed in (-1, CARDS[index].cubes + 1):
        found = read({CARDS[index].id: placed})
        assert ([problem.code for problem in found.problems], found.is_read) == (["cubes-range"], False)


def test_a_card_is_found_by_all_its_names_and_numbers() -> None:
    for name in ("falcon", "Bateleur", "FALCON", " fal-con", "25", 25):
        assert card_problem(name, "") is None
    for number in (0, len(CARDS) + 1, -1, 10**30):
        problem = card_problem(number, "")
        assert problem is not None
        assert problem.hint == f"the cards are numbered 1 to {len(CARDS)}"


def test_four_unfinished_cards_are_allowed_however_many_are_finished() -> None:
    finished = {"hedgehog": 2, "bee": 2, "bear": 2, "macaque": 2}
    unfinished = {"frog": 4, "duck": 0, "fish": 1, "lion": 0}
    assert codes(finished | unfinished) == []
    assert codes(finished | unfinished | {"ray": 2}) == ["card-limit"]
    assert codes(finished | unfinished | {"ray": 3}) == []


def test_a_spirit_is_allowed_unless_the_record_is_without() -> None:
    assert codes({"lion": 1}, spirits=None) == codes({"lion": 1}, spirits=True) == []
    assert codes({"lion": 1}, spirits=False) == ["spirit-not-allowed"]
    assert codes({"lion": 0, "owl": 0}, spirits=False) == ["spirit-not-allowed", "two-spirits", "spirit-not-allowed"]


def test_a_third_spirit_is_reported_too() -> None:
    assert codes({"lion": 1, "owl": 1, "cat": 1}) == ["two-spirits", "two-spirits"]


def test_the_number_of_problems_of_a_hand_is_limited() -> None:
    problems = read({f"card {number}": 1 for number in range(10_000)}).problems
    assert len(problems) == MOST_PROBLEMS + 1
    assert problems[-1].pointer == "/players/0/cards"
