"""Arguments and options that several commands share, and completion of names in a shell."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import click

from harmonies_cli.csv_dialects import DIALECTS, PLAIN_CSV, CsvDialect
from harmonies_cli.errors import UsageError
from harmonies_cli.plurals import count_of
from harmonies_cli.report.formats import formats_of
from harmonies_cli.report.terminal import COLOUR_CHOICES
from harmonies_cli.rules.scoring.landscapes import RULE_SETS, RuleSet
from harmonies_cli.safe_text import printable

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

__all__ = [
    "CardName",
    "CodeName",
    "GivenOnly",
    "TopicName",
    "TurnRange",
    "colour_option",
    "complete_files",
    "csv_dialect_option",
    "explain_option",
    "files_argument",
    "format_option",
    "output_option",
    "refuse_other_dialect",
    "rules_option",
    "rules_or_configured_option",
    "side_option",
    "tell_own_outputs",
    "turn_option",
]

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def complete_files(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
    """Let the shell complete the names of files."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="file")]


_MOST_NAMES = 3


def tell_own_outputs(ctx: click.Context, param: click.Parameter, files: tuple[str, ...]) -> tuple[str, ...]:
    """Return the files of the command line; say which files in their folders are not read."""
    from harmonies_cli.records.files.paths import own_outputs

    if not ctx.resilient_parsing and (own := [printable(str(file)) for file in own_outputs(files)]):
        more = ", ..." if len(own) > _MOST_NAMES else ""
        names = ", ".join(own[:_MOST_NAMES]) + more
        click.echo(f"Left out {count_of(len(own), 'file')} that this program wrote: {names}", err=True)
    return files


# The type click.Path would check the file, and fail on names that no file can have.
files_argument: Decorator = click.argument(
    "files",
    metavar="FILE...",
    nargs=-1,
    required=True,
    shell_complete=complete_files,
    callback=tell_own_outputs,
)
_RULES_HELP = "Rule set to score under; by default the one that the record names, else the rulebook."


class GivenOnly(click.Choice[str]):
    """A choice that cannot be configured, so the same records give everyone the same tables."""


rules_option: Decorator = click.option("--rules", type=GivenOnly(RULE_SETS), help=_RULES_HELP)


def _given_rules(ctx: click.Context, param: click.Parameter, value: RuleSet | None) -> RuleSet | None:
    """Return the rule set of the command line; the configured one applies only to records that name none."""
    configured = ctx.get_parameter_source("rules") is click.core.ParameterSource.DEFAULT_MAP
    ctx.params["default_rules"] = value if configured else "rulebook"
    return None if configured else value


rules_or_configured_option: Decorator = click.option(
    "--rules", type=click.Choice(RULE_SETS), callback=_given_rules, help=_RULES_HELP
)
"""``--rules``, with the further parameter ``default_rules``: the rule set of records that name none."""
side_option: Decorator = click.option(
    "--side",
    type=click.Choice(("A", "B"), case_sensitive=False),
    help="Side of the boards: replaces the side of a position, and is used for a log that names none.",
)
turn_option: Decorator = click.option(
    "--turn", type=click.IntRange(min=1), metavar="N", help="Use the state of a game after turn N."
)
explain_option: Decorator = click.option(
    "--explain", is_flag=True, help="Explain the points of each item, even if it scores 0."
)
colour_option: Decorator = click.option(
    "--colour",
    "--color",
    type=click.Choice(COLOUR_CHOICES),
    default="auto",
    show_default=True,
    help="Colour on the terminal; auto heeds NO_COLOR.",
)


def format_option(command: str) -> Decorator:
    """Return the option ``--format`` of a command, which gives the parameter ``form``."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(formats_of(command)),
        default="text",
        help="Output format; by default the one that fits the ending of PATH, or text.",
    )


def _dialect(ctx: click.Context, param: click.Parameter, value: str) -> CsvDialect:
    return DIALECTS[value]


csv_dialect_option: Decorator = click.option(
    "--csv-dialect",
    type=GivenOnly(tuple(DIALECTS)),
    default="plain",
    show_default=True,
    callback=_dialect,
    help="CSV for programs, or for Excel: excel-eu has semicolons and decimal commas.",
)


def refuse_other_dialect(dialect: CsvDialect, is_csv: bool) -> None:
    """Refuse a CSV dialect for other output.

    Raises
    ------
    UsageError
        If a dialect other than the default is requested.
    """
    if dialect != PLAIN_CSV and not is_csv:
        raise UsageError("--csv-dialect applies only to CSV output")


def output_option(what: str) -> Decorator:
    """Return the option ``--output`` for `what`."""
    return click.option("-o", "--output", metavar="PATH", type=click.Path(), help=f"Write {what} to PATH.")


class _Name(click.ParamType[str]):
    """A name from a list, which a shell can complete."""

    name = "name"

    def _names(self) -> Iterable[tuple[str, str]]:
        # Each has a few words of help.
        raise NotImplementedError

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        typed = incomplete.casefold()
        return [CompletionItem(name, help=words) for name, words in self._names() if name.casefold().startswith(typed)]


class CardName(_Name):
    """The name of a card, in any of the languages."""

    def _names(self) -> Iterable[tuple[str, str]]:
        from harmonies_cli.rules.board.cards import CARDS

        named = {alias: card.id for card in CARDS for names in card.aliases.values() for alias in names}
        yield from ((card.id, f"{card.kind} card, cubes on {card.cube_on}") for card in CARDS)
        ids = {card.id for card in CARDS}
        yield from ((alias, id_) for alias, id_ in named.items() if alias not in ids)


class TopicName(_Name):
    """The name of a ruling."""

    def _names(self) -> Iterable[tuple[str, str]]:
        from harmonies_cli.catalogue.explanations import rulings

        return ((ruling.topic, ruling.title) for ruling in rulings())


class CodeName(_Name):
    """A code of a fault."""

    def _names(self) -> Iterable[tuple[str, str]]:
        from harmonies_cli.catalogue.explanations import codes

        return ((code.code, code.meaning) for code in codes())


class TurnRange(click.ParamType[range]):
    """``3``, ``3-5`` or ``3-``, as a range of numbers."""

    name = "turns"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> range:
        """Return the range of a typed value."""
        first, dash, last = str(value).strip().partition("-")
        numbers = [int(text) if text.isascii() and text.isdigit() and len(text) <= 6 else 0 for text in (first, last)]
        if not dash:
            numbers[1] = numbers[0]
        elif not last.strip():
            numbers[1] = 999_999
        if not 1 <= numbers[0] <= numbers[1]:
            self.fail(f"{printable(str(value))!r} is not a range of turns; write 3, 3-5 or 3-", param, ctx)
        return range(numbers[0], numbers[1] + 1)
