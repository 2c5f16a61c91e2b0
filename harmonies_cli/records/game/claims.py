"""Compare the claims of a record, its result or the scores of a position, with the points counted here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import attrgetter

from msgspec import UNSET, UnsetType

from harmonies_cli.plurals import count_of
from harmonies_cli.records.json.quoting import quote
from harmonies_cli.records.notation import ClaimedRows, PaperSheet, Position, Result
from harmonies_cli.records.problems import Problem
from harmonies_cli.rules.replay.faults import RULE_OF, Violation
from harmonies_cli.rules.scoring.scoresheet import ROWS, Scoresheet

__all__ = ["claim_problems", "claimed_rows", "is_of_other_rules", "result_violation", "solo_of_several"]


def claimed_rows(claimed: int | ClaimedRows) -> dict[str, int]:
    """Return the claimed rows of points; a number claims the total."""
    if isinstance(claimed, int):
        return {"total": claimed}
    return {row: points for row in claimed.__struct_fields__ if isinstance(points := getattr(claimed, row), int)}


def result_violation(
    result: Result, sheets: Sequence[Scoresheet], winners: Sequence[int], turns: int
) -> Violation | None:
    """Return ``result-mismatch`` if the recorded result differs from the replay, else None.

    Parameters
    ----------
    result
        The recorded result.
    sheets, winners
        The scoresheets and winners under the record's rule set.
    turns
        Number of turns, the place of the fault.
    """
    pointer = ""
    differences = []
    if len(result.scores) != len(sheets):
        pointer = "/result/scores"
        differences.append(f"{count_of(len(result.scores), 'score')} recorded for {count_of(len(sheets), 'player')}")
    explained = True
    for number, (claimed, sheet) in enumerate(zip(result.scores, sheets, strict=False)):
        if _agrees(claimed, sheet):
            continue
        for row, points in claimed_rows(claimed).items():
            counted = getattr(sheet, row)
            if counted == points:
                continue
            pointer = pointer or f"/result/scores/{number}"
            differences.append(f"player {sheet.player} {row}: recorded {points}, counted {_word(counted)}")
            explained = explained and is_of_other_rules(sheet, row, points)
    for what, numbers, number_of in (("ranks", result.ranks, _rank), ("cubes", result.cubes, _cubes)):
        if isinstance(numbers, UnsetType):
            continue
        counted = [number_of(sheet) for sheet in sheets]
        if numbers != counted:
            pointer = pointer or f"/result/{what}"
            explained = False
            differences.append(f"{what}: recorded {_in_order(numbers)}, counted {_in_order(counted)}")
    recorded = result.winners
    if not isinstance(recorded, UnsetType) and recorded != winners and sorted(recorded) != sorted(winners):
        if not differences:
            pointer = "/result/winners"
            explained = False
        differences.append(f"winners: recorded {_players(recorded)}, counted {_players(winners)}")
    if not differences:
        return None
    message = "the recorded result differs from the replay: " + "; ".join(differences)
    other = next((sheet.other_rules.rules for sheet in sheets if sheet.other_rules), None)
    if explained and other and len(result.scores) == len(sheets):
        message += f"; the rule set {other} explains it"
    return Violation("result-mismatch", turns or None, None, None, pointer, message, RULE_OF["result-mismatch"])


_points = attrgetter(*ROWS)


def _agrees(claimed: int | ClaimedRows, sheet: Scoresheet) -> bool:
    """Return whether the claim agrees with the whole sheet, so rows need no comparison."""
    if isinstance(claimed, int):
        return claimed == sheet.total
    return claimed.suns is UNSET and bool(_points(claimed) == _points(sheet))


def is_of_other_rules(sheet: Scoresheet, row: str, points: int) -> bool:
    """Return whether the other rule set gives these points for a row."""
    other = sheet.other_rules
    if other is None:
        return False
    if row == "landscapes":
        return points == sheet.landscapes - sheet.water + other.water
    return points == getattr(other, row, None)


def _rank(sheet: Scoresheet) -> int | None:
    return sheet.rank


def _cubes(sheet: Scoresheet) -> int | None:
    """Return the cubes placed, the spirit's included."""
    if sheet.animal_cubes is None or sheet.spirit_cubes is None:
        return None
    return sheet.animal_cubes + sheet.spirit_cubes


def _in_order(numbers: Sequence[int | None]) -> str:
    return ", ".join(map(_word, numbers)) or "none"


def _word(points: int | None) -> str:
    return "none" if points is None else str(points)


def _players(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, sorted(numbers))) or "nobody"


def claim_problems(
    sheet: Scoresheet, claimed: int | ClaimedRows, *, solo: bool, of_either_rules: bool = False
) -> Iterator[Problem]:
    """Yield the claimed rows that are wrong; skip unknown ones.

    Parameters
    ----------
    sheet
        The player's scoresheet under the rule set of the claims.
    claimed
        The total, or rows.
    solo
        Whether the position is of a solo game, which earns suns.
    of_either_rules
        Whether to accept the points of the other rule set too.
    """
    pointer = f"/players/{sheet.player - 1}/score"
    for row, points in claimed_rows(claimed).items():
        counted = getattr(sheet, row)
        because, hint = f"{counted} counted", "see why with --explain"
        if row == "suns" and not solo:
            because, hint = "but only solo games earn suns", 'write "solo": true if it was one'
        elif counted is None or counted == points:
            continue
        elif sheet.other_rules and is_of_other_rules(sheet, row, points):
            if of_either_rules:
                continue
            other = sheet.other_rules.rules
            hint = f"the rule set {other} gives {points}: score with --rules {other}"
        place = pointer if isinstance(claimed, int) else f"{pointer}/{row}"
        message = f"{row}: {quote(points)} claimed, {because}"
        yield Problem("score-mismatch", message, pointer=place, player=sheet.player, hint=hint)


def solo_of_several(record: Position | PaperSheet) -> list[Problem]:
    """Return a problem if a record of several players is marked as solo."""
    if record.solo is not True or len(record.players) == 1:
        return []
    message = '"solo" is true, but there are several players'
    return [Problem("schema", message, pointer="/solo", hint="a solo game has one player")]
