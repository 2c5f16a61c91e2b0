"""Compare the site's counts with the boards: stack levels, empty spaces, tokens left; in a log and in a page state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from harmonies_cli.records.bga.page_state import players_of
from harmonies_cli.records.bga.values import as_list, as_map, cell, integer
from harmonies_cli.records.problems import Problem
from harmonies_cli.rules.board.sides import SIDES
from harmonies_cli.rules.board.tokens import BOX, SIZE_SHIFT
from harmonies_cli.rules.replay.faults import RULE_OF, Violation
from harmonies_cli.rules.replay.state import TOKENS_PER_SPACE

__all__ = ["Count", "count_violations", "state_differences"]

_HINT = "the state is damaged, or was saved while it changed: save it again"


def state_differences(state: Mapping[str, Any], record: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield ``site-differs`` for each number of a page state that differs from its boards.

    Parameters
    ----------
    state
        The page state.
    record
        The record made from it.
    """
    spaces = len(SIDES[record["side"]].spaces)
    on_boards = 0
    for number, (who, player) in enumerate(players_of(state), 1):
        levels = _levels(player, f"/players/{who}")
        on_boards += sum(map(len, levels.values()))
        for space, found in levels.items():
            if sorted(found) != list(range(1, len(found) + 1)):
                listed = ", ".join(map(str, sorted(found)))
                message = (
                    f"the site has tokens at level {listed} on {space}: a stack begins at 1 and leaves no level out"
                )
                yield _problem(message, number, f"/players/{number - 1}/board", space)
        empty = integer(player.get("emptyHexes"))
        if empty is not None and empty != spaces - len(levels):
            message = f"the site counts {empty} empty spaces, but the board has {spaces - len(levels)}"
            yield _problem(message, number, f"/players/{number - 1}/board", None)
    left = integer(state.get("remainingTokens"))
    central = state.get("tokensOnCentralBoard")
    if left is not None and central is not None and number > 1:  # in a solo game, tokens leave the game
        piles = as_map(central, "tokensOnCentralBoard").values()
        on_central = sum(len(as_list(pile, "tokensOnCentralBoard")) for pile in piles)
        # Up to three tokens are in hand; after a game's last turn the site counts a refill that it no longer makes.
        if not 0 <= _TOKENS - left - on_boards - on_central <= TOKENS_PER_SPACE:
            message = (
                f"the site counts {left} tokens in the pouch; the boards have {on_boards} and the central board"
                f" {on_central}, which leaves {_TOKENS - on_boards - on_central}"
            )
            yield _problem(message, None, "/players", None)


def _levels(player: Mapping[str, Any], pointer: str) -> dict[str, list[int]]:
    given = player.get("tokensOnBoard")
    parts = given.items() if isinstance(given, dict) else [(None, given)]
    levels: dict[str, list[int]] = {}
    for place, tokens in parts:
        for token in as_list(tokens, "tokensOnBoard"):
            written = as_map(token, "tokensOnBoard")
            _, space = cell(place or written.get("location"), f"{pointer}/tokensOnBoard")
            levels.setdefault(space, []).append(integer(written.get("location_arg")) or 0)
    return levels


def _problem(message: str, player: int | None, pointer: str, space: str | None) -> Problem:
    return Problem("site-differs", message, pointer=pointer, player=player, space=space, hint=_HINT)


_TOKENS = BOX >> SIZE_SHIFT


class Count(NamedTuple):
    """A number counted by the site.

    Attributes
    ----------
    what
        The level of the token just placed, the player's empty spaces, or the tokens left in the pouch.
    turn
        Index of the turn in the record, from 0.
    actions
        Number of the turn's actions played before.
    player
        The site's id of the player; None for the pouch.
    value
        The number.
    """

    what: Literal["level", "empty", "left"]
    turn: int
    actions: int
    player: str | None
    value: int


def count_violations(record: Mapping[str, Any], counts: Sequence[Count], order: Sequence[str]) -> Iterator[Violation]:
    """Yield ``site-differs`` for each count that differs from the record at the same moment.

    Parameters
    ----------
    record
        The record of the game, legal or not.
    counts
        The numbers, in the order of the log.
    order
        The site's ids of the players, in turn order.
    """
    spaces = len(SIDES[record["side"]].spaces)
    heights: list[dict[str, int]] = [{} for _ in order]
    central = record.get("start", {}).get("central")
    left = None if central is None else _TOKENS - sum(map(len, central))
    waiting = list(counts)[::-1]
    for index, turn in enumerate(record["turns"]):
        player = turn["player"]
        for done, action in enumerate(turn["actions"], 1):
            if action["do"] == "place-token":
                stack = heights[player - 1]
                stack[action["at"]] = stack.get(action["at"], 0) + 1
            while waiting and (waiting[-1].turn, waiting[-1].actions) <= (index, done):
                count = waiting.pop()
                if count.turn == index and count.actions == done:
                    yield from _differences(count, turn, spaces, heights, order, None)
        refill = turn.get("refill", {}).get("central")
        if left is not None:
            left = left - sum(map(len, refill.values())) if refill else left
        while waiting and waiting[-1].turn <= index and waiting[-1].what == "left":
            yield from _differences(waiting.pop(), turn, spaces, heights, order, left)


def _differences(
    count: Count,
    turn: Mapping[str, Any],
    spaces: int,
    heights: Sequence[Mapping[str, int]],
    order: Sequence[str],
    left: int | None,
) -> Iterator[Violation]:
    if count.what == "left":
        if left is not None and count.value != left:
            yield _violation(
                count, None, None, f"the site counts {count.value} tokens in the pouch, but the refills leave {left}"
            )
        return
    player = order.index(count.player) + 1 if count.player in order else turn["player"]
    stacks = heights[player - 1]
    if count.what == "level":
        space = turn["actions"][count.actions - 1]["at"]
        if count.value != stacks[space]:
            message = f"the token on {space} is at level {count.value} on the site, but {stacks[space]} in the record"
            yield _violation(count, player, count.actions, message)
    elif count.value != spaces - len(stacks):
        message = f"the site counts {count.value} empty spaces, but the record leaves {spaces - len(stacks)}"
        yield _violation(count, player, count.actions, message)


def _violation(count: Count, player: int | None, action: int | None, message: str) -> Violation:
    pointer = f"/turns/{count.turn}" + (f"/actions/{action - 1}" if action else "/refill/central")
    return Violation("site-differs", count.turn + 1, player, action, pointer, message, RULE_OF["site-differs"])
