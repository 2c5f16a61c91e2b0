"""Turn records into row tables: light lists while records arrive, pyarrow tables when their chunk is complete."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from msgspec import UNSET

from harmonies_cli.records.assess import assess
from harmonies_cli.records.notation import Game, PaperSheet, Position
from harmonies_cli.records.outcome import AssessOptions, VerifiedRecord
from harmonies_cli.records.position.typed_board import read_board
from harmonies_cli.records.reader import Reading
from harmonies_cli.review.result import TurnReview
from harmonies_cli.rules.board.cards import CARD_INDEX, CARDS
from harmonies_cli.rules.board.sides import SIDES
from harmonies_cli.rules.scoring.scoresheet import Scoresheet
from harmonies_cli.statistics.rows.moves import UNKNOWN, GameWatch, Moves
from harmonies_cli.statistics.rows.record_form import NO_FORM, RecordForm, form_of, form_of_sheet
from harmonies_cli.statistics.rows.record_rows import (
    RULES_CODES,
    SIDE_CODES,
    Row,
    SeatRows,
    board_words,
    game_row,
    spirit_facts,
)

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["RowCollector"]


@dataclass(slots=True)
class RowCollector:
    """Makes the row tables of a chunk of records.

    Parameters
    ----------
    how
        How to assess the records.
    include_illegal
        Whether illegal games that could be replayed to the end of the record have rows beyond `games`.
    review
        Reviews the turns of a game; None for no review.
    """

    how: AssessOptions
    include_illegal: bool = False
    review: Callable[[Game], Iterable[TurnReview]] | None = None
    _games: list[Row] = field(default_factory=list)
    _seats: SeatRows = field(default_factory=SeatRows)
    _moves: Moves = field(default_factory=Moves)

    def add(self, reading: Reading, identity: int) -> VerifiedRecord:
        """Assess a record and collect its rows.

        Parameters
        ----------
        reading
            The reading of the record.
        identity
            Its hash, see `record_hash.content_hash`; unique among the records.
        """
        watch = GameWatch(self._moves.log)
        found = assess(reading, self.how, watch)
        record = reading.record if found.kind else None
        complete = found.verdict == "legal" or (self.include_illegal and found.kind == "game" and not watch.broke_off)
        turns = watch.turns
        if not complete:
            watch.forget()
        if isinstance(record, Game):
            form = self._add_game(identity, record, found, watch) if complete else NO_FORM
            self._games.append(game_row(identity, record, found, watch.table.spirits, turns, form))
        elif record is None:
            self._games.append(game_row(identity, None, found, None, 0))
        elif isinstance(record, PaperSheet):
            form = form_of_sheet(found) if complete else NO_FORM
            self._games.append(game_row(identity, record, found, _spirits_on(record, found), 0, form))
            if complete:
                self._add_sheet(identity, record, found)
        else:
            form = self._add_position(identity, record, found) if complete else NO_FORM
            self._games.append(game_row(identity, record, found, _has_spirits(record, found), 0, form))
        return found

    def _add_game(self, identity: int, game: Game, found: VerifiedRecord, watch: GameWatch) -> RecordForm:
        table = watch.table
        for player, sheet, seat in zip(game.players, found.players, table.seats, strict=True):
            empty = len(table.side.spaces) - seat.board.bit_count()
            board = board_words(table.side, seat.stacks)
            if table.spirits:
                self._add_spirits(sheet, None if table.dealt is None else table.dealt[sheet.player - 1])
            self._seats.add(player, sheet, found.winners, empty, seat.turns, board)
        codes = SIDE_CODES[table.side.name], RULES_CODES[found.rules]
        self._moves.add_record(identity, *codes, seats=len(table.seats), turns=watch.turns)
        self._moves.add_game(game, watch, self.review(game) if self.review else ())
        return form_of(found, [seat.stacks for seat in table.seats], [seat.cards for seat in table.seats])

    def _add_position(self, identity: int, position: Position, found: VerifiedRecord) -> RecordForm:
        side = SIDES[found.side or position.side.upper()]
        hands = []
        boards = []
        for player, sheet in zip(position.players, found.players, strict=True):
            board = read_board(side, player.board, sheet.player)
            nodes = [board.stacks.get(bit, 0) for bit in range(side.width)]
            empty = len(side.spaces) - len(board.stacks)
            boards.append(nodes)
            words = board_words(side, nodes)
            self._add_spirits(sheet, None)
            self._seats.add(player, sheet, found.winners, empty, UNKNOWN, words)
            hands.append({CARD_INDEX[score.card]: score.placed for score in sheet.cards or ()})
        codes = SIDE_CODES[side.name], RULES_CODES[found.rules]
        self._moves.add_record(identity, *codes, seats=len(hands))
        for hand in hands:
            self._moves.add_hand(hand)
        return form_of(found, boards, hands)

    def _add_sheet(self, identity: int, paper: PaperSheet, found: VerifiedRecord) -> None:
        """Add the seats of a paper sheet; only their points are known."""
        for player, sheet in zip(paper.players, found.players, strict=True):
            self._seats.add_sheet(player, sheet, found.winners)
        side = SIDE_CODES.get(found.side or "", UNKNOWN)
        self._moves.add_record(identity, side, RULES_CODES[found.rules], seats=len(found.players))
        for _ in found.players:
            self._moves.add_hand({})

    def _add_spirits(self, sheet: Scoresheet, dealt: Collection[int] | None) -> None:
        self._moves.spirits += spirit_facts(len(self._seats.names), sheet, dealt)

    def tables(self) -> dict[str, pa.Table]:
        """Return the row tables of all records added, in their order."""
        from harmonies_cli.statistics.files.arrow import table_of_rows
        from harmonies_cli.statistics.rows.row_tables import (
            cards_table,
            offers_table,
            seats_table,
            spirits_table,
            turns_table,
        )
        from harmonies_cli.statistics.rows.timeline import Offers, Timeline

        time = Timeline(self._moves)
        offers = Offers(self._moves, time)
        return {
            "games": table_of_rows("games", self._games),
            "seats": seats_table(self._moves, self._seats, time),
            "cards": cards_table(self._moves, time, offers),
            "offers": offers_table(self._moves, time, offers),
            "spirits": spirits_table(self._moves, time),
            "turns": turns_table(self._moves, time),
        }


def _has_spirits(position: Position, found: VerifiedRecord) -> bool:
    """Return whether spirits were in play: the record says so, or somebody has one."""
    if position.spirits is not UNSET:
        return position.spirits
    return any(CARDS[CARD_INDEX[score.card]].is_spirit for sheet in found.players for score in sheet.cards or ())


def _spirits_on(paper: PaperSheet, found: VerifiedRecord) -> bool | None:
    """Return whether a paper sheet's game had spirits; None if neither the cards nor the spirit's row show it."""
    if paper.spirits is not UNSET:
        return paper.spirits
    if any(sheet.spirit for sheet in found.players):
        return True
    held = [CARDS[CARD_INDEX[score.card]].is_spirit for sheet in found.players for score in sheet.cards or ()]
    return any(held) if held else None
