"""Read records as bytes, from files, folders, gzip data and standard input."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import IO, BinaryIO

from harmonies_cli.errors import UsageError
from harmonies_cli.records.files.addresses import is_folder, open_binary, path_of
from harmonies_cli.records.files.documents import (
    Document,
    chunks,
    is_json_lines,
    line_documents,
    peek,
    problem_document,
    unreadable,
    whole_document,
)
from harmonies_cli.records.files.paths import STDIN, check_paths, is_lines_name, printable, walk
from harmonies_cli.records.files.sniff import (
    BOM,
    GZIP,
    ZIP,
    UnpackError,
    foreign_content,
    is_har,
    is_mhtml,
    is_wide_page,
    may_hold_many,
)

__all__ = ["file_documents", "iter_documents", "standard_input"]


def iter_documents(paths: Sequence[str]) -> Iterator[Document]:
    """Return the records of files and folders, one at a time, in the order given.

    The content of a file decides, not its name: one record in any layout, one record per line, or a saved page of Board
    Game Arena; compressed with gzip or not. Only ``.jsonl`` (``.jsonl.gz``) always means one record per line. An
    unreadable record yields a document with a problem, and reading continues after it.

    Parameters
    ----------
    paths
        Files, folders (with all subfolders), or ``-`` for standard input.

    Raises
    ------
    UsageError
        Immediately, before reading anything, if a path is missing or not readable.
    """
    check_paths(paths)
    return chain.from_iterable(_path_documents(path) for path in paths)


def standard_input() -> BinaryIO:
    """Return standard input, for bytes.

    Raises
    ------
    UsageError
        If it is closed.
    """
    if sys.stdin is None:
        raise UsageError("standard input (-) is closed")
    return sys.stdin.buffer


def _path_documents(path: str) -> Iterator[Document]:
    if path == STDIN:
        yield from _read(STDIN, standard_input(), lines=False)
        return
    place = path_of(path)
    if not is_folder(place):
        yield from file_documents(place, printable(path))
    else:
        for file, error in walk(place):
            if error:
                yield unreadable(printable(file), error)
            else:
                yield from file_documents(file, printable(file))


def file_documents(file: Path, source: str) -> Iterator[Document]:
    """Yield the records of one file.

    Parameters
    ----------
    file
        The file; if unreadable, it has one document with that problem.
    source
        Its name.
    """
    try:
        stream = open_binary(file)
    except OSError as error:
        yield unreadable(source, error)
        return
    with stream:
        yield from _read(source, stream, lines=is_lines_name(file.name))


def _whole(source: str, pieces: Iterator[bytes]) -> Iterator[Document]:
    """Yield the record in a file, or all records in another program's file."""
    for document in whole_document(source, pieces):
        collection = None
        if document.problem is None and may_hold_many(document.data):
            from harmonies_cli.records.foreign import collection_of

            collection = collection_of(document.data)
        if collection is None:
            yield document
        else:
            yield from collection.documents(source, document.data)


def _container(source: str, head: bytes, rest: Iterator[bytes]) -> Iterator[Document] | None:
    """Return the records in a container; None if the file is not a container."""
    is_zip, har, mhtml = head.startswith(ZIP), is_har(head), is_mhtml(head)
    if not (is_zip or har or mhtml):
        return None
    pieces = chain((head,), rest)
    if is_zip:
        from harmonies_cli.records.files.archives import archive_documents

        return archive_documents(source, pieces, partial(_read, in_archive=True))
    from harmonies_cli.records.files.browser_saves import har_members, member_documents, mhtml_members

    return member_documents(source, pieces, har_members if har else mhtml_members)


def _read(
    source: str, stream: io.RawIOBase | BinaryIO | IO[bytes], lines: bool, *, in_archive: bool = False
) -> Iterator[Document]:
    read_to = 0
    try:
        head, rest = peek(chunks(stream))
        if head.startswith(GZIP):
            from harmonies_cli.records.files.archives import gunzip

            head, rest = peek(gunzip(chain((head,), rest)))
        container = None if in_archive and head.startswith(ZIP) else _container(source, head, rest)
        if container is not None:
            yield from container
            return
        foreign = None if is_wide_page(head) else foreign_content(head)
        if foreign:
            yield problem_document(source, None, f"this is {foreign[0]}, not JSON", foreign[1])
            return
        head = head.removeprefix(BOM)
        pieces: Iterator[bytes] = chain((head,), rest)
        if head.lstrip().startswith(b"<") or is_wide_page(head):  # a saved page, whatever its name
            lines = False
        elif not lines:
            lines, pieces = is_json_lines(pieces)
        documents = line_documents(source, pieces) if lines else _whole(source, pieces)
        empty = True
        for document in documents:
            empty = False
            read_to = document.line or 0
            yield document
        if empty:
            hint = "it should hold one record, or JSON Lines with one record per line"
            yield problem_document(source, None, "it holds only blanks" if head else "it is empty", hint)
    except UnpackError as error:
        hint = error.hint
        if read_to:
            hint += f"; the records up to line {read_to} were read"
        yield problem_document(source, read_to + 1 if read_to else None, str(error), hint)
    except OSError as error:
        yield unreadable(source, error)
