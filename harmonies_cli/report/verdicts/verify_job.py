"""Verifies records and writes their verdicts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Literal

import msgspec

from harmonies_cli.records.assess import assess_with_state
from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.files.record_output import RecordOutput
from harmonies_cli.records.outcome import AssessOptions, VerifiedRecord
from harmonies_cli.records.reader import Reading, ReadOptions, read_document
from harmonies_cli.report.phrases import note_lines
from harmonies_cli.report.terminal import PLAIN_FILE, Terminal
from harmonies_cli.report.text_layout import encode_for

if TYPE_CHECKING:
    from harmonies_cli.rules.replay.state import GameState

__all__ = ["VerdictForm", "VerifyJob"]

VerdictForm = Literal["text", "json", "jsonl"]
_SILENT = RecordOutput(counts={"legal": 1})


class VerifyJob(msgspec.Struct, frozen=True):
    """Verifies records, one after another.

    Attributes
    ----------
    how
        How to assess them.
    reading
        How to read them.
    form
        The format of the verdicts.
    terminal
        What the output can show, if it is text.
    quiet
        Whether the text omits legal records; formats for programs always have an element for every record.
    scores
        Whether to include the scoresheets in the text.
    fail_fast
        Whether to stop after the first record that is not legal.
    """

    how: AssessOptions
    reading: ReadOptions
    form: VerdictForm = "text"
    terminal: Terminal = PLAIN_FILE
    quiet: bool = False
    scores: bool = False
    fail_fast: bool = False

    @property
    def separator(self) -> bytes:
        """What separates two verdicts."""
        return b",\n" if self.form == "json" else b""

    def __call__(self, documents: Iterable[Document]) -> Iterator[RecordOutput]:
        """Yield a piece for each record, with counts of verdicts."""
        encode = self._encoder()
        is_silent = self.quiet and self.form == "text"
        for document in documents:
            reading = read_document(document, self.reading)
            record, state = assess_with_state(reading, self.how)
            is_legal = record.verdict == "legal"
            if is_silent and is_legal and not reading.notes:
                yield _SILENT
                continue
            is_last = self.fail_fast and not is_legal
            out = b"" if is_silent and is_legal else encode(record, reading, state)
            yield RecordOutput(out, note_lines(reading), {record.verdict: 1}, 1, is_last)
            if is_last:
                return

    def _encoder(self) -> Callable[[VerifiedRecord, Reading, GameState | None], bytes]:
        if self.form == "text":
            from harmonies_cli.report.verdicts.verdict_text import verdict_lines

            def text(record: VerifiedRecord, reading: Reading, state: GameState | None) -> bytes:
                lines = verdict_lines(
                    record,
                    reading,
                    self.terminal,
                    state=state,
                    keep_going=self.how.keep_going,
                    scores=self.scores,
                )
                return encode_for("".join(f"{line.rstrip()}\n" for line in lines), self.terminal.encoding)

            return text
        from harmonies_cli.report.scoresheets.json_records import json_element

        end = b"\n" if self.form == "jsonl" else b""
        return lambda record, reading, state: json_element(record) + end
