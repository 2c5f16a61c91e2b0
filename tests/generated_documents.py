"""The documents that are generated from the program: the commands and the rulings."""

from __future__ import annotations

from collections.abc import Iterator

from tests.cli.command import ROOT, run

COMMANDS = ROOT / "docs" / "commands.md"
DICTIONARY = ROOT / "docs" / "data-dictionary.md"
RULINGS = ROOT / "docs" / "rulings.md"
_MADE = "<!-- Made by python -m tests.regenerate_documents: manual changes are lost. -->"


def command_names() -> list[str]:
    """Return the names of all commands, in the order of ``--help``."""
    from harmonies_cli.cli.main import harmonies

    return harmonies.list_commands(None)  # type: ignore[arg-type]


def commands_document() -> str:
    """Return the reference of commands: the ``--help`` of the program and of each command."""
    return "\n".join(_commands())


def _commands() -> Iterator[str]:
    yield from ("# Commands", "", _MADE, "")
    yield "What `--help` says, command by command. The manual page `harmonies(1)` says the same."
    yield from ("", "```text", _help(), "```", "")
    for name in command_names():
        yield from (f"## harmonies {name}", "", "```text", _help(name), "```", "")


def _help(*arguments: str) -> str:
    ran = run(*arguments, "--help")
    assert ran.status == 0, ran.err
    return ran.out.rstrip()


def rulings_document() -> str:
    """Return all rulings as a document, in the program's own words."""
    head = (
        "# Rulings",
        "",
        _MADE,
        "",
        "What the program does where the printed rules leave a question open, or where the two rule sets differ.",
        "The words are ours and do not replace the rules that come with the game. `harmonies rules TOPIC` shows",
        "a part of this in the terminal. The boards are worked examples; the tests score them.",
        "",
        "",
    )
    return "\n".join(head) + run("rules", "--all", "--format", "markdown").out
