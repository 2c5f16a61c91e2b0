from __future__ import annotations

import pytest

from harmonies_cli.rules.board.cards import CARDS, SPIRITS, card_index
from harmonies_cli.rules.board.sides import SIDES
from harmonies_cli.rules.scoring.landscapes import split
from harmonies_cli.rules.scoring.spirits import spirit_points
from tests.rules.replay.lanes import columns, lanes, masks_of
from tests.rules.scoring.plain_rules import random_boards

all_spirits = pytest.mark.parametrize("spirit", [CARDS[index].id for index in SPIRITS])


@all_spirits
def test_spirits_score_as_in_the_plain_rules(spirit: str) -> None:
    for plain in random_boards(150, seed=21):
        side, board = masks_of(plain)
        assert spirit_points(side, card_index(spirit), board) == plain.spirit(spirit), plain.stacks


@pytest.mark.parametrize(
    ("spirit", "board", "points"),
    [
        ("lion", "F . F F/./F F F", 2 + 2 + 10),
        ("butterfly", "F . F F/./F F F", 15),
        ("deer", "L TL TTL T TT", 8),
        ("owl", "L TL TTL T TT", 7),
        ("cat", "TH . MH HH H", 8),
        ("cat", "TH H HH", 8),
        ("stork", "TH . MH HH H", 6),
        ("stork", "TH H HH", 0),
        ("ram", "M . MM . MMM", 8),
        ("marmot", "M . MM . MMM", 7),
        ("marmot", "MH", 0),
        ("dragonfly", "W . W W", 7),
        ("turtle", "W . W W", 6),
    ],
)
def test_the_table_of_the_rules(spirit: str, board: str, points: int) -> None:
    side = SIDES["A"]
    assert spirit_points(side, card_index(spirit), split(lanes(side, columns(side, board)))) == points


@all_spirits
def test_an_empty_board_is_worth_nothing(spirit: str) -> None:
    for side in SIDES.values():
        assert spirit_points(side, card_index(spirit), split(0)) == 0


def test_an_animal_has_no_spirit_points() -> None:
    with pytest.raises(ValueError, match="falcon"):
        spirit_points(SIDES["A"], card_index("falcon"), split(0))
