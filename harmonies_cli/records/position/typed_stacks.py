"""Read stacks as people type them, in letters or colour words, and explain a mistyped stack or column."""

from __future__ import annotations

import re
from itertools import permutations

from harmonies_cli.plurals import count_of
from harmonies_cli.records.json.quoting import quote
from harmonies_cli.records.problems import Problem
from harmonies_cli.rules.board.sides import SIDES, Side
from harmonies_cli.rules.board.tokens import (
    COLOUR_WORDS,
    EMPTY,
    LETTERS,
    NEXT,
    NODE_OF,
    STACKS,
    TOKEN_INDEX,
    TOKENS,
    UNITS,
)

__all__ = [
    "EMPTY_WORD",
    "NODE_OF_WORD",
    "TOKENS_OF_NODE",
    "colours_in",
    "colours_remedy",
    "column_name",
    "length_problems",
    "node_of",
    "stack_fault",
]

EMPTY_WORD = "."
NODE_OF_WORD = NODE_OF | {EMPTY_WORD: EMPTY}
"""The node of a stack in capital letters, or of the dot for an empty space."""
TOKENS_OF_NODE = tuple(sum(UNITS[LETTERS.index(letter)] for letter in stack) for stack in STACKS)
"""Packed tokens of each node."""

_FOR_NOTHING = frozenset("-_0*·•–—…oO")
_LEGEND = ", ".join(f"{token.letter} {token.landscape} ({token.colour})" for token in TOKENS)
_MEANT_BY_INITIAL = {
    "B": "B is blue (W, water) or brown (T, trunk)",
    "G": "G is gray (M, mountain), green (L, leaf) or, in Italian and German, yellow (F, field)",
    "Y": "Y is yellow (F, field)",
    "R": "R is red (H, house)",
    "V": "V is green in French, Italian and Spanish (L, leaf)",
    "J": "J is yellow in French (F, field)",
    "A": "A is blue or yellow in Spanish (W, water, or F, field)",
}
_COLOURS_ONLY = frozenset(_MEANT_BY_INITIAL)
_LETTER_OF_COLOUR = {
    word: letter
    for letter, words in {
        "W": "bleu bleue blu azul blau",
        "M": "gris grise grigio grigia grau",
        "T": "brun brune marron marrone marrón braun café",
        "L": "vert verte verde grün gruen",
        "F": "jaune giallo gialla amarillo amarilla gelb",
        "H": "rouge rosso rossa rojo roja rot",
    }.items()
    for word in words.split()
}
"""The letter of a token by its colour in French, Italian, Spanish or German; English colours need no table."""
_MOST_NAMED = 8


def node_of(stack: str | list[str]) -> int | None:
    """Return the node of a typed stack; None if there is no such stack.

    A stack is letters in any case, a single colour word, or a list of letters and colour words.
    """
    if isinstance(stack, str):
        node = NODE_OF_WORD.get(stack)
        if node is not None:
            return node
        if stack.lower() not in COLOUR_WORDS:
            return NODE_OF_WORD.get(stack.strip().upper())
        stack = [stack]
    node = EMPTY
    for word in stack:
        token = TOKEN_INDEX.get(word.strip().lower())
        node = EMPTY if token is None else NEXT[node][token]
        if not node:
            return None
    return node


def colours_in(stack: str | list[str]) -> set[str]:
    """Return the colours in a typed stack that the notation does not know; empty if the stack has anything else.

    They are initials of colours in capital letters, or colour words of languages other than English.
    """
    words = stack.split() if isinstance(stack, str) else stack
    named = {word.strip().lower() for word in words} - TOKEN_INDEX.keys()
    if named and named <= _LETTER_OF_COLOUR.keys():
        return named
    letters = set("".join(stack).upper()) - set(LETTERS)
    return letters if letters <= _COLOURS_ONLY and all(len(word) == 1 for word in stack) else set()


def colours_remedy(colours: set[str], doubtful: list[str]) -> str:
    """Return the remedy for a board typed in colours.

    Parameters
    ----------
    colours
        The colours that the notation does not know.
    doubtful
        Spaces with an M, which may mean brown.
    """
    of_initials = [_MEANT_BY_INITIAL[letter] for letter in _MEANT_BY_INITIAL if letter in colours]
    of_words = [
        f"{word} is {letter} ({TOKENS[LETTERS.index(letter)].landscape})"
        for word, letter in _LETTER_OF_COLOUR.items()
        if word in colours
    ]
    remedy = f"letters name landscapes, not colours: {'; '.join(of_initials + of_words)}"
    if doubtful:
        named = ", ".join(doubtful[:_MOST_NAMED]) + (", ..." if len(doubtful) > _MOST_NAMED else "")
        remedy += f"; check M too, on {named}: M is mountain, brown (marron, marrone, marrón) is T"
    return remedy


