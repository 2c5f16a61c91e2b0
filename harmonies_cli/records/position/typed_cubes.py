"""Check typed cubes: whether the board has room for them, and whether their spaces agree with the cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import repeat

from harmonies_cli.plurals import count_of
from harmonies_cli.records.json.quoting import escape
from harmonies_cli.records.notation import CubesForm, PositionPlayer
from harmonies_cli.records.position.typed_board import TypedBoard, no_such_space
from harmonies_cli.records.position.typed_cards import TypedCards, card_problem
from harmonies_cli.records.problems import MOST_PROBLEMS, Problem, more_problems
from harmonies_cli.rules.board.cards import CARDS, card_index
from harmonies_cli.rules.board.sides import Side
from harmonies_cli.rules.board.tokens import EMPTY, KIND_OF, KINDS, STACKS

__all__ = ["cube_problems"]


def _stack_word(kind: int) -> str:
    return "a building (TH, MH or HH)" if KINDS[kind] == "?H" else KINDS[kind]


_KIND_OF_CUBE = tuple(KINDS.index(card.habitat[0].stack) for card in CARDS)
"""The kind of stack below each card's cubes."""


def cube_problems(
    side: Side, player: PositionPlayer, number: int, board: TypedBoard, typed: TypedCards
) -> list[Problem]:
    """Return the problems of a player's cubes: of those that the cards require, and of the given spaces.

    A cube closes its stack for good: no token and no second cube can be placed on it. Unreadable parts of the board or
    of the cards get the benefit of the doubt.

    Parameters
    ----------
    side
        The side of the board.
    player, number
        The player as typed, and its number from 1.
    board, typed
        The board and the cards, after reading.
    """
    if len(board.unread) == len(side.spaces):
        return []
    needed: Counter[int] = Counter()
    for card, placed in typed.cards or ():
        needed[_KIND_OF_CUBE[card]] += placed
    problems = _too_many(board, typed, needed, number)
    if isinstance(player.cubes, list | dict):
        cards_hold = typed.cards is not None and typed.is_read and not problems
        given = _GivenCubes(side, board, dict(typed.cards or ()), number, needed if cards_hold else None)
        given.read(player.cubes)
        if typed.cards is not None and typed.is_read:
            given.disagreements()
        problems += given.problems
    return problems


def _too_many(board: TypedBoard, typed: TypedCards, needed: Counter[int], number: int) -> list[Problem]:
    problems = []
    kinds = [KIND_OF[node] for node in board.stacks.values()]
    for kind, cubes in needed.items():
        standing = kinds.count(kind)
        if cubes > standing + len(board.unread):
            cards = [card for card, placed in typed.cards or () if placed and _KIND_OF_CUBE[card] == kind]
            names = " and ".join(CARDS[card].words for card in cards)
            must = "must be" if cubes == 1 else "must each be"
            message = (
                f"{count_of(cubes, 'cube')} of the {names} {must} on {_stack_word(kind)}, but the board has {standing}"
            )
            pointer = f"/players/{number - 1}/cards/{escape(typed.key_of[cards[-1]])}"
            hint = "a cube keeps its own stack: check the number of cubes placed, and the stacks of the board"
            problems.append(Problem("cubes-misplaced", message, pointer=pointer, player=number, hint=hint))
    return problems


