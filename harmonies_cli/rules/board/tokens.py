"""The 120 tokens (letters, colours, landscapes, numbers) and the 14 possible stacks (docs/rules.md 1 and 3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from harmonies_cli.errors import UnknownNameError

__all__ = [
    "BOX",
    "COLOUR_WORDS",
    "EMPTY",
    "EMPTY_HAND",
    "HANDS",
    "KINDS",
    "KIND_OF",
    "LANES",
    "LETTERS",
    "MOST_TAKEN",
    "NEXT",
    "NODE_OF",
    "SIZE_SHIFT",
    "STACKS",
    "TOKENS",
    "TOKEN_INDEX",
    "UNITS",
    "Hand",
    "Token",
    "TokenMultisets",
    "letters_of",
    "numbers",
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
        Number of these tokens in the box.
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
MOST_TAKEN = 6
"""A central space has 3 tokens, or 6 if a player left and the site refilled the space anyway."""
LETTERS = "".join(token.letter for token in TOKENS)
COLOUR_WORDS = {token.colour: token.letter for token in TOKENS} | {"grey": "M"}

# A multiset of tokens is one integer with a lane of 8 bits for each kind, and one above them for their number.
# The highest bit of a lane is free for all possible numbers, so it can guard against taking too many.
_LANE = 8
SIZE_SHIFT = _LANE * len(TOKENS)
LANES = tuple(1 << _LANE * index for index in range(len(TOKENS)))
"""One token of a kind, without its count in the top lane."""
UNITS = tuple(lane | 1 << SIZE_SHIFT for lane in LANES)
"""One token of a kind, with its count."""
BOX = sum(token.in_box * unit for token, unit in zip(TOKENS, UNITS, strict=True))


def _any_case(word: str) -> Iterator[str]:
    return map("".join, product(*({letter, letter.upper()} for letter in word)))


TOKEN_INDEX = {
    form: LETTERS.index(letter)
    for word, letter in ({token.letter.lower(): token.letter for token in TOKENS} | COLOUR_WORDS).items()
    for form in _any_case(word)
}
"""The index in `TOKENS` by letter or English colour word, in any case."""


def token_index(word: str) -> int:
    """Return the index in `TOKENS` of a letter or colour word, in any case.

    Raises
    ------
    UnknownNameError
        If no token has that name.
    """
    if word not in TOKEN_INDEX:
        raise UnknownNameError("token", word)
    return TOKEN_INDEX[word]


class TokenMultisets(dict[str, int]):
    """The packed multiset by letters in any order, like ``"LLW"``; those of up to three letters are precomputed."""

    def __init__(self) -> None:
        super().__init__()
        for size in range(4):
            for letters in product(range(len(LETTERS)), repeat=size):
                self["".join(LETTERS[index] for index in letters)] = sum(UNITS[index] for index in letters)

    def __missing__(self, letters: str) -> int:
        return self.of_words(letters)

    def of_words(self, words: Sequence[str]) -> int:
        """Return the packed multiset of letters or colour words, in any case.

        Raises
        ------
        UnknownNameError
            If one of them is not a token, or there are more than a central space can ever have.
        """
        if len(words) > MOST_TAKEN:
            raise UnknownNameError("handful of tokens", words)
        return sum(UNITS[token_index(word)] for word in words)


class Hand:
    """Tokens in hand, and the hands that can follow; there are few, so a look-up is faster than arithmetic.

    Attributes
    ----------
    packed : int
        The tokens, packed.
    after : tuple of (Hand or None)
        The hand after placing a token, by the token's index in `TOKENS`; None without such a token.
    """

    __slots__ = ("after", "packed")

    def __init__(self, packed: int) -> None:
        self.packed = packed
        self.after = tuple(
            HANDS[packed - unit] if number else None for number, unit in zip(numbers(packed), UNITS, strict=True)
        )


class _Hands(dict[int, Hand]):
    """The hand by packed tokens."""

    def __missing__(self, packed: int) -> Hand:
        hand = self[packed] = Hand(packed)
        return hand


def numbers(packed: int) -> bytes:
    """Return the number of each kind in a packed multiset, in the order of `TOKENS`."""
    return (packed & (1 << SIZE_SHIFT) - 1).to_bytes(len(TOKENS), "little")


def letters_of(packed: int) -> str:
    """Return the letters of a packed multiset, in the order of `TOKENS`."""
    return "".join(letter * number for letter, number in zip(LETTERS, numbers(packed), strict=True))


HANDS = _Hands()
"""The hand by packed tokens."""
EMPTY_HAND = HANDS[0]


EMPTY = 0
STACKS = ("", "W", "F", "M", "MM", "MMM", "T", "TT", "L", "TL", "TTL", "H", "TH", "MH", "HH")
"""Stacks, bottom to top, by node number; node 0 is the empty space."""

NODE_OF = {stack: node for node, stack in enumerate(STACKS)}

NEXT = tuple(tuple(NODE_OF.get(stack + letter, EMPTY) for letter in LETTERS) for stack in STACKS)
"""``NEXT[node][token]``: the node after one more token, or 0 if that token is not allowed."""

# The kinds that scoring and habitats distinguish: the three buildings count as one kind, and so do the trunks.
KINDS = ("W", "F", "M", "MM", "MMM", "L", "TL", "TTL", "?H", "T", "H")
_SAME_KIND = {"TH": "?H", "MH": "?H", "HH": "?H", "TT": "T"}
KIND_OF = (-1, *(KINDS.index(_SAME_KIND.get(stack, stack)) for stack in STACKS[1:]))
"""The index in `KINDS` of each node; -1 for the empty space."""
