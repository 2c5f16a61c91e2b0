"""The sample records."""

from __future__ import annotations

from pathlib import Path as FilePath

from harmonies_cli.api.arguments import Path, one_path
from harmonies_cli.sample_records import copy_samples

__all__ = ["samples"]


def samples(folder: Path) -> list[FilePath]:
    """Copy the sample records to a folder, as ``harmonies samples`` does, and return the files written.

    Parameters
    ----------
    folder
        The folder; it is made if missing, and nothing in it is overwritten.

    Raises
    ------
    UsageError
        If one of the files already exists, or the folder cannot be written.

    Examples
    --------
    >>> import harmonies_cli as h
    >>> files = h.samples("harmonies-samples")  # doctest: +SKIP
    """
    return copy_samples(FilePath(one_path("folder", folder)))
