"""``harmonies verify``."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable

import click
import msgspec

from harmonies_cli.cli.options import (
    CodeName,
    colour_option,
    complete_files,
    format_option,
    output_option,
    rules_or_configured_option,
    side_option,
    tell_own_outputs,
)
from harmonies_cli.cli.output import Write, format_for, open_packed_output
from harmonies_cli.cli.run_job import jobs_option, run_job, scheduler_option
from harmonies_cli.records.files.atomic import refuse_inputs
from harmonies_cli.records.files.record_output import count
from harmonies_cli.records.outcome import AssessOptions
from harmonies_cli.records.reader import ReadOptions
from harmonies_cli.report.formats import JsonLinesWriter, JsonWriter, Options
from harmonies_cli.report.terminal import PLAIN_FILE, ColourChoice, Terminal, terminal_of
from harmonies_cli.report.text_layout import encode_for
from harmonies_cli.report.verdicts.verify_job import VerdictForm, VerifyJob, summary_line
from harmonies_cli.rules.scoring.landscapes import RuleSet

__all__ = ["verify"]

_VERDICTS = ("legal", "illegal", "invalid")


@click.command(
    help="""Check recorded games against the rules.

    Each record is legal, illegal (it breaks a rule) or invalid (it cannot be read). For a broken rule, the output shows
    the place and what would have been allowed. Recorded results are checked; parts that cannot be checked are listed.
    """,
)
@click.argument(
    "files",
    metavar="FILE...",
    nargs=-1,
    shell_complete=complete_files,
    callback=lambda ctx, param, files: _files(ctx, param, files),
)
@rules_or_configured_option
@side_option
@format_option("verify")
@click.option(
    "--keep-going",
    is_flag=True,
    help="Continue after a faulty action that is possible on a real table, and list all faults.",
)
@click.option("--fail-fast", is_flag=True, help="Stop after the first record that is not legal.")
@click.option(
    "-q",
    "--quiet",
    is_flag=True,
    help="Omit legal records and the summary; output for programs still has an element for every record.",
)
@click.option("--scores", is_flag=True, help="Also show the scoresheets: final, or as they stood at the fault.")
@click.option(
    "--cross-check",
    is_flag=True,
    help="Compare the legal moves listed in Board Game Arena logs with those that this program finds.",
)
@click.option(
    "--explain",
    metavar="CODE",
    type=CodeName(),
    is_eager=True,
    help="Explain the code of a fault, with an example and the remedy; no FILE is read.",
)
@output_option("the verdicts")
@jobs_option
@scheduler_option
@colour_option
def verify(
    files: tuple[str, ...],
    rules: RuleSet | None,
    default_rules: RuleSet,
    side: str | None,
    form: VerdictForm,
    keep_going: bool,
    fail_fast: bool,
    quiet: bool,
    scores: bool,
    cross_check: bool,
    explain: str | None,
    output: str | None,
    jobs: int | None,
    scheduler: str | None,
    colour: ColourChoice,
) -> int:
    """Run ``harmonies verify``."""
    form = format_for("verify", form, output)
    terminal = PLAIN_FILE if output else terminal_of(sys.stdout, colour)
    if explain is not None:
        _explain(explain, form, terminal, output)
        return 0
    refuse_inputs(output, files)
    work = VerifyJob(
        AssessOptions(
            rules=rules, default_rules=default_rules, side=side, explain=form != "text", keep_going=keep_going
        ),
        ReadOptions(side=side, cross_check=cross_check),
        form,
        terminal,
        quiet=quiet,
        scores=scores,
        fail_fast=fail_fast,
    )
    counts: Counter[str] = Counter()
    with (
        run_job(work, files, label="Verifying", jobs=jobs, scheduler=scheduler, output=output) as pieces,
        open_packed_output(output) as write,
    ):
        add, end = _text(write) if form == "text" else _json(write, form)
        for piece in pieces:
            count(counts, piece)
            if piece.out:
                add(piece.out)
        end(counts, quiet)
    return 1 if counts.total() > counts["legal"] else 0


def _files(ctx: click.Context, param: click.Parameter, files: tuple[str, ...]) -> tuple[str, ...]:
    """Return the files, which only an explanation can do without."""
    if not files and ctx.params.get("explain") is None and not ctx.resilient_parsing:
        raise click.MissingParameter(ctx=ctx, param=param)
    return tell_own_outputs(ctx, param, files)


def _explain(name: str, form: VerdictForm, terminal: Terminal, output: str | None) -> None:
    from harmonies_cli.catalogue.explanations import find_code

    code = find_code(name)
    with open_packed_output(output) as write:
        if form == "json":
            write(msgspec.json.format(msgspec.json.encode({"codes": [code]}), indent=1) + b"\n")
        elif form == "jsonl":
            write(msgspec.json.encode(code) + b"\n")
        else:
            from harmonies_cli.report.catalogue.rule_texts import code_lines

            write(encode_for("".join(f"{line}\n" for line in code_lines(code, terminal)), terminal.encoding))


Add = Callable[[bytes], object]
End = Callable[[Counter[str], bool], None]


def _text(write: Write) -> tuple[Add, End]:
    def end(counts: Counter[str], quiet: bool) -> None:
        if not quiet:
            write(f"{summary_line(_verdicts(counts))}\n".encode())

    return write, end


def _json(write: Write, form: str) -> tuple[Add, End]:
    document = JsonWriter(write, Options()) if form == "json" else None
    writer = document or JsonLinesWriter(write, Options())
    writer.begin()

    def end(counts: Counter[str], quiet: bool) -> None:
        verdicts = _verdicts(counts)
        if document is not None:
            document.end(summary={"records": sum(verdicts.values()), **verdicts})
        elif not quiet:
            click.echo(summary_line(verdicts), err=True)

    return writer.add_encoded, end


def _verdicts(counts: Counter[str]) -> dict[str, int]:
    return {verdict: counts[verdict] for verdict in _VERDICTS}
