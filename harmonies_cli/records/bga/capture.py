"""Captures of the public project miles2542/harmonies-bot, as position records of the notation."""

from __future__ import annotations

from typing import Any

from harmonies_cli.plurals import plural
from harmonies_cli.records.bga.page_state import board_columns, check_space, side_named_by
from harmonies_cli.records.bga.values import (
    BgaError,
    as_list,
    as_map,
    card_numbered,
    excerpt,
    integer,
    number,
    space_at,
)
from harmonies_cli.rules.board.sides import SIDES
from harmonies_cli.rules.board.tokens import TOKENS

__all__ = ["snapshot_record"]

_LETTER_OF = {token.landscape: token.letter for token in TOKENS} | {"foliage": "L", "building": "H"}
"""The project's words for the landscapes; two differ from ours."""


def snapshot_record(snapshot: dict[str, Any], side: str | None) -> dict[str, Any]:
    """Return the record of a snapshot.

    Parameters
    ----------
    snapshot
        The snapshot.
    side
        The side to assume if the snapshot does not name it.

    Raises
    ------
    BgaError
        If tokens are on a space that the board does not have, or something is malformed. A listed space that the board
        does not have must be empty; the captures list such spaces.
    """
    board_side = side_named_by(snapshot.get("boardSide")) or side
    if board_side is None:
        raise BgaError(
            f"boardSide should be sideA or sideB, not {excerpt(snapshot.get('boardSide'))}",
            pointer="/boardSide",
            hint="say which with --side A or --side B",
        )
    players = as_list(snapshot.get("players"), "players")
    if not players:
        raise BgaError("the snapshot has no players", pointer="/players")
    record: dict[str, Any] = {
        "format": "harmonies-position",
        "version": 1,
        "source": "harmonies-bot snapshot",
    }
    record |= {"side": board_side, "rules": "bga"} | ({"solo": True} if len(players) == 1 else {})
    record["players"] = [
        _player(as_map(player, f"players/{place}"), place, board_side) for place, player in enumerate(players)
    ]
    return record


def _player(player: dict[str, Any], place: int, side: str) -> dict[str, Any]:
    pointer = f"/players/{place}"
    name = player.get("name") or player.get("playerId")
    stacks: dict[str, str] = {}
    listed: set[str] = set()
    cubes: list[str] = []
    for index, given in enumerate(as_list(player.get("cells"), "cells")):
        where = f"{pointer}/cells/{index}"
        written = as_map(given, "cells")
        stack = _stack(as_map(written.get("stack"), "stack").get("tokens"), where)
        coord = as_map(written.get("coord"), "coord")
        column, row = integer(coord.get("col")), integer(coord.get("row"))
        space = space_at(column, row)
        listed |= {space} if space else set()
        if not stack and not written.get("lockedByCube"):
            continue
        if space is None or space in stacks:
            what = "is not on any board" if space is None else "is listed twice"
            raise BgaError(
                f"the space in column {excerpt(column)}, row {excerpt(row)} (from 0) {what}",
                code="no-such-space",
                pointer=where,
            )
        check_space(side, space, f"player {place + 1}", where)
        stacks[space] = stack
        if written.get("lockedByCube"):
            cubes.append(space)
    missing = [space for space in SIDES[side].spaces if space not in listed]
    if missing:
        raise BgaError(
            f"the capture of player {place + 1} does not list the {plural('space', len(missing))} {', '.join(missing)}",
            pointer=f"{pointer}/cells",
            hint="their stacks are not known: make the capture again",
        )
    return {
        "name": name if isinstance(name, str) and name.strip() else f"Player {place + 1}",
        "board": board_columns(side, stacks),
        "cards": _cards(player, pointer),
        "cubes": sorted(cubes),
    }


def _stack(tokens: object, pointer: str) -> str:
    stack = ""
    for token in as_list(tokens, "tokens"):
        letter = _LETTER_OF.get(token) if isinstance(token, str) else None
        if letter is None:
            raise BgaError(
                f"a token should be one of {', '.join(sorted(_LETTER_OF))}, not {excerpt(token)}",
                pointer=f"{pointer}/stack/tokens",
            )
        stack += letter
    return stack


def _cards(player: dict[str, Any], pointer: str) -> dict[str, int]:
    cards: dict[str, int] = {}
    for pile in ("activeCards", "completedCards"):
        for place, given in enumerate(as_list(player.get(pile), pile)):
            where = f"{pointer}/{pile}/{place}"
            written = as_map(given, pile)
            card = card_numbered(written.get("typeArg"), f"{where}/typeArg")
            left = number(written.get("remainingCubes"), "remainingCubes")
            if not 0 <= left <= card.cubes or card.id in cards:
                what = "one player has it twice" if card.id in cards else f"{left} cubes left of {card.cubes}"
                raise BgaError(f"card {card.words}: {what}", pointer=where)
            cards[card.id] = card.cubes - left
    return cards
