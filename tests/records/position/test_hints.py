"""Hints on boards typed by people who have not read the notation."""

from __future__ import annotations

import json

import pytest

from harmonies_cli.rules.board.cards import CARDS, card_index
from tests.records.assessed import assessed, codes, position, reading_of

FULL = ["F F W W L", "W W F W", "W TH F F W", "F MH M TL", "MMM M M HH MM"]


def hints(record: object) -> list[str]:
    return [problem.hint or "" for problem in assessed(record).problems]


@pytest.mark.parametrize("column", ["F,F,W,W,L", "F, F,W,W, L", "F;F;W;W;L", "F|F|W|W|L", "F / F / W / W / L"])
def test_other_signs_between_spaces(column: str) -> None:
    assert hints(position({"board": [column, *FULL[1:]]})) == ['separate the spaces by blanks: "F F W W L"']


def test_commas_and_blanks_between_spaces_are_reported_once_for_a_board() -> None:
    board = ["F, F, W, W, L", "W, W, F, W", *FULL[2:]]
    (problem,) = assessed(position({"board": board})).problems
    assert (problem.code, problem.space) == ("stack-impossible", "a1")
    assert "on a1, a2, a3, a4, b1, b2, b3" in problem.message


def test_colours_are_reported_once_for_a_board() -> None:
    board = ["jaune jaune bleu bleu vert", "bleu bleu jaune bleu", *FULL[2:]]
    (problem,) = assessed(position({"board": board})).problems
    assert "bleu, jaune, vert" in problem.message
    assert "bleu is W (water)" in (problem.hint or "")


@pytest.mark.parametrize(
    ("word", "side"), [("river", "A"), ("Fluss", "A"), ("islands", "B"), ("ISLAS", "B"), ("isole", "B"), ("А", "A")]
)
def test_words_for_a_side(word: str, side: str) -> None:
    (hint,) = hints(position({}, side=word))
    assert f'"{side}"' in hint


def test_a_board_is_judged_by_its_columns_where_the_side_is_in_doubt() -> None:
    record = position({"board": [*FULL[:4], "MMM M M HH LT"]}, side="river")
    assert codes(record) == ["schema", "stack-impossible"]


def test_a_space_in_letters_of_another_alphabet() -> None:
    (hint,) = hints(position({"board": {"а1": "W"}}))
    assert hint == 'write "a1": а is a Cyrillic letter that looks like a'


@pytest.mark.parametrize(
    ("name", "card"),
    [
        ("Eisfuchs", "arctic-fox"), ("renard des neiges", "arctic-fox"), ("scimmia", "macaque"), ("Adler", "falcon"),
        ("águila", "falcon"), ("Kröte", "frog"), ("lepre", "rabbit"), ("Affe", "macaque"), ("lechuza", "owl"),
        ("chouette", "owl"), ("Braunbär", "bear"), ("orsetto lavatore", "raccoon"), ("topo", "shrew"),
    ],
)  # fmt: skip
def test_everyday_names(name: str, card: str) -> None:
    assert CARDS[card_index(name)].id == card


@pytest.mark.parametrize("name", ["Moose", "Tiger", "Giraffe", "Elephant", "Whale", "Snake", "Zebra", "Kangaroo"])
def test_no_card_is_suggested_that_is_nothing_like_the_name(name: str) -> None:
    (hint,) = hints(position({"cards": {name: 1}}))
    assert "did you mean" not in hint


@pytest.mark.parametrize(
    ("name", "meant"), [("grenouile", "frog? (grenouille)"), ("Écureil", "squirrel? (écureuil)"), ("falcn", "falcon")]
)
def test_a_mistyped_name_is_suggested(name: str, meant: str) -> None:
    (hint,) = hints(position({"cards": {name: 1}}))
    assert hint.startswith(f"did you mean {meant}")


def test_true_in_place_of_a_number() -> None:
    (hint,) = hints(position({"cards": {"frog": True}}))
    assert hint == "write the number of cubes moved from the card to the board"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("2024-01-01 10:00:00 INFO start\n", "looks like a log"),
        ("[2024-01-01 10:00:00] start\n[2024-01-01 10:00:01] end\n", "looks like a log"),
        ("name,score\nAnn,116\nBen,113\n", "looks like a table of a spreadsheet, with commas"),
        ("name\tscore\nAnn\t116\n", "looks like a table of a spreadsheet, with tabs"),
        ("Dear diary", "this is not JSON, so it is not a record"),
        ("# Notes\n\nof an evening", "this is not JSON, so it is not a record"),
        ('# Notes\n{"a": 1}', "JSON has no comments"),
        ('{"name": "x", "scripts": {}}', "not a record of Harmonies"),
    ],
)
def test_a_text_that_is_not_a_record_is_reported_as_such(text: str, said: str) -> None:
    (problem,) = assessed(text).problems
    assert said in problem.message


def test_half_of_a_character_in_a_name_is_replaced_and_noted() -> None:
    found = reading_of('{"name": "x"}')
    assert found.notes == []
    text = json.dumps(position({"name": "Zo\ud83d", "notes": "\ud83d\ude00"}))
    found = reading_of(text)
    assert found.record is not None
    assert found.record.players[0].name == "Zo\ufffd"
    assert [note.startswith('the name "Zo\\ud83d" contains half') for note in found.notes] == [True]


def test_half_of_a_character_elsewhere_is_refused() -> None:
    (problem,) = assessed(json.dumps(position({"notes": "Zo\ud83d"}))).problems
    assert "half of a character" in problem.message