def stack_fault(stack: str | list[str]) -> tuple[str, str]:
    """Return the fault of a stack that is not one of the fourteen, and the remedy."""
    words = [word.strip().lower() for word in stack]
    typed = quote(stack if isinstance(stack, str) else " ".join(stack))
    unknown = [word for word in words if word not in TOKEN_INDEX]
    if unknown:
        # Loaded only for mistyped stacks, not at every start.
        from harmonies_cli.suggest import foreign_letters, in_latin

        named = (stack if isinstance(stack, str) else " ".join(stack)).lower().split()
        if len(named) > 1 and all(word in TOKEN_INDEX for word in named):
            letters = "".join(LETTERS[TOKEN_INDEX[word]] for word in named)
            colours = ", ".join(f'"{word}"' for word in named)
            return f"{typed} is not a stack: several tokens in one text", f'write "{letters}" or [{colours}]'
        if isinstance(stack, str) and set(stack) <= _FOR_NOTHING:
            return f"{typed} is not a stack", f'write "{EMPTY_WORD}" for an empty space'
        typed_text = stack if isinstance(stack, str) else " ".join(stack)
        foreign = foreign_letters(typed_text)
        if foreign and node_of(in_latin(typed_text)) is not None:
            return f"{typed} is not a stack: {foreign}", f"write {quote(in_latin(typed_text))} in Latin letters"
        what = "letter" if isinstance(stack, str) else "colour"
        return (
            f"{typed} is not a stack: {quote(unknown[0].upper())} is not a token {what}",
            f"the letters are {_LEGEND}",
        )
    letters = "".join(LETTERS[TOKEN_INDEX[word]] for word in words)
    message = f"the stack {typed} is impossible: {_first_wrong(letters)}"
    if letters[::-1] in NODE_OF:
        return message, f"a stack is written from the bottom to the top: did you mean {letters[::-1]}?"
    if len(letters) <= len("TTL"):
        meant = sorted({"".join(order) for order in permutations(letters)} & NODE_OF.keys())
        if meant:
            return message, f"did you mean {' or '.join(meant)}?"
    return message, f"the stacks are {', '.join(STACKS[1:])}, from the bottom to the top"


def _first_wrong(letters: str) -> str:
    node = EMPTY
    for letter in letters:
        token = LETTERS.index(letter)
        if not NEXT[node][token]:
            may_follow = [other for other, following in zip(LETTERS, NEXT[node], strict=True) if following]
            if may_follow:
                return f"only {' or '.join(may_follow)} may go on {STACKS[node]}, not {letter}"
            return f"nothing may go on {STACKS[node]}"
        node = NEXT[node][token]
    raise ValueError(f"{letters} is a stack")


_ALPHABET = "abcdefghijklmnopqrstuvwxyz"


def length_problems(side: Side, typed: list[str], number: int, player: int, pointer: str) -> list[Problem]:
    """Return the problems of columns that are too many or too few, too long or too short.

    Parameters
    ----------
    side
        The side of the board.
    typed, number
        The first columns, and the number of all columns.
    player, pointer
        Number of the player, from 1, and place of the board.
    """
    lengths = tuple(len(column.split()) for column in typed)
    for other in SIDES.values():
        if lengths == other.columns:
            message = f"the columns have {_numbers(lengths)} spaces: that is side {other.name}, not side {side.name}"
            hint = f'did you mean "side": "{other.name}"?'
            return [Problem("column-length", message, pointer=pointer, player=player, hint=hint)]
    problems = []
    meant = _side_meant(side, lengths)
    if len(lengths) != len(side.columns):
        message = f"the board has {count_of(number, 'column')}, but side {side.name} has {len(side.columns)}"
        hint = "write the columns from left to right, each as a string of its own"
        if meant is not side:
            hint = f'side {meant.name} has {len(lengths)} columns: did you mean "side": "{meant.name}"?'
        problems.append(Problem("column-length", message, pointer=pointer, player=player, hint=hint))
    for column, (text, length, due) in enumerate(zip(typed, lengths, meant.columns, strict=False)):
        if length != due:
            message = f"{column_name(column)} has {count_of(length, 'space')}, but on side {meant.name} it has {due}"
            parts = parts_of(text)
            if length != len(parts) == due:
                hint = f'separate the spaces by blanks: "{" ".join(parts)}"'
            elif length == 1 and len(text.strip()) == due:
                hint = f'separate the spaces by blanks: "{" ".join(text.strip())}"'
            elif length < due:
                hint = 'write "." for an empty space'
            else:
                hint = "the tokens of one stack are written without blanks between them"
            place = f"{pointer}/{column}"
            problems.append(Problem("column-length", message, pointer=place, player=player, hint=hint))
    return problems


def parts_of(column: str) -> list[str]:
    """Return the stacks of a column separated by signs other than blanks; empty if it has anything else."""
    parts = [part for part in re.split(r"[,;|/\s]+", column) if part]
    return parts if all(node_of(part) is not None for part in parts) else []


def _side_meant(side: Side, lengths: tuple[int, ...]) -> Side:
    """Return the side that the author meant: the named one, unless number and length of the columns fit the other."""

    def fitting(other: Side) -> int:
        return sum(length == due for length, due in zip(lengths, other.columns, strict=False))

    if len(lengths) != len(side.columns):
        for other in SIDES.values():
            if len(lengths) == len(other.columns) and fitting(other) > fitting(side):
                return other
    return side


def column_name(column: int) -> str:
    """Return the name of a column of the board: its letter, or its number behind the alphabet."""
    return f"column {_ALPHABET[column] if column < len(_ALPHABET) else column + 1}"


def _numbers(lengths: tuple[int, ...]) -> str:
    return ", ".join(map(str, lengths))
