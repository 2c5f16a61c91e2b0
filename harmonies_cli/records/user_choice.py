"""The players and turns that a user names on the command line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from harmonies_cli.records.files.paths import STDIN
from harmonies_cli.records.notation import AnyRecord, Game
from harmonies_cli.records.reader import read_records
from harmonies_cli.rules.board.cards import fold
from harmonies_cli.safe_text import printable
from harmonies_cli.suggest import did_you_mean

__all__ = ["choose_players", "longest_in", "names_in", "no_such_player", "no_such_turn", "number_of_turns"]

_MOST_NAMES = 12


def choose_players(names: Mapping[int, str], wanted: str) -> set[int]:
    """Return the numbers of the players that a name or number means.

    An exact name takes precedence over a number, and a number over a name that differs in case, accents or hyphens.

    Parameters
    ----------
    names
        The players' names by number.
    wanted
        The name or number that the user typed.
    """
    exact = {number for number, name in names.items() if name == wanted}
    numbered = {number for number in names if str(number) == wanted.strip()}
    alike = {number for number, name in names.items() if fold(wanted) and fold(name) == fold(wanted)}
    return exact or numbered or alike


def names_in(files: Sequence[str]) -> list[str]:
    """Return the names of the players in files, each once, as many as needed; standard input is not read."""
    names: dict[str, None] = {}
    if STDIN not in files:
        for reading in read_records(files):
            if reading.record is not None:
                names.update(dict.fromkeys(player.name for player in reading.record.players))
            if len(names) > _MOST_NAMES:
                break
    return list(names)


def no_such_player(wanted: str, names: Iterable[str]) -> str:
    """Return the message for a player that no record has, with the existing names."""
    shown = [printable(name) for name in names]
    message = f"no record has a player {printable(wanted)!r}"
    if not shown:
        return message
    more = ", ..." if len(shown) > _MOST_NAMES else ""
    hint = did_you_mean(wanted, shown)
    return f"{message}{f': {hint}' if hint else ';'} the players are {', '.join(shown[:_MOST_NAMES])}{more}"


def number_of_turns(record: AnyRecord | None) -> int:
    """Return the number of turns of a record; 0 if it is not a game."""
    return len(record.turns) if isinstance(record, Game) else 0


def longest_in(files: Sequence[str]) -> int:
    """Return the number of turns of the longest game in files; 0 if unknown, as standard input is not read again."""
    if STDIN in files:
        return 0
    return max((number_of_turns(reading.record) for reading in read_records(files)), default=0)


def no_such_turn(wanted: range, longest: int) -> str:
    """Return the message for turns that cannot be chosen.

    Parameters
    ----------
    wanted
        The turns that the user typed.
    longest
        The number of turns of the longest game; 0 if unknown.
    """
    message = f"no game has a turn {wanted[0]}{' or a later one' * (len(wanted) > 1)}"
    return f"{message}; there are turns 1 to {longest}" if longest else message
