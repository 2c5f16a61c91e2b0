"""The contract of the row tables, and the page generated from it."""

from __future__ import annotations

from harmonies_cli.statistics.files.single_file import dictionary_rows
from harmonies_cli.statistics.rows.columns import TABLES
from tests.generated_documents import DICTIONARY, dictionary_document


def test_page_in_docs_is_what_the_code_says() -> None:
    assert DICTIONARY.read_text(encoding="utf-8") == dictionary_document(), "run python -m tests.regenerate_documents"


def test_every_column_says_what_it_means() -> None:
    for row in dictionary_rows():
        assert row.meaning and row.missing and (row.type != "word" or row.values), row


def test_names_are_unique_and_keys_are_columns() -> None:
    for spec in TABLES.values():
        assert len(set(spec.names)) == len(spec.names)
        assert set(spec.key) <= set(spec.names)
