"""Review many records turn by turn, in one process or several, with the same result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from harmonies_cli.batch.executor import LostChunk, MakePool, map_chunks, process_pool
from harmonies_cli.errors import UsageError
from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.notation import Game
from harmonies_cli.records.outcome import AssessOptions
from harmonies_cli.records.problems import Problem
from harmonies_cli.records.reader import Reading, ReadOptions, read_document
from harmonies_cli.records.user_choice import choose_players, names_in, no_such_player, no_such_turn, number_of_turns
from harmonies_cli.review.game_review import Plan, chosen_turns, game_review, review_numbered
from harmonies_cli.review.result import GameReview, TurnReview
from harmonies_cli.safe_text import printable

__all__ = ["ReviewJob", "Task", "chosen_reviews", "review_documents"]


class Task(NamedTuple):
    """A turn of a document; or, if `turn` is None, a document without turns to review.

    Attributes
    ----------
    document
        The source of the record.
    plan
        How to review it.
    turn
        Number of the turn.
    share
        Its share of the plan's seconds.
    is_last
        Whether it is the last of its document.
    """

    document: Document
    plan: Plan
    turn: int | None
    share: float
    is_last: bool


@dataclass(frozen=True, slots=True)
class ReviewJob:
    """How to read and review records.

    Attributes
    ----------
    plan
        How to review turns.
    reading, how
        How to read and assess records.
    player
        Name or number of a player, to review this player's turns only.
    """

    plan: Plan
    reading: ReadOptions = field(default_factory=ReadOptions)
    how: AssessOptions = field(default_factory=lambda: AssessOptions(explain=False))
    player: str | None = None

    def tasks(self, documents: Iterable[Document]) -> Iterator[Task]:
        """Yield the turns to review, document by document."""
        for document in documents:
            reading = _read(document, self.reading)
            plan = self.plan
            numbers: list[int | None] = [None]
            if reading.record is not None and self.player is not None:
                names = {number: player.name for number, player in enumerate(reading.record.players, 1)}
                plan = plan._replace(players=frozenset(choose_players(names, self.player)))
            if isinstance(reading.record, Game):
                numbers = list(chosen_turns(reading.record, plan)) or numbers
            for number in numbers:
                yield Task(document, plan, number, 1 / len(numbers), number == numbers[-1])


def _read(document: Document, options: ReadOptions) -> Reading:
    """Return the reading of a document; the turns of one document are consecutive, so the last reading is cached."""
    return _read_once(document.source, document.line, document.data, document.problem, options)


@lru_cache(maxsize=1)
def _read_once(source: str, line: int | None, data: bytes, problem: Problem | None, options: ReadOptions) -> Reading:
    return read_document(Document(source, line, data, problem), options)


@dataclass(frozen=True, slots=True)
class _Review:
    """Reviews one turn."""

    job: ReviewJob

    def __call__(self, task: Task) -> list[TurnReview]:
        record = _read(task.document, self.job.reading).record
        if task.turn is None or not isinstance(record, Game):
            return []
        return review_numbered(record, (task.turn,), task.plan, task.share)


def review_documents(
    documents: Iterable[Document],
    job: ReviewJob,
    *,
    jobs: int = 1,
    make_pool: MakePool = process_pool,
    advance: Callable[[], object] = lambda: None,
) -> Iterator[tuple[Reading, GameReview]]:
    """Yield each record with its review, in order.

    Parameters
    ----------
    documents
        The records.
    job
        How to review them.
    jobs, make_pool
        See `executor.map_chunks`.
    advance
        Called after each turn.

    Raises
    ------
    UsageError
        If the worker for a turn died twice.
    """
    reviews: list[TurnReview] = []
    with closing(map_chunks(_Review(job), job.tasks(documents), jobs=jobs, make_pool=make_pool)) as done:
        for task, found in done:
            if isinstance(found, LostChunk):
                raise UsageError(f"{task.document.source}: turn {task.turn} could not be reviewed: {found.reason}")
            reviews += found
            advance()
            if task.is_last:
                reading = _read(task.document, job.reading)
                yield reading, game_review(reading, task.plan, reviews, job.how)
                reviews = []


def chosen_reviews(
    reviews: Iterable[tuple[Reading, GameReview]], job: ReviewJob, files: Sequence[str]
) -> Iterator[tuple[Reading, GameReview]]:
    """Yield the reviews of the records that have the player of a job, if it names one.

    If it names turns, nothing is yielded before one of them is reviewed.

    Parameters
    ----------
    reviews
        What `review_documents` yields.
    job
        How the records are reviewed.
    files
        Where the records come from; read again for the names of the players if there is no such player.

    Raises
    ------
    UsageError
        At the end, if no record has the player, or all records are legal and none has one of the turns.
    """
    plan = job.plan
    has_player, has_turns, faulty = job.player is None, plan.turns is None, False
    longest = 0
    held: list[tuple[Reading, GameReview]] = []
    for reading, review in reviews:
        faulty = faulty or review.verdict != "legal"
        if job.player is not None and not choose_players({one.player: one.name for one in review.players}, job.player):
            continue
        has_player = True
        has_turns = has_turns or bool(review.turns) or review.next is not None
        longest = max(longest, number_of_turns(reading.record))
        held.append((reading, review))
        if has_turns:
            yield from held
            held.clear()
    if job.player is not None and not has_player:
        raise UsageError(no_such_player(job.player, names_in(files)))
    if plan.turns is not None and not has_turns and not faulty:
        if plan.turns[0] <= longest:
            player = printable(job.player or "")
            raise UsageError(f"player {player} plays none of these turns; there are turns 1 to {longest}")
        raise UsageError(no_such_turn(plan.turns, longest))
    yield from held
