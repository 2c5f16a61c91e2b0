"""``harmonies simulate``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING

import click

from harmonies_cli.cli.output import Write, open_packed_output, refuse_other_ending
from harmonies_cli.cli.run_job import command_workers, jobs_option, scheduler_option
from harmonies_cli.memory import load_within_limit
from harmonies_cli.rules.scoring.landscapes import RULE_SETS, RuleSet

if TYPE_CHECKING:
    from harmonies_cli.simulate.tournament import Standings

__all__ = ["simulate"]

_MEGABYTES = 280
"""Megabytes of address space for bots that score many boards at once."""


@click.command(
    help="""Let programs play games, and write the records, one per line.

    The bots are random, greedy, planner and strong; other packages can add more. A tournament prints its table to
    standard output, and writes the games only to --output.
    """,
)
@click.option("--games", type=click.IntRange(min=1), default=1, show_default=True, metavar="N", help="Number of games.")
@click.option(
    "--players", type=click.IntRange(1, 4), default=2, show_default=True, help="Number of players; 1 is solo."
)
@click.option(
    "--side",
    type=click.Choice(("A", "B"), case_sensitive=False),
    default="A",
    show_default=True,
    help="Side of the boards.",
)
@click.option("--spirits/--no-spirits", default=True, show_default=True, help="With or without Nature's Spirit cards.")
@click.option(
    "--bot",
    "bots",
    default="random",
    show_default=True,
    metavar="NAME[,NAME...]",
    help="One bot for all seats, or one for each. Parameters follow the name: greedy:empty=2.5,slot=1.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Random seed.")
@click.option(
    "--rules",
    type=click.Choice(RULE_SETS),
    default="rulebook",
    show_default=True,
    help="Rule set of the recorded results.",
)
@click.option(
    "--tournament", is_flag=True, help="Play each deal with every rotation of the bots, and compare them in a table."
)
@jobs_option
@scheduler_option
@click.option(
    "-o",
    "--output",
    metavar="PATH",
    type=click.Path(),
    help="Write the games to PATH, compressed if it ends in .gz; by default to standard output.",
)
def simulate(
    games: int,
    players: int,
    side: str,
    spirits: bool,
    bots: str,
    seed: int,
    rules: RuleSet,
    tournament: bool,
    jobs: int | None,
    scheduler: str | None,
    output: str | None,
) -> int:
    """Run ``harmonies simulate``."""
    from harmonies_cli.bots.registry import make_bot, one_for_each_seat, split_bots
    from harmonies_cli.simulate.series import Terms, fixtures_of, play_fixtures

    refuse_other_ending(output, (".json", ".jsonl"), "games")
    terms = Terms(seed, side.upper(), spirits, rules)
    names = split_bots(bots)
    for name in names:
        make_bot(name)
    if set(names) != {"random"}:
        load_within_limit(_MEGABYTES, ("numpy",))
    standings: Standings | None = None
    if tournament:
        from harmonies_cli.simulate.tournament import Standings, games_of_a_deal, tournament_fixtures

        standings = Standings(seed)
        number = games * games_of_a_deal(names, players)
        fixtures = tournament_fixtures(terms, games, names, players)
    else:
        number = games
        fixtures = fixtures_of(terms, games, one_for_each_seat(names, players))
    found = 0
    with (
        command_workers(1 if number == 1 else jobs, scheduler) as (processes, make_pool),
        _records(output, tournament) as write,
        _progress(number) as tick,
    ):
        for game in play_fixtures(terms, fixtures, jobs=processes, make_pool=make_pool):
            write(game.line)
            tick()
            if game.broken_off is not None:
                found = 1
                click.echo(game.broken_off, err=True)
            elif standings is not None:
                standings.add(game)
    if standings is not None:
        click.echo(standings.table())
    return found


def _records(output: str | None, tournament: bool) -> AbstractContextManager[Write]:
    """Return the file for records; a tournament's table takes standard output, so its games need a file."""
    if tournament and output is None:
        return nullcontext(len)
    return open_packed_output(output)


@contextmanager
def _progress(games: int) -> Iterator[Callable[[], object]]:
    if not sys.stderr.isatty():
        yield lambda: None
        return
    steps = max(1, games // 200)
    with click.progressbar(length=games, label="Playing", file=sys.stderr, update_min_steps=steps) as progress:
        yield lambda: progress.update(1)
