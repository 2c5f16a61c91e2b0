from __future__ import annotations

import pytest

from tests.copies import copied
from tests.rules.replay.game_logs import Record, faults, faults_of, replayed
from tests.rules.replay.generated_games import generated

PARTS = pytest.mark.parametrize("parts", [("space",), ("tokens",), ("space", "tokens")], ids="+".join)


def left(seed: int, parts: tuple[str, ...], *, from_turn: int = 8) -> tuple[Record, list[int]]:
    """Return a game that player 4 leaves, in which the tokens that the site takes are gone, and the site's turns."""
    record = generated(4, "B", seed)
    central = list(record["start"]["central"])
    replaced = []
    for number, turn in enumerate(record["turns"], 1):
        take = next(action for action in turn["actions"] if action["do"] == "take-tokens")
        space = take.pop("space")
        if "space" in parts:
            take["space"] = space
        if "tokens" in parts:
            take["tokens"] = central[space - 1]
        if turn["player"] == 4 and number >= from_turn:
            turn["replaced"] = True
            turn["actions"] = [take]
            turn["refill"] = {"central": turn["refill"]["central"], "row": []} if "refill" in turn else {}
            replaced.append(number)
        for refilled, tokens in turn.get("refill", {}).get("central", {}).items():
            central[int(refilled) - 1] = tokens
    return record, replaced


def without_cards(record: Record) -> Record:
    record = copied(record)
    for turn in record["turns"]:
        turn["actions"] = [action for action in turn["actions"] if "card" not in action]
        turn.get("refill", {}).pop("row", None)
    return record


@PARTS
@pytest.mark.parametrize("seed", range(3))
def test_replaced_turns_are_reported_and_the_game_continues(seed: int, parts: tuple[str, ...]) -> None:
    record, replaced = left(seed, parts)
    record = without_cards(record)
    state = replayed(record)
    assert faults_of(state) == [("turn-replaced", number, None) for number in replaced]
    assert (state.over, state.ending, state.turn) == (True, "pouch", 36)


def test_other_players_faults_are_found_after_a_replaced_turn() -> None:
    record, replaced = left(0, ("space", "tokens"))
    record = without_cards(record)
    record["turns"][8]["actions"][-1]["at"] = "g5"
    assert faults(record) == [("turn-replaced", replaced[0], None), ("no-such-space", 9, 4)]


@pytest.mark.parametrize("actions", [[], [{"do": "take-tokens", "space": 1}]])
def test_a_replaced_first_turn_needs_no_tokens_placed_and_no_spirit(actions: list[Record]) -> None:
    record = generated(2, "A", 1, spirits=True)
    record["turns"] = [{"player": 1, "actions": actions, "replaced": True}]
    record["unfinished"] = True
    assert faults(record) == [("turn-replaced", 1, None)]


@pytest.mark.parametrize(("stayed", "refill", "taken"), [(3, "MTL", 6), (2, "MTL", 5), (1, "MT", 3), (0, "MTL", 3)])
def test_tokens_not_placed_may_stay_on_their_space(stayed: int, refill: str, taken: int) -> None:
    content = "WFT"[:stayed] + refill
    assert len(content) == taken
    spaces = ["a1", "a2", "a3", "a4", "b1", "b2", "c1"]
    record: Record = {
        "side": "A",
        "players": [{}, {}],
        "start": {"central": ["WFT", "MMH", "LLW", "FWT", "HMM"]},
        "turns": [
            {
                "player": 1,
                "replaced": True,
                "actions": [{"do": "take-tokens", "space": 1}]
                + [
                    {"do": "place-token", "token": token, "at": at}
                    for token, at in zip("WFT"[stayed:], spaces, strict=False)
                ],
                "refill": {"central": {"1": refill}},
            },
            {
                "player": 2,
                "actions": [{"do": "take-tokens", "space": 1, "tokens": content}]
                + [{"do": "place-token", "token": token, "at": at} for token, at in zip(content, spaces, strict=False)],
                "refill": {"central": {"1": "MMM"}},
            },
        ],
        "unfinished": True,
    }
    assert faults(record) == [("turn-replaced", 1, None)]
    for action in record["turns"][1]["actions"]:
        action.pop("tokens", None)
    assert faults(record) == [("turn-replaced", 1, None)]
