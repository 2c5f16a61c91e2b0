"""Verdicts on records, and reviews of their turns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from harmonies_cli.api.arguments import Paths, excerpt, invalid, listed_paths, one_rule_set, truth, whole_number
from harmonies_cli.api.display import frame_of, verdict_markup
from harmonies_cli.api.scores import Scores
from harmonies_cli.records.assess import Assessment
from harmonies_cli.records.reader import Reading
from harmonies_cli.rules.scoring.landscapes import RuleSet

if TYPE_CHECKING:
    import pandas as pd

    from harmonies_cli.review.result import GameReview

__all__ = ["Verification", "review"]

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
    """The verdict of the rules on a record.

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
        Whether a game reached its end, and the reason for its end: ``"spaces"``, ``"pouch"`` or None.
    turns
        Number of turns in the record.
    violations, problems
        The broken rules, and the faults that make a record invalid.
    unchecked
        Required parts that are not recorded.
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
        """Whether the record has no fault."""
        return self.verdict == "legal"

    def __repr__(self) -> str:
        codes = [fault.code for fault in self.violations] + [problem.code for problem in self.problems]
        return f"<Verification: {', '.join([self.verdict, *codes])}>"

    def __str__(self) -> str:
        from harmonies_cli.report.verdicts.verify_job import verdict_lines

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
        from harmonies_cli.report.terminal import PLAIN_FILE
        from harmonies_cli.report.text_layout import Prose
        from harmonies_cli.report.verdicts.verify_job import verdict_words

        words = verdict_words(self._found, Prose(PLAIN_FILE))
        return verdict_markup(self._found, words, solo=self._solo)


def review(
    paths: Paths,
    *,
    scenarios: int = 48,
    seconds: float | None = None,
    seed: int = 1,
    turns: range | None = None,
    player: int | str | None = None,
    best_now: bool = False,
    rules: RuleSet | None = None,
    jobs: int = 1,
) -> Iterator[GameReview]:
    """Yield the review of each record: what each turn cost against the best turn found (docs/review.md).

    Parameters
    ----------
    paths
        Files and folders.
    scenarios
        Number of new scenarios for each turn; four times as many halve the standard errors.
    seconds
        Processor time per game, instead of a number of scenarios; each turn reports its number.
    seed
        It determines everything random in a review, together with the record and the turn number.
    turns, player
        Review only these turns, and only those of the player with this number or name; records without the player are
        left out.
    best_now
        Whether to search for the best turn now if a game stops before its end.
    rules
        The rule set of the scores; turns are judged under the rulebook.
    jobs
        Number of processes; it does not change the numbers.

    Raises
    ------
    UsageError
        At once, if a path is missing or not readable, or an argument does not fit; at the end, if no record has the
        player, or all are legal and none has one of the turns.

    Examples
    --------
    >>> import harmonies_cli as h
    >>> found = next(h.review("samples/games/three-players-side-b.json", turns=range(29, 31)))
    >>> [(turn.turn, turn.player) for turn in found.turns]
    [(29, 2), (30, 3)]
    """
    from harmonies_cli.records.files.sources import iter_documents
    from harmonies_cli.records.outcome import AssessOptions
    from harmonies_cli.review.game_review import Plan
    from harmonies_cli.review.review_job import ReviewJob, chosen_reviews, review_documents

    if turns is not None and not (isinstance(turns, range) and turns):
        raise invalid("turns", f"{excerpt(turns)} is not a range of turns.")
    if seconds is not None and (isinstance(seconds, bool) or not isinstance(seconds, int | float) or not seconds > 0):
        raise invalid("seconds", f"{excerpt(seconds)} is not a number of seconds.")
    if player is not None and (isinstance(player, bool) or not isinstance(player, int | str)):
        raise invalid("player", f"{excerpt(player)} is neither a number nor a name.")
    plan = Plan(
        whole_number("scenarios", scenarios, 2, 4800),
        seconds,
        whole_number("seed", seed, None),
        turns,
        next=truth("best_now", best_now),
    )
    how = AssessOptions(rules=one_rule_set(rules), explain=False)
    job = ReviewJob(plan, how=how, player=None if player is None else str(player))
    listed, jobs = listed_paths(paths), whole_number("jobs", jobs)
    reviews = review_documents(iter_documents(listed), job, jobs=jobs)
    return (review for _, review in chosen_reviews(reviews, job, listed))
