"""Logged plays as documents: a paper sheet for each play of Harmonies, and notes on the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from harmonies_cli.plurals import plural
from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.plays.logged_play import LoggedPlay, sheet_of
from harmonies_cli.records.problems import Problem

__all__ = ["NO_PLAYS", "SkippedPlay", "documents_of_plays"]

NO_PLAYS = "no-plays"
"""Code of a file that has only plays of other games."""


class SkippedPlay(NamedTuple):
    """A play of another game; `what` is the continuation of "2 plays"."""

    what: str


def documents_of_plays(source: str, program: str, plays: Iterable[LoggedPlay | SkippedPlay]) -> Iterator[Document]:
    """Yield a document for each play; the first one also reports how many were skipped.

    Parameters
    ----------
    source
        The name of the file; its seventh play is ``export.json!7``.
    program
        The name of the program.
    plays
        The plays, in the order of the file.
    """
    found: list[Document] = []
    skipped: Counter[str] = Counter()
    seen: dict[str, bytes] = {}
    for number, play in enumerate(plays, 1):
        if isinstance(play, SkippedPlay):
            skipped[play.what] += 1
            continue
        document = _document(f"{source}!{number}", play)
        content = document.data or repr(document.problem).encode()
        if play.number and seen.get(play.number) == content:
            skipped["found twice"] += 1
            continue
        if play.number in seen and play.number:
            document.notes.append("Another play in the file has the same number but different contents.")
        seen[play.number] = content
        found.append(document)
    listed = [f"{number:,} {plural('play', number)} {what}" for what, number in skipped.items()]
    if found:
        if listed:
            found[0].notes.insert(0, f"Skipped in this file: {', '.join(listed)}.")
        yield from found
        return
    message = f"it has no {program} plays of Harmonies" + (f": {', '.join(listed)}" if listed else "")
    yield Document(source, None, b"", Problem(NO_PLAYS, message))


def _document(name: str, play: LoggedPlay) -> Document:
    play.number = play.number or f"{play.program.replace(' ', '').lower()}-{name.rpartition('!')[2]}"
    record, problems, notes = sheet_of(play)
    if record is None:
        first, *others = problems
        return Document(name, None, b"", first, others, notes)
    return Document(name, None, msgspec.json.encode(record), notes=notes, is_made=True)