class _GivenCubes:
    """A player's cubes, given by space.

    Parameters
    ----------
    side, board
        The board.
    placed
        Number of cubes placed from each card.
    number
        The player's number, from 1.
    needed
        Number of cubes that the cards need on each kind of stack; None if in doubt.
    """

    def __init__(
        self, side: Side, board: TypedBoard, placed: Mapping[int, int], number: int, needed: Counter[int] | None
    ) -> None:
        self.problems: list[Problem] = []
        self._side = side
        self._board = board
        self._placed = placed
        self._number = number
        self._needed = needed
        self._pointer = f"/players/{number - 1}/cubes"
        self._number_given = 0
        self._taken: set[int] = set()
        self._on_card: Counter[int] = Counter()
        self._on_kind: Counter[int] = Counter()

    def read(self, cubes: CubesForm) -> None:
        """Read all cubes, and note those that cannot be on their spaces."""
        names = cubes.values() if isinstance(cubes, dict) else repeat(None, len(cubes))
        for index, (space, name) in enumerate(zip(cubes, names, strict=True)):
            if len(self.problems) >= MOST_PROBLEMS:
                self.problems.append(more_problems(self._pointer, self._number))
                return
            step = space if isinstance(cubes, dict) else index
            self._read_one(f"{self._pointer}/{escape(step)}", space, name)

    def _read_one(self, pointer: str, typed_space: str, name: str | int | None) -> None:
        bit = self._side.bit_of.get(typed_space.strip().lower())
        if bit is None:
            self.problems.append(no_such_space(self._side, typed_space, pointer, self._number))
            return
        self._number_given += 1
        unknown_card = card_problem(name, pointer, self._number) if name is not None else None
        if unknown_card:
            self.problems.append(unknown_card)
        else:
            card = None if name is None else card_index(name)
            if card is not None:
                self._on_card[card] += 1
            misplaced = self._why_misplaced(bit, card)
            if misplaced:
                self._note("cubes-misplaced", *misplaced, pointer, self._side.name_of[bit])
            elif bit not in self._board.unread:
                self._on_kind[KIND_OF[self._board.stacks[bit]]] += 1
        self._taken.add(bit)

    def _why_misplaced(self, bit: int, card: int | None) -> tuple[str, str] | None:
        """Return the reason why a cube cannot be on a space, and the remedy."""
        space = self._side.name_of[bit]
        if bit in self._taken:
            return f"two cubes are given on {space}", "a space holds at most one cube"
        if bit in self._board.unread:
            return None
        node = self._board.stacks.get(bit, EMPTY)
        kind = KIND_OF[node]
        holds = f"on {space}, which {f'holds {STACKS[node]}' if node else 'is empty'}"
        if card is not None:
            if kind != _KIND_OF_CUBE[card]:
                due = _stack_word(_KIND_OF_CUBE[card])
                return f"a cube of the {CARDS[card].words} is given {holds}", f"it goes on {due}"
        elif not node:
            return f"a cube is given {holds}", "check the space, and the board"
        elif kind not in _KIND_OF_CUBE:
            return f"a cube is given {holds}", "no card's cube can be there"
        elif self._needed is not None and not self._needed[kind]:
            return f"a cube is given {holds}", "none of the player's cubes placed can be there"
        return None

    def disagreements(self) -> None:
        """Note how the given cubes disagree with the numbers placed from the cards."""
        if any(problem.code == "no-such-space" for problem in self.problems):
            return
        due = sum(self._placed.values())
        different = [
            f"{CARDS[card].words} {self._on_card[card]} given, {self._placed.get(card, 0)} placed"
            for card in sorted({*self._on_card, *self._placed})
            if self._on_card[card] != self._placed.get(card, 0)
        ]
        if self._on_card.total() == self._number_given and different:
            message = f"the cubes given disagree with the cards: {'; '.join(different)}"
            self._note("cubes-count", message, "count the cubes on the board, and those that left each card")
        elif self._number_given != due:
            message = f"{count_of(self._number_given, 'cube')} given, but the cards say that {due} have been placed"
            self._note("cubes-count", message, "count the cubes on the board, and those that left each card")
        elif self._needed is not None and not self.problems and not self._board.unread:
            for kind, cubes in self._on_kind.items():
                if cubes > self._needed[kind]:
                    message = (
                        f"{count_of(cubes, 'cube')} given on {_stack_word(kind)}, "
                        f"but only {self._needed[kind]} of those placed can be there"
                    )
                    self._note("cubes-misplaced", message, "check which spaces hold the cubes")

    def _note(self, code: str, message: str, hint: str, pointer: str = "", space: str | None = None) -> None:
        pointer = pointer or self._pointer
        self.problems.append(Problem(code, message, pointer=pointer, player=self._number, space=space, hint=hint))
