"""What a code of a fault means, on a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from harmonies_cli.catalogue.codes import Code
from harmonies_cli.records.layout import laid_out
from harmonies_cli.report.display import wrapped
from harmonies_cli.report.terminal import Terminal

__all__ = ["code_lines"]

_WIDEST = 100
_LABEL = len("example")
_INSIDE = "    "
_WHERE = {
    "record": "a problem of records",
    "position": "a problem of final boards",
    "game": "a fault in a game",
    "site": "a fault in a file of Board Game Arena",
}


def code_lines(code: Code, terminal: Terminal) -> Iterator[str]:
    """Yield all there is to know about a code."""
    width = min(terminal.width, _WIDEST)
    yield terminal.paint(code.code, "fault")
    yield from _part("is", ", ".join(_WHERE[place] for place in code.of), width)
    yield from _part("means", code.meaning, width)
    if code.example:
        yield "  example:"
        for line in _members(code.example, width - len(_INSIDE)):
            yield from wrapped(line.lstrip(), width, _INSIDE + " " * (len(line) - len(line.lstrip())))
    else:
        yield from _part("example", code.text or code.case or "", width)
    yield from _part("remedy", code.remedy, width)
    if code.see:
        yield from _part("see", ", ".join(f"harmonies rules {topic}" for topic in code.see), width)


def _part(label: str, text: str, width: int) -> list[str]:
    return wrapped(text, width, f"  {label:{_LABEL}}  ")


def _members(example: str, width: int) -> Iterator[str]:
    """Yield the lines of members of a record, without the braces around them."""
    import json

    for name, value in json.loads(f"{{{example}}}").items():
        first, *others = laid_out(value, width=width).splitlines()
        yield f'"{name}": {first}'
        yield from others
