"""The 120 tokens: letters, colours, landscapes, numbers in the box (RULES.md 1)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import NamedTuple

from harmonies_cli.errors import UnknownNameError

__all__ = [
    "BOX",
    "COLOUR_WORDS",
    "LETTERS",
    "TOKENS",
    "TOKEN_INDEX",
    "UNITS",
    "Token",
    "TokenMultisets",
    "letters_of",
    "packed_size",
    "token_index",
]


class Token(NamedTuple):
    """One of the six kinds of token.

    Attributes
    ----------
    letter
        The notation's letter.
    colour, landscape
        English words for it.
    in_box
        How many of it the box holds.
    """

    letter: str
    colour: str
    landscape: str
    in_box: int


TOKENS = (
    Token("W", "blue", "water", 23),
    Token("M", "gray", "mountain", 23),
    Token("T", "brown", "trunk", 21),
    Token("L", "green", "leaf", 19),
    Token("F", "yellow", "field", 19),
    Token("H", "red", "house", 15),
)
LETTERS = "".join(token.letter for token in TOKENS)
COLOUR_WORDS = {token.colour: token.letter for token in TOKENS} | {"grey": "M"}

# A multiset of tokens is one integer with a lane of 8 bits for each kind. The highest bit of a lane
# stays free for all numbers that occur, so that it can guard against taking more than there are.
_LANE = 8
UNITS = tuple(1 << _LANE * index for index in range(len(TOKENS)))
BOX = sum(token.in_box * unit for token, unit in zip(TOKENS, UNITS, strict=True))


def _words() -> dict[str, int]:
    words = {letter.lower(): index for index, letter in enumerate(LETTERS)}
    words |= {colour: LETTERS.index(letter) for colour, letter in COLOUR_WORDS.items()}
    return words | {word.upper(): index for word, index in words.items()}


TOKEN_INDEX = _words()
"""Token word to its index in `TOKENS`: letters and colours, all lower or all upper case."""


def token_index(word: str) -> int:
    """Return the index in `TOKENS` of a letter or colour word, in any case.

    Raises
    ------
    UnknownNameError
        If no token has that name.
    """
    index = TOKEN_INDEX.get(word)
    if index is None:
        index = TOKEN_INDEX.get(word.lower())
    if index is None:
        raise UnknownNameError("token", word)
    return index


class TokenMultisets(dict[str, int]):
    """Letters in any order, like ``"LLW"``, to the packed multiset; those of up to three letters are ready made."""

    def __init__(self) -> None:
        super().__init__()
        for size in range(4):
            for letters in product(range(len(LETTERS)), repeat=size):
                self["".join(LETTERS[index] for index in letters)] = sum(UNITS[index] for index in letters)

    def __missing__(self, letters: str) -> int:
        return self.of_words(letters)

    def of_words(self, words: Iterable[str]) -> int:
        """Return the packed multiset of letters or colour words, in any case.

        Raises
        ------
        UnknownNameError
            If one of them names no token.
        """
        return sum(UNITS[token_index(word)] for word in words)


def packed_size(packed: int) -> int:
    """Return how many tokens a packed multiset holds."""
    return sum(packed.to_bytes(len(TOKENS), "little"))


def letters_of(packed: int) -> str:
    """Return the letters of a packed multiset, in the order of `TOKENS`."""
    return "".join(
        letter * number for letter, number in zip(LETTERS, packed.to_bytes(len(TOKENS), "little"), strict=True)
    )
