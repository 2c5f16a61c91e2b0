"""Arguments, options and types of arguments that several commands share."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from harmonies_cli.report.formats import formats_of
from harmonies_cli.report.terminal import COLOUR_CHOICES
from harmonies_cli.rules.scoring.landscapes import RULE_SETS, RuleSet

__all__ = [
    "CardName",
    "CodeName",
    "GivenOnly",
    "TopicName",
    "colour_option",
    "complete_files",
    "explain_option",
    "files_argument",
    "format_option",
    "name_shared_schema",
    "output_option",
    "rules_option",
    "rules_or_configured_option",
    "side_option",
    "turn_option",
]


class _Name(click.ParamType[str]):
    """A name out of a list that a shell may complete."""

    name = "name"

    def _names(self) -> Iterable[tuple[str, str]]:
        # Each with a few words about it.
        raise NotImplementedError

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
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
        from harmonies_cli.catalogue.rulings import rulings

        return ((ruling.topic, ruling.title) for ruling in rulings())


class CodeName(_Name):
    """A code of a fault."""

    def _names(self) -> Iterable[tuple[str, str]]:
        from harmonies_cli.catalogue.codes import codes

        return ((code.code, code.meaning) for code in codes())


def name_shared_schema(record: dict[str, Any], path: str) -> None:
    """Let a record name the schema that lies in ``schemas`` beside its file, or further up, if there is one.

    The address is relative, so that it holds for everyone who has the folder. Without such a schema the record goes
    on naming that of the installed program, which is there for its writer alone.

    Parameters
    ----------
    record
        The record, with ``format`` and ``$schema``.
    path
        The file that it is written to.
    """
    name = f"{record['format'].removeprefix('harmonies-')}.schema.json"
    folder = Path(path).absolute().parent
    for above in (folder, *folder.parents):
        schema = above / "schemas" / name
        if schema.is_file():
            record["$schema"] = Path(os.path.relpath(schema, folder)).as_posix()
            return


Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def complete_files(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
    """Let the shell complete the names of files."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="file")]


# Not of the type click.Path, which looks at the file, and trips over names that no file can have.
files_argument: Decorator = click.argument(
    "files", metavar="FILE...", nargs=-1, required=True, shell_complete=complete_files
)
_RULES_HELP = "Rule set to score under; by default the one that the record names, or the rulebook."


class GivenOnly(click.Choice[str]):
    """A choice that is not configured: tables of the same records are the same, whoever makes them."""


rules_option: Decorator = click.option("--rules", type=GivenOnly(RULE_SETS), help=_RULES_HELP)


def _given_rules(ctx: click.Context, param: click.Parameter, value: RuleSet | None) -> RuleSet | None:
    """Return a rule set of the command line; one of the configuration is for records that name none."""
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
    help="Side of the boards: in place of a position's own, and where a log does not tell.",
)
turn_option: Decorator = click.option(
    "--turn", type=click.IntRange(min=1), metavar="N", help="Look at a game after its turn N."
)
explain_option: Decorator = click.option(
    "--explain", is_flag=True, help="Say why each item scores what it does, those worth 0 included."
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
        show_default=True,
        help="Output format.",
    )


def output_option(what: str) -> Decorator:
    """Return the option ``--output``; `what` is written there."""
    return click.option("-o", "--output", metavar="PATH", type=click.Path(), help=f"Write {what} to PATH.")
