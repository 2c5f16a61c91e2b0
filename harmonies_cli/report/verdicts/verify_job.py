"""Verifies records and writes their verdicts as text: a line each and, for a fault, place, board and alternatives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal

import msgspec

from harmonies_cli.plurals import count_of, plural
from harmonies_cli.records.assess import assess_with_state
from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.files.record_output import RecordOutput
from harmonies_cli.records.notation import Game
from harmonies_cli.records.outcome import AssessOptions, VerifiedRecord
from harmonies_cli.records.reader import Reading, ReadOptions, read_document, read_past_slips
from harmonies_cli.report.phrases import file_place, note_lines, outcome_words
from harmonies_cli.report.terminal import FAULT, PLAIN_FILE, Style, Terminal
from harmonies_cli.report.text_layout import Prose, encode_for
from harmonies_cli.rules.replay.faults import NOT_STOPPING, Violation
from harmonies_cli.rules.replay.state import GameState

__all__ = ["VERDICT_STYLES", "VerdictForm", "VerifyJob", "summary_line", "verdict_lines", "verdict_words"]

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
        from harmonies_cli.report.formats import json_element

        end = b"\n" if self.form == "jsonl" else b""
        return lambda record, reading, state: json_element(record) + end


VERDICT_STYLES = {
    "legal": Style(ink=2, bold=True),
    "illegal": FAULT,
    "invalid": FAULT,
}
_INSIDE = "  "


def verdict_lines(
    verified: VerifiedRecord,
    reading: Reading,
    terminal: Terminal = PLAIN_FILE,
    *,
    state: GameState | None = None,
    keep_going: bool = False,
    scores: bool = False,
) -> Iterator[str]:
    """Yield the lines about a verified record.

    Parameters
    ----------
    verified
        The record with its verdict.
    reading
        The record as read.
    terminal
        What the output can show.
    state
        The state at the end of the replay; without it, the game is replayed to draw the board at a fault.
    keep_going
        Whether the replay continued after faults.
    scores
        Whether to show the pad: the final scores, or those up to the fault.
    """
    prose = Prose(terminal)
    place = file_place(verified.source, verified.line)
    named = prose.shown(f"{place} ({verified.id})" if verified.id else place)
    verdict = prose.paint(verified.verdict, VERDICT_STYLES[verified.verdict])
    yield f"{named}: {verdict}{_detail(verified, prose)}"
    # A legal record, the usual case, needs no module that draws boards or explains faults.
    if verified.problems:
        from harmonies_cli.report.scoresheets.score_job import problem_lines

        for problem in verified.problems:
            yield from (f"{_INSIDE}{line}" for line in problem_lines(verified, problem, terminal))
    game = _replayed_game(reading) if verified.violations else None
    if game is not None:
        yield from _faults(verified, game, prose, state, keep_going)
    if scores and verified.players:
        from harmonies_cli.report.scoresheets.pad import text_pad

        yield ""
        yield from text_pad(verified, terminal, solo=verified.kind == "game" and len(verified.players) == 1)


def _replayed_game(reading: Reading) -> Game | None:
    """Return the game as replayed, without the slips of its text."""
    record = reading.record
    if record is None:
        past = read_past_slips(reading)
        record = past[0].record if past else None
    return record if isinstance(record, Game) else None


def summary_line(counts: Mapping[str, int]) -> str:
    """Return the number of records with each verdict, in words.

    Parameters
    ----------
    counts
        The number of records by verdict.
    """
    records = sum(counts.values())
    parts = [f"{counts.get(verdict, 0)} {verdict}" for verdict in VERDICT_STYLES]
    return f"{count_of(records, 'record')}: {', '.join(parts)}"


def verdict_words(verified: VerifiedRecord, prose: Prose) -> str:
    """Return the verdict on a record: the winner, the points so far or the faults, and what was not checked."""
    return verified.verdict + _detail(verified, prose)


def _detail(verified: VerifiedRecord, prose: Prose) -> str:
    if verified.verdict == "invalid":
        number = len(verified.problems)
        return f", {count_of(number, 'problem')}"
    rules = "" if verified.rules == "rulebook" else f", under the rule set {verified.rules}"
    unchecked = f"; not recorded, so not checked: {', '.join(verified.unchecked)}" if verified.unchecked else ""
    if verified.verdict == "illegal":
        first = verified.violations[0]
        more = len(verified.violations) - 1
        others = f", and {more} more {plural('fault', more)}" if more else ""
        where = "the start" if first.turn == 0 else f"turn {first.turn} of {verified.turns}" if first.turn else ""
        return f", {first.code}{f' in {where}' if where else ''}{others}{rules}{unchecked}"
    return f", {outcome_words(verified, prose.shown)}{rules}{unchecked}"


def _faults(
    verified: VerifiedRecord, game: Game, prose: Prose, state: GameState | None, keep_going: bool
) -> Iterator[str]:
    from harmonies_cli.records.game.assess_game import game_log
    from harmonies_cli.report.verdicts.fault_lines import fault_contexts, fault_lines

    drawn = _to_draw(verified.violations)
    contexts = fault_contexts(game_log(game), drawn, stopped=state, keep_going=keep_going)
    context = next(contexts, None)
    for number, violation in enumerate(verified.violations):
        if number:
            yield ""
        own = context if context is not None and context.violation is violation else None
        yield from fault_lines(verified, violation, own, prose)
        if own is not None:
            context = next(contexts, None)


def _to_draw(violations: list[Violation]) -> list[Violation]:
    return [violation for violation in violations if violation.code not in NOT_STOPPING]
