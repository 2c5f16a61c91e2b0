"""Copy the sample records of the package to a folder."""

from __future__ import annotations

import shutil
from pathlib import Path

from harmonies_cli.errors import UsageError
from harmonies_cli.safe_text import printable

__all__ = ["copy_samples", "sample_files"]


def sample_files() -> dict[str, Path]:
    """Return the samples by their path in the folder, sorted: records, descriptions and licences."""
    inside = Path(__file__).parent / "samples"  # a wheel has them inside the package
    folder = inside if inside.is_dir() else Path(__file__).parents[1] / "samples"
    return {file.relative_to(folder).as_posix(): file for file in sorted(folder.rglob("*")) if file.is_file()}


def copy_samples(folder: Path) -> list[Path]:
    """Copy the samples, and return the files written.

    Parameters
    ----------
    folder
        The folder; created if missing. Nothing in it is overwritten.

    Raises
    ------
    UsageError
        If one of the files already exists, or the folder cannot be written.
    """
    files = sample_files()
    shown = printable(str(folder))
    targets = {folder / name: file for name, file in files.items()}
    try:
        if folder.exists() and not folder.is_dir():
            raise UsageError(f'cannot write "{shown}": it is a file, and the samples need a folder')
        there = next((target for target in targets if target.exists() or target.is_symlink()), None)
        if there is not None:
            raise UsageError(f'"{printable(str(there))}" already exists: choose another folder')
        for target, file in targets.items():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise UsageError(f'cannot write "{shown}": {reason}') from None
    return list(targets)
