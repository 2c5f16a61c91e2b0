"""``harmonies review``."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, islice
from typing import TYPE_CHECKING

import click

from harmonies_cli.cli.options import (
    TurnRange,
    colour_option,
    files_argument,
    format_option,
    output_option,
    rules_or_configured_option,
    side_option,
)
from harmonies_cli.cli.output import format_for, open_packed_output
from harmonies_cli.cli.run_job import command_workers, jobs_option, scheduler_option
from harmonies_cli.errors import UsageError
from harmonies_cli.records.files.atomic import refuse_inputs
from harmonies_cli.records.files.paths import STDIN, check_paths
from harmonies_cli.records.files.sources import iter_documents
from harmonies_cli.records.outcome import AssessOptions
from harmonies_cli.records.reader import Reading, ReadOptions
from harmonies_cli.report.phrases import note_lines
from harmonies_cli.report.terminal import PLAIN_FILE, ColourChoice, is_terminal, terminal_of
from harmonies_cli.rules.scoring.landscapes import RuleSet

if TYPE_CHECKING:
    from harmonies_cli.report.replay.replay_page import ReviewedGame
    from harmonies_cli.review.result import GameReview
    from harmonies_cli.review.review_job import ReviewJob

__all__ = ["review"]


@click.command(
    help="""Show what each turn of a game cost against the best turn found.

    Each loss is in points, with its standard error. A turn that lost more than 2 standard errors is a mistake if it
    lost at least 3 points, otherwise doubtful. Any other judged turn is sound. docs/review.md describes the method and
    its limits.
    """,
)
@files_argument
@click.option("--player", metavar="NAME|N", help="Review only the turns of the player of this name or number.")
@click.option("--turns", type=TurnRange(), metavar="N[-M]", help="Review only these turns: 3, 3-5, or 3- to the end.")
@click.option("--next", "coming", is_flag=True, help="Give the best turn now if a game stops before its end.")
@click.option(
    "--scenarios",
    type=click.IntRange(2, 4800),
    default=48,
    show_default=True,
    metavar="N",
    help="Fresh scenarios for each turn; four times as many halve the standard error.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    metavar="S",
    help="Processor time for a game, instead of --scenarios; the review says how many scenarios each turn had.",
)
@click.option("--step", is_flag=True, help="Step through the game on the terminal; m goes to the next mistake.")
@click.option("--seed", type=int, default=1, show_default=True, help="Random seed of the review.")
@rules_or_configured_option
@side_option
@format_option("review")
@output_option("the review")
@jobs_option
@scheduler_option
@colour_option
def review(
    files: tuple[str, ...],
    player: str | None,
    turns: range | None,
    coming: bool,
    scenarios: int,
    seconds: float | None,
    step: bool,
    seed: int,
    rules: RuleSet | None,
    default_rules: RuleSet,
    side: str | None,
    form: str,
    output: str | None,
    jobs: int | None,
    scheduler: str | None,
    colour: ColourChoice,
) -> int:
    """Run ``harmonies review``."""
    from harmonies_cli.report.review.writers import review_writer
    from harmonies_cli.review.game_review import Plan
    from harmonies_cli.review.review_job import ReviewJob, chosen_reviews, review_documents

    form = format_for("review", form, output)
    refuse_inputs(output, files)
    check_paths(files)
    plan = Plan(scenarios, seconds, seed, turns, next=coming)
    job = ReviewJob(
        plan,
        ReadOptions(side=side),
        AssessOptions(rules=rules, default_rules=default_rules, side=side, explain=False),
        player,
    )
    if step and not (is_terminal(sys.stdin) and is_terminal(sys.stdout)):
        raise UsageError("--step needs a terminal; --format html writes a page to step through")
    if step and output:
        raise UsageError("--step shows the review on the terminal: leave out --output")
    terminal = PLAIN_FILE if output else terminal_of(sys.stdout, colour)
    verdicts: Counter[str] = Counter()
    with (
        command_workers(jobs, scheduler) as (processes, make_pool),
        open_packed_output(output) as write,
        _progress(files, job) as advance,
    ):
        reviews = review_documents(iter_documents(files), job, jobs=processes, make_pool=make_pool, advance=advance)
        chosen = chosen_reviews(_told(reviews, verdicts), job, files)
        first = list(islice(chosen, 1))  # before a writer begins: this fails if nothing is chosen
        out = _Stepping(job.how, colour) if step else review_writer(form, write, terminal, job.how)
        for reading, reviewed in chain(first, chosen):
            out.add(reading, reviewed)
        out.end()
    return int(verdicts.total() > verdicts["legal"])


def _told(
    reviews: Iterator[tuple[Reading, GameReview]], verdicts: Counter[str]
) -> Iterator[tuple[Reading, GameReview]]:
    """Yield reviews, count the verdicts of their records, and write the notes on these to standard error."""
    for reading, reviewed in reviews:
        click.echo(note_lines(reading), err=True, nl=False)
        verdicts[reviewed.verdict] += 1
        yield reading, reviewed


class _Stepping:
    """Steps through the review of one game."""

    def __init__(self, how: AssessOptions, colour: ColourChoice) -> None:
        self._how = how
        self._colour = colour
        self._games: list[ReviewedGame] = []

    def add(self, reading: Reading, review: GameReview) -> None:
        from harmonies_cli.report.replay.replay_page import reviewed_game

        if self._games:
            raise UsageError("--step shows one game: review one game at a time")
        self._games.append(reviewed_game(reading, review, self._how))

    def end(self) -> None:
        from harmonies_cli.cli.live_terminal import full_screen
        from harmonies_cli.report.replay.stepper import Stepper

        for replay, review in self._games:
            with full_screen(self._colour) as screen:
                Stepper(replay, review=review).run(screen.show, screen.key)


@contextmanager
def _progress(files: Sequence[str], job: ReviewJob) -> Iterator[Callable[[], object]]:
    """Show a progress bar on standard error, if that is a terminal and the files can be read twice."""
    if not sys.stderr.isatty() or STDIN in files:
        yield lambda: None
        return
    turns = sum(1 for _ in job.tasks(iter_documents(files)))
    with click.progressbar(length=turns, label="Reviewing", file=sys.stderr, show_eta=True, show_pos=True) as bar:
        yield lambda: bar.update(1)
