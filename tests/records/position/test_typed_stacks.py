"""Stacks as people type them."""

from __future__ import annotations

from itertools import product

import pytest

from harmonies_cli.records.position.typed_stacks import (
    TOKENS_OF_NODE,
    colours_in,
    colours_remedy,
    node_of,
    stack_fault,
)
from harmonies_cli.rules.board.tokens import LETTERS, NODE_OF, STACKS, letters_of

COLOURS = {"W": "blue", "F": "yellow", "M": "gray", "T": "brown", "L": "green", "H": "red"}
EVERY_WORD = ["".join(letters) for size in range(1, 5) for letters in product("WFMTLH", repeat=size)]


def test_the_fourteen_stacks_and_no_others_are_stacks() -> None:
    assert {word for word in EVERY_WORD if node_of(word) is not None} == set(STACKS[1:])


@pytest.mark.parametrize("stack", STACKS[1:])
def test_a_stack_is_typed_in_any_case_and_by_letters_or_colours(stack: str) -> None:
    node = NODE_OF[stack]
    colours = [COLOURS[letter] for letter in stack]
    mixed = [colours[0].upper(), *stack[1:].lower()]
    greys = ["grey" if colour == "gray" else colour for colour in colours]
    for typed in (stack, stack.lower(), stack.title(), f" {stack} ", list(stack), colours, mixed, greys):
        assert node_of(typed) == node
    if len(stack) == 1:
        assert node_of(colours[0]) == node_of(colours[0].upper()) == node


@pytest.mark.parametrize("empty", [".", " . ", "", []])
def test_an_empty_space(empty: str | list[str]) -> None:
    assert node_of(empty) == NODE_OF[""]


@pytest.mark.parametrize(
    "typed", ["X", "-", "brown green", "bluee", ["brown green"], ["X"], [""], ["."], ["W", "W"], "ＷＷ", "ß"]
)
def test_anything_but_a_stack_is_refused(typed: str | list[str]) -> None:
    assert node_of(typed) is None


def test_the_tokens_of_a_stack() -> None:
    assert ["".join(sorted(letters_of(packed))) for packed in TOKENS_OF_NODE] == [
        "".join(sorted(stack)) for stack in STACKS
    ]


def test_every_impossible_stack_has_a_fault_and_a_remedy() -> None:
    for word in (word for word in EVERY_WORD if node_of(word) is None):
        message, hint = stack_fault(word)
        assert f'"{word}"' in message
        assert ("only" in message) or ("nothing may go on" in message)
        suggested = hint.removesuffix("?").partition("did you mean ")[2]
        meant = suggested.split(" or ") if suggested else []
        assert all(node_of(stack) and sorted(stack) == sorted(word) for stack in meant)
        if node_of(word[::-1]) is not None:
            assert meant == [word[::-1]]


def test_colour_initials() -> None:
    assert colours_in("B") == {"B"}
    assert colours_in("bTg") == {"B", "G"}
    assert colours_in(["B", "g"]) == {"B", "G"}
    for none in ("TL", "BX", "X", ["brown", "B"], "", []):
        assert colours_in(none) == set()
    assert not set("BGYRVJA") & set(LETTERS)


@pytest.mark.parametrize(
    ("stack", "letters"),
    [
        ("bleu", "W"), ("Grün", "L"), ("amarillo", "F"), ("rosso", "H"), ("grau", "M"), ("marrón", "T"),
        (["brun", "brun", "vert"], "TL"), ("verde rojo", "LH"), (["green", "rouge"], "H"),
    ],
)  # fmt: skip
def test_colour_words_of_other_languages_name_their_letters(stack: str | list[str], letters: str) -> None:
    remedy = colours_remedy(colours_in(stack), [])
    assert [letter for letter in LETTERS if f" is {letter} (" in remedy] == sorted(letters, key=LETTERS.index)


@pytest.mark.parametrize(
    ("stack", "said", "meant"),
    [
        ("М", "М is a Cyrillic letter that looks like M", "M"),
        ("тL", "т is a Cyrillic letter that looks like T", "TL"),
        ("ΤΗ", "Τ is a Greek letter that looks like T; Η is a Greek letter that looks like H", "TH"),
        ("ＭＭ", "Ｍ is a full-width letter that looks like M", "MM"),
    ],
)
def test_a_letter_of_another_alphabet_is_named_with_the_letter_meant(stack: str, said: str, meant: str) -> None:
    message, hint = stack_fault(stack)
    assert said in message
    assert hint.casefold().startswith(f'write "{meant}"'.casefold())


@pytest.mark.parametrize(
    ("initial", "meant"),
    [
        ("B", ["W, water", "T, trunk"]),
        ("G", ["M, mountain", "L, leaf", "F, field"]),
        ("Y", ["F, field"]),
        ("R", ["H, house"]),
        ("V", ["L, leaf"]),
        ("J", ["F, field"]),
        ("A", ["W, water", "F, field"]),
    ],
)
def test_every_initial_names_the_letters_that_it_may_stand_for(initial: str, meant: list[str]) -> None:
    remedy = colours_remedy({initial}, [])
    assert all(letter in remedy for letter in meant)
    assert "check M" not in remedy


def test_doubtful_m_are_named_but_not_all_of_many() -> None:
    assert "check M too, on a1, a2:" in colours_remedy({"B"}, ["a1", "a2"])
    assert ", ...:" in colours_remedy({"B"}, [f"a{number}" for number in range(20)])
