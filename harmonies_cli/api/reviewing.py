"""What each turn of recorded games cost, for notebooks and scripts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from harmonies_cli.api.arguments import Paths, invalid, listed_paths, one_rule_set, truth, whole_number
from harmonies_cli.rules.scoring.landscapes import RuleSet

if TYPE_CHECKING:
    from harmonies_cli.review.result import GameReview

__all__ = ["review"]


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
        New scenarios for each turn; four times as many halve the standard errors.
    seconds
        Processor time per game, instead of a number of scenarios; each turn says how many it had.
    seed
        With the record and the turn number, it determines everything random in a review.
    turns, player
        Review only these turns, and only those of the player with this number or name.
    best_now
        Whether to look for the best turn now if a game stops before its end.
    rules
        The rule set of the scores; turns are judged under the rulebook.
    jobs
        Number of processes; it does not change the numbers.

    Raises
    ------
    UsageError
        If a path is missing or not readable, or an argument does not fit.

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
    from harmonies_cli.review.review_job import ReviewJob, review_documents

    if turns is not None and not isinstance(turns, range):
        raise invalid("turns", f"{turns!r} is not a range of turns.")
    if seconds is not None and (isinstance(seconds, bool) or not isinstance(seconds, int | float) or not seconds > 0):
        raise invalid("seconds", f"{seconds!r} is not a number of seconds.")
    if player is not None and (isinstance(player, bool) or not isinstance(player, int | str)):
        raise invalid("player", f"{player!r} is neither a number nor a name.")
    plan = Plan(
        whole_number("scenarios", scenarios, 2, 4800),
        seconds,
        whole_number("seed", seed, None),
        turns,
        next=truth("best_now", best_now),
    )
    how = AssessOptions(rules=one_rule_set(rules), explain=False)
    job = ReviewJob(plan, how=how, player=None if player is None else str(player))
    documents = iter_documents(listed_paths(paths))
    return (found for _, found in review_documents(documents, job, jobs=whole_number("jobs", jobs)))
