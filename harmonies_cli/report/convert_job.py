"""Converts records, and reports what happened to each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from harmonies_cli.records.convert import Conversion, convert_reading
from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.files.record_output import RecordOutput
from harmonies_cli.records.plays.play_documents import NO_PLAYS, UNFIT
from harmonies_cli.records.reader import ReadOptions, read_document
from harmonies_cli.report.phrases import file_place
from harmonies_cli.safe_text import printable

__all__ = ["ConvertJob"]


class ConvertJob(msgspec.Struct, frozen=True):
    """Converts records, one after another.

    Attributes
    ----------
    reading
        How to read them.
    anonymous
        Whether players become pseudonyms.
    key
        The secret behind the pseudonyms; None for a new one in this process.
    names
        Names that belong to one person, see `records.plays.person_names`.
    """

    reading: ReadOptions
    anonymous: bool = False
    key: bytes | None = None
    names: dict[str, str] | None = None

    @property
    def separator(self) -> bytes:
        """Nothing: each record is a line."""
        return b""

    def __call__(self, documents: Iterable[Document]) -> Iterator[RecordOutput]:
        """Yield a piece for each document.

        It counts kinds, ``unfinished``, ``in part``, ``not converted``, ``logged`` plays, and the kinds of page that
        list plays.
        """
        for document in documents:
            reading = read_document(document, self.reading)
            yield _piece(convert_reading(reading, anonymous=self.anonymous, key=self.key, names=self.names))


def _piece(conversion: Conversion) -> RecordOutput:
    place = printable(file_place(conversion.source, conversion.line))
    record = conversion.record
    pages = dict.fromkeys(conversion.pages, 1)
    if record is None:
        remarks = "".join(f"{place}: {printable(note)}\n" for note in conversion.notes)
        if conversion.problems[0].code == NO_PLAYS:  # normal for a page of plays, so not a failure
            remarks += f"{place}: {printable(conversion.problems[0].sentence)}\n"
            return RecordOutput(b"", remarks, {"without plays": 1, **pages})
        return RecordOutput(
            b"", f"{remarks}{place}: not converted: {_why(conversion)}\n", {"not converted": 1, **pages}
        )
    counts = pages | {"game" if record["format"] == "harmonies-game" else "position": 1}
    if record.get("unfinished") is True:
        counts["unfinished"] = 1
    if conversion.is_finding:
        counts["in part"] = 1
    if conversion.is_logged:
        counts["logged"] = 1
    notes = (*conversion.notes, *(f"not in the record: {words}" for words in conversion.lost))
    remarks = "".join(f"{place}: {printable(note)}\n" for note in notes)
    return RecordOutput(msgspec.json.encode(record) + b"\n", remarks, counts)


def _why(conversion: Conversion) -> str:
    problem = conversion.problems[0]
    if problem.code == UNFIT:  # short, and the user needs all of them to correct the play
        return "; ".join(printable(problem.sentence) for problem in conversion.problems) + f" ({problem.hint})"
    message = printable(problem.sentence) + (f" ({printable(problem.hint)})" if problem.hint else "")
    more = len(conversion.problems) - 1
    return message + (f"; and {more} more" if more else "")
