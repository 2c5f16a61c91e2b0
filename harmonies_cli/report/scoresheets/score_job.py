"""Scores records and writes their scoresheets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

import msgspec

from harmonies_cli.records.assess import assess
from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.files.record_output import RecordOutput
from harmonies_cli.records.notation import AnyRecord, Game, is_solo
from harmonies_cli.records.outcome import AssessOptions, VerifiedRecord
from harmonies_cli.records.reader import Reading, ReadOptions, read_document
from harmonies_cli.report.formats import FORMATS, Extras, Options, writer
from harmonies_cli.report.phrases import note_lines, violation_line

__all__ = ["ScoreJob", "has_turn"]


class ScoreJob(msgspec.Struct, frozen=True):
    """Scores records, one after another.

    Attributes
    ----------
    how
        How to assess them.
    reading
        How to read them.
    form
        The format, one of `formats.FORMATS`. Sections of ``html`` are numbered, so one call must make them all.
    options
        What to write.
    player
        Name or number of the only player to show.
    """

    how: AssessOptions
    reading: ReadOptions
    form: str = "text"
    options: Options = Options()
    player: str | None = None

    @property
    def separator(self) -> bytes:
        """What separates two records."""
        return writer(self.form, bytes, self.options).separator

    def __call__(self, documents: Iterable[Document]) -> Iterator[RecordOutput]:
        """Yield a piece for each record; it counts ``faulty`` ones, and those with the ``player`` and the ``turn``."""
        encoded = writer(self.form, bytes, self.options).encode_record
        for document in documents:
            reading = read_document(document, self.reading)
            record = assess(reading, self.how)
            counts = {} if record.verdict == "legal" else {"faulty": 1}
            extras = None
            if self.form == "html" and record.players:
                extras = Extras(
                    partial(_boards, reading, record, self.how), partial(_share_markup, reading, record, self.how)
                )
            if self.player is not None:
                from harmonies_cli.records.player_choice import choose_players

                chosen = choose_players({sheet.player: sheet.name for sheet in record.players}, self.player)
                record.players = [sheet for sheet in record.players if sheet.player in chosen]
            if record.players:
                counts["player"] = 1
            if has_turn(reading.record, self.how.turn):
                counts["turn"] = 1
            said = violation_line(record) + note_lines(reading)
            shown = record.as_scored() if FORMATS[self.form].with_items else record
            solo = reading.record is not None and is_solo(reading.record)
            yield RecordOutput(encoded(shown, solo=solo, extras=extras), said, counts)


def has_turn(record: AnyRecord | None, turn: int | None) -> bool:
    """Return whether a record is a game that has a turn."""
    return turn is not None and isinstance(record, Game) and turn <= len(record.turns)


def _boards(reading: Reading, record: VerifiedRecord, how: AssessOptions) -> str:
    from harmonies_cli.report.picture.board_picture import pictures
    from harmonies_cli.report.picture.board_svg import boards_svg

    shown = {sheet.player for sheet in record.players}
    boards = pictures(reading, record, side=how.side, turn=how.turn)
    # One drawing per player: the page lays them out, one below another on a phone.
    return "".join(boards_svg([board]) for board in boards if board.player in shown)


def _share_markup(reading: Reading, record: VerifiedRecord, how: AssessOptions, with_picture: bool) -> str:
    from harmonies_cli.report.sharing.shared_result import share_buttons

    return share_buttons(reading, record, side=how.side, with_picture=with_picture)
