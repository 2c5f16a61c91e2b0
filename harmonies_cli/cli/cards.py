"""``harmonies cards``."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

import click

from harmonies_cli.catalogue.card_entries import COLOURS, KINDS, LANGUAGES, CardKind, find_cards
from harmonies_cli.cli.options import (
    CardName,
    colour_option,
    csv_dialect_option,
    format_option,
    output_option,
    refuse_other_dialect,
)
from harmonies_cli.cli.output import format_for, open_packed_output
from harmonies_cli.csv_dialects import CsvDialect
from harmonies_cli.report.terminal import PLAIN_FILE, ColourChoice, Terminal, terminal_of
from harmonies_cli.report.text_layout import encode_for
from harmonies_cli.rules.board.cards import Card

__all__ = ["cards"]


@click.command(
    help="""Look up the cards: points, habitats, and names in five languages.

    NAME is a card's name in English, French, Italian, Spanish or German, or its number on Board Game Arena. One
    card is shown in full; without a name, all cards that match the options are listed.
    """,
)
@click.argument("names", metavar="[NAME]...", nargs=-1, type=CardName())
@click.option("--kind", type=click.Choice(KINDS), help="Only animal cards, or only Nature's Spirit cards.")
@click.option(
    "--cube-on",
    metavar="COLOUR",
    type=click.Choice((*COLOURS, "grey"), case_sensitive=False),
    help=f"Only cards with cubes on this colour: {', '.join(COLOURS)}.",
)
@click.option("--max-cubes", metavar="N", type=click.IntRange(min=1), help="Only cards with at most this many cubes.")
@click.option("--brief", is_flag=True, help="Show a line for each card, without drawings.")
@click.option(
    "--language",
    type=click.Choice(tuple(LANGUAGES)),
    default="en",
    show_default=True,
    help="Language of the card names.",
)
@format_option("cards")
@csv_dialect_option
@output_option("the cards")
@colour_option
def cards(
    names: tuple[str, ...],
    kind: CardKind | None,
    cube_on: str | None,
    max_cubes: int | None,
    brief: bool,
    language: str,
    form: str,
    csv_dialect: CsvDialect,
    output: str | None,
    colour: ColourChoice,
) -> int:
    """Run ``harmonies cards``."""
    form = format_for("cards", form, output)
    found = find_cards(names, kind=kind, cube_on="gray" if cube_on == "grey" else cube_on, max_cubes=max_cubes)
    refuse_other_dialect(csv_dialect, form == "csv")
    terminal = PLAIN_FILE if output else terminal_of(sys.stdout, colour)
    only = len(names) > 0 and len(found) == 1
    with open_packed_output(output) as write:
        if form == "csv":
            from harmonies_cli.report.catalogue.card_texts import cards_csv

            write(cards_csv(found, csv_dialect))
        else:
            write(_render(found, form, terminal, language, brief=brief, only=only))
    if not found:
        click.echo("No card matches these options.", err=True)
    return 0


def _render(found: Sequence[Card], form: str, terminal: Terminal, language: str, *, brief: bool, only: bool) -> bytes:
    # Load a format only if it is needed.
    if form == "json":
        from harmonies_cli.report.catalogue.card_texts import cards_json

        return cards_json(found)
    lines = _lines(found, form, terminal, language, brief=brief, only=only) if found else ()
    return encode_for("".join(f"{line.rstrip()}\n" for line in lines), terminal.encoding if form == "text" else "utf-8")


def _lines(
    found: Sequence[Card], form: str, terminal: Terminal, language: str, *, brief: bool, only: bool
) -> Iterator[str]:
    from harmonies_cli.report.catalogue import card_texts
    from harmonies_cli.report.catalogue.card_texts import cards_markdown

    if form == "markdown":
        return cards_markdown(found)
    if brief:
        return card_texts.card_list_lines(found, terminal, language)
    if only:
        return card_texts.card_lines(found[0], terminal, language)
    return card_texts.cards_lines(found, terminal, language)
