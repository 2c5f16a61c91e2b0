"""Write the catalogue's cards into the schemas: ``python -m tests.regenerate_schemas``."""

from __future__ import annotations

from harmonies_cli.records.schema.validation import schema_file
from tests.generated_schemas import KINDS, schema_text


def main() -> None:
    """Write the schemas."""
    for kind in KINDS:
        schema_file(kind).write_text(schema_text(kind), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
