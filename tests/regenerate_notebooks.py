"""Run the notebooks and store their outputs: ``python -m tests.regenerate_notebooks``; look at them afterwards."""

from __future__ import annotations

from tests.notebook_runs import NOTEBOOKS, executed

__all__ = ["regenerate"]


def regenerate() -> None:
    """Write every notebook with the outputs of this run."""
    import nbformat

    for file, book in zip(NOTEBOOKS, executed(NOTEBOOKS), strict=True):
        nbformat.write(book, file)  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    regenerate()
