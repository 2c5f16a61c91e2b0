"""The manual page, generated from the commands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path

import click

from harmonies_cli.cli.main import harmonies

__all__ = ["PAGE", "manual_page"]

PAGE = Path(__file__).parents[2] / "docs" / "man" / "harmonies.1"

_ENVIRONMENT = {
    "HARMONIES_CONFIG": "The configuration file, instead of the platform's usual place.",
    "HARMONIES_KEY": "The secret behind the pseudonyms of convert --anonymize, instead of --key.",
    "HARMONIES_DEBUG": "If set, the message on a fault of the program ends with the place in its source.",
    "NO_COLOR, FORCE_COLOR, CLICOLOR, CLICOLOR_FORCE": "Whether to use colours, unless --colour is given.",
    "COLUMNS": "The width of the output.",
}
_EXAMPLES = {
    "harmonies new --ask": "Type boards column by column, and see their scores.",
    "harmonies score game.json --explain": "Score a game, with the reason for every point.",
    "harmonies verify games/": "Check a folder of games.",
    "harmonies cards --cube-on blue": "Look up the cards whose cubes go on water.",
}


def manual_page() -> str:
    """Return the page in the language of man(7)."""
    return "".join(f"{line}\n" for line in _lines())


def _lines() -> Iterator[str]:
    yield '.\\" Written by python -m tests.regenerate_manual'
    yield '.TH HARMONIES 1 "" "harmonies\\-cli" "User Commands"'
    yield ".SH NAME"
    yield "harmonies \\- score, check and study games of the board game Harmonies"
    yield ".SH SYNOPSIS"
    yield from (".B harmonies", ".RI [ options ]", ".I command", ".RI [ arguments ]")
    context = click.Context(harmonies, info_name="harmonies", help_option_names=["-h", "--help"])
    yield ".SH DESCRIPTION"
    yield from _help(harmonies)
    yield ".SH OPTIONS"
    yield from _options(harmonies, context)
    yield ".SH COMMANDS"
    for name in harmonies.list_commands(context):
        command = harmonies.get_command(context, name)
        assert command is not None
        inner = click.Context(command, info_name=name, parent=context)
        usage = " ".join(command.collect_usage_pieces(inner))
        yield f".SS {_plain(f'harmonies {name} {usage}')}"
        yield from _help(command)
        yield from _options(command, inner)
    yield ".SH EXIT STATUS"
    for status, words in (("0", "Nothing was found."), ("1", "There are findings."), ("2", "It could not run.")):
        yield from (".TP", f".B {status}", words)
    yield ".SH ENVIRONMENT"
    for names, words in _ENVIRONMENT.items():
        yield from (".TP", f".B {_plain(names)}", _plain(words))
    yield ".SH FILES"
    yield from (".TP", ".I ~/.config/harmonies/config.toml", "Defaults of options; docs/configuration.md describes it.")
    yield ".SH EXAMPLES"
    for example, words in _EXAMPLES.items():
        yield from (".TP", f".B {_plain(example)}", _plain(words))


def _help(command: click.Command) -> Iterator[str]:
    """Yield the paragraphs of a help text; paragraphs after a backspace keep their line breaks."""
    for paragraph in re.split(r"\n\s*\n", cleandoc(command.help or "")):
        if paragraph.startswith("\b\n"):
            yield from (".PP", ".nf", *map(_plain, paragraph.splitlines()[1:]), ".fi")
        else:
            yield from (".PP", _plain(" ".join(paragraph.split())))


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None and isinstance(parameter, click.Option):
            names, words = record
            yield from (".TP", f".B {_plain(names)}", _plain(" ".join(words.split())))


def _plain(text: str) -> str:
    """Return a text with every special character escaped."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("~", "\\(ti").replace("^", "\\(ha")
    return f"\\&{text}" if text[:1] in (".", "'") else text
