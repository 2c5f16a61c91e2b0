"""What a page state counts, against its own boards: levels of tokens, empty spaces, tokens left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from harmonies_cli.records.bga.cells import cell
from harmonies_cli.records.bga.page_state import players_of
from harmonies_cli.records.bga.values import as_list, as_map, integer
from harmonies_cli.records.problems import Problem
from harmonies_cli.rules.board.sides import SIDES
from harmonies_cli.rules.replay.state import TOKENS_PER_SPACE

__all__ = ["state_differences"]

_TOKENS = 120
_HINT = "the state is damaged, or was saved while it changed: save it again"


def state_differences(state: Mapping[str, Any], record: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield ``site-differs`` for each number of a page state that differs from its boards.

    Parameters
    ----------
    state
        The page state.
    record
        The record that was made of it.
    """
    spaces = len(SIDES[record["side"]].spaces)
    on_boards = 0
    for number, (who, player) in enumerate(players_of(state), 1):
        levels = _levels(player, f"/players/{who}")
        on_boards += sum(map(len, levels.values()))
        for space, found in levels.items():
            if sorted(found) != list(range(1, len(found) + 1)):
                said = ", ".join(map(str, sorted(found)))
                message = f"the site has tokens at level {said} on {space}: a stack begins at 1 and leaves no level out"
                yield _problem(message, number, f"/players/{number - 1}/board", space)
        empty = integer(player.get("emptyHexes"))
        if empty is not None and empty != spaces - len(levels):
            message = f"the site counts {empty} empty spaces, the board has {spaces - len(levels)}"
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
