"""A game record that broke off, looked at again: whether it is of the schema, and all its cards exist."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice

from msgspec import UnsetType

from harmonies_cli.records.decode import schema_findings
from harmonies_cli.records.files.sniff import BOM
from harmonies_cli.records.json.locations import placed
from harmonies_cli.records.json.quoting import shown
from harmonies_cli.records.notation import Game
from harmonies_cli.records.position.typed_cards import card_problem
from harmonies_cli.records.problems import MOST_PROBLEMS, Problem, more_problems
from harmonies_cli.rules.board.cards import CARDS, card_index
from harmonies_cli.rules.replay.actions import CardName, ChooseSpirit, DiscardCard, PlaceCube, TakeCard

__all__ = ["game_problems"]

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
