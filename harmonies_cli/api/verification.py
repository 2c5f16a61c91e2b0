"""Verdicts on records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harmonies_cli.api.frames import frame_of
from harmonies_cli.api.scores import Scores
from harmonies_cli.records.assess import Assessment
from harmonies_cli.records.reader import Reading

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Verification"]

_COLUMNS = {
    "source": "string",
    "line": "Int64",
    "id": "string",
    "verdict": "string",
    "code": "string",
    "turn": "Int64",
    "player": "Int64",
    "action": "Int64",
    "space": "string",
    "pointer": "string",
    "message": "string",
    "hint": "string",
}


class Verification:
    """What the rules say about a record.

    Parameters
    ----------
    assessment
        The verdict, and the state at the end of the replay.
    reading
        The record as read.
    keep_going
        Whether the replay continued after faults.
    solo
        Whether it was a solo game.

    Attributes
    ----------
    verdict
        ``"legal"``, ``"illegal"`` (a rule is broken) or ``"invalid"`` (not readable, or an impossible position).
    finished, end
        Whether a game reached its end, and what ended it: ``"spaces"``, ``"pouch"`` or None.
    turns
        Number of turns in the record.
    violations, problems
        The broken rules, and what makes a record invalid.
    unchecked
        Parts that were due but are not recorded.
    scores
        The scores after the last legal action.
    """

    def __init__(self, assessment: Assessment, reading: Reading, *, keep_going: bool, solo: bool) -> None:
        found, self._state = assessment
        self._found = found
        self._keep_going = keep_going
        self._reading = reading
        self._solo = solo
        self.verdict = found.verdict
        self.finished = found.finished
        self.end = found.end
        self.turns = found.turns
        self.violations = found.violations
        self.problems = found.problems
        self.unchecked = found.unchecked
        self.scores = Scores(found, solo=solo)

    @property
    def is_legal(self) -> bool:
        """Whether nothing is wrong."""
        return self.verdict == "legal"

    def __repr__(self) -> str:
        codes = [fault.code for fault in self.violations] + [problem.code for problem in self.problems]
        return f"<Verification: {', '.join([self.verdict, *codes])}>"

    def __str__(self) -> str:
        from harmonies_cli.report.verdicts.verdict_text import verdict_lines

        lines = verdict_lines(self._found, self._reading, state=self._state, keep_going=self._keep_going)
        return "".join(f"{line.rstrip()}\n" for line in lines)

    def to_frame(self) -> pd.DataFrame:
        """Return a row for each fault: its code, place and message; one row without a code if there is none."""
        found = self._found
        place = {"source": found.source, "line": found.line, "id": found.id, "verdict": found.verdict}
        rows: list[dict[str, object]] = [
            {
                **place,
                "code": fault.code,
                "turn": fault.turn,
                "player": fault.player,
                "action": fault.action,
                "pointer": fault.pointer,
                "message": fault.message,
            }
            for fault in self.violations
        ]
        rows += [{**place, **problem.to_dict(), "line": problem.line or found.line} for problem in self.problems]
        return frame_of(rows or [dict(place)], _COLUMNS)

    def _repr_html_(self) -> str:
        from harmonies_cli.api.notebook import verdict_markup
        from harmonies_cli.report.terminal import PLAIN_FILE
        from harmonies_cli.report.text_layout import Prose
        from harmonies_cli.report.verdicts.verdict_text import verdict_words

        words = verdict_words(self._found, Prose(PLAIN_FILE))
        return verdict_markup(self._found, words, solo=self._solo)
