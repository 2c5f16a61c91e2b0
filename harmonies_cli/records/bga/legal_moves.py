"""The legal moves that the site listed in a log, and their comparison with those of our rules (``--cross-check``)."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from harmonies_cli.records.bga.values import BgaError, as_list, as_map, excerpt, identity, number, token_letters
from harmonies_cli.rules.board.cards import CARD_LIMIT, CARDS, Card
from harmonies_cli.rules.board.tokens import LETTERS, letters_of, numbers
from harmonies_cli.rules.replay.actions import Turn
from harmonies_cli.rules.replay.faults import RULE_OF, StoppedError, Violation
from harmonies_cli.rules.replay.legal_turns import cube_placements, token_spaces
from harmonies_cli.rules.replay.replay import GameLog, fold
from harmonies_cli.rules.replay.state import GAP, GameState, Seat
from harmonies_cli.rules.replay.turn import play_actions
from harmonies_cli.rules.replay.turn_phases import begin_turn

__all__ = ["LegalMoves", "read_legal_moves", "site_disagreements"]


@dataclass(frozen=True, slots=True)
class LegalMoves:
    """The moves that the site allowed at a moment of a turn; a part that it did not list is None.

    Attributes
    ----------
    turn
        Index of the turn in the record, from 0.
    actions
        Number of the turn's actions played before.
    player
        The player's number, from 1.
    tokens
        (letter, spaces) for the tokens in hand: the spaces where each may go; a colour appears once.
    cubes
        The spaces where each card's cube may go, by card id; cards without such a space are left out.
    may_take_card
        Whether the player may take an animal card.
    may_choose_spirit
        Whether the player may choose a spirit.
    central
        Letters on each central space that the player may take; None if no tokens may be taken.
    pointer
        JSON pointer to the list in the file.
    """

    turn: int
    actions: int
    player: int
    tokens: tuple[tuple[str, frozenset[str]], ...] | None
    cubes: dict[str, frozenset[str]] | None
    may_take_card: bool | None
    may_choose_spirit: bool | None
    central: dict[int, str] | None
    pointer: str = ""


def read_legal_moves(
    args: Mapping[str, Any],
    place: tuple[int, int, int],
    card: Callable[[object, str], Card],
    space: Callable[[object, str], str],
) -> LegalMoves:
    """Read the arguments of the site's state in which a player chooses an action.

    Parameters
    ----------
    args
        The state's own arguments.
    place
        Index of the turn, number of actions played, number of the player.
    card, space
        Functions that look up a card by the file's number, and a space of the player's board.
    """

    def spaces(cells: object, name: str) -> frozenset[str]:
        return frozenset(space(each, f"/{name}") for each in as_list(cells, name))

    tokens = cubes = central = None
    if "possibleHexesByToken" in args and "tokensToPlace" in args:
        in_hand = {
            identity(as_map(token, "tokensToPlace").get("id")): token_letters([token], "tokensToPlace")
            for token in as_list(args["tokensToPlace"], "tokensToPlace")
        }
        hexes = as_map(args["possibleHexesByToken"], "possibleHexesByToken")
        unknown = sorted(hexes.keys() - in_hand.keys())
        if unknown:
            raise BgaError(
                f"possibleHexesByToken names token {excerpt(unknown[0])}, which is not in tokensToPlace",
                pointer="/possibleHexesByToken",
            )
        found = {(letter, spaces(hexes.get(key or ""), "possibleHexesByToken")) for key, letter in in_hand.items()}
        tokens = tuple(sorted(found, key=lambda pair: (pair[0], sorted(pair[1]))))
    if "placeAnimalCubeArgs" in args:
        cubes = {
            card(key, "/placeAnimalCubeArgs").id: spaces(cells, "placeAnimalCubeArgs")
            for key, cells in as_map(args["placeAnimalCubeArgs"], "placeAnimalCubeArgs").items()
        }
    if args.get("canTakeTokens", True) and args.get("tokensOnCentralBoard"):
        board = as_map(args["tokensOnCentralBoard"], "tokensOnCentralBoard")
        central = {
            number(key, "tokensOnCentralBoard"): letters
            for key, on_space in board.items()
            if (letters := token_letters(on_space, "tokensOnCentralBoard"))
        }
    return LegalMoves(
        *place,
        tokens=tokens,
        cubes=cubes,
        may_take_card=_flag(args.get("canTakeAnimalCard")),
        may_choose_spirit=_flag(args.get("canChooseSpirit")),
        central=central,
    )


def _flag(value: object) -> bool | None:
    return None if value is None else value in (True, 1, "1", "true")


_Spaces = frozenset[str]


def site_disagreements(log: GameLog, listed: Sequence[LegalMoves]) -> list[Violation]:
    """Compare the moves that the site listed as legal with ours, at the same moment.

    Parameters
    ----------
    log
        The game.
    listed
        The site's lists, in the order of the log.

    Returns
    -------
    list of Violation
        ``site-disagrees``, one for each moment with a difference, placed at the next action or, without one, at the
        turn. Moments after a fault of the record cannot be reached and are not compared.
    """
    by_turn = {turn: list(moves) for turn, moves in groupby(listed, lambda moves: moves.turn)}
    found: list[Violation] = []
    for table in fold(log):
        number = table.turn
        moments = by_turn.pop(number, None)
        if moments is not None and number < len(log.turns):
            found += _compare_turn(_fork(table, log.turns[number].player), log.turns[number], moments)
        if not by_turn:
            break
    return found


def _fork(table: GameState, player: int) -> GameState:
    """Return a copy of a state on which to play a player's turn."""
    fork = copy.copy(table)
    fork.central = list(table.central)
    fork.row = list(table.row)
    fork.violations = []
    fork.unchecked = set()
    fork.seats = list(table.seats)
    if player <= len(fork.seats):
        seat = fork.seats[player - 1] = copy.copy(table.seats[player - 1])
        seat.stacks = list(seat.stacks)
        seat.cards = dict(seat.cards)
        seat.cube_of = dict(seat.cube_of)
    return fork


