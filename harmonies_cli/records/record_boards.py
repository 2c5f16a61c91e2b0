"""The boards of a record as stacks and cubes by space, for drawings."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from harmonies_cli.records.notation import PaperSheet, Position
from harmonies_cli.records.position.typed_board import read_board
from harmonies_cli.records.reader import Reading
from harmonies_cli.rules.board.cards import CARDS, card_index
from harmonies_cli.rules.board.sides import Side, side_named
from harmonies_cli.rules.board.tokens import STACKS

if TYPE_CHECKING:
    from harmonies_cli.rules.replay.state import Seat

__all__ = ["PlayerBoard", "board_of_seat", "boards_of"]


@dataclass(slots=True)
class PlayerBoard:
    """One player's board.

    Attributes
    ----------
    player, name
        Number and name of the player.
    stacks
        Letters from the bottom, by space.
    cubes
        Spaces with a cube, each with its card's id; None if unknown.
    """

    player: int
    name: str
    stacks: dict[str, str] = field(default_factory=dict)
    cubes: dict[str, str | None] = field(default_factory=dict)


def board_of_seat(side: Side, seat: Seat, player: int, name: str) -> PlayerBoard:
    """Return the board of a seat."""
    board = PlayerBoard(player, name)
    for bit, space in side.name_of.items():
        if seat.stacks[bit]:
            board.stacks[space] = STACKS[seat.stacks[bit]]
        if seat.cubes >> bit & 1:
            board.cubes[space] = CARDS[seat.cube_of[bit]].id
    return board


def boards_of(reading: Reading, *, side: str | None = None, turn: int | None = None) -> list[PlayerBoard]:
    """Return the boards of a record: of a game after its last legal action, or after a turn.

    Parameters
    ----------
    reading
        The reading; one with problems, or of a paper sheet, has no boards.
    side
        The side to assume for a position, in place of its own.
    turn
        Number of the turn of a game.
    """
    record = reading.record
    if record is None or isinstance(record, PaperSheet):
        return []
    if isinstance(record, Position):
        return _boards_of_position(record, side_named(side or record.side))
    from harmonies_cli.records.game.assess_game import game_log
    from harmonies_cli.rules.replay.replay import replay

    table = replay(game_log(record), turns=turn)
    return [
        board_of_seat(table.side, seat, number, player.name)
        for number, (seat, player) in enumerate(zip(table.seats, record.players, strict=True), 1)
    ]


def _boards_of_position(position: Position, side: Side) -> list[PlayerBoard]:
    boards = []
    for number, player in enumerate(position.players, 1):
        typed = read_board(side, player.board, number)
        board = PlayerBoard(number, player.name)
        for bit, node in sorted(typed.stacks.items()):
            board.stacks[side.name_of[bit]] = STACKS[node]
        if isinstance(player.cubes, list):
            spaces: dict[str, str | int | None] = dict.fromkeys(player.cubes)
        elif isinstance(player.cubes, dict):
            spaces = dict(player.cubes)
        else:
            spaces = {}
        for space, card in spaces.items():
            bit = side.bit_of.get(space.strip().lower(), -1)
            if bit >= 0:
                board.cubes[side.name_of[bit]] = None if card is None else _id(card)
        boards.append(board)
    return boards


def _id(card: str | int) -> str | None:
    from harmonies_cli.errors import HarmoniesError

    try:
        return CARDS[card_index(card)].id
    except HarmoniesError:
        return None
