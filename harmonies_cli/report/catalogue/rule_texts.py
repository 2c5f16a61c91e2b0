"""Rulings and fault codes as text and Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harmonies_cli.catalogue.explanations import Code, Example, Ruling
from harmonies_cli.records.position.blank import layout_json
from harmonies_cli.records.position.typed_board import read_board
from harmonies_cli.records.record_boards import PlayerBoard
from harmonies_cli.report.picture.board_terminal import small_board
from harmonies_cli.report.terminal import Terminal
from harmonies_cli.report.text_layout import wrap_lines
from harmonies_cli.rules.board.sides import side_named
from harmonies_cli.rules.board.tokens import STACKS
from harmonies_cli.rules.scoring.landscapes import RULE_SETS

__all__ = ["code_lines", "ruling_lines", "rulings_markdown", "topic_lines"]

_CODE_WIDTH = 100
_LABEL = len("example")
_INSIDE = "    "
_WHERE = {
    "record": "a problem of records",
    "position": "a problem of final boards",
    "game": "a fault in a game",
    "site": "a fault in a file of Board Game Arena",
    "plays": "a fault of a logged play or a score pad",
}


def code_lines(code: Code, terminal: Terminal) -> Iterator[str]:
    """Yield the lines on everything known about a code."""
    width = min(terminal.width, _CODE_WIDTH)
    yield terminal.paint(code.code, "fault")
    yield from _part("is", ", ".join(_WHERE[place] for place in code.of), width)
    yield from _part("means", code.meaning, width)
    if code.example:
        yield "  example:"
        for line in _members(code.example, width - len(_INSIDE)):
            yield from wrap_lines(line.lstrip(), width, _INSIDE + " " * (len(line) - len(line.lstrip())))
    else:
        yield from _part("example", code.text or code.case or "", width)
    yield from _part("remedy", code.remedy, width)
    if code.see:
        yield from _part("see", ", ".join(f"harmonies rules {topic}" for topic in code.see), width)


def _part(label: str, text: str, width: int) -> list[str]:
    return wrap_lines(text, width, f"  {label:{_LABEL}}  ")


def _members(example: str, width: int) -> Iterator[str]:
    """Yield members of a record as JSON lines, without the braces around them."""
    import json

    for name, value in json.loads(f"{{{example}}}").items():
        first, *others = layout_json(value, width=width).splitlines()
        yield f'"{name}": {first}'
        yield from others


_WIDEST = 80


def topic_lines(rulings: Sequence[Ruling], terminal: Terminal) -> Iterator[str]:
    """Yield the topics, a line each."""
    width = max(len(ruling.topic) for ruling in rulings)
    for ruling in rulings:
        first, *others = wrap_lines(ruling.title, min(terminal.width, _WIDEST), " " * (width + 2))
        yield terminal.paint(f"{ruling.topic:{width}}") + first[width:]
        yield from others
    yield ""
    yield from wrap_lines("harmonies rules TOPIC shows one of them.", min(terminal.width, _WIDEST))


def ruling_lines(ruling: Ruling, terminal: Terminal) -> Iterator[str]:
    """Yield one ruling, with drawings of its examples."""
    width = min(terminal.width, _WIDEST)
    yield terminal.paint(ruling.title)
    for paragraph in ruling.text:
        yield ""
        yield from wrap_lines(paragraph, width)
    if any(ruling.under(rules) for rules in RULE_SETS):
        yield ""
        label = max(map(len, RULE_SETS))
        for rules in RULE_SETS:
            yield from wrap_lines(ruling.under(rules) or "", width, f"{rules:{label}}  ")
    for example in ruling.example:
        yield ""
        yield from wrap_lines(f"{example.text}: {_points(example)}.", width)
        yield from (f"  {line}".rstrip() for line in _drawing(example, terminal))
    if ruling.see:
        yield ""
        yield from wrap_lines(f"See also: {', '.join(ruling.see)}.", width)


def _points(example: Example) -> str:
    if example.rulebook == example.bga:
        return f"{example.row} {example.rulebook}"
    return f"{example.row} {example.rulebook} (rulebook), {example.bga} (bga)"


def _drawing(example: Example, terminal: Terminal) -> list[str]:
    side = side_named(example.side)
    stacks = {side.name_of[bit]: STACKS[node] for bit, node in read_board(side, example.board, 1).stacks.items()}
    return small_board(side, PlayerBoard(1, "", stacks), terminal)


def rulings_markdown(rulings: Sequence[Ruling]) -> Iterator[str]:
    """Yield rulings as a Markdown document, with the examples as typed in records."""
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
