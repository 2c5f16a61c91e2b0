"""The files of an analysis into a folder."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from harmonies_cli.errors import UsageError
from harmonies_cli.records.files.atomic import write_whole
from harmonies_cli.report.analysis.replay_pages import REPLAYS
from harmonies_cli.safe_text import printable

__all__ = ["write_files"]

_FOLDERS = {"tables": ("*.csv", "*.parquet"), "charts": ("*.svg", "*.png"), REPLAYS: (f"{'[0-9a-f]' * 16}.html",)}


def write_files(folder: Path, files: Iterable[tuple[str, bytes]]) -> None:
    """Write files into a folder, each whole or not at all; delete what an earlier analysis left in its sub-folders.

    Parameters
    ----------
    folder
        The folder; created if missing.
    files
        Paths in it, and bytes.

    Raises
    ------
    UsageError
        If it cannot be written.
    """
    written = set()
    try:
        for path, data in files:
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            written.add(target)
            write_whole(target, data)
        for name, patterns in _FOLDERS.items():
            for pattern in patterns:
                for old in set((folder / name).glob(pattern)) - written:
                    old.unlink()
    except OSError as error:
        raise UsageError(f"cannot write {printable(str(folder))}: {error.strerror}") from None
