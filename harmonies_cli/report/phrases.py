"""How every output names records, places, players and outcomes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from msgspec import UnsetType

from harmonies_cli.plurals import count_of, enumeration
from harmonies_cli.records.outcome import VerifiedRecord
from harmonies_cli.records.problems import Problem
from harmonies_cli.records.reader import Reading
from harmonies_cli.report.text_layout import Prose
from harmonies_cli.rules.board.cards import card_words
from harmonies_cli.rules.scoring.scoresheet import Scoresheet
from harmonies_cli.safe_text import printable

__all__ = [
    "RULE_SET_WORDS",
    "display_name",
    "file_place",
    "heading_of",
    "middle_lines",
    "names_by_player",
    "note_lines",
    "outcome_words",
    "points_of",
    "record_place",
    "shown_points",
    "violation_line",
]


_LONGEST_NAME = 80


def display_name(name: str) -> str:
    """Return a player's name on one line; a very long name is cut, and its length added."""
    shown = printable(name)
    if len(shown) <= _LONGEST_NAME:
        return shown
    return f"{shown[: _LONGEST_NAME // 2]}... ({len(shown):,} characters)"


RULE_SET_WORDS = {
    "rulebook": "rule set rulebook",
    "bga": "rule set bga (the rulings of the online adaptation)",
}
"""Name of each rule set in a sentence."""


def heading_of(sheet: Scoresheet, show: Callable[[str], str] = str) -> str:
    """Return a player's number and name, the name as `show` writes it."""
    name = display_name(sheet.name)
    return f"{sheet.player}. {show(name)}" if name else f"Player {sheet.player}"


def names_by_player(sheets: Sequence[Scoresheet]) -> dict[int, str]:
    """Return a name for each player number to use in a sentence, with the number if two players share a name."""
    names = {sheet.player: display_name(sheet.name) or f"Player {sheet.player}" for sheet in sheets}
    often = Counter(names.values())
    return {player: f"{name} ({player})" if often[name] > 1 else name for player, name in names.items()}


def points_of(sheets: Sequence[Scoresheet], show: Callable[[str], str] = str) -> str:
    """Return all totals, in player order: ``Ann 116, Ben 113``."""
    names = names_by_player(sheets)
    return ", ".join(f"{show(names[sheet.player])} {_points(sheet)}" for sheet in sheets)


def shown_points(value: int | None) -> str:
    """Return points for a table: ``?`` if unknown."""
    return "?" if value is None else str(value)


def _points(sheet: Scoresheet) -> str:
    return "unknown" if sheet.total is None else str(sheet.total)


def outcome_words(record: VerifiedRecord, show: Callable[[str], str] = str) -> str:
    """Return the winners and all points, or the points so far of an unfinished game.

    Parameters
    ----------
    record
        The record.
    show
        How the output writes a player's name.
    """
    sheets = record.players
    points = points_of(sheets, show)
    if len(sheets) == 1:
        suns = sheets[0].suns
        alone = "" if suns is None else f", {count_of(suns, 'sun')}"
        points = f"{points}{alone}"
    elif record.winners:
        names = names_by_player(sheets)
        winners = enumeration((show(names[number]) for number in record.winners), "and")
        points = f"{winners} {'win' if len(record.winners) > 1 else 'wins'}: {points}"
    if not isinstance(record.not_final, UnsetType):
        return f"not final ({record.not_final}): {points}"
    return points


def file_place(source: str, line: int | None, problem: Problem | None = None) -> str:
    """Return ``file:line:column``, or as much of it as is known.

    Parameters
    ----------
    source
        The file.
    line
        The record's line, used if the problem has none.
    problem
        The problem; without one, the record's place.
    """
    if problem is not None and problem.line is not None:
        return f"{source}:{problem.line}" + (f":{problem.column}" if problem.column is not None else "")
    return source if line is None else f"{source}:{line}"


def record_place(problem: Problem) -> str:
    """Return the place within the record: player, space and JSON pointer; empty for the whole record."""
    parts = [
        f"player {problem.player}" if problem.player is not None else "",
        f"space {problem.space}" if problem.space else "",
        problem.pointer,
    ]
    return ", ".join(filter(None, parts))


def violation_line(record: VerifiedRecord) -> str:
    """Return a line that says where a game breaks off; the results list a record's problems, so this does not.

    Returns
    -------
    str
        The line, with its end; empty if no rule is broken.
    """
    if not record.violations:
        return ""
    violation = record.violations[0]
    place = printable(file_place(record.source, record.line))
    game = f" game {printable(record.id)}" if record.id else ""
    where = f" at turn {violation.turn}" if violation.turn else " at the start" if violation.turn == 0 else ""
    where += f", action {violation.action}" if violation.action else ""
    message = f"{place}:{game} illegal{where} ({violation.code}): {printable(violation.message)}"
    return f"{message}; scored up to there\n"


def note_lines(reading: Reading) -> str:
    """Return lines on the replacements made in order to read a record; empty if none."""
    place = printable(file_place(reading.source, reading.line))
    return "".join(f"{place}: {printable(note)}\n" for note in reading.notes)


def middle_lines(
    central: Sequence[str | None], row: Sequence[str | None], prose: Prose, indent: str = ""
) -> Iterator[str]:
    """Yield the central board and the row.

    Parameters
    ----------
    central
        Letters on each central space; empty if none, None if unknown.
    row
        Ids of the cards of the row; None for an unknown card.
    prose
        Writes for the output.
    indent
        The start of each line.
    """
    # Non-breaking blanks keep a space and its tokens on one line.
    spaces = (f"{number}\xa0{'?' if lay is None else lay or '-'}" for number, lay in enumerate(central, 1))
    for line in prose.wrap_lines("   ".join(spaces), f"{indent}central  "):
        yield line.replace("\xa0", " ")
    yield from prose.wrap_lines(
        ", ".join(card_words(card) if card else "?" for card in row) or "empty", f"{indent}row      "
    )
