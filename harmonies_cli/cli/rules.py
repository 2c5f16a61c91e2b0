"""``harmonies rules``."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click
import msgspec

from harmonies_cli.catalogue.explanations import Ruling, find_rulings, rulings
from harmonies_cli.cli.options import TopicName, colour_option, format_option, output_option
from harmonies_cli.cli.output import format_for, open_packed_output
from harmonies_cli.report.terminal import PLAIN_FILE, ColourChoice, Terminal, terminal_of

__all__ = ["rules"]


@click.command(
    help="""Look up a ruling: the rule, and its effect in the two rule sets.

    Without TOPIC, the command lists the topics as text, or gives all rulings as JSON or Markdown. The wording is
    this program's own and does not replace the printed rules.
    """,
)
@click.argument("topic", metavar="[TOPIC]", required=False, type=TopicName())
@click.option("--all", "everything", is_flag=True, help="Show all rulings, one after another.")
@format_option("rules")
@output_option("the rulings")
@colour_option
def rules(topic: str | None, everything: bool, form: str, output: str | None, colour: ColourChoice) -> int:
    """Run ``harmonies rules``."""
    form = format_for("rules", form, output)
    terminal = PLAIN_FILE if output else terminal_of(sys.stdout, colour)
    found = rulings() if topic is None else find_rulings(topic)
    with open_packed_output(output) as write:
        if form == "json":
            write(msgspec.json.format(msgspec.json.encode({"rulings": found}), indent=1) + b"\n")
        else:
            lines = _lines(found, form, terminal, listed=topic is None and not everything)
            write("".join(f"{line.rstrip()}\n" for line in lines).encode())
    return 0


def _lines(found: list[Ruling], form: str, terminal: Terminal, *, listed: bool) -> Iterator[str]:
    from harmonies_cli.report.catalogue.rule_texts import ruling_lines, rulings_markdown, topic_lines

    if form == "markdown":
        yield from rulings_markdown(found)
    elif listed:
        yield from topic_lines(found, terminal)
    else:
        for number, ruling in enumerate(found):
            yield from ("", "") if number else ()
            yield from ruling_lines(ruling, terminal)
