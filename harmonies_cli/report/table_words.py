"""The middle of the table in lines: the central board and the row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harmonies_cli.report.prose import Prose

__all__ = ["middle_lines"]


def middle_lines(
    central: Sequence[str | None], row: Sequence[str | None], prose: Prose, indent: str = ""
) -> Iterator[str]:
    """Yield the central board and the row.

    Parameters
    ----------
    central
        Letters on each central space; empty where there are none, None where they are unknown.
    row
        Ids of the cards of the row; None for a card that is unknown.
    prose
        Writes for the output.
    indent
        What stands before each line.
    """
    # Blanks that do not break keep a space and its tokens on one line.
    spaces = (f"{number}\xa0{'?' if lay is None else lay or '-'}" for number, lay in enumerate(central, 1))
    for line in prose.wrapped("   ".join(spaces), f"{indent}central  "):
        yield line.replace("\xa0", " ")
    yield from prose.wrapped(", ".join(card or "?" for card in row) or "empty", f"{indent}row      ")
