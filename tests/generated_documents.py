"""The documents that are generated from the program: the commands, the rulings and the data dictionary."""

from __future__ import annotations

from collections.abc import Iterator

from harmonies_cli.statistics.files.single_file import dictionary_rows
from harmonies_cli.statistics.rows.columns import FORMAT_VERSION, TABLES
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


_DICTIONARY_HEAD = f"""\
# Data dictionary

The row tables of `harmonies export`, version {FORMAT_VERSION}. This page is generated from the module
`harmonies_cli.statistics.rows.columns`.

- `game` links the tables: the same game has the same number in every export, whatever its file, layout, id or notes.
  It is a signed 64-bit integer. A spreadsheet would round it, so in `.xlsx` files it is text.
- Parquet has integers, numbers, texts and truth values as below, and words as texts. pandas reads them as Int64,
  Float64, string and boolean, the types that `tables` of the Python API returns.
- In SQLite, truth values are 0 and 1. CSV is in UTF-8, with a heading; truth values are `true` and `false`; a missing
  value is empty, without quotation marks.
- In CSV and `.xlsx` a text that begins with `=`, `+`, `-` or `@` gets a leading apostrophe, so no spreadsheet takes a
  player's name for a formula; terminal control characters are replaced.
- Tables read back from a data set are sorted by `game`, the rows of a game in the order of play; files in other formats
  keep the order of the records.
- An illegal or unreadable record has a row in `games` only; `rejected.csv` says what is wrong with it. With
  `--include-illegal`, an illegal game that could be replayed to the end of its record has rows in all tables.
"""


def dictionary_document() -> str:
    """Return the data dictionary as a page of Markdown."""
    lines = [_DICTIONARY_HEAD]
    rows = list(dictionary_rows())
    for spec in TABLES.values():
        key = ", ".join(f"`{name}`" for name in spec.key)
        lines += [f"## {spec.name}", "", f"{spec.meaning}. The key is {key}.", ""]
        lines += ["| column | type | unit | meaning | missing |", "| --- | --- | --- | --- | --- |"]
        for row in rows:
            if row.table == spec.name:
                meaning = row.meaning + (f": {row.values}" if 0 < len(row.values) < 60 else "")
                lines.append(f"| `{row.column}` | {row.type} | {row.unit} | {meaning} | {row.missing} |")
        lines.append("")
    return "\n".join(lines)
