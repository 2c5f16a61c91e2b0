"""Charts over the turns of a game: lines in a box without text, so a page can stretch it and write around it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from harmonies_cli.report.page_templates import markup

if TYPE_CHECKING:
    from markupsafe import Markup

__all__ = ["Mark", "Pointer", "TurnChart", "turn_chart"]

_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500)
_MOST_LINES = 5


class Pointer(NamedTuple):
    """A player's turn to mark, with the reason in a phrase and in a word."""

    turn: int
    player: int
    words: str
    kind: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A marked place on a line.

    Attributes
    ----------
    turn, player
        Where it is.
    across, up
        The same in percent of the box.
    words, kind
        The reason for the mark, in a phrase and in a word.
    """

    turn: int
    player: int
    across: float
    up: float
    words: str
    kind: str


@dataclass(frozen=True, slots=True)
class TurnChart:
    """A chart.

    Attributes
    ----------
    name
        A word for its id.
    title, label
        A short title, and a description for people who cannot see the chart.
    unit
        The unit after each number of the scale.
    lines
        The drawing: a line for each player, in a box of 100 by 100 that the page stretches.
    scale
        Values with their height in percent of the box.
    turns
        Numbers of turns with their place in percent of the box.
    marks
        Places to point at.
    unknown
        The end of the unknown part, in percent of the box, and the reason; None if all is known.
    """

    name: str
    title: str
    label: str
    unit: str
    lines: Markup
    scale: Sequence[tuple[int, float]]
    turns: Sequence[tuple[int, float]]
    marks: Sequence[Mark] = ()
    unknown: tuple[float, str] | None = None


def turn_chart(
    name: str,
    title: str,
    label: str,
    values: Sequence[Sequence[float | None]],
    *,
    top: float | None = None,
    unit: str = "",
    from_zero: bool = True,
    marks: Sequence[Pointer] = (),
    unknown: tuple[int, str] | None = None,
) -> TurnChart:
    """Return a chart.

    Parameters
    ----------
    name, title, label, unit
        See `TurnChart`.
    values
        For each turn, from the start, a value of each player; None leaves a gap.
    top
        The value at the upper edge; by default the largest value, rounded up.
    from_zero
        Whether the scale starts at zero even if all values are far above it.
    marks
        The turns to mark.
    unknown
        The turn before which nothing is known, and the reason.
    """
    last = max(1, len(values) - 1)
    known = [value for row in values for value in row if value is not None]
    least = min(known, default=0) if not from_zero else min(0, *known, 0)
    step = _step((top or max(known, default=0)) - least, _MOST_LINES)
    low = step * (least // step)
    high = top or max(low + step, step * -(-max(known, default=0) // step))

    def up(value: float) -> float:
        return 100 * (value - low) / (high - low)

    lines = []
    for player in range(len(values[0])):
        course = [(100 * turn / last, row[player]) for turn, row in enumerate(values)]
        path = "".join(_path([(x, None if value is None else 100 - up(value)) for x, value in course]))
        lines.append(f'<path class="player-{player + 1}" d="{path}" vector-effect="non-scaling-stroke"/>')
    placed = []
    for turn, player, words, kind in marks:
        value = values[turn][player - 1]
        if value is not None:
            placed.append(Mark(turn, player, 100 * turn / last, up(value), words, kind))
    turn_step = _step(last, 10)
    return TurnChart(
        name,
        title,
        label,
        unit,
        markup("".join(lines)),
        [(value, up(value)) for value in range(round(low), round(high) + 1, round(step))],
        [(turn, 100 * turn / last) for turn in range(0, last + 1, round(turn_step))],
        placed,
        None if unknown is None else (100 * unknown[0] / last, unknown[1]),
    )


def _step(largest: float, lines: int) -> float:
    return next((step for step in _STEPS if largest / step <= lines), _STEPS[-1])


def _path(course: Sequence[tuple[float, float | None]]) -> Iterator[str]:
    """Yield the parts of a path; a lone point becomes a line without length, which its round ends make a dot."""
    drawing = False
    for x, y in course:
        if y is not None:
            yield f"{'L' if drawing else 'M'}{x:.4g},{y:.4g}{'' if drawing else 'h0'}"
        drawing = y is not None
