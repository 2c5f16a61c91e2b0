"""The file that makes a folder a data set: its version, and how its rows were made."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from harmonies_cli.errors import UsageError
from harmonies_cli.records.addresses import is_file, path_of
from harmonies_cli.records.paths import printable
from harmonies_cli.statistics.columns import FORMAT_VERSION, TABLES
from harmonies_cli.statistics.row_options import RowOptions

__all__ = ["MANIFEST", "is_dataset", "manifest_of", "read_manifest", "words_of"]

MANIFEST = "dataset.manifest"
_FORMAT = "harmonies-dataset"


def is_dataset(path: str | Path) -> bool:
    """Tell whether a path is a data set."""
    return is_file(path_of(path) / MANIFEST)


def manifest_of(options: RowOptions) -> bytes:
    """Return the manifest of a data set whose rows are made with some options."""
    tables = {spec.name: {column.name: column.type for column in spec.columns} for spec in TABLES.values()}
    manifest = {"format": _FORMAT, "version": FORMAT_VERSION, "options": asdict(options), "tables": tables}
    return json.dumps(manifest, indent=1).encode()


def read_manifest(folder: Path) -> RowOptions:
    """Return how the rows of a data set were made.

    Raises
    ------
    UsageError
        If the folder is no data set, or one of another version.
    """
    shown = printable(folder)
    try:
        manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
        version = manifest["version"]
        if version == FORMAT_VERSION:
            return RowOptions(**manifest["options"])
    except OSError as error:
        raise UsageError(f"{shown} is no data set: {MANIFEST}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError):
        raise UsageError(f"{shown}: {MANIFEST} is damaged; export the records into a new folder") from None
    message = f"{shown} is a data set of version {version}, this program reads version {FORMAT_VERSION}"
    raise UsageError(f"{message}: export the records into a new folder")


def words_of(options: RowOptions) -> str:
    """Return options in the words of the command line."""
    rules = f"--rules {options.rules}" if options.rules else "the rules of each record"
    side = f", --side {options.side}" if options.side else ""
    return rules + side + (", --include-illegal" if options.include_illegal else "")
