"""A second look at a game whose replay broke off: whether it follows the schema, and all its cards exist."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

from harmonies_cli.records.files.sniff import BOM
from harmonies_cli.records.json.locations import locate
from harmonies_cli.records.json.quoting import quote
from harmonies_cli.records.position.typed_cards import card_problem
from harmonies_cli.records.problems import MOST_PROBLEMS, Problem, more_problems
from harmonies_cli.records.schema.record_kind import schema_findings
from harmonies_cli.rules.board.cards import CARDS, card_index

__all__ = ["card_problems", "game_problems"]


def game_problems(data: bytes, line: int | None) -> list[Problem]:
    """Return all that makes a decoded game invalid.

    The fast decoder leaves the words to the replay, which stops at the first fault. A record
    that was not replayed to its end is therefore checked here as a whole.

    Parameters
    ----------
    data, line
        The text of the game, and its line; None if it is the whole file.
    """
    value = json.loads(data.removeprefix(BOM))
    return schema_findings(value, data, line) + locate(card_problems(value), data, line)


def card_problems(value: dict[str, Any]) -> list[Problem]:
    """Return what is wrong with the cards of a parsed game, which may otherwise break the schema."""
    found = list(islice(_card_problems(value), MOST_PROBLEMS))
    if len(found) == MOST_PROBLEMS:
        found.append(more_problems("/turns"))
    return found


def _card_problems(value: dict[str, Any]) -> Iterator[Problem]:
    for pointer, name, kind in _cards(value):
        if isinstance(name, float) and name.is_integer():
            name = int(name)
        if not isinstance(name, str | int) or isinstance(name, bool):
            continue  # the schema tells
        problem = card_problem(name, pointer)
        if problem is not None:
            yield problem
        elif kind and CARDS[card_index(name)].kind != kind:
            if kind == "animal":
                message, hint = f"{quote(name)} is a Nature's Spirit card", "the row holds animal cards only"
            else:
                message, hint = f"{quote(name)} is an animal card", "Nature's Spirit cards are dealt"
            yield Problem("schema", message, pointer=pointer, hint=hint)


def _cards(value: dict[str, Any]) -> Iterator[tuple[str, Any, str]]:
    """Yield place, name and required kind of each card that a game names."""
    start = _member(value, "start", dict)
    for number, name in enumerate(_member(start, "row", list)):
        yield f"/start/row/{number}", name, "animal"
    for player, hand in enumerate(_member(start, "spirits", list)):
        for number, name in enumerate(hand if isinstance(hand, list) else ()):
            yield f"/start/spirits/{player}/{number}", name, "spirit"
    for index, turn in enumerate(_member(value, "turns", list)):
        for number, action in enumerate(_member(turn, "actions", list)):
            if isinstance(action, dict) and "card" in action:
                yield f"/turns/{index}/actions/{number}/card", action["card"], ""
        for number, name in enumerate(_member(_member(turn, "refill", dict), "row", list)):
            yield f"/turns/{index}/refill/row/{number}", name, "animal"


def _member(value: Any, name: str, kind: type) -> Any:
    """Return a member of an object if it exists and has the right type, else an empty one."""
    found = value.get(name) if isinstance(value, dict) else None
    return found if isinstance(found, kind) else kind()
