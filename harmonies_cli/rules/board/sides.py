"""The two sides of the personal board as bit sets (docs/rules.md 2).

Space (column c, row r) is bit ``stride * c + r - c // 2``. An unused bit separates two columns, so each of the six
directions is one shift for all spaces at once, and a step off the board ends on an unused bit.
"""

from __future__ import annotations

from collections.abc import Iterator

from harmonies_cli.errors import UnknownNameError
from harmonies_cli.rules.board.tokens import KIND_OF, KINDS, NODE_OF, STACKS

__all__ = [
    "BOARD_BYTES",
    "COLUMN_LETTERS",
    "LANE",
    "LANE_MASK",
    "MOST_EMPTY_AT_END",
    "SIDES",
    "Side",
    "bits",
    "side_named",
]

COLUMN_LETTERS = "abcdefg"
"""The letters of the columns, from the left; side A has the first five."""
LANE = 32
"""Bits in a lane: a board is an integer with a lane of spaces for each of `tokens.KINDS`."""
LANE_MASK = (1 << LANE) - 1
BOARD_BYTES = LANE // 8 * len(KINDS)
"""Bytes of a board, the lowest first."""
MOST_EMPTY_AT_END = 2
"""A player with this many empty spaces or fewer triggers the end of the game (docs/rules.md 6)."""


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits set in `mask`, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Side:
    """One side of the personal board: its spaces, neighbours and bit layout.

    Parameters
    ----------
    name
        ``"A"`` or ``"B"``.
    columns
        Number of spaces in each column, from the left.
    has_islands
        Whether water scores by islands (side B), not by the river (side A).

    Attributes
    ----------
    spaces : tuple of str
        Names in board order: column a first, rows from the top.
    neighbours : dict of str to tuple of str
        Names around a space, in board order.
    bit_of : dict of str to int
        Bit of a space, by its name in lower or upper case.
    name_of : dict of int to str
        Name of a space, by its bit.
    column_bits : list of list of int
        The bits of each column, from the top.
    gaps : int
        Number of unused bits between the columns.
    full : int
        Mask of all spaces.
    around : list of int
        Mask of the neighbours, by bit.
    toggle : tuple of list of int
        ``toggle[node][bit]``: the XOR mask for a board when a token turns the stack into `node`.
    lane_bit : tuple of list of int
        ``lane_bit[node][bit]``: the bit of a stack in a board.
    """

    def __init__(self, name: str, columns: tuple[int, ...], *, has_islands: bool) -> None:
        self.name = name
        self.columns = columns
        self.has_islands = has_islands
        self.stride = columns[0] + 1
        self.bit_of: dict[str, int] = {}
        self.name_of: dict[int, str] = {}
        self._axial: dict[int, tuple[int, int]] = {}
        for column, rows in enumerate(columns):
            for row in range(rows):
                space = f"{'abcdefg'[column]}{row + 1}"
                bit = self.stride * column + row - column // 2
                self.bit_of[space] = self.bit_of[space.upper()] = bit
                self.name_of[bit] = space
                self._axial[bit] = (column, row - column // 2)
        self._bit_at = {place: bit for bit, place in self._axial.items()}
        self.spaces = tuple(self.name_of.values())
        self.width = max(self.name_of) + 1
        self.column_bits = [
            [bit for bit, space in self.name_of.items() if space[0] == letter]
            for letter in COLUMN_LETTERS[: len(columns)]
        ]
        self.gaps = self.width - len(self.name_of)
        self.full = sum(1 << bit for bit in self.name_of)
        self.around = [self.next_to(1 << bit) for bit in range(self.width)]
        self.neighbours = {
            space: tuple(self.name_of[near] for near in bits(self.around[bit])) for bit, space in self.name_of.items()
        }
        self.lane_bit = tuple(
            [0 if KIND_OF[node] < 0 else 1 << LANE * KIND_OF[node] + bit for bit in range(self.width)]
            for node in range(len(STACKS))
        )
        self.toggle = tuple(
            [0] * self.width
            if node == 0
            else [
                self.lane_bit[node][bit] ^ self.lane_bit[NODE_OF[STACKS[node][:-1]]][bit] for bit in range(self.width)
            ]
            for node in range(len(STACKS))
        )

    def __repr__(self) -> str:
        return f"SIDES[{self.name!r}]"

    def bit(self, space: str) -> int:
        """Return the bit of a space by its name, in any case.

        Raises
        ------
        UnknownNameError
            If the side has no such space.
        """
        bit = self.bit_of.get(space.lower())
        if bit is None:
            raise UnknownNameError("space", space)
        return bit

    def offset(self, bit: int, q: int, r: int) -> int | None:
        """Return the bit at the axial offset (q, r) from `bit`; None off the board."""
        there = self._axial.get(bit)
        return None if there is None else self._bit_at.get((there[0] + q, there[1] + r))

    def names(self, mask: int) -> list[str]:
        """Return the names of the spaces in `mask`, in board order."""
        return [self.name_of[bit] for bit in bits(mask)]

    def next_to(self, mask: int) -> int:
        """Return the mask of all spaces with a neighbour in `mask`, inside or outside `mask`."""
        long = self.stride
        short = long - 1
        return (mask << 1 | mask >> 1 | mask << long | mask >> long | mask << short | mask >> short) & self.full

    def groups(self, mask: int) -> list[int]:
        """Return the connected groups of `mask` as masks, ordered by their first space in board order."""
        found = []
        while mask:
            group = self.first_group(mask)
            found.append(group)
            mask ^= group
        return found

    def count_groups(self, mask: int) -> int:
        """Return the number of connected groups of `mask`."""
        number = 0
        while mask:
            mask ^= self.first_group(mask)
            number += 1
        return number

    def first_group(self, mask: int) -> int:
        """Return the connected group that contains the first space of a non-empty mask."""
        long = self.stride
        short = long - 1
        group = mask & -mask
        while True:
            grown = (
                group
                | (group << 1 | group >> 1 | group << long | group >> long | group << short | group >> short) & mask
            )
            if grown in (group, mask):
                return grown
            group = grown


SIDES = {
    "A": Side("A", (5, 4, 5, 4, 5), has_islands=False),
    "B": Side("B", (4, 3, 4, 3, 4, 3, 4), has_islands=True),
}


def side_named(name: str) -> Side:
    """Return the side ``A`` or ``B``; case does not matter."""
    try:
        return SIDES[name.upper()]
    except KeyError:
        raise UnknownNameError("side", name) from None
