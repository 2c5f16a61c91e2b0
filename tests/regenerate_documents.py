"""Write docs/commands.md and docs/rulings.md anew: ``python -m tests.regenerate_documents``."""

from __future__ import annotations

from tests.generated_documents import COMMANDS, RULINGS, commands_document, rulings_document


def main() -> None:
    """Write the documents."""
    COMMANDS.write_text(commands_document(), encoding="utf-8", newline="\n")
    RULINGS.write_text(rulings_document(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
