"""What players are called in a report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from harmonies_cli.rules.scoresheet import Scoresheet
from harmonies_cli.safe_text import printable

__all__ = ["called", "heading_of"]


def heading_of(sheet: Scoresheet, show: Callable[[str], str] = str) -> str:
    """Return a player's number and name, the name as `show` writes it."""
    name = printable(sheet.name)
    return f"{sheet.player}. {show(name)}" if name else f"Player {sheet.player}"


def called(sheets: Sequence[Scoresheet]) -> dict[int, str]:
    """Return by player number a name for use in a sentence, with the number where two have the same."""
    names = {sheet.player: printable(sheet.name) or f"Player {sheet.player}" for sheet in sheets}
    often = Counter(names.values())
    return {player: f"{name} ({player})" if often[name] > 1 else name for player, name in names.items()}
