"""The form of a record; equal final boards show that two records are of one game.

The fingerprint depends only on the side and on each seat's final board, the seats in any order. A board rotated by half
a turn is the same board: a photograph may show either end of the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple
from zlib import crc32

from harmonies_cli.records.notation import AnyRecord, value_of
from harmonies_cli.records.outcome import VerifiedRecord
from harmonies_cli.rules.scoring.scoresheet import ROWS
from harmonies_cli.statistics.rows.record_hash import signed_hash

__all__ = ["NO_FORM", "RecordForm", "form_of", "form_of_sheet", "is_final", "site_table"]

_SITE_ID = "bga-"
_LACKS_BOARDS = 127
"""The value of `RecordForm.lacks` for an empty sheet; sheets of four players have 36 rows."""


class RecordForm(NamedTuple):
    """The facts that decide which record of a game counts, and that distinguish two of them.

    Attributes
    ----------
    fingerprint
        64 bits of the final boards.
    lacks
        How much the record lacks compared with a complete log (0); the record of a game that lacks least counts.
    cards, cubes
        Hashes of the cards of all seats, and of the cubes placed from them; None if a player's cards are not recorded.
    totals
        64 bits of names and totals, the seats in any order; None if a total is unknown.
    """

    fingerprint: int | None = None
    lacks: int | None = None
    cards: int | None = None
    cubes: int | None = None
    totals: int | None = None


NO_FORM = RecordForm()
"""The form of a record that does not count: it is unusable, or its game is unfinished."""


def is_final(found: VerifiedRecord) -> bool:
    """Return whether a record is of a finished game."""
    return found.finished


def form_of(found: VerifiedRecord, boards: Sequence[Sequence[int]], hands: Sequence[Mapping[int, int]]) -> RecordForm:
    """Return the form of a usable record; `NO_FORM` if its game is unfinished.

    Parameters
    ----------
    found
        The record, assessed.
    boards
        For each seat, the node of the stack on each bit of the side, see `rules.board.sides`; 0 for none.
    hands
        For each seat, the cubes placed by card, an index in `CARDS`.
    """
    if not is_final(found):
        return NO_FORM
    # Lists, because generators take half as long again for so few seats.
    seats = sorted([_seat(nodes, hand) for nodes, hand in zip(boards, hands, strict=True)])
    either_way, cards, cubes = zip(*seats, strict=True)
    fingerprint = signed_hash((found.side or "").encode() + b"".join(either_way))
    is_known = None not in [sheet.cards for sheet in found.players]
    # A log before a position, a complete record before a partial one, known cards before unknown ones.
    lacks = ((found.verdict != "legal") << 1 | (found.kind != "game")) << 4 | len(found.unchecked) << 1 | (not is_known)
    if not is_known:
        return RecordForm(fingerprint, lacks, totals=_totals(found))
    return RecordForm(fingerprint, lacks, crc32(b"/".join(cards)), crc32(b"/".join(cubes)), _totals(found))


def form_of_sheet(found: VerifiedRecord) -> RecordForm:
    """Return the form of a paper sheet: it has no boards, and lacks more the fewer rows it has."""
    if not is_final(found):
        return NO_FORM
    known = sum(getattr(sheet, row) is not None for sheet in found.players for row in ROWS)
    return RecordForm(None, _LACKS_BOARDS - known, totals=_totals(found))


def _totals(found: VerifiedRecord) -> int | None:
    if None in [sheet.total for sheet in found.players]:
        return None
    seats = sorted([f"{sheet.total} {_compared(sheet.name)}" for sheet in found.players])
    return signed_hash("\n".join(seats).encode("utf-8", "replace"))


@lru_cache(1024)
def _compared(name: str) -> str:
    """Return a name without differences of spaces and letter case."""
    return " ".join(name.split()).casefold()


def site_table(record: AnyRecord) -> int | None:
    """Return the number of the table at the site, if the record names it."""
    name = value_of(record.id) or ""
    number = name.removeprefix(_SITE_ID)
    return int(number) if number != name and number.isdecimal() and len(number) < 19 else None


def _seat(nodes: Sequence[int], hand: Mapping[int, int]) -> tuple[bytes, bytes, bytes]:
    """Return the board, either way round, and the cards and their cubes in the order of the cards."""
    board = bytes(nodes)
    cards = bytes(sorted(hand))
    # The bits of a side, read backwards, are those of the board rotated by half a turn.
    return min(board, board[::-1]), cards, bytes(map(hand.__getitem__, cards))
