"""A player's seat during a game, as a board to draw."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from harmonies_cli.report.picture.board import BoardPicture
from harmonies_cli.rules.cards import CARDS
from harmonies_cli.rules.sides import Side
from harmonies_cli.rules.stacks import STACKS

if TYPE_CHECKING:
    from harmonies_cli.rules.scoresheet import Scoresheet
    from harmonies_cli.rules.table import Seat

__all__ = ["cubes_of", "seat_picture", "stacks_of"]


def stacks_of(side: Side, seat: Seat) -> dict[str, str]:
    """Return the stacks of a seat by space, without the empty spaces."""
    return {name: STACKS[seat.stacks[bit]] for bit, name in side.name_of.items() if seat.stacks[bit]}


def cubes_of(side: Side, seat: Seat) -> dict[str, str]:
    """Return by space the card of each cube."""
    return {side.name_of[bit]: CARDS[card].id for bit, card in sorted(seat.cube_of.items())}


def seat_picture(
    side: Side, seat: Seat, sheet: Scoresheet, *, marks: Mapping[str, str] | None = None, groups: bool = False
) -> BoardPicture:
    """Return the picture of a seat.

    Parameters
    ----------
    side
        The side of the boards.
    seat
        The player's seat.
    sheet
        The player's scoresheet at that moment, for the name and the total.
    marks
        Spaces to point at, with what is to be said.
    groups
        Whether to show what scores together.
    """
    return BoardPicture(
        side.name,
        stacks_of(side, seat),
        cubes_of(side, seat),
        sheet.items if groups else (),
        sheet.name,
        sheet.total,
        sheet.player,
        marks or {},
    )
