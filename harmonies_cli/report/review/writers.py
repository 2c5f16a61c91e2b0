"""The formats of a review: text, Markdown, JSON, CSV, and a page."""

from __future__ import annotations

import csv
from abc import abstractmethod
from collections.abc import Callable, Iterator
from io import StringIO
from typing import Any, Protocol

import msgspec

from harmonies_cli.records.outcome import AssessOptions
from harmonies_cli.records.reader import Reading
from harmonies_cli.report.formats import json_element
from harmonies_cli.report.review.review_text import review_lines, signed_points, turn_words
from harmonies_cli.report.terminal import Terminal
from harmonies_cli.report.text_layout import Prose, encode_for
from harmonies_cli.review.result import PARTS, GameReview, TurnReview
from harmonies_cli.safe_text import cell

__all__ = ["CSV_COLUMNS", "ReviewWriter", "review_element", "review_writer"]

_DIGITS = 4
CSV_COLUMNS = (
    *["source", "line", "id", "turn", "player", "name", "phase", "loss", "error", "exact", "class"],
    *(f"{part}_loss" for part in PARTS),
    *["value", "best_value", "gain", "luck", "scenarios", "played", "best", "notes"],
)
"""The columns of the CSV, which has a line for each turn; unknown values are empty."""

Write = Callable[[bytes], object]


class ReviewWriter(Protocol):
    """Writes reviews as they come: `add` for each, `end` once.

    Parameters
    ----------
    write
        Takes the bytes of the output, piece by piece.
    terminal
        What the output can show, if it is text.
    """

    _write: Write

    def __init__(self, write: Write, terminal: Terminal) -> None:
        self._write = write

    @abstractmethod
    def add(self, reading: Reading, review: GameReview) -> None:
        """Write the review of a record."""

    def end(self) -> None:
        """Write the foot of the format, if it has one."""


def review_element(review: GameReview) -> dict[str, Any]:
    """Return a review in plain values: the fields of `GameReview`, a turn's `kind` as ``class``, numbers rounded."""
    element: dict[str, Any] = _round(msgspec.to_builtins(review))
    for turn in (*element["turns"], *([element["next"]] if element["next"] else [])):
        turn["class"] = turn.pop("kind")
    return element


def _round(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, _DIGITS) + 0.0
    if isinstance(value, dict):
        return {key: _round(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_round(inner) for inner in value]
    return value


class _Text(ReviewWriter):
    def __init__(self, write: Write, terminal: Terminal) -> None:
        super().__init__(write, terminal)
        self._prose = Prose(terminal)
        self._between = ""

    def add(self, reading: Reading, review: GameReview) -> None:
        lines = "".join(f"{line.rstrip()}\n" for line in review_lines(review, self._prose))
        self._write(encode_for(self._between + lines, self._prose.terminal.encoding))
        self._between = "\n\n"


class _JsonLines(ReviewWriter):
    def add(self, reading: Reading, review: GameReview) -> None:
        self._write(json_element(review_element(review)) + b"\n")


class _Json(ReviewWriter):
    def __init__(self, write: Write, terminal: Terminal) -> None:
        super().__init__(write, terminal)
        self._before = b'{"reviews": [\n'

    def add(self, reading: Reading, review: GameReview) -> None:
        self._write(self._before + json_element(review_element(review)))
        self._before = b",\n"

    def end(self) -> None:
        self._write((b"" if self._before == b",\n" else self._before) + b"\n]}\n")


class _Csv(ReviewWriter):
    def __init__(self, write: Write, terminal: Terminal) -> None:
        super().__init__(write, terminal)
        self._rows([CSV_COLUMNS])

    def add(self, reading: Reading, review: GameReview) -> None:
        self._rows(csv_row(review, turn) for turn in review.turns)

    def _rows(self, rows: Any) -> None:
        text = StringIO()
        csv.writer(text, lineterminator="\n").writerows(rows)
        self._write(text.getvalue().encode("utf-8", "replace"))


def csv_row(review: GameReview, turn: TurnReview) -> tuple[object, ...]:
    """Return the values of `CSV_COLUMNS` for a turn."""

    def number(points: float | None) -> float | None:
        return None if points is None else round(points, _DIGITS) + 0.0

    return (
        cell(review.source),
        review.line,
        None if review.id is None else cell(review.id),
        turn.turn,
        turn.player,
        cell(review.players[turn.player - 1].name),
        turn.phase,
        number(turn.loss),
        number(turn.error),
        "true" if turn.exact else "false",
        turn.kind,
        *(number(turn.parts.get(part)) for part in PARTS),
        number(turn.value),
        number(turn.best_value),
        number(turn.gain),
        number(turn.luck),
        turn.scenarios,
        None if turn.played is None else turn_words(turn.played),
        None if turn.best is None else turn_words(turn.best),
        "; ".join(turn.notes) or None,
    )


class _Markdown(ReviewWriter):
    def __init__(self, write: Write, terminal: Terminal) -> None:
        super().__init__(write, terminal)
        self._between = ""

    def add(self, reading: Reading, review: GameReview) -> None:
        lines = "".join(f"{line}\n" for line in _markdown_lines(review))
        self._write((self._between + lines).encode("utf-8", "replace"))
        self._between = "\n"


def _markdown_lines(review: GameReview) -> Iterator[str]:
    from harmonies_cli.report.scoresheets.csv_markdown import escape_markdown

    yield f"## {escape_markdown(review.id or review.source)}"
    yield ""
    yield from (f"- {escape_markdown(note)}" for note in review.notes)
    if review.players:
        yield "| player | points | accuracy | mean loss | mistakes | doubtful | luck |"
        yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    for player in review.players:
        accuracy = "" if player.accuracy is None else f"{player.accuracy:.0f}"
        loss = "" if player.loss is None else f"{player.loss:.1f}"
        yield _row(
            escape_markdown(player.name),
            player.score,
            accuracy,
            loss,
            player.mistakes,
            player.doubtful,
            signed_points(player.luck),
        )
    if review.turns:
        yield ""
        yield "| turn | player | loss | s.e. | class | luck | cost most | better |"
        yield "| ---: | --- | ---: | ---: | --- | ---: | --- | --- |"
    for turn in review.turns:
        loss = "" if turn.loss is None else f"{turn.loss:.1f}"
        error = "" if turn.error is None else "exact" if turn.exact else f"{turn.error:.1f}"
        blamed = turn.kind in ("mistake", "doubtful") and turn.best is not None
        better = escape_markdown(turn_words(turn.best)) if blamed and turn.best is not None else ""
        yield _row(
            turn.turn,
            escape_markdown(review.players[turn.player - 1].name),
            loss,
            error,
            turn.kind if blamed else "",
            signed_points(turn.luck),
            turn.main_part or "",
            better,
        )


def _row(*cells: object) -> str:
    return f"| {' | '.join(str(cell) for cell in cells)} |"


_WRITERS: dict[str, Callable[[Write, Terminal], ReviewWriter]] = {
    "text": _Text,
    "json": _Json,
    "jsonl": _JsonLines,
    "csv": _Csv,
    "markdown": _Markdown,
}


def review_writer(form: str, write: Write, terminal: Terminal, how: AssessOptions) -> ReviewWriter:
    """Return the writer of a format.

    Parameters
    ----------
    form
        Its name.
    write
        Takes the bytes of the output.
    terminal
        What the output can show; only ``text`` uses it.
    how
        How to assess records; only ``html`` uses it.
    """
    if form == "html":
        from harmonies_cli.report.replay.replay_page import ReviewPage

        return ReviewPage(write, how)
    return _WRITERS[form](write, terminal)
