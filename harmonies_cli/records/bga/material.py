"""The site's ``materialMove``: pieces that move, with origin and destination."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from harmonies_cli.records.bga.site_table import SiteTable
from harmonies_cli.records.bga.values import (
    BgaError,
    as_list,
    as_map,
    card_numbered,
    excerpt,
    identity,
    integer,
    number,
    token_letters,
)

__all__ = ["central_space", "material_moved"]

_CENTRAL_SPACES = range(1, 6)

_Args = Mapping[str, Any]


def central_space(value: object, name: str) -> int:
    """Return the number of a space of the central board.

    Raises
    ------
    BgaError
        If there is no such space.
    """
    space = number(value, name)
    if space not in _CENTRAL_SPACES:
        raise BgaError(f"the central board has no space {space}", code="no-such-space", pointer=f"/{name}")
    return space


def material_moved(table: SiteTable, args: _Args) -> None:
    """Read one ``materialMove``; ignore moves that a record does not contain."""
    try:
        moved = _MOVES.get((args.get("type"), args.get("from"), args.get("to")))
    except TypeError:  # one of them is not a text
        return
    if moved is not None:
        moved(table, args)


def _first(args: _Args) -> dict[str, Any]:
    material = as_list(args.get("material"), "material")
    if not material:
        raise BgaError("material is empty: what moved is not known", pointer="/material")
    return as_map(material[0], "material/0")


def _central_space_filled(table: SiteTable, args: _Args) -> None:
    table.fill(central_space(args.get("toArg"), "toArg"), token_letters(args.get("material"), "material"))


def _spirit_dealt(table: SiteTable, args: _Args) -> None:
    player = identity(args.get("toArg"))
    if player is None:
        raise BgaError(f"toArg should be a player's id, not {excerpt(args.get('toArg'))}", pointer="/toArg")
    for place, material in enumerate(as_list(args.get("material"), "material")):
        card = table.learn(as_map(material, f"material/{place}"), f"/material/{place}")
        table.spirits.setdefault(player, []).append(card.id)


def _card_dealt(table: SiteTable, args: _Args) -> None:
    for place, material in enumerate(as_list(args.get("material"), "material")):
        card = as_map(material, f"material/{place}")
        slot = integer(card.get("location_arg"))
        table.deal(len(table.row) if slot is None else slot, table.learn(card, f"/material/{place}"))


def _token_placed(table: SiteTable, args: _Args) -> None:
    token = _first(args)
    turn = table.turn_of(args.get("toArg"), "a token is placed")
    letters = token_letters([token], "material")
    space = table.space(turn.player, token.get("location"), "/material/0/location")
    turn.actions.append({"do": "place-token", "token": letters, "at": space})
    turn.placed += 1
    table.note_count("level", integer(args.get("level")), turn.player)


def _card_taken(table: SiteTable, args: _Args) -> None:
    turn = table.turn_of(args.get("toArg"), "a card is taken")
    card = table.learn(_first(args), "/material/0")
    turn.actions.append({"do": "take-card", "card": card.id})


def _spirit_chosen(table: SiteTable, args: _Args) -> None:
    turn = table.turn_of(args.get("toArg"), "a spirit is chosen")
    card = table.learn(_first(args), "/material/0")
    turn.actions.append({"do": "choose-spirit", "card": card.id})


def _cube_placed(table: SiteTable, args: _Args) -> None:
    turn = table.turn_of(args.get("toArg"), "a cube is placed")
    card = table.card(args.get("fromArg"), "/fromArg")
    space = table.space(turn.player, _first(args).get("location"), "/material/0/location")
    turn.actions.append({"do": "place-cube", "card": card.id, "at": space})


def _card_discarded(table: SiteTable, args: _Args) -> None:
    turn = table.turn_of(None, "a card is discarded")
    card = card_numbered(_first(args).get("type_arg"), "/material/0/type_arg")
    turn.actions.append({"do": "discard-card", "card": card.id})


_MOVES: dict[tuple[Any, Any, Any], Callable[[SiteTable, _Args], None]] = {
    ("TOKEN", "DECK", "HOLE"): _central_space_filled,
    ("TOKEN", "DECK", "HEX"): _token_placed,
    ("CARD", "DECK", "SPIRITS"): _spirit_dealt,
    ("CARD", "DECK", "RIVER"): _card_dealt,
    ("CARD", "RIVER", "HAND"): _card_taken,
    ("CARD", "SPIRITS", "HAND"): _spirit_chosen,
    ("CARD", "RIVER", "DISCARD"): _card_discarded,
    ("CUBE", "CARD", "HEX"): _cube_placed,
}
