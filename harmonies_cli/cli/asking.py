"""``harmonies new --ask``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from harmonies_cli.cli.output import open_output, whole_write
from harmonies_cli.cli.schema_address import name_shared_schema
from harmonies_cli.cli.speaking import speaker_of
from harmonies_cli.errors import UsageError
from harmonies_cli.interview.dialogue import Speaker, converse, tell
from harmonies_cli.interview.draft import Draft, draft_path, read_draft
from harmonies_cli.interview.interview import Interview
from harmonies_cli.interview.position import Given
from harmonies_cli.records.assess import assess
from harmonies_cli.records.layout import laid_out
from harmonies_cli.records.outcome import Assessment
from harmonies_cli.records.reader import ReadOptions, read_document
from harmonies_cli.records.sources import Document
from harmonies_cli.report.formats import writer
from harmonies_cli.report.options import Options
from harmonies_cli.report.terminal import ColourChoice, terminal_of
from harmonies_cli.safe_text import printable

__all__ = ["ask_for_position"]

_CANNOT_RUN = 2
_DEFAULT = "position"


def ask_for_position(given: Given, output: str | None, *, fresh: bool, force: bool, colour: ColourChoice) -> int:
    """Ask for a position, write it, and show its scoresheet.

    Parameters
    ----------
    given
        What need not be asked.
    output
        The file to write; the first of ``position.json``, ``position-2.json``, ... that is not there, if None.
    fresh
        Whether to begin anew where there is a draft.
    force
        Whether a file that is there may be written over.
    colour
        The user's choice.

    Returns
    -------
    int
        Exit status: 2 if the answers ended before all was known.
    """
    path = _free_name() if output is None else output
    if path == "-":
        raise UsageError("--ask needs a file, beside which it keeps the draft: give -o PATH")
    if Path(path).exists() and not force:
        raise UsageError(f'"{printable(path)}" is there already: give --force to write over it')
    draft = draft_path(path)
    speaker = speaker_of(colour)
    interview = _begun(given, draft, speaker, fresh=fresh)
    shown = printable(str(draft))

    def save() -> None:
        with open_output(str(draft)) as write:
            write(Draft(interview.given, interview.answers).to_bytes())

    save()  # a place that cannot be written is told before the first question
    try:
        known = converse(interview, speaker, save)
    except (EOFError, KeyboardInterrupt) as stop:
        speaker.tell()
        tell(f"What was answered is kept in {shown}; the same command goes on from there.", speaker, indent="")
        if isinstance(stop, KeyboardInterrupt):
            raise
        return _CANNOT_RUN
    if not known or interview.record is None:
        tell(f"Saved in {shown}; the same command goes on from there.", speaker, indent="")
        return 0
    found = _finish(interview.record, path, colour)
    draft.unlink(missing_ok=True)
    name = printable(path)
    tell(f"Saved as {name}; harmonies score {name} --explain tells the reasons.", speaker, indent="")
    return found


def _free_name() -> str:
    number = 1
    while Path(name := f"{_DEFAULT}{'' if number == 1 else f'-{number}'}.json").exists():
        number += 1
    return name


def _begun(given: Given, draft: Path, speaker: Speaker, *, fresh: bool) -> Interview:
    """Return the interview of a draft, or a new one."""
    stored = None if fresh else read_draft(draft)
    shown = printable(str(draft))
    if stored is None:
        tell("Final boards, column by column. help explains a question, back corrects, quit saves.", speaker, indent="")
        return Interview(given)
    if given not in (Given(), stored.given):
        raise UsageError(f'the draft "{shown}" was begun with other options: leave them out, or give --fresh')
    interview = Interview(stored.given)
    interview.resume(stored.answers)
    number = len(interview.answers)
    tell(
        f"Going on from {shown}, {number} answer{'s' * (number != 1)} so far; back corrects, quit saves.",
        speaker,
        indent="",
    )
    return interview


def _finish(record: dict[str, Any], path: str, colour: ColourChoice) -> int:
    """Write the record, and the scoresheet to standard output."""
    name_shared_schema(record, path)
    data = laid_out(record).encode()
    with open_output(path) as write:
        write(data)
    assessed = assess(read_document(Document(path, None, data), ReadOptions()), Assessment(explain=False))
    sys.stdout.write("\n" if sys.stdout.isatty() else "")
    sys.stdout.flush()
    out = writer("text", whole_write(sys.stdout.buffer), Options(terminal=terminal_of(sys.stdout, colour)))
    out.begin()
    out.add(assessed, solo=record.get("solo") is True)
    out.end()
    sys.stdout.buffer.flush()
    return int(assessed.verdict != "legal")
