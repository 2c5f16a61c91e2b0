"""A player's cards and cubes as typed: which cards they are, and whether the cubes can stand on the board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from harmonies_cli.errors import UnknownNameError
from harmonies_cli.records.notation import PositionPlayer
from harmonies_cli.records.places import escape
from harmonies_cli.records.problems import Problem
from harmonies_cli.records.quoting import shown
from harmonies_cli.records.typedboard import TypedBoard, no_such_space
from harmonies_cli.rules.cards import CARD_LIMIT, CARDS, CUBES, AmbiguousCardError, card_index
from harmonies_cli.rules.sides import Side
from harmonies_cli.rules.stacks import KIND_OF, KINDS, STACKS

__all__ = ["TypedCards", "card_problem", "cube_problems", "read_cards"]


@dataclass(slots=True)
class TypedCards:
    """What a player's typed cards say.

    Attributes
    ----------
    cards
        Card and cubes placed, in the order typed; None where they are unknown.
    key_of
        The name under which each card was typed.
    problems
        What is wrong with them.
    """

    cards: list[tuple[int, int]] | None = None
    key_of: dict[int, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


def card_problem(name: str | int, pointer: str, player: int | None = None) -> Problem | None:
    """Return what is wrong with the name of a card, None if it names one."""
    try:
        card_index(name)
    except AmbiguousCardError as error:
        hint = f"write {' or '.join(error.candidates)}"
        return Problem(
            "card-ambiguous", f"{shown(name)} may be several cards", pointer=pointer, player=player, hint=hint
        )
    except UnknownNameError:
        return Problem(
            "card-unknown", f"no card is called {shown(name)}", pointer=pointer, player=player, hint=_meant(name)
        )
    return None


def _meant(name: str | int) -> str | None:
    from harmonies_cli.suggest import close_matches

    if isinstance(name, int):
        return f"the cards are numbered 1 to {len(CARDS)}"
    ids = close_matches(name, [card.id for card in CARDS])
    if not ids:
        alias_of = {alias: card.id for card in CARDS for aliases in card.aliases.values() for alias in aliases}
        ids = list(dict.fromkeys(alias_of[match] for match in close_matches(name, alias_of)))
    return f"did you mean {' or '.join(ids)}?" if ids else "cards are named by their animal, like falcon or fennec-fox"


def read_cards(player: PositionPlayer, number: int, *, spirits: bool | None) -> TypedCards:
    """Read the cards of one player.

    Parameters
    ----------
    player
        The player as typed.
    number
        Its number, from 1.
    spirits
        Whether the record says that Nature's Spirit cards are in play.
    """
    found = TypedCards()
    if not isinstance(player.cards, dict):
        return found
    found.cards = []
    chosen: list[str] = []
    unfinished: list[str] = []
    for key, placed in player.cards.items():
        pointer = f"/players/{number - 1}/cards/{escape(key)}"

        def fault(code: str, message: str, hint: str | None, pointer: str = pointer) -> None:
            found.problems.append(Problem(code, message, pointer=pointer, player=number, hint=hint))

        problem = card_problem(key, pointer, number)
        if problem:
            found.problems.append(problem)
            continue
        card = card_index(key)
        name = CARDS[card].id
        if card in found.key_of:
            fault(
                "card-twice",
                f"the {name} is given twice, as {shown(found.key_of[card])} and as {shown(key)}",
                "keep one",
            )
            continue
        found.key_of[card] = key
        if not 0 <= placed <= CUBES[card]:
            fault(
                "cubes-range",
                f"{placed} cubes placed from the {name}, which has {CUBES[card]}",
                f"give the number of cubes placed on the board, 0 to {CUBES[card]}",
            )
            continue
        found.cards.append((card, placed))
        if CARDS[card].is_spirit:
            chosen.append(name)
            if len(chosen) > 1:
                fault("two-spirits", f"two Nature's Spirit cards, {' and '.join(chosen[:2])}", "a player keeps one")
            if spirits is False:
                hint = 'drop the card, or write "spirits": true'
                fault("spirit-not-allowed", f'the {name} is a Nature\'s Spirit card, but "spirits" is false', hint)
        if placed < CUBES[card]:
            unfinished.append(name)
    if len(unfinished) > CARD_LIMIT:
        cards = f"{len(unfinished)} unfinished cards ({', '.join(unfinished)})"
        message = f"{cards}, but at most {CARD_LIMIT} may be above a board"
        hint = "give the number of cubes placed, not of cubes left"
        pointer = f"/players/{number - 1}/cards"
        found.problems.append(Problem("card-limit", message, pointer=pointer, player=number, hint=hint))
    return found


def _stack_word(kind: int) -> str:
    return "a building (TH, MH or HH)" if KINDS[kind] == "?H" else KINDS[kind]


def _kind_of_cube(card: int) -> int:
    return KINDS.index(CARDS[card].habitat[0].stack)


_CUBE_KINDS = frozenset(_kind_of_cube(card) for card in range(len(CARDS)))


def cube_problems(
    side: Side, player: PositionPlayer, number: int, board: TypedBoard, typed: TypedCards
) -> list[Problem]:
    """Return what is wrong with where the cubes stand, or would have to stand.

    A cube keeps its own stack for good: no token is placed on it, and no second cube.

    Parameters
    ----------
    side
        The side of the board.
    player, number
        The player as typed, and its number from 1.
    board, typed
        What was read of the board and of the cards.
    """
    needed: dict[int, int] = {}
    for card, placed in typed.cards or ():
        needed[_kind_of_cube(card)] = needed.get(_kind_of_cube(card), 0) + placed
    problems = _too_many(board, typed, needed, number)
    if isinstance(player.cubes, list | dict):
        problems += _cubes_given(side, player.cubes, number, board, typed, None if problems else needed)
    return problems


def _too_many(board: TypedBoard, typed: TypedCards, needed: dict[int, int], number: int) -> list[Problem]:
    problems = []
    for kind, cubes in needed.items():
        standing = sum(KIND_OF[node] == kind for node in board.stacks.values())
        if cubes > standing:
            cards = [card for card, placed in typed.cards or () if placed and _kind_of_cube(card) == kind]
            names = " and ".join(CARDS[card].id for card in cards)
            message = (
                f"{cubes} cube{'s' * (cubes != 1)} of the {names} must each stand on {_stack_word(kind)} of its own, "
                f"but the board has {standing}"
            )
            pointer = f"/players/{number - 1}/cards/{escape(typed.key_of[cards[-1]])}"
            hint = "check the number of cubes placed, and the stacks of the board"
            problems.append(Problem("cubes-misplaced", message, pointer=pointer, player=number, hint=hint))
    return problems


def _cubes_given(
    side: Side,
    cubes: list[str] | dict[str, str | int],
    number: int,
    board: TypedBoard,
    typed: TypedCards,
    needed: dict[int, int] | None,
) -> list[Problem]:
    problems: list[Problem] = []
    base = f"/players/{number - 1}/cubes"
    entries: Iterable[tuple[str, str, str | int | None]]
    if isinstance(cubes, list):
        entries = [(f"{base}/{index}", space, None) for index, space in enumerate(cubes)]
    else:
        entries = [(f"{base}/{escape(space)}", space, card) for space, card in cubes.items()]
    held = dict(typed.cards or ())
    on_card: dict[int, int] = {}
    on_kind: dict[int, int] = {}
    taken: set[int] = set()
    for pointer, typed_space, name in entries:
        bit = side.bit_of.get(typed_space.strip().lower())
        if bit is None:
            problems.append(no_such_space(side, typed_space, pointer, number))
            continue
        space = side.name_of[bit]

        def misplaced(message: str, hint: str, pointer: str = pointer, space: str = space) -> None:
            problems.append(Problem("cubes-misplaced", message, pointer=pointer, player=number, space=space, hint=hint))

        if bit in taken:
            misplaced(f"two cubes are given on {space}", "a space holds at most one cube")
            continue
        taken.add(bit)
        node = board.stacks.get(bit, 0)
        kind = KIND_OF[node]
        if name is not None:
            problem = card_problem(name, pointer, number)
            if problem:
                problems.append(problem)
                continue
            card = card_index(name)
            on_card[card] = on_card.get(card, 0) + 1
            if kind != _kind_of_cube(card):
                stands = "is empty" if not node else f"holds {STACKS[node]}"
                due = _stack_word(_kind_of_cube(card))
                misplaced(f"a cube of the {CARDS[card].id} is given on {space}, which {stands}", f"it stands on {due}")
                continue
        elif kind < 0:
            misplaced(f"a cube is given on {space}, which is empty", "check the space, and the board")
            continue
        elif kind not in _CUBE_KINDS or (needed is not None and typed.cards is not None and not needed.get(kind)):
            whose = "no card's cube" if kind not in _CUBE_KINDS or not held else "none of the player's cubes placed"
            misplaced(f"a cube is given on {space}, which holds {STACKS[node]}", f"{whose} can stand there")
            continue
        on_kind[kind] = on_kind.get(kind, 0) + 1
    if typed.cards is None:
        return problems
    total = sum(held.values())
    if len(taken) != total and not any(problem.code == "no-such-space" for problem in problems):
        message = f"cubes are given on {len(taken)} spaces, but the cards say that {total} have been placed"
        hint = "count the cubes on the board, and those that left each card"
        problems.append(Problem("cubes-count", message, pointer=base, player=number, hint=hint))
        return problems
    for card in on_card:
        if on_card[card] != held.get(card, 0):
            message = (
                f"{on_card[card]} of the cubes given are the {CARDS[card].id}'s, but the cards say {held.get(card, 0)}"
            )
            hint = "count the cubes that left the card"
            problems.append(Problem("cubes-count", message, pointer=base, player=number, hint=hint))
    if not on_card and needed is not None and not problems:
        for kind, expected in needed.items():
            if on_kind.get(kind, 0) > expected:
                message = (
                    f"cubes are given on {on_kind[kind]} of the stacks {_stack_word(kind)}, "
                    f"but only {expected} of those placed can stand there"
                )
                hint = "check which spaces hold the cubes"
                problems.append(Problem("cubes-misplaced", message, pointer=base, player=number, hint=hint))
    return problems
