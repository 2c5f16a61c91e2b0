"""Good placements of the tokens of each central space: a beam search, token by token, over states as arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.bots.boards import CUBES_PLANE, PLANES, SPREAD, Planes, expand, place_token
from harmonies_cli.bots.habitat_costs import spots_within
from harmonies_cli.bots.situation import Situation, States
from harmonies_cli.rules.board.cards import CUBES
from harmonies_cli.rules.board.sides import Side, bits
from harmonies_cli.rules.board.tokens import LANES, LETTERS, SIZE_SHIFT, UNITS

__all__ = ["CUBE", "Lines", "Placement", "best_lines", "board_marks", "ready_cubes", "with_cubes"]

Placement = tuple[int, int]
"""A token and a bit; a number from `CUBE` up is a cube of the card at that offset."""
CUBE = len(LETTERS)
Valuation = Callable[[States, int], NDArray[np.int32]]
"""Values of states with a number of tokens still to place."""

# A sum of odd multiples identifies a board; a collision only costs the beam one board.
_ODD = np.array([(SPREAD * (2 * plane + 1)) % 2**32 | 1 for plane in range(PLANES)], np.uint32)[:, None]


class Lines(NamedTuple):
    """Ways to place the tokens of central spaces.

    Attributes
    ----------
    states
        The states after the placements.
    roots
        The index of the initial state of each.
    sets
        The set of tokens placed, as its index in the subsets of its size.
    values
        The estimates.
    tokens, spaces
        The tokens, with the cubes between them, in the order of placing, and their spaces as masks; no space if a line
        has none. Shape (placements, lines).
    """

    states: States
    roots: NDArray[np.intp]
    sets: NDArray[np.intp]
    values: NDArray[np.int32]
    tokens: NDArray[np.intp]
    spaces: NDArray[np.uint32]

    def placements(self, line: int) -> list[Placement]:
        """Return the placements of one line, of tokens and of cubes."""
        pairs = zip(self.tokens[:, line].tolist(), self.spaces[:, line].tolist(), strict=True)
        return [(token, space.bit_length() - 1) for token, space in pairs if space]


def board_marks(planes: Planes) -> NDArray[np.uint32]:
    """Return a number for each board that identifies equal boards."""
    marks: NDArray[np.uint32] = np.add.reduce(planes * _ODD, axis=0, dtype=np.uint32)
    return marks


def _subsets(tokens: set[int]) -> list[list[int]]:
    """Return the packed subsets of all `tokens`, by size from 0."""
    rest = tokens | {0}
    levels: list[list[int]] = []
    while rest:
        size = max(rest) >> SIZE_SHIFT
        level = {packed for packed in rest if packed >> SIZE_SHIFT == size}
        levels.insert(0, sorted(level))
        rest = rest - level
        rest |= {
            packed - unit for packed in level for lane, unit in zip(LANES, UNITS, strict=True) if packed // lane & 255
        }
    return levels


def best_lines(
    side: Side,
    states: States,
    tokens: Sequence[int],
    value: Valuation,
    widths: Sequence[int],
    interlude: Situation | None = None,
) -> list[tuple[int, Lines]]:
    """Find good placements.

    Parameters
    ----------
    side
        The side of the boards.
    states
        The states to start from; each has its own beam.
    tokens
        Packed tokens of each central space.
    value
        The estimate.
    widths
        Number of states to keep for each initial state and each set of tokens after the first, second, ... token.
    interlude
        Whether to place cubes also between two tokens.

    Returns
    -------
    list of (int, Lines)
        For each different member of `tokens` the lines that place it, the best of each initial state first.
    """
    wanted = set(tokens)
    subsets = _subsets(wanted)
    number = len(states.above)
    lines = Lines(
        states,
        np.arange(number),
        np.zeros(number, np.intp),
        np.zeros(number, np.int32),
        np.zeros((0, number), np.intp),
        np.zeros((0, number), np.uint32),
    )
    found: list[tuple[int, Lines]] = []
    for level, (width, before, after) in enumerate(zip(widths, subsets, subsets[1:], strict=False), 1):
        following = [
            np.array([after.index(packed + unit) if packed + unit in after else -1 for packed in before])
            for unit in UNITS
        ]
        lines = _add_token(side, lines, following, value, len(subsets) - 1 - level, width)
        for index, packed in enumerate(after):
            if packed in wanted:
                found.append((packed, select_lines(lines, np.flatnonzero(lines.sets == index))))
        if interlude is not None and after is not subsets[-1]:
            lines = _with_cubes(interlude, lines)
    return found


def select_lines(lines: Lines, index: NDArray[np.intp]) -> Lines:
    """Return some of the lines."""
    return Lines(
        lines.states.select(index),
        lines.roots[index],
        lines.sets[index],
        lines.values[index],
        lines.tokens[:, index],
        lines.spaces[:, index],
    )


def _with_cubes(situation: Situation, lines: Lines) -> Lines:
    """Return the lines, and each line with one more cube that can be placed now."""
    cubes = ready_cubes(situation, lines.states)
    if not cubes:
        return lines
    number = len(lines.roots)
    origin = np.array([*range(number), *(state for state, _, _ in cubes)])
    after = with_cubes(situation, lines.states, cubes)
    cards = np.array([0] * number + [CUBE + place for _, place, _ in cubes])
    spaces = np.array([0] * number + [1 << bit for _, _, bit in cubes], np.uint32)
    both = select_lines(lines, origin)
    return both._replace(
        states=States.joined((lines.states, after)),
        tokens=np.vstack((both.tokens, cards)),
        spaces=np.vstack((both.spaces, spaces)),
    )


def _add_token(
    side: Side, lines: Lines, following: Sequence[NDArray[np.intp]], value: Valuation, to_place: int, width: int
) -> Lines:
    """Place one more token on every state in every way that leads to a wanted set; keep the best of each set."""
    planes, parents, sets, tokens, spaces = [], [], [], [], []
    for token, next_set in enumerate(following):
        origin = np.flatnonzero(next_set[lines.sets] >= 0)
        if len(origin):
            before = lines.states.planes[:, origin]
            parent, space = expand(side, before, token)
            planes.append(place_token(before[:, parent], token, space))
            parents.append(origin[parent])
            sets.append(next_set[lines.sets[origin]][parent])
            tokens.append(np.full(len(parent), token, np.intp))
            spaces.append(space)
    boards = np.concatenate(planes, axis=1)
    parent_of, set_of, token_of = (np.concatenate(arrays) for arrays in (parents, sets, tokens))
    space_of = np.concatenate(spaces)
    beam = lines.roots[parent_of] * (int(set_of.max(initial=0)) + 1) + set_of
    marks = board_marks(boards) + (beam.astype(np.uint64) << np.uint64(32))
    _, once = np.unique(marks, return_index=True)
    states = lines.states.select(parent_of[once])._replace(planes=boards[:, once])
    values = value(states, to_place)
    beam = beam[once]
    order = np.lexsort((once, -values, beam))
    ordered = beam[order]
    rank = np.arange(len(order)) - np.searchsorted(ordered, ordered)
    best = order[rank < width]
    origin = once[best]
    parents_kept = parent_of[origin]
    return Lines(
        states.select(best),
        lines.roots[parents_kept],
        set_of[origin],
        values[best],
        np.vstack((lines.tokens[:, parents_kept], token_of[origin])),
        np.vstack((lines.spaces[:, parents_kept], space_of[origin])),
    )


def ready_cubes(situation: Situation, states: States) -> list[tuple[int, int, int]]:
    """Return all cubes that could be placed now, as state, place of the card, and bit."""
    if not situation.cards:
        return []
    spots = spots_within(situation.side, situation.cards, states.planes)[0]
    return [
        (int(state), int(place), bit)
        for place, state in np.argwhere(spots)
        if 0 <= states.placed[place, state] < CUBES[situation.cards[place]]
        for bit in bits(int(spots[place, state]))
    ]


def with_cubes(situation: Situation, states: States, cubes: Sequence[tuple[int, int, int]]) -> States:
    """Return a state for each cube placed."""
    origin, place, bit = (np.array(column, np.intp) for column in zip(*cubes, strict=True))
    after = states.select(origin)
    numbers = np.arange(len(cubes))
    after.planes[CUBES_PLANE] |= (1 << bit).astype(np.uint32)
    after.placed[place, numbers] += 1
    full = np.array([CUBES[card] for card in situation.cards])
    after.above[:] -= after.placed[place, numbers] == full[place]
    return after
