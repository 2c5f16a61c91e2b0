"""Check the arguments of the functions before anything runs, and report errors in the words of the commands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike, fsencode, fspath
from typing import TypeAlias, TypeVar

from harmonies_cli.errors import UsageError
from harmonies_cli.records.files.paths import STDIN, check_paths
from harmonies_cli.records.user_choice import choose_players, no_such_player
from harmonies_cli.rules.scoring.landscapes import RULE_SETS, RuleSet
from harmonies_cli.safe_text import printable

__all__ = [
    "Path",
    "Paths",
    "any_number",
    "excerpt",
    "invalid",
    "listed_paths",
    "one_choice",
    "one_path",
    "one_player",
    "one_rule_set",
    "one_side",
    "several_names",
    "some_text",
    "truth",
    "whole_number",
]

Path: TypeAlias = str | PathLike[str]
Paths: TypeAlias = Path | Iterable[Path]
_Word = TypeVar("_Word", bound=str)
_MOST_SHOWN = 80


def invalid(name: str, why: str) -> UsageError:
    """Return the error for an invalid argument, in the words of the command line."""
    return UsageError(f"Invalid value for '{name}': {why}")


def one_choice(name: str, value: object, choices: Sequence[_Word], *, any_case: bool = False) -> _Word:
    """Return the argument as one of several words.

    Parameters
    ----------
    name
        The argument.
    value
        Its value.
    choices
        The words.
    any_case
        Whether to ignore case.

    Raises
    ------
    UsageError
        If it is none of them.
    """
    for choice in choices:
        if isinstance(value, str) and (value == choice or (any_case and value.lower() == choice.lower())):
            return choice
    raise invalid(name, f"{excerpt(value)} is not one of {', '.join(map(repr, choices))}.")


def one_rule_set(value: object) -> RuleSet | None:
    """Return a rule set; None stands for the one that a record names."""
    return None if value is None else one_choice("rules", value, RULE_SETS)


def one_side(value: object) -> str | None:
    """Return a side of the boards, ``"A"`` or ``"B"``, or None."""
    return None if value is None else one_choice("side", value, ("A", "B"), any_case=True)


def whole_number(name: str, value: object, least: int | None = 1, most: int | None = None) -> int:
    """Return a whole number within bounds; truth values are refused."""
    number = value if isinstance(value, int) and not isinstance(value, bool) else _index(value)
    if number is None:
        raise invalid(name, f"{excerpt(value)} is not a valid integer.")
    if (least is not None and number < least) or (most is not None and number > most):
        bounds = f"x>={least}" if most is None else f"{least}<=x<={most}"
        raise invalid(name, f"{number} is not in the range {bounds}.")
    return number


def any_number(name: str, value: object) -> float:
    """Return a number; truth values and NaN are refused."""
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        raise invalid(name, f"{excerpt(value)} is not a valid float.")
    return float(value)


def _index(value: object) -> int | None:
    """Return a whole number from another library, such as numpy; None if it is not one."""
    if isinstance(value, bool) or not hasattr(value, "__index__") or type(value).__name__ == "bool":
        return None
    return int(value.__index__())


def truth(name: str, value: object) -> bool:
    """Return a truth value."""
    if not isinstance(value, bool):
        raise invalid(name, f"{excerpt(value)} is not a valid boolean.")
    return value


def some_text(name: str, value: object) -> str:
    """Return a text."""
    if not isinstance(value, str):
        raise invalid(name, f"{excerpt(value)} is not a text.")
    return value


def several_names(name: str, value: str | Iterable[str] | None) -> list[str] | None:
    """Return names from one or several texts; None stays None."""
    if value is None:
        return None
    if isinstance(value, str):
        return [value]
    if isinstance(value, bytes | Mapping) or not isinstance(value, Iterable):
        raise invalid(name, f"{excerpt(value)} is not a list of names.")
    return [some_text(name, one) for one in value]


def one_path(name: str, value: object) -> str:
    """Return a path as text; it need not exist."""
    if not isinstance(value, str | PathLike):
        raise invalid(name, f"{excerpt(value)} is not a path.")
    path = fspath(value)
    if not isinstance(path, str):
        raise invalid(name, f"{excerpt(value)} is not a path of text.")
    try:
        is_possible = "\0" not in path and bool(fsencode(path) or not path)
    except UnicodeEncodeError:
        is_possible = False
    if not is_possible:
        raise invalid(name, f"{excerpt(value)} has a character that no path can have.")
    return path


def listed_paths(paths: Paths, *, unchecked: Callable[[str], bool] = lambda path: False) -> list[str]:
    """Return paths as a list of texts, all of which can be read.

    Parameters
    ----------
    paths
        One path, or several.
    unchecked
        Returns whether to skip the check of a path, because something else reads it.

    Raises
    ------
    UsageError
        If there is no path, or one is not a path, is missing or unreadable, or is a folder without records.
    """
    if isinstance(paths, bytes | Mapping) or not isinstance(paths, str | PathLike | Iterable):
        raise invalid("paths", f"{excerpt(paths)} is neither a path nor a list of paths.")
    listed = [paths] if isinstance(paths, str | PathLike) else list(paths)
    texts = [one_path("paths", path) for path in listed]
    if not texts:
        raise UsageError("Missing argument 'paths': give at least one file or folder")
    if STDIN in texts:
        raise invalid("paths", "'-' is standard input, which only the commands read: use record for text")
    check_paths([path for path in texts if not unchecked(path)])
    return texts


def one_player(names: Sequence[str], player: object) -> int:
    """Return a player's number from a number or a name, as ``--player`` takes it.

    Parameters
    ----------
    names
        The names in player order.
    player
        A number from 1, or a name; case and accents matter only if they distinguish two players.

    Raises
    ------
    UsageError
        If there is no such player, or several have the name.
    """
    if not isinstance(player, str):
        number = whole_number("player", player, None)
        player = str(number)
        found = {number} & set(range(1, len(names) + 1))
    else:
        found = choose_players(dict(enumerate(names, 1)), player)
    if not found:
        raise UsageError(no_such_player(player, names))
    if len(found) > 1:
        raise UsageError(f"several players are called {printable(player)!r}: give a number from 1 to {len(names)}")
    return found.pop()


def excerpt(value: object) -> str:
    """Return a value as a message quotes it: printable, on one line, and not too long."""
    text = printable(repr(value))
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}..."
