"""Positions as drafts for the page, and as the text of their file.

In a draft a board is an object from space to stack, cards are named by id, and cubes are an object from space to card,
null if the card is unknown. Everything else stays as read.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from harmonies_cli.errors import HarmoniesError
from harmonies_cli.records.notation import Position, PositionPlayer
from harmonies_cli.records.position.blank import layout_json
from harmonies_cli.records.position.typed_board import read_board
from harmonies_cli.records.position.typed_stacks import EMPTY_WORD
from harmonies_cli.records.problems import Problem
from harmonies_cli.rules.board.cards import CARDS, card_index
from harmonies_cli.rules.board.sides import Side, side_named
from harmonies_cli.rules.board.tokens import EMPTY, STACKS

__all__ = ["draft_of", "file_text", "new_draft", "unreadable_parts"]


def new_draft() -> dict[str, Any]:
    """Return the draft of an empty position."""
    return {
        "format": "harmonies-position",
        "version": 1,
        "side": "A",
        "players": [{"name": "Player 1", "board": {}, "cards": {}}],
    }


def draft_of(position: Position) -> dict[str, Any]:
    """Return a position as a draft for the page.

    Spaces whose stack cannot be read are empty: see `unreadable_parts`.
    """
    side = side_named(position.side)
    draft: dict[str, Any] = msgspec.to_builtins(position)
    draft["side"] = side.name
    for number, (player, written) in enumerate(zip(position.players, draft["players"], strict=True), 1):
        written["board"] = _board(side, player, number)
        if isinstance(player.cards, dict):
            written["cards"] = _cards(player.cards)
        if isinstance(player.cubes, dict):
            written["cubes"] = {_space(space): _card(card) for space, card in player.cubes.items()}
        elif isinstance(player.cubes, list):
            written["cubes"] = {_space(space): None for space in player.cubes}
    return draft


def unreadable_parts(position: Position) -> list[Problem]:
    """Return the problems of boards that a draft no longer shows."""
    side = side_named(position.side)
    return [
        problem
        for number, player in enumerate(position.players, 1)
        for problem in read_board(side, player.board, number).problems
    ]


def _board(side: Side, player: PositionPlayer, number: int) -> dict[str, str]:
    stacks = read_board(side, player.board, number).stacks
    return {space: STACKS[stacks[bit]] for bit, space in side.name_of.items() if bit in stacks}


def _cards(cards: dict[str, int]) -> dict[str, int]:
    written: dict[str, int] = {}
    for typed, placed in cards.items():
        name = _card(typed)
        # A second name for the same card stays as typed: the page shows it as a problem.
        written[typed if name in written else str(name)] = placed
    return written


def _card(name: str | int) -> str | int:
    try:
        return CARDS[card_index(name)].id
    except HarmoniesError:
        return name


def _space(name: str) -> str:
    return name.strip().lower()


def file_text(position: Position) -> bytes:
    """Return a position as the text of a file, boards column by column.

    Parameters
    ----------
    position
        The position; an unreadable board is written unchanged.
    """
    side = side_named(position.side)
    record: dict[str, Any] = msgspec.to_builtins(position)
    for number, (player, written) in enumerate(zip(position.players, record["players"], strict=True), 1):
        board = read_board(side, player.board, number)
        if board.problems:
            continue
        written["board"] = [
            " ".join(STACKS[board.stacks.get(bit, EMPTY)] or EMPTY_WORD for bit in bits) for bits in side.column_bits
        ]
    return layout_json(_order_fields(record)).encode()


def _order_fields(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record with its players last, as people type it."""
    first = ("$schema", "format", "version")
    last = ("players",)
    keys = [*first, *(key for key in record if key not in (*first, *last)), *last]
    return {key: record[key] for key in keys if key in record}
