"""Regenerate docs/commands.md, rulings.md and data-dictionary.md: ``python -m tests.regenerate_documents``."""

from __future__ import annotations

from tests.generated_documents import (
    COMMANDS,
    DICTIONARY,
    RULINGS,
    commands_document,
    dictionary_document,
    rulings_document,
)


def main() -> None:
    """Write the documents."""
    COMMANDS.write_text(commands_document(), encoding="utf-8", newline="\n")
    DICTIONARY.write_text(dictionary_document(), encoding="utf-8", newline="\n")
    RULINGS.write_text(rulings_document(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
