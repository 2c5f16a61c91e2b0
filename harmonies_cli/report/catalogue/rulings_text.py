"""The rulings on a terminal, and as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harmonies_cli.catalogue.rulings import Example, Ruling
from harmonies_cli.records.boards import PlayerBoard
from harmonies_cli.records.typedboard import read_board
from harmonies_cli.report.display import wrapped
from harmonies_cli.report.replay.small_board import small_board
from harmonies_cli.report.terminal import Terminal
from harmonies_cli.rules.landscapes import RULE_SETS
from harmonies_cli.rules.sides import side_named
from harmonies_cli.rules.stacks import STACKS

__all__ = ["ruling_lines", "rulings_markdown", "topic_lines"]

_WIDEST = 80


def topic_lines(rulings: Sequence[Ruling], terminal: Terminal) -> Iterator[str]:
    """Yield the topics, a line each."""
    width = max(len(ruling.topic) for ruling in rulings)
    for ruling in rulings:
        first, *others = wrapped(ruling.title, min(terminal.width, _WIDEST), " " * (width + 2))
        yield terminal.paint(f"{ruling.topic:{width}}") + first[width:]
        yield from others
    yield ""
    yield from wrapped("harmonies rules TOPIC shows one of them.", min(terminal.width, _WIDEST))


def ruling_lines(ruling: Ruling, terminal: Terminal) -> Iterator[str]:
    """Yield one ruling, with its examples drawn."""
    width = min(terminal.width, _WIDEST)
    yield terminal.paint(ruling.title)
    for paragraph in ruling.text:
        yield ""
        yield from wrapped(paragraph, width)
    if any(ruling.under(rules) for rules in RULE_SETS):
        yield ""
        label = max(map(len, RULE_SETS))
        for rules in RULE_SETS:
            yield from wrapped(ruling.under(rules) or "", width, f"{rules:{label}}  ")
    for example in ruling.example:
        yield ""
        yield from wrapped(f"{example.text}: {_points(example)}.", width)
        yield from (f"  {line}".rstrip() for line in _drawing(example, terminal))
    if ruling.see:
        yield ""
        yield from wrapped(f"See also: {', '.join(ruling.see)}.", width)


def _points(example: Example) -> str:
    if example.rulebook == example.bga:
        return f"{example.row} {example.rulebook}"
    return f"{example.row} {example.rulebook} (rulebook), {example.bga} (bga)"


def _drawing(example: Example, terminal: Terminal) -> list[str]:
    side = side_named(example.side)
    stacks = {side.name_of[bit]: STACKS[node] for bit, node in read_board(side, example.board, 1).stacks.items()}
    return small_board(side, PlayerBoard(1, "", stacks), terminal)


def rulings_markdown(rulings: Sequence[Ruling]) -> Iterator[str]:
    """Yield rulings as a Markdown document, the examples as they are typed in records."""
    for number, ruling in enumerate(rulings):
        if number:
            yield ""
        yield f"## {ruling.title}"
        for paragraph in ruling.text:
            yield from ("", paragraph)
        if any(ruling.under(rules) for rules in RULE_SETS):
            yield ""
            yield from (f"- `{rules}`: {ruling.under(rules)}" for rules in RULE_SETS)
        for example in ruling.example:
            board = ", ".join(f'"{column}"' for column in example.board)
            yield from ("", f"{example.text}: {_points(example)}.", "")
            yield from ("```json", f'{{"side": "{example.side}", "board": [{board}]}}', "```")
