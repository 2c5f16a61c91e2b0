"""Verify and score a game; if its replay broke off, check it against the schema and for cards that do not exist."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from msgspec import UnsetType

from harmonies_cli.errors import UnknownNameError
from harmonies_cli.records.files.sniff import BOM
from harmonies_cli.records.game.claims import result_violation
from harmonies_cli.records.json.locations import locate
from harmonies_cli.records.json.quoting import quote
from harmonies_cli.records.notation import Game
from harmonies_cli.records.outcome import AssessOptions, VerifiedRecord
from harmonies_cli.records.position.typed_cards import card_problem
from harmonies_cli.records.problems import MOST_PROBLEMS, Problem, more_problems
from harmonies_cli.records.reader import Reading
from harmonies_cli.rules.board.cards import CARDS, AmbiguousCardError, card_index
from harmonies_cli.rules.board.sides import side_named
from harmonies_cli.rules.replay.actions import NotOfSchemaError, Start
from harmonies_cli.rules.replay.faults import NOT_STOPPING, Violation
from harmonies_cli.rules.replay.replay import GameLog, Watch, replay, scoresheets
from harmonies_cli.rules.replay.state import GameState

__all__ = ["assess_game", "card_problems", "game_log", "game_problems"]


def game_log(game: Game) -> GameLog:
    """Return a game record in the form of the rules."""
    return GameLog(
        side_named(game.side),
        len(game.players),
        game.turns,
        start=Start() if isinstance(game.start, UnsetType) else game.start,
        spirits=None if isinstance(game.spirits, UnsetType) else game.spirits,
        unfinished=game.unfinished is True,
    )


def assess_game(
    found: VerifiedRecord,
    game: Game,
    reading: Reading,
    how: AssessOptions,
    watch: Watch | None = None,
) -> GameState | None:
    """Replay a game, and put the outcome into `found`.

    Parameters
    ----------
    found
        The outcome so far.
    game, reading
        The game, and its reading.
    how
        How to assess it.
    watch
        Called with the state after the deal and after each turn; see `replay`.

    Returns
    -------
    GameState or None
        The state at the end of the replay; None if the record is invalid.
    """
    log = game_log(game)
    try:
        state = replay(log, keep_going=how.keep_going, turns=how.turn, watch=watch)
    except (UnknownNameError, AmbiguousCardError, NotOfSchemaError):
        found.problems = game_problems(reading.data, reading.line)
        return None
    if (state.violations or how.turn is not None) and reading.foreign is None:
        found.problems = game_problems(reading.data, reading.line)
        if found.problems:
            return None
    found.kind = "game"
    found.side = log.side.name
    names = [player.name for player in game.players]
    found.players, found.winners = scoresheets(state, names, found.rules, explain=how.explain)
    found.finished = state.over
    found.end = state.ending if state.over else None
    found.turns = len(game.turns)
    found.violations = state.violations
    if not state.over:
        found.not_final = _why_not_final(found, how)
    if state.over and _is_faultless(state.violations) and how.turn is None:
        _compare_result(found, game, reading, state)
    if reading.foreign is not None and how.turn is None:
        stopped = any(violation.code not in NOT_STOPPING for violation in found.violations)
        found.violations += (
            violation
            for violation in reading.foreign.move_violations(log)
            if not stopped or (violation.turn or 0) < state.turn  # results after a fault cannot be compared
        )
        found.violations.sort(key=lambda violation: violation.turn or 0)
    found.unchecked = sorted(state.unchecked)
    found.verdict = "illegal" if found.violations else "legal"
    if reading.foreign is not None and reading.foreign.problem is not None:
        found.problems = [reading.foreign.problem]
        found.verdict = "invalid"
    return state


def _why_not_final(found: VerifiedRecord, options: AssessOptions) -> str:
    fault = next((each for each in found.violations if each.code not in NOT_STOPPING), None)
    if fault is not None and fault.turn:
        return f"the replay stops at the fault in turn {fault.turn}"
    turns = found.turns if options.turn is None else options.turn
    return f"the game continues after turn {turns}" if turns else "the game has not begun"


def _is_faultless(violations: Sequence[Violation]) -> bool:
    return not violations or all(violation.code in NOT_STOPPING for violation in violations)


def _compare_result(found: VerifiedRecord, game: Game, reading: Reading, state: GameState) -> None:
    if isinstance(game.result, UnsetType):
        state.unchecked.add("result")
        return
    if game.unfinished is True:
        return
    sheets, winners = found.players, found.winners
    claimed_under = reading.rules or found.rules
    if claimed_under != found.rules:
        names = [player.name for player in game.players]
        sheets, winners = scoresheets(state, names, claimed_under, explain=False)
    if reading.foreign is not None:
        differences = reading.foreign.result_violations(state, sheets, winners)
        if differences is not None:
            found.violations += differences
            return
    violation = result_violation(game.result, sheets, winners, len(game.turns))
    if violation is not None:
        found.violations.append(violation)


def game_problems(data: bytes, line: int | None) -> list[Problem]:
    """Return all faults that make a decoded game invalid.

    The fast decoder leaves the words to the replay, which stops at the first fault. So this function checks the whole
    of a record that was not replayed to its end.

    Parameters
    ----------
    data, line
        The text of the game, and its line; None if it is the whole file.
    """
    from harmonies_cli.records.schema.validation import schema_findings

    value = json.loads(data.removeprefix(BOM))
    return schema_findings(value, data, line) + locate(card_problems(value), data, line)


def card_problems(value: dict[str, Any]) -> list[Problem]:
    """Return the faults in the cards of a parsed game, which may also break the schema."""
    found = list(islice(_card_problems(value), MOST_PROBLEMS))
    if len(found) == MOST_PROBLEMS:
        found.append(more_problems("/turns"))
    return found


def _card_problems(value: dict[str, Any]) -> Iterator[Problem]:
    for pointer, name, kind in _cards(value):
        if isinstance(name, float) and name.is_integer():
            name = int(name)
        if not isinstance(name, str | int) or isinstance(name, bool):
            continue  # the schema reports it
        problem = card_problem(name, pointer)
        if problem is not None:
            yield problem
        elif kind and CARDS[card_index(name)].kind != kind:
            if kind == "animal":
                message, hint = f"{quote(name)} is a Nature's Spirit card", "the row holds animal cards only"
            else:
                message, hint = f"{quote(name)} is an animal card", "only Nature's Spirit cards are dealt here"
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
