"""The legal moves that the site listed before an action, for comparison with our rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from harmonies_cli.records.bga.bga_error import BgaError
from harmonies_cli.records.bga.values import as_list, as_map, excerpt, identity, number, token_letters
from harmonies_cli.rules.board.cards import Card

__all__ = ["LegalMoves", "read_legal_moves"]


@dataclass(frozen=True, slots=True)
class LegalMoves:
    """What the site let a player do at one moment of a turn; None if it did not say.

    Attributes
    ----------
    turn
        Index of the turn in the record, from 0.
    actions
        How many of the turn's actions had been done.
    player
        The player's number, from 1.
    tokens
        (letter, spaces) of the tokens in hand: where each may be placed; tokens of one colour appear once.
    cubes
        By card id: where its cube may be placed; cards without any such space are left out.
    may_take_card
        Whether an animal card may be taken.
    may_choose_spirit
        Whether a spirit may be chosen.
    central
        Letters on each central space that may be taken; None when tokens may not be taken.
    pointer
        JSON pointer of the list in the file.
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
    """Read the arguments of the state in which a player chooses an action.

    Parameters
    ----------
    args
        The state's own arguments.
    place
        Index of the turn, number of actions done, number of the player.
    card, space
        How to look up a card by the file's number, and a space of the player's board.
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
