"""Bots by name: those of this package, and those that other packages register as entry points."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any, NamedTuple

import msgspec

from harmonies_cli.bots.interface import Bot
from harmonies_cli.errors import UsageError
from harmonies_cli.plurals import count_of
from harmonies_cli.safe_text import printable
from harmonies_cli.suggest import did_you_mean

__all__ = ["GROUP", "Player", "bot_names", "make_bot", "one_for_each_seat", "split_bots"]

GROUP = "harmonies_cli.bots"
"""Entry point group: name of the bot to its class, which has its parameters' class as ``Parameters``."""

# Modules load when a bot is made: greedy and planner need numpy, random does not.
_BUILT_IN = {
    "random": ("harmonies_cli.bots.random_bot", "RandomBot"),
    "greedy": ("harmonies_cli.bots.greedy", "GreedyBot"),
    "planner": ("harmonies_cli.bots.planner", "PlannerBot"),
    "strong": ("harmonies_cli.bots.planner", "StrongBot"),
}
_UNFIT = re.compile(r"Expected `(?P<type>\w+)`(?: (?P<sign>[<>]=?) (?P<limit>[\d.]+))?.* - at `\$\.(?P<key>\w+)`")
_TYPE_WORDS = {"float": "a number", "int": "a whole number", "bool": "true or false"}
_LIMIT_WORDS = {">=": "of {} or more", "<=": "of {} or less", ">": "above {}", "<": "below {}"}


class Player(NamedTuple):
    """A bot ready to play, with its requested name and parameters, and whether it belongs to this package."""

    name: str
    bot: Bot
    is_built_in: bool


def _others() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP) if point.name not in _BUILT_IN}


def bot_names() -> list[str]:
    """Return the names of all installed bots."""
    return [*_BUILT_IN, *sorted(_others())]


def split_bots(text: str) -> list[str]:
    """Split a list like ``greedy:empty=2,slot=1,random`` into bots; parts with ``=`` belong to the preceding bot."""
    bots: list[str] = []
    for part in text.split(","):
        if "=" in part and ":" not in part and bots:
            bots[-1] += ("," if ":" in bots[-1] else ":") + part
        else:
            bots.append(part)
    return bots


@lru_cache(64)
def make_bot(specification: str) -> Player:
    """Return the bot with a name, possibly with parameters as in ``greedy:empty=2,slot=1``.

    Raises
    ------
    UsageError
        If the bot or parameter does not exist, or a value does not fit.
    """
    name, _, settings = specification.partition(":")
    kind, is_built_in = _class_of(name)
    values: dict[str, str] = {}
    for setting in settings.split(",") if settings else ():
        key, equals, value = setting.partition("=")
        if not equals or not value:
            raise UsageError(f'"{setting}" is not a parameter of a bot: write name=value, as in greedy:empty=2.5')
        if key in values:
            raise UsageError(f'the parameter "{key}" of {name} is given twice')
        values[key] = value
    return Player(specification, kind(_parameters(name, kind, values)), is_built_in)


def _class_of(name: str) -> tuple[Callable[[Any], Bot], bool]:
    if name in _BUILT_IN:
        module, attribute = _BUILT_IN[name]
        return getattr(import_module(module), attribute), True
    point = _others().get(name)
    if point is None:
        hint = did_you_mean(name, bot_names())
        raise UsageError(f'there is no bot "{printable(name)}"; {hint or "bots are " + ", ".join(bot_names())}')
    try:
        return point.load(), False
    except Exception as error:  # a third-party module may raise anything
        raise UsageError(
            f'the bot "{name}" ({point.value}) cannot be loaded: {type(error).__name__}: {error}'
        ) from error


def _parameters(name: str, kind: Any, values: dict[str, str]) -> Any:
    parameters = kind.Parameters
    type_info: Any = msgspec.inspect.type_info(parameters)
    known = [field.encode_name for field in type_info.fields]
    for key in values:
        if key not in known:
            hint = did_you_mean(key, known) or f"its parameters are {', '.join(known)}"
            raise UsageError(f'{name} has no parameter "{key}"; {hint}')
    try:
        return msgspec.convert(values, parameters, strict=False)
    except msgspec.ValidationError as error:
        raise UsageError(_why_unfit(name, values, str(error))) from None


def _why_unfit(name: str, values: dict[str, str], error: str) -> str:
    found = _UNFIT.fullmatch(error)
    if found is None:
        return f"a parameter of {name} does not fit: {error}"
    wanted = _TYPE_WORDS.get(found["type"], found["type"])
    if found["sign"]:
        wanted += f" {_LIMIT_WORDS[found['sign']].format(found['limit'].removesuffix('.0'))}"
    return f'the parameter "{found["key"]}" of {name} is "{printable(values[found["key"]])}"; expected {wanted}'


def one_for_each_seat(bots: Sequence[str], seats: int) -> list[str]:
    """Return a bot for each seat: one bot for all, or one for each.

    Raises
    ------
    UsageError
        If their number is neither 1 nor that of the seats.
    """
    if len(bots) == 1:
        return list(bots) * seats
    if len(bots) != seats:
        raise UsageError(
            f"{len(bots)} bots are given for {count_of(seats, 'player')}: give one for all or one for each"
        )
    return list(bots)
