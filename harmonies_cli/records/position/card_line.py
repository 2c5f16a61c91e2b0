"""Cards typed on one line, like ``fish 2, grenouille 1, lion``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

import msgspec

from harmonies_cli.records.position.typed_cards import card_problem
from harmonies_cli.records.problems import Problem
from harmonies_cli.rules.board.cards import CARDS, Card, card_index, fold, name_forms

__all__ = ["CardEntry", "Suggestion", "read_card_line", "suggestions"]

_SEPARATOR = re.compile(r"[,;\n]|(?<=[^\W\d_] [0-9])\s+(?=[^\W\d_])|(?<=[^\W\d_][0-9])\s+(?=[^\W\d_])")
"""A comma, or a blank between the cubes of one card and the name of the next."""
_NAME_AND_CUBES = re.compile(r"(?P<name>.*[^\s\d-]|[0-9]+(?=\s))\s*(?P<cubes>-?[0-9]{1,4})", re.DOTALL)
_MOST_SUGGESTIONS = 8
_known_forms = cache(name_forms)
"""Cached, because every letter typed requests the names of the cards again."""


class CardEntry(msgspec.Struct, frozen=True):
    """One card of a line.

    Attributes
    ----------
    name
        The name as typed.
    card
        Id of the card that has this name; None if none or several have it.
    cubes
        Cubes placed; None without a number.
    start, end
        The place of the entry in the line, without the blanks around it.
    problem
        The problem of the name, if any.
    begun
        If no card has the name: the cards with a name, or a word in one, that starts with it.
    """

    name: str
    card: str | None
    cubes: int | None
    start: int
    end: int
    problem: Problem | None
    begun: tuple[str, ...] = ()


class Suggestion(msgspec.Struct, frozen=True):
    """A card to complete the name at the end of a line.

    Attributes
    ----------
    card
        Its id.
    name
        The recognised name, in its own language.
    begins
        Whether that name starts with the typed text; otherwise it contains it.
    line
        The line with the card's id in place of the typed text.
    """

    card: str
    name: str
    begins: bool
    line: str


def read_card_line(text: str) -> list[CardEntry]:
    """Read a line of cards.

    Parameters
    ----------
    text
        Names in any of the languages, each with the number of cubes placed, separated by commas. After a number a blank
        is enough.

    Examples
    --------
    >>> [(entry.card, entry.cubes) for entry in read_card_line("fish 2, Grenouille 1 lion")]
    [('fish', 2), ('frog', 1), ('lion', None)]
    """
    entries = []
    begin = 0
    for end, following in _parts(text):
        part = text[begin:end]
        if typed := part.strip():
            start = begin + part.index(typed)
            entries.append(_entry(typed, start))
        begin = following
    return entries


def _parts(text: str) -> Iterator[tuple[int, int]]:
    for separator in _SEPARATOR.finditer(text):
        yield separator.span()
    yield len(text), len(text)


def _entry(typed: str, start: int) -> CardEntry:
    parts = _NAME_AND_CUBES.fullmatch(typed)
    name, cubes = (typed, None) if parts is None else (parts["name"].strip(), int(parts["cubes"]))
    problem = card_problem(name, "")
    card = None if problem else CARDS[card_index(name)].id
    begun = tuple(_names_that_begin(name)) if problem and problem.code == "card-unknown" else ()
    return CardEntry(name, card, cubes, start, start + len(typed), problem, begun)


def _names_that_begin(name: str) -> Iterator[str]:
    wanted = name_forms(name)
    for card in CARDS:
        words = [word for each, _ in _names(card, "") for word in (each, *each.replace("-", " ").split())]
        if any(form.startswith(one) for word in words for form in _known_forms(word) for one in wanted):
            yield card.id


def suggestions(text: str, language: str = "en", entries: Sequence[CardEntry] | None = None) -> list[Suggestion]:
    """Return the cards that can complete the name at the end of a line, the likeliest first.

    Parameters
    ----------
    text
        The line. If it ends with a blank, a comma or a number, there is no name to complete.
    language
        Code of the language with the preferred names: ``de``, ``en``, ``es``, ``fr`` or ``it``.
    entries
        The result of `read_card_line` for the line, if known.
    """
    entries = read_card_line(text) if entries is None else entries
    if not entries or entries[-1].cubes is not None or entries[-1].end != len(text):
        return []
    last = entries[-1]
    wanted = name_forms(last.name)
    found = []
    for card in CARDS:
        best = min((_rank(name, wanted, is_own), name) for name, is_own in _names(card, language))
        if best[0][0] < _NOT_IN_IT:
            found.append((best[0], card.id, best[1]))
    found.sort()
    head = text[: last.start]
    return [Suggestion(card, name, rank[0] < _CONTAINED, head + card) for rank, card, name in found[:_MOST_SUGGESTIONS]]


_EXACT, _BEGINS, _CONTAINED, _NOT_IN_IT = range(4)


def _names(card: Card, language: str) -> Iterator[tuple[str, bool]]:
    yield card.id, True
    for code, names in card.aliases.items():
        for name in names:
            yield name, code == language


def _rank(name: str, wanted: set[str], is_own: bool) -> tuple[int, bool, int]:
    """Return how well a name fits (smaller is better): an exact name, its beginning, or a part of it."""
    forms = _known_forms(name)
    if forms & wanted:
        fit = _EXACT
    elif any(form.startswith(one) for form in forms for one in wanted):
        fit = _BEGINS
    elif any(one in form for form in forms for one in wanted):
        fit = _CONTAINED
    else:
        fit = _NOT_IN_IT
    return fit, not is_own, len(fold(name))
