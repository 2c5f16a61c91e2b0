"""Files of records in standard form, as ``harmonies format`` writes them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from harmonies_cli.errors import UsageError
from harmonies_cli.records.files.archives import gunzip
from harmonies_cli.records.files.documents import (
    RECORD_LIMIT,
    Document,
    is_json_lines,
    line_documents,
    problem_document,
    whole_document,
)
from harmonies_cli.records.files.sniff import BOM, GZIP, UnpackError, foreign_content
from harmonies_cli.records.standard_form import StandardRecord, standard_record
from harmonies_cli.safe_text import printable

__all__ = ["FormattedFile", "beginning_of", "format_file"]

_LINES = (".jsonl", ".jsonl.gz")


class FormattedFile(msgspec.Struct, frozen=True):
    """A file in standard form.

    Attributes
    ----------
    before
        Its text.
    records
        Its records.
    """

    before: bytes
    records: list[StandardRecord]

    @property
    def after(self) -> bytes | None:
        """The text in standard form; None if a record cannot be written, since no file is written in part."""
        texts = [record.text for record in self.records]
        return None if None in texts or not texts else "".join(filter(None, texts)).encode()

    @property
    def is_changed(self) -> bool:
        """Whether the standard form differs from the text."""
        return self.after is not None and self.after != self.before

    @property
    def slips(self) -> int:
        """Number of slips mended, including comments."""
        return sum(record.slips for record in self.records)

    @property
    def comments(self) -> int:
        """Number of comments that became notes."""
        return sum(record.comments for record in self.records)

    def diff(self, name: str) -> Iterator[str]:
        """Yield the lines of a unified diff from the present text to the standard form.

        Parameters
        ----------
        name
            The name of the file in the diff.
        """
        from difflib import unified_diff

        texts = (self.before, self.before if self.after is None else self.after)
        before, after = (text.decode("utf-8", "replace").splitlines() for text in texts)
        yield from unified_diff(before, after, name, f"{name} in standard form", lineterm="")


def beginning_of(file: Path) -> bytes:
    """Return the contents of a file, but hardly more than the limit.

    Raises
    ------
    UsageError
        If it cannot be read.
    """
    try:
        with file.open("rb") as stream:
            return stream.read(RECORD_LIMIT + 1)
    except OSError as error:
        raise UsageError(f'"{printable(str(file))}" cannot be read: {error.strerror}') from None


def format_file(data: bytes, source: str) -> FormattedFile:
    """Return the records of a file in standard form.

    Parameters
    ----------
    data
        The file, compressed with gzip or not, of at most `RECORD_LIMIT` bytes.
    source
        Its name; the ending ``.jsonl`` means a record per line.
    """
    try:
        text = _unpack(data) if data.startswith(GZIP) else data
    except UnpackError as error:
        problem = problem_document(source, None, str(error), "download or copy the file again")
        return FormattedFile(data, [standard_record(problem)])
    return FormattedFile(text, [standard_record(document) for document in _documents(text, source)])


def _unpack(data: bytes) -> bytes:
    """Return the text of gzip data, or only its beginning if it is too long."""
    text = bytearray()
    for piece in gunzip([data]):
        text += piece
        if len(text) > RECORD_LIMIT:
            break
    return bytes(text)


def _documents(text: bytes, source: str) -> list[Document]:
    foreign = foreign_content(text[:64])
    if foreign:
        return [problem_document(source, None, f"this is {foreign[0]}, not JSON", foreign[1])]
    if len(text) > RECORD_LIMIT:
        hint = "format is for records that people type"
        return [problem_document(source, None, "the file is larger than 64 MB", hint)]
    text = text.removeprefix(BOM)
    is_lines = source.lower().endswith(_LINES) or is_json_lines(iter([text]))[0]
    documents = list((line_documents if is_lines else whole_document)(source, iter([text])))
    return documents or [problem_document(source, None, "there is no record in it", "harmonies new writes one")]
