"""The data dictionary: describes every column of every row table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from harmonies_cli.statistics.rows.column import TOKEN_SETS, Column
from harmonies_cli.statistics.rows.columns import FORMAT_VERSION, TABLES

__all__ = ["DictionaryRow", "dictionary_rows", "dictionary_text"]

_TYPES = {
    "bool": "truth value",
    "int8": "integer (8 bits)",
    "int16": "integer (16 bits)",
    "int64": "integer (64 bits)",
    "double": "number",
    "string": "text",
    "category": "word",
}
_HEAD = f"""\
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


class DictionaryRow(NamedTuple):
    """A column, described."""

    table: str
    column: str
    type: str
    unit: str
    meaning: str
    missing: str
    values: str


def dictionary_rows() -> Iterator[DictionaryRow]:
    """Yield the columns of all tables."""
    for spec in TABLES.values():
        for column in spec.columns:
            yield DictionaryRow(
                spec.name,
                column.name,
                _TYPES[column.type],
                column.unit,
                column.meaning,
                column.nullable or "never",
                _values(column),
            )


def _values(column: Column) -> str:
    if column.values == TOKEN_SETS:
        return "up to six of the letters " + ", ".join(TOKEN_SETS[1:7]) + ", in this order"
    return ", ".join(column.values)


def dictionary_text() -> str:
    """Return the data dictionary as a page of Markdown."""
    lines = [_HEAD]
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
