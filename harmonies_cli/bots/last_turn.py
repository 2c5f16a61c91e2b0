"""The best last turn of a player, found by trying every way to place the tokens.

Cubes are placed as late as possible: after the last token, or just before a token breaks their habitat. An earlier cube
could only block its space. So only a token on a stack requires a choice of cubes before the end of the turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple

from harmonies_cli.bots.interface import View
from harmonies_cli.bots.open_cubes import OpenCubes, best_cubes
from harmonies_cli.bots.scenarios import turns_by_pouch
from harmonies_cli.rules.board.cards import CARD_LIMIT, CARDS, CUBES
from harmonies_cli.rules.board.habitats import cube_spots, is_habitat_complete
from harmonies_cli.rules.board.sides import bits
from harmonies_cli.rules.board.tokens import LANES, LETTERS, NEXT, UNITS
from harmonies_cli.rules.replay.actions import Action, PlaceCube, PlaceToken, TakeCard, TakeTokens
from harmonies_cli.rules.replay.legal_turns import token_spaces
from harmonies_cli.rules.replay.state import Seat
from harmonies_cli.rules.scoring.landscapes import landscapes, split
from harmonies_cli.rules.scoring.spirits import spirit_points

__all__ = ["BestEnd", "LastTurn", "is_last_turn", "points_of_seat"]

_NONE = -1


def is_last_turn(view: View) -> bool:
    """Return whether this is certainly the player's last turn."""
    return view.ending is not None or turns_by_pouch(view) == 0


def points_of_seat(view: View, seat: Seat) -> int:
    """Return the current points of a seat."""
    return _points(view, seat.board, seat.cards)


class BestEnd(NamedTuple):
    """The most points that a player can end with, and the turn that scores them."""

    points: int
    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class _Moment:
    """A moment of the turn: the board, the cards with their cubes, the card taken, and the actions so far."""

    stacks: tuple[int, ...]
    board: int
    cubes: int
    cards: Mapping[int, int]
    taken: int
    path: tuple[Action, ...]

    @property
    def mark(self) -> tuple[object, ...]:
        """The facts that distinguish moments."""
        return self.stacks, self.cubes, tuple(sorted(self.cards.items())), self.taken

    @property
    def above(self) -> int:
        """Number of unfinished cards."""
        return sum(placed < CUBES[card] for card, placed in self.cards.items())


def _points(view: View, board: int, cards: Mapping[int, int]) -> int:
    kinds = split(board)
    total = sum(landscapes(view.side, kinds))
    for card, placed in cards.items():
        if CARDS[card].is_spirit:
            total += spirit_points(view.side, card, kinds) if placed else 0
        else:
            total += (0, *CARDS[card].points)[placed]
    return total