def _compare_turn(table: GameState, turn: Turn, moments: Iterable[LegalMoves]) -> Iterator[Violation]:
    done = 0
    try:
        seat = begin_turn(table, turn)
        for moves in moments:
            if moves.actions > done:
                play_actions(table, seat, Turn(turn.player, turn.actions[done : moves.actions]))
                done = moves.actions
            differences = list(_differences(table, seat, moves))
            if differences:
                yield _violation(turn, moves, "; ".join(differences))
    except StoppedError:
        return  # the replay reports the fault


def _violation(turn: Turn, moves: LegalMoves, differences: str) -> Violation:
    number = moves.turn + 1
    action = moves.actions + 1 if moves.actions < len(turn.actions) else None
    pointer = f"/turns/{moves.turn}" + (f"/actions/{moves.actions}" if action else "")
    message = f"the site's legal moves differ from ours: {differences} (listed in the log at {moves.pointer})"
    return Violation("site-disagrees", number, turn.player, action, pointer, message, RULE_OF["site-disagrees"])


def _differences(table: GameState, seat: Seat, moves: LegalMoves) -> Iterator[str]:
    side = table.side
    if moves.tokens is not None and not table.unknown_in_hand:
        in_hand = {
            LETTERS[token]: frozenset(side.name_of[bit] for bit in token_spaces(side, seat.stacks, seat.cubes, token))
            for token, number in enumerate(numbers(table.hand))
            if number
        }
        for letter, spaces in moves.tokens:
            if letter not in in_hand:
                yield f"{letter} is in hand for the site, not for us"
            else:
                yield from _spaces(letter, spaces, in_hand[letter])
        for letter in in_hand.keys() - {letter for letter, _ in moves.tokens}:
            yield f"{letter} is in hand for us, not for the site"
    if moves.cubes is not None:
        ours: dict[str, set[str]] = {}
        for card, bit in cube_placements(side, seat.board, seat.cubes, seat.cards.items()):
            ours.setdefault(CARDS[card].id, set()).add(side.name_of[bit])
        for name in sorted(ours.keys() | moves.cubes.keys()):
            yield from _spaces(f"cube of the {name}", moves.cubes.get(name, frozenset()), frozenset(ours.get(name, ())))
    takeable = not table.card_taken and seat.above_board < CARD_LIMIT and any(card != GAP for card in table.row)
    yield from _answers("take a card", moves.may_take_card, takeable)
    yield from _answers("choose a spirit", moves.may_choose_spirit, table.spirits and seat.spirit is None)
    yield from _central(table, moves)


def _central(table: GameState, moves: LegalMoves) -> Iterator[str]:
    if moves.central is None:
        return
    for space, packed in enumerate(table.central, 1):
        if packed is None:
            continue
        theirs = "".join(sorted(moves.central.get(space, ""), key=LETTERS.index))
        if theirs != letters_of(packed):
            yield f"central space {space}: {theirs or 'nothing'} for the site, {letters_of(packed) or 'nothing'} for us"
    for space in sorted(moves.central.keys() - set(range(1, table.spaces + 1))):
        yield f"central space {space} does not exist for us"


def _spaces(what: str, theirs: _Spaces, ours: _Spaces) -> Iterator[str]:
    if theirs - ours:
        yield f"{what} on {', '.join(sorted(theirs - ours))}: legal for the site, not for us"
    if ours - theirs:
        yield f"{what} on {', '.join(sorted(ours - theirs))}: legal for us, not for the site"


def _answers(what: str, theirs: bool | None, ours: bool) -> Iterator[str]:
    if theirs is not None and theirs != ours:
        yield f"may {what}: {'yes' if theirs else 'no'} for the site, {'yes' if ours else 'no'} for us"
