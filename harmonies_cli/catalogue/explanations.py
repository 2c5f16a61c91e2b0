"""Explanations to look up: rulings about common questions, and the meaning of fault codes, from ``data/*.toml``."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from harmonies_cli.errors import UsageError
from harmonies_cli.rules.scoring.landscapes import RuleSet
from harmonies_cli.suggest import did_you_mean

__all__ = ["Code", "Example", "Ruling", "codes", "find_code", "find_rulings", "rulings", "rulings_version"]

_SHORTEST_WORD = 3
_IN_TITLE = 2


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board, and the points of a row of its scoresheet under each rule set.

    Attributes
    ----------
    text
        A description.
    side, board
        The board, as typed in a record.
    row
        Row of the scoresheet.
    rulebook, bga
        Points of the row.
    spirit
        A Nature's Spirit card whose cube has been placed.
    """

    text: str
    side: Literal["A", "B"]
    board: list[str]
    row: str
    rulebook: int
    bga: int
    spirit: str | None = None


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One topic.

    Attributes
    ----------
    topic
        The word to look it up by.
    title
        A one-line title.
    text
        Paragraphs.
    rulebook, bga
        The effect of each rule set, if they differ.
    see
        Related topics.
    example
        Boards that show it.
    """

    topic: str
    title: str
    text: list[str]
    rulebook: str | None = None
    bga: str | None = None
    see: list[str] = []
    example: list[Example] = []

    def under(self, rules: RuleSet) -> str | None:
        """Return the effect of a rule set; None if both agree."""
        return self.rulebook if rules == "rulebook" else self.bga


class _File(msgspec.Struct, forbid_unknown_fields=True):
    version: int
    ruling: list[Ruling]


@cache
def _read() -> _File:
    import tomllib

    text = Path(__file__).parents[1].joinpath("data", "rulings.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), _File)


def rulings() -> list[Ruling]:
    """Return all rulings, from the box to the winner."""
    return _read().ruling


def rulings_version() -> int:
    """Return the version of the rulings, which increases with every change."""
    return _read().version


def _near(word: str) -> dict[str, int]:
    """Return the topics that mention a word, best first: two or more if it is in a title or names a row."""
    if len(word) < _SHORTEST_WORD:
        return {}
    named = re.compile(rf"\b{re.escape(word)}", re.IGNORECASE)
    near = {
        ruling.topic: 3 * any(named.search(example.row) for example in ruling.example)
        + 2 * (named.search(ruling.title) is not None)
        + any(map(named.search, [*ruling.text, ruling.rulebook or "", ruling.bga or ""]))
        for ruling in rulings()
    }
    return {topic: near[topic] for topic in sorted(filter(near.get, near), key=lambda topic: -near[topic])}


def find_rulings(topic: str) -> list[Ruling]:
    """Return the ruling on a topic, ignoring case; else those with the word in title or row: ``water`` has two.

    Raises
    ------
    UsageError
        If there is none.
    """
    by_topic = {ruling.topic: ruling for ruling in rulings()}
    found = by_topic.get(topic.strip().casefold().replace(" ", "-"))
    if found is not None:
        return [found]
    near = _near(topic.strip())
    titled = [by_topic[name] for name, nearness in near.items() if nearness >= _IN_TITLE]
    if titled:
        return titled
    mentioned = f"it is mentioned under {', '.join(near)}" if near else None
    hint = did_you_mean(topic, by_topic) or mentioned or f"the topics are {', '.join(by_topic)}"
    raise UsageError(f"there is no ruling on {topic!r}: {hint}")


class Code(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fault code.

    Attributes
    ----------
    code
        The stable code.
    of
        Where it occurs: ``record`` (any record), ``position``, ``game``, ``site`` (files of Board Game Arena),
        ``plays`` (logged plays).
    meaning, remedy
        What it means, and what to do.
    example
        Members of a record that has the fault, as JSON.
    text
        Instead, a whole record, if the fault is in the text.
    case
        Instead, a case in words, if a record would be long.
    see
        Topics of rulings about it.
    """

    code: str
    of: list[str]
    meaning: str
    remedy: str
    example: str | None = None
    text: str | None = None
    case: str | None = None
    see: list[str] = []


class _CodeFile(msgspec.Struct, forbid_unknown_fields=True):
    code: list[Code]


@cache
def codes() -> list[Code]:
    """Return all codes, starting with those of final boards."""
    import tomllib

    text = Path(__file__).parents[1].joinpath("data", "codes.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), _CodeFile).code


def find_code(name: str) -> Code:
    """Return the meaning of a code.

    Raises
    ------
    UsageError
        If there is no such code.
    """
    by_code = {code.code: code for code in codes()}
    found = by_code.get(name.strip().casefold())
    if found is None:
        hint = did_you_mean(name, by_code) or f"the codes are {', '.join(by_code)}"
        raise UsageError(f"there is no code {name!r}: {hint}")
    return found
