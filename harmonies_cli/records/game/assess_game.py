"""A game verified and scored."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec import UnsetType

from harmonies_cli.errors import UnknownNameError
from harmonies_cli.records.decode import schema_findings
from harmonies_cli.records.files.sniff import BOM
from harmonies_cli.records.game.recorded_result import result_violation
from harmonies_cli.records.json.locations import placed
from harmonies_cli.records.json.quoting import shown
from harmonies_cli.records.notation import Game
from harmonies_cli.records.outcome import AssessOptions, VerifiedRecord
from harmonies_cli.records.position.typed_cards import card_problem
from harmonies_cli.records.problems import MOST_PROBLEMS, Problem, more_problems
from harmonies_cli.records.reader import Reading
from harmonies_cli.rules.board.cards import CARDS, AmbiguousCardError, card_index
from harmonies_cli.rules.board.sides import side_named
from harmonies_cli.rules.replay.actions import (
    CardName,
    ChooseSpirit,
    DiscardCard,
    NotOfSchemaError,
    PlaceCube,
    Start,
    TakeCard,
)
from harmonies_cli.rules.replay.faults import NOT_STOPPING, Violation
from harmonies_cli.rules.replay.replay import GameLog, Watch, replay, scoresheets
from harmonies_cli.rules.replay.state import GameState

__all__ = ["assess_game", "game_log", "game_problems"]

_WITH_CARD = TakeCard | PlaceCube | ChooseSpirit | DiscardCard


def game_problems(game: Game, data: bytes, line: int | None) -> list[Problem]:
    """Return all that makes a decoded game invalid.

    The fast decoder leaves the look-up of words to the replay, which stops at the first fault; so a record
    that was not replayed to its end is judged here as a whole.

    Parameters
    ----------
    game
        The game as decoded.
    data, line
        Its text, and its line; None if it is the whole file.
    """
    problems = schema_findings(json.loads(data.removeprefix(BOM)), data, line)
    found = list(islice(_card_problems(game), MOST_PROBLEMS))
    if len(found) == MOST_PROBLEMS:
        found.append(more_problems("/turns"))
    return problems + placed(found, data, line)


def _card_problems(game: Game) -> Iterator[Problem]:
    for pointer, name, kind in _cards(game):
        problem = card_problem(name, pointer)
        if problem is not None:
            yield problem
        elif kind and CARDS[card_index(name)].kind != kind:
            if kind == "animal":
                message, hint = f"{shown(name)} is a Nature's Spirit card", "the row holds animal cards only"
            else:
                message, hint = f"{shown(name)} is an animal card", "Nature's Spirit cards are dealt"
            yield Problem("schema", message, pointer=pointer, hint=hint)


def _cards(game: Game) -> Iterator[tuple[str, CardName, str]]:
    """Yield place, name and required kind of each card that a game names."""
    if not isinstance(game.start, UnsetType):
        if not isinstance(game.start.row, UnsetType):
            for number, name in enumerate(game.start.row):
                yield f"/start/row/{number}", name, "animal"
        if not isinstance(game.start.spirits, UnsetType):
            for player, hand in enumerate(game.start.spirits):
                for number, name in enumerate(hand):
                    yield f"/start/spirits/{player}/{number}", name, "spirit"
    for index, turn in enumerate(game.turns):
        for number, action in enumerate(turn.actions):
            if isinstance(action, _WITH_CARD):
                yield f"/turns/{index}/actions/{number}/card", action.card, ""
        if not isinstance(turn.refill, UnsetType) and not isinstance(turn.refill.row, UnsetType):
            for number, name in enumerate(turn.refill.row):
                yield f"/turns/{index}/refill/row/{number}", name, "animal"


def game_log(game: Game) -> GameLog:
    """Return a game record as the rules see it."""
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
    """Replay a game, and fill in what is found.

    Parameters
    ----------
    found
        What is filled in.
    game, reading
        The game, and where it was read.
    how
        How to assess it.
    watch
        Called with the state after the deal and after each turn; see `replay`.

    Returns
    -------
    GameState or None
        The state in which the replay ended; None where the record is invalid.
    """
    log = game_log(game)
    try:
        state = replay(log, keep_going=how.keep_going, turns=how.turn, watch=watch)
    except (UnknownNameError, AmbiguousCardError, NotOfSchemaError):
        found.problems = _problems(game, reading)
        return None
    if (state.violations or how.turn is not None) and reading.foreign is None:
        found.problems = _problems(game, reading)
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
    if state.over and _is_faultless(state.violations) and not log.unfinished and how.turn is None:
        _compare_result(found, game, reading, state)
    if reading.foreign is not None and how.turn is None:
        found.violations += reading.foreign.move_violations(log)
        found.violations.sort(key=lambda violation: violation.turn or 0)
    found.unchecked = sorted(state.unchecked)
    found.verdict = "illegal" if found.violations else "legal"
    return state


def _is_faultless(violations: Sequence[Violation]) -> bool:
    return not violations or all(violation.code in NOT_STOPPING for violation in violations)


def _problems(game: Game, reading: Reading) -> list[Problem]:
    return game_problems(game, reading.data, reading.line)


def _compare_result(found: VerifiedRecord, game: Game, reading: Reading, state: GameState) -> None:
    if isinstance(game.result, UnsetType):
        state.unchecked.add("result")
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
