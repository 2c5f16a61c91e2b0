from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harmonies_cli.errors import HarmoniesError, UnknownNameError
from harmonies_cli.rules.board.tokens import KIND_OF, LETTERS, NEXT, NODE_OF, TOKENS, Token, letters_of, token_index
from harmonies_cli.rules.board.tokens import STACKS as NODES
from harmonies_cli.rules.replay.take_actions import pack_tokens
from tests.rules.scoring.plain_rules import BUILDINGS, STACKS


def test_the_box_holds_120_tokens_of_six_colours() -> None:
    assert {(token.letter, token.colour, token.in_box) for token in TOKENS} == {
        ("W", "blue", 23),
        ("M", "gray", 23),
        ("T", "brown", 21),
        ("L", "green", 19),
        ("F", "yellow", 19),
        ("H", "red", 15),
    }
    assert sum(token.in_box for token in TOKENS) == 120


def test_no_letter_is_the_initial_of_another_colour_in_english() -> None:
    assert not set(LETTERS) & set("BGYR")


@pytest.mark.parametrize("token", TOKENS, ids=lambda token: token.colour)
def test_tokens_are_found_by_letter_and_colour_in_any_case(token: Token) -> None:
    index = TOKENS.index(token)
    for word in (TOKENS[index].letter, TOKENS[index].colour):
        assert token_index(word) == token_index(word.lower()) == token_index(word.upper()) == index
        assert token_index(word.capitalize()) == token_index(word.swapcase()) == index


def test_grey_is_gray() -> None:
    assert token_index("grey") == token_index("gray") == token_index("GReY") == LETTERS.index("M")


@pytest.mark.parametrize("word", ["", " ", "B", "b", "G", "Y", "R", "W ", "WW", "blu", "water", "İ", "1", "ｗ"])
def test_other_words_name_no_token(word: str) -> None:
    with pytest.raises(UnknownNameError) as error:
        token_index(word)
    assert error.value.what == "token"
    assert error.value.name == word
    assert repr(word) in str(error.value)


@given(st.text(LETTERS + LETTERS.lower(), max_size=6))
def test_tokens_in_any_order_case_and_form_are_the_same_handful(letters: str) -> None:
    words = [TOKENS[LETTERS.index(letter)].colour for letter in letters.upper()]
    packed = pack_tokens(letters)
    assert packed == pack_tokens(letters[::-1]) == pack_tokens(words) == pack_tokens("".join(sorted(letters)))
    assert letters_of(packed) == "".join(sorted(letters.upper(), key=LETTERS.index))


@given(st.text(LETTERS, max_size=6), st.text(LETTERS, max_size=6))
def test_different_handfuls_differ(one: str, other: str) -> None:
    assert (pack_tokens(one) == pack_tokens(other)) == (sorted(one) == sorted(other))


@pytest.mark.parametrize("tokens", ["WXW", "gray", "W W", ["W", "purple"], ["WW"], ["W", ""]])
def test_a_handful_with_an_unknown_word_is_refused(tokens: str | list[str]) -> None:
    with pytest.raises(UnknownNameError):
        pack_tokens(tokens)


@pytest.mark.parametrize("tokens", ["W" * 256 + "M", "H" * 256, "W" * 100_000, ["red"] * 256])
def test_a_handful_of_hundreds_is_refused_and_not_mistaken_for_another(tokens: str | list[str]) -> None:
    with pytest.raises(HarmoniesError):
        pack_tokens(tokens)


def test_there_are_14_stacks_and_the_empty_space() -> None:
    assert NODES[0] == ""
    assert set(NODES[1:]) == set(STACKS)
    assert all(NODES[NODE_OF[stack]] == stack for stack in NODES)


def test_a_token_may_go_exactly_where_it_makes_a_possible_stack() -> None:
    for before in NODES:
        for index, letter in enumerate(LETTERS):
            node = NEXT[NODE_OF[before]][index]
            assert NODES[node] == (before + letter if before + letter in STACKS else "")


@pytest.mark.parametrize(
    ("rule", "before", "letter", "allowed"),
    [
        ("red on an empty space", "", "H", True),
        ("red on one brown", "T", "H", True),
        ("red on one gray", "M", "H", True),
        ("red on one red", "H", "H", True),
        ("red on two gray", "MM", "H", False),
        ("red on two brown", "TT", "H", False),
        ("red on water", "W", "H", False),
        ("red on green", "L", "H", False),
        ("red on a finished building", "HH", "H", False),
        ("brown is at most two high", "TT", "T", False),
        ("brown on gray", "M", "T", False),
        ("green on two brown", "TT", "L", True),
        ("green ends a stack", "TL", "L", False),
        ("gray on green", "L", "M", False),
        ("a fourth gray", "MMM", "M", False),
        ("water on water", "W", "W", False),
        ("yellow on yellow", "F", "F", False),
        ("green on gray", "M", "L", False),
    ],
)
def test_stacking_rules(rule: str, before: str, letter: str, allowed: bool) -> None:
    assert bool(NEXT[NODE_OF[before]][LETTERS.index(letter)]) is allowed, rule


def test_scoring_distinguishes_the_stacks_that_the_rules_distinguish() -> None:
    kinds: dict[int, set[str]] = {}
    for stack in STACKS:
        kinds.setdefault(KIND_OF[NODE_OF[stack]], set()).add(stack)
    alike = [stacks for stacks in kinds.values() if len(stacks) > 1]
    assert sorted(map(sorted, alike)) == sorted([sorted(BUILDINGS), ["T", "TT"]])
