"""The address of the schema in a new record."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

__all__ = ["name_shared_schema"]


def name_shared_schema(record: dict[str, Any], path: str) -> None:
    """Point a record at the schema in ``schemas``, beside its file or in a parent folder, if there is one.

    The address is relative, so that it works for everyone who has the folder. Without such a schema the record still
    names that of the installed program, which only its writer has.

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