class LastTurn:
    """Searches everything that a player can do in the last turn.

    Parameters
    ----------
    view
        What the player sees; the spirit has been chosen.
    """

    def __init__(self, view: View) -> None:
        self._view = view
        self._ends: dict[int, list[_Moment]] = {}

    def best(
        self,
        tokens: int | None = None,
        card: int | None = None,
        stacks: Sequence[int] | None = None,
        most_empty: int | None = None,
    ) -> BestEnd | None:
        """Return the best turn, or None if there is none.

        Parameters
        ----------
        tokens, card, stacks
            Only turns that take these tokens, take this card (-1 for none), result in these stacks.
        most_empty
            Only turns that leave at most this many empty spaces.
        """
        view = self._view
        found: BestEnd | None = None
        for packed in dict.fromkeys(view.central) if tokens is None else (tokens,):
            for end in self._ends_with(packed) if packed else ():
                if stacks is not None and end.stacks != tuple(stacks):
                    continue
                if most_empty is not None and end.stacks.count(0) - view.side.gaps > most_empty:
                    continue
                for taken in (_NONE, *view.row) if card is None else (card,):
                    if end.taken in (_NONE, taken):
                        found = self._better(packed, end, taken, found)
        return found

    def _better(self, tokens: int, end: _Moment, taken: int, found: BestEnd | None) -> BestEnd | None:
        """Return the best way to end with a card or, if not better, the best found so far."""
        cards = {**end.cards} if taken in (_NONE, end.taken) else {**end.cards, taken: 0}
        spots = {card: cube_spots(self._view.side, card, end.board, end.cubes) for card in cards}
        bare = _points(self._view, end.board, cards)
        spirit = next((card for card in cards if CARDS[card].is_spirit), None)
        bonus = 0 if spirit is None else spirit_points(self._view.side, spirit, split(end.board))
        if found is not None and bare + _most(cards, spots, bonus) <= found.points:
            return found
        is_late = taken not in (_NONE, end.taken) and end.above >= CARD_LIMIT
        must = frozenset(card for card in end.cards if end.cards[card] < CUBES[card]) if is_late else frozenset()
        placed = best_cubes(cards, spots, bonus, one_complete=must)
        if placed is None or (found is not None and bare + placed.points <= found.points):
            return found
        actions = [TakeTokens(space=self._view.central.index(tokens) + 1), *end.path]
        return BestEnd(bare + placed.points, (*actions, *self._close(end, taken, placed, is_late)))

    def _close(self, end: _Moment, taken: int, placed: OpenCubes, is_late: bool) -> Iterator[Action]:
        """Yield the actions after the last token: the card, then the cubes; a cube that makes room goes first."""
        name_of = self._view.side.name_of
        cubes: list[tuple[int, Action]] = [
            (card, PlaceCube(CARDS[card].id, name_of[bit])) for card, bit in placed.cubes
        ]
        if taken not in (_NONE, end.taken):
            first = [cube for card, cube in cubes if card != taken] if is_late else []
            yield from first
            yield TakeCard(CARDS[taken].id)
            yield from (cube for _, cube in cubes if cube not in first)
        else:
            yield from (cube for _, cube in cubes)

    def _ends_with(self, tokens: int) -> list[_Moment]:
        """Return the moments after the last token."""
        if tokens not in self._ends:
            seat = self._view.seat
            moments = [_Moment(tuple(seat.stacks), seat.board, seat.cubes, dict(seat.cards), _NONE, ())]
            hands: list[tuple[_Moment, int]] = [(moments[0], tokens)]
            seen: set[tuple[object, ...]] = set()
            ends: list[tuple[_Moment, int]] = []
            while hands:
                moment, hand = hands.pop()
                for after, left in self._steps(moment, hand):
                    mark = (*after.mark, left)
                    if mark not in seen:
                        seen.add(mark)
                        (hands if any(left // lane & 255 for lane in LANES) else ends).append((after, left))
            self._ends[tokens] = [end for end, _ in ends]
        return self._ends[tokens]

    def _steps(self, moment: _Moment, hand: int) -> Iterator[tuple[_Moment, int]]:
        """Yield the moments after one more token, each with the tokens left in hand."""
        side = self._view.side
        for token, (lane, unit) in enumerate(zip(LANES, UNITS, strict=True)):
            if not hand // lane & 255:
                continue
            for bit in token_spaces(side, moment.stacks, moment.cubes, token):
                node = NEXT[moment.stacks[bit]][token]
                board = moment.board ^ side.toggle[node][bit]
                before = self._with_cubes(moment, board, bit) if moment.stacks[bit] else [moment]
                for ready in before:
                    stacks = (*moment.stacks[:bit], node, *moment.stacks[bit + 1 :])
                    action = PlaceToken(LETTERS[token], side.name_of[bit])
                    yield replace(ready, stacks=stacks, board=board, path=(*ready.path, action)), hand - unit

    def _with_cubes(self, moment: _Moment, board: int, covered: int) -> list[_Moment]:
        """Return a moment unchanged, and with each set of cubes placed whose habitats a token is about to break."""
        side = self._view.side
        cards = [*moment.cards, *([] if moment.taken != _NONE else self._view.row)]
        broken = [
            (card, bit)
            for card in cards
            if moment.cards.get(card, 0) < CUBES[card]
            for bit in bits(cube_spots(side, card, moment.board, moment.cubes))
            if bit != covered and not is_habitat_complete(side, card, board, bit)
        ]
        found = [moment]
        for size in range(1, len(broken) + 1):
            for chosen in combinations(broken, size):
                after = self._after_cubes(moment, chosen)
                if after is not None:
                    found.append(after)
        return found

    def _after_cubes(self, moment: _Moment, cubes: Sequence[tuple[int, int]]) -> _Moment | None:
        """Return a moment with cubes placed, first those of cards above the board; None if impossible."""
        name_of = self._view.side.name_of
        for card, bit in sorted(cubes, key=lambda cube: cube[0] not in moment.cards):
            path = moment.path
            held = dict(moment.cards)
            if card not in held:
                if moment.taken != _NONE or moment.above >= CARD_LIMIT:
                    return None
                held[card] = 0
                path = (*path, TakeCard(CARDS[card].id))
                moment = replace(moment, taken=card)
            if moment.cubes >> bit & 1 or held[card] == CUBES[card]:
                return None
            held[card] += 1
            action: Action = PlaceCube(CARDS[card].id, name_of[bit])
            moment = replace(moment, cards=held, cubes=moment.cubes | 1 << bit, path=(*path, action))
        return moment


def _most(cards: Mapping[int, int], spots: Mapping[int, int], bonus: int) -> int:
    """Return an upper bound of the points of all ways to place cubes."""
    most = 0
    for card, placed in cards.items():
        number = min(CUBES[card] - placed, spots[card].bit_count())
        if number and CARDS[card].is_spirit:
            most += bonus
        elif number:
            ladder = (0, *CARDS[card].points)
            most += ladder[placed + number] - ladder[placed]
    return most
