"""Names of cards, topics and codes as arguments, completed while they are typed, and ranges of turns."""

from __future__ import annotations

from collections.abc import Iterable

import click
from click.shell_completion import CompletionItem

from harmonies_cli.safe_text import printable

__all__ = ["CardName", "CodeName", "TopicName", "TurnRange"]


class _Name(click.ParamType[str]):
    """A name from a list, which a shell can complete."""

    name = "name"

    def _names(self) -> Iterable[tuple[str, str]]:
        # Each with a few words of help.
        raise NotImplementedError

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        typed = incomplete.casefold()
        return [CompletionItem(name, help=words) for name, words in self._names() if name.casefold().startswith(typed)]


class CardName(_Name):
    """The name of a card, in any of the languages."""

    def _names(self) -> Iterable[tuple[str, str]]:
        from harmonies_cli.rules.board.cards import CARDS

        named = {alias: card.id for card in CARDS for names in card.aliases.values() for alias in names}
        yield from ((card.id, f"{card.kind} card, cubes on {card.cube_on}") for card in CARDS)
        ids = {card.id for card in CARDS}
        yield from ((alias, id_) for alias, id_ in named.items() if alias not in ids)


class TopicName(_Name):
    """The name of a ruling."""

    def _names(self) -> Iterable[tuple[str, str]]:
        from harmonies_cli.catalogue.rulings import rulings

        return ((ruling.topic, ruling.title) for ruling in rulings())


class CodeName(_Name):
    """A code of a fault."""

    def _names(self) -> Iterable[tuple[str, str]]:
        from harmonies_cli.catalogue.codes import codes

        return ((code.code, code.meaning) for code in codes())


class TurnRange(click.ParamType[range]):
    """``3``, ``3-5`` or ``3-``, as a range of numbers."""

    name = "turns"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> range:
        """Return the range that was typed."""
        first, dash, last = str(value).strip().partition("-")
        numbers = [int(text) if text.isascii() and text.isdigit() and len(text) <= 6 else 0 for text in (first, last)]
        if not dash:
            numbers[1] = numbers[0]
        elif not last.strip():
            numbers[1] = 999_999
        if not 1 <= numbers[0] <= numbers[1]:
            self.fail(f"{printable(str(value))!r} is no range of turns; write 3, 3-5 or 3-", param, ctx)
        return range(numbers[0], numbers[1] + 1)
