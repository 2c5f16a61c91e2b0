"""A file of people and their other names in logged plays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from harmonies_cli.errors import UsageError
from harmonies_cli.records.json.quoting import quote
from harmonies_cli.safe_text import printable

__all__ = ["PersonNames", "read_person_names", "rename_players"]

PersonNames = dict[str, str]
"""The person's own name, by each name in the form of `_key`."""
_LARGEST = 1 << 20
_FORM = 'it maps a person\'s name to the other names: {"Ann": ["Annie", "ann_bgg"]}'


def read_person_names(path: str) -> PersonNames:
    """Read the file; case, and blanks around a name, do not matter.

    Raises
    ------
    UsageError
        If it cannot be read or is ambiguous; the message lists all faults.
    """
    try:
        data = Path(path).read_bytes()
        if len(data) > _LARGEST:
            raise UsageError(f"the file of names {quote(path)} is larger than 1 MB")
        people = msgspec.json.decode(data.removeprefix(b"\xef\xbb\xbf"))
    except (OSError, ValueError, RecursionError) as error:
        reason = f"cannot be read: {error.strerror}" if isinstance(error, OSError) else "is not JSON"
        raise UsageError(f"the file of names {quote(path)} {reason}; {_FORM}") from None
    if not isinstance(people, dict):
        raise UsageError(f"the file of names {quote(path)} is not a JSON object; {_FORM}")
    names: PersonNames = {}
    faults: list[str] = []
    for person, others in people.items():
        if not person.strip():
            faults.append("a person's name is empty")
        given = [others] if isinstance(others, str) else others
        if not isinstance(given, list) or not all(isinstance(name, str) for name in given):
            faults.append(f"{quote(person)} has {quote(others)}, not a list of names")
            continue
        for name in (person, *given):
            if names.setdefault(_key(name), person) != person:
                faults.append(f"{quote(name)} is given for both {quote(names[_key(name)])} and {quote(person)}")
    if faults:
        raise UsageError(f"the file of names {quote(path)}: {'; '.join(faults[:20])}")
    return names


def rename_players(record: Mapping[str, Any], names: PersonNames) -> tuple[dict[str, Any], list[str]]:
    """Return a record with the players' own names, and remarks about it.

    It finds a player by the name, or by the id, with or without a prefix as in ``bgg-ann``. Such a player then has the
    name alone, as in typed records, without the id.
    """
    players = []
    for player in record["players"]:
        identity = player.get("id", "")
        person = _person(names, (player["name"], identity, identity.removeprefix("bgg-")))
        if person is None:
            players.append(player)
        else:
            players.append({"name": person, **{key: player[key] for key in player if key not in ("name", "id")}})
    called = [player["name"] for player in players]
    twice = sorted({name for name in called if called.count(name) > 1})
    notes = [f"The file of names gives several players the name {printable(name)}." for name in twice]
    return {**record, "players": players}, notes


def _person(names: PersonNames, given: Iterable[str]) -> str | None:
    return next((names[_key(name)] for name in given if name and _key(name) in names), None)


def _key(name: str) -> str:
    return " ".join(name.split()).casefold()
