"""A simple player of legal games, for lengths that the samples do not reach.

It knows the rules in words. Chance is on its side: central space 1 gets tokens that stack well, so boards fill slowly
and the pouch runs out.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

from tests.rules.replay.game_logs import Record
from tests.rules.replay.mutations import ANIMALS, BOX, SPIRITS
from tests.rules.scoring.plain_rules import STACKS, name, places

Stacking = Callable[[int, int], bool]
"""Whether tokens go onto others if they can, given the turn and the number of spaces in use."""


def always(_turn: int, _used: int) -> bool:
    return True


def never(_turn: int, _used: int) -> bool:
    return False


def generated(players: int, side: str, seed: int, *, spirits: bool = False, stacking: Stacking = always) -> Record:
    """Play one complete game."""
    rng = random.Random(seed)
    pouch = [token for token in "WFHTLM" for _ in range(BOX[token])]
    deck = ANIMALS[:]
    rng.shuffle(deck)
    solo = players == 1

    def drawn(space: int) -> str:
        number = min(3, len(pouch))
        return "".join(
            pouch.pop(rng.randrange(len(pouch) // 2 if space == 1 else 0, len(pouch))) for _ in range(number)
        )

    central = [drawn(space) for space in range(1, 4 if solo else 6)]
    row = [deck.pop() for _ in range(3 if solo else 5)]
    record: Record = {
        "format": "harmonies-game",
        "version": 1,
        "side": side,
        "spirits": spirits,
        "players": [{"name": f"player {number}"} for number in range(1, players + 1)],
        "start": {"central": central[:], "row": row[:]},
        "turns": [],
    }
    hands = rng.sample(SPIRITS, 2 * players)
    if spirits:
        record["start"]["spirits"] = [hands[2 * number : 2 * number + 2] for number in range(players)]
    boards: list[dict[str, str]] = [{} for _ in range(players)]
    taken = [0] * players
    ending = False
    while not (ending and len(record["turns"]) % players == 0):
        number = len(record["turns"]) % players
        board = boards[number]
        stacked = stacking(len(record["turns"]) + 1, len(board))
        offers = [space for space, tokens in enumerate(central, 1) if tokens] * (20 if stacked else 1)
        plans = [(space, _placed(board, central[space - 1], side, rng, stacked)) for space in offers]
        space, placements = min(plans, key=lambda plan: _cost(board, plan[1]) * (1 if stacked else -1))
        actions = [{"do": "take-tokens", "space": space}]
        for token, at in placements:
            board[at] = board.get(at, "") + token
            actions.append({"do": "place-token", "token": token, "at": at})
        if spirits and len(record["turns"]) < players:
            actions.append({"do": "choose-spirit", "card": rng.choice(hands[2 * number : 2 * number + 2])})
            taken[number] += 1
        refill: Record = {}
        if taken[number] < 4 and rng.random() < 0.5:
            taken[number] += 1
            actions.append({"do": "take-card", "card": row.pop(0)})
        elif solo and rng.random() < 0.5:
            actions.append({"do": "discard-card", "card": row.pop(0)})
        full = len(places(side)) - len(board) <= 2
        ending = ending or full or not pouch
        record["turns"].append({"player": number + 1, "actions": actions, "refill": refill})
        if ending and len(record["turns"]) % players == 0:
            break
        central = ["" if solo or index == space else tokens for index, tokens in enumerate(central, 1)]
        refill["central"] = {}
        for index, tokens in enumerate(central, 1):
            if not tokens and pouch:
                central[index - 1] = refill["central"][str(index)] = drawn(index)
        refill["row"] = [deck.pop() for _ in range(min((3 if solo else 5) - len(row), len(deck)))]
        # The state's row keeps its places; this player knows cards by name, so a new card's place does not matter.
        row += refill["row"]
    del record["turns"][-1]["refill"]
    return record


def _cost(board: dict[str, str], placements: list[tuple[str, str]]) -> int:
    """Return how much of the board a plan uses up: new spaces, less the tokens that may still go onto stacks."""
    stacks = dict(board)
    for token, at in placements:
        stacks[at] = stacks.get(at, "") + token
    room = {"T": 2, "TT": 1, "M": 2, "MM": 1, "H": 1}
    return 10 * len(stacks) - sum(room.get(stack, 0) for stack in stacks.values())


@cache
def _spaces(side: str) -> tuple[str, ...]:
    return tuple(name(at) for at in places(side))


def _placed(board: dict[str, str], tokens: str, side: str, rng: random.Random, stacking: bool) -> list[tuple[str, str]]:
    """Plan where to place three tokens."""
    stacks = dict(board)
    spaces = _spaces(side)
    plan = []
    for token in rng.sample(tokens, len(tokens)):
        allowed = [space for space in spaces if stacks.get(space, "") + token in STACKS]
        on_others = [space for space in allowed if (space in stacks) == stacking]
        at = rng.choice(on_others or allowed)
        stacks[at] = stacks.get(at, "") + token
        plan.append((token, at))
    return plan
