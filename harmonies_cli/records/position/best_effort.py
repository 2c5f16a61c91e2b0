"""Check the readable parts of a record that breaks its schema, so its author learns of all mistakes at once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from harmonies_cli.records.json.locations import locate
from harmonies_cli.records.json.parser import parse
from harmonies_cli.records.notation import BoardForm, ClaimedRows, CubesForm, Position, PositionPlayer
from harmonies_cli.records.position.assess_position import score_position
from harmonies_cli.records.problems import Problem
from harmonies_cli.records.reader import Reading
from harmonies_cli.records.schema.validation import likely_kind
from harmonies_cli.rules.board.sides import SIDES
from harmonies_cli.rules.scoring.landscapes import RULE_SETS

__all__ = ["further_problems"]

_PARTS: Mapping[str, Any] = {
    "board": BoardForm,
    "cards": dict[str, int],
    "cubes": CubesForm,
    "score": int | ClaimedRows,
}
_DOUBTFUL_PART = re.compile(r"/players/([0-9]+)(?:$|/(?:board|cards|cubes|score)(?:$|/))")
_FOLLOWING = frozenset(("cubes-misplaced", "cubes-count", "card-limit", "tokens-over-box", "score-mismatch"))
"""Codes that are uncertain if a part of a player could not be read."""
_MOST_PLAYERS = 4


def further_problems(reading: Reading, side: str | None) -> list[Problem]:
    """Return further problems in the boards of a position, or the cards of a game, that breaks its schema.

    It leaves out problems that may follow from the known ones.

    Parameters
    ----------
    reading
        A document that could be parsed, with its problems.
    side
        The side to assume in place of the recorded one.
    """
    parsed = parse(reading.data, reading.line)
    value = parsed.value
    pointers = {problem.pointer for problem in reading.problems}
    kind = likely_kind(value)
    if kind == "game":
        from harmonies_cli.records.game.assess_game import card_problems

        unknown = [problem for problem in card_problems(value) if problem.pointer not in pointers]
        return parsed.at_typed_places(locate(unknown, parsed.data, reading.line))
    if kind is None:
        return []
    players = value.get("players")
    if not isinstance(players, list) or not players:
        return []
    side = side or (value.get("side") if "/side" not in pointers else _side_of_columns(players))
    side = side.upper() if isinstance(side, str) and side.upper() in SIDES else None
    spirits = value.get("spirits")
    position = Position(
        version=1,
        side="A",
        players=[_readable_part(player, with_board=side is not None) for player in players[:_MOST_PLAYERS]],
        spirits=spirits if isinstance(spirits, bool) else msgspec.UNSET,
        solo=value.get("solo") is True,
    )
    rules = value.get("rules", RULE_SETS[0])
    problems = score_position(
        position, rules if rules in RULE_SETS else RULE_SETS[0], side=SIDES[side or "A"], explain=False
    ).problems
    doubtful = {int(part[1]) + 1 for pointer in pointers if (part := _DOUBTFUL_PART.match(pointer))}
    if side is None:
        doubtful |= {*range(1, len(players) + 1)}
    claims_hold = not pointers & {"/rules", "/solo", "/spirits"}
    certain = [
        problem
        for problem in problems
        if not (problem.code in _FOLLOWING and (problem.player is None or problem.player in doubtful))
        and not (problem.code == "score-mismatch" and not claims_hold)
        and not (problem.code == "no-such-space" and side is None)
        and problem.pointer not in pointers
    ]
    return parsed.at_typed_places(locate(certain, parsed.data, reading.line))


def _side_of_columns(players: list[Any]) -> str | None:
    """Return the side with as many columns as all the boards; None if there is not exactly one such side."""
    boards = [player.get("board") for player in players if isinstance(player, dict)]
    numbers = {len(board) for board in boards if isinstance(board, list)}
    return next((side.name for side in SIDES.values() if numbers == {len(side.columns)}), None)


def _readable_part(player: Any, *, with_board: bool) -> PositionPlayer:
    """Return the readable parts of a player."""
    fields = player if isinstance(player, dict) else {}
    parts = {name: part for name, kind in _PARTS.items() for part in _convert(fields.get(name), kind)}
    if not with_board or "board" not in parts:
        parts["board"] = {}
    return PositionPlayer(name="", **parts)


def _convert(part: Any, kind: Any) -> Iterable[Any]:
    """Yield a part of a record if it has the right type, without members of the wrong type."""
    if isinstance(part, dict):
        part = {key: member for key, member in part.items() if _is_of(kind, {key: member})}
    if _is_of(kind, part):
        yield msgspec.convert(part, kind)


def _is_of(kind: Any, value: Any) -> bool:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True
