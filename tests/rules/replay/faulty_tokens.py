"""Mutations of legal games: turns, tokens, cubes on cubes (see `mutations`)."""

from __future__ import annotations

import random

from tests.rules.replay.game_logs import Fault, Moment, Record
from tests.rules.replay.mutations import ANIMALS, BOX, breaks, does, following, here, inserted, spaces
from tests.rules.scoring.plain_rules import CARD_OF, STACKS


@breaks("a turn after the end")
def _(record: Record, rng: random.Random) -> Fault | None:
    record["turns"].append({"player": rng.randint(1, len(record["players"])), "actions": []})
    return "game-over", len(record["turns"]), None


@breaks("a turn out of order")
def _(record: Record, rng: random.Random) -> Fault | None:
    number = rng.randint(1, len(record["turns"]))
    turn = record["turns"][number - 1]
    turn["player"] = rng.choice([player for player in range(1, 5) if player != turn["player"]])
    return "turn-order", number, None


@breaks("a turn left out")
def _(record: Record, rng: random.Random) -> Fault | None:
    if len(record["players"]) == 1:
        return None
    number = rng.randint(1, len(record["turns"]) - 1)
    del record["turns"][number - 1]
    return "turn-order", number, None


@breaks("a turn without actions")
def _(record: Record, rng: random.Random) -> Fault | None:
    number = rng.randint(1, len(record["turns"]))
    record["turns"][number - 1]["actions"] = []
    return "tokens-not-taken", number, None


@breaks("tokens taken a second time")
def _(record: Record, rng: random.Random) -> Fault | None:
    found = here(record, rng, lambda now, _turn: now.tokens_taken)
    assert found
    inserted(*found, {"do": "take-tokens", "space": rng.randint(1, 5), "tokens": "WWW"})
    return "tokens-taken-twice", found[0].turn, found[0].action


@breaks("an empty or missing central space")
def _(record: Record, rng: random.Random) -> Fault | None:
    found = here(
        record, rng, lambda now, turn: does("take-tokens")(now, turn) and (len(now.central) < 5 or "" in now.central)
    )
    if not found:
        return None
    now, turn = found
    empty = [space for space in range(1, 6) if space > len(now.central) or not now.central[space - 1]]
    turn["actions"][now.action - 1]["space"] = rng.choice(empty)
    return "central-empty", now.turn, now.action


@breaks("other tokens than the space holds")
def _(record: Record, rng: random.Random) -> Fault | None:
    found = here(record, rng, does("take-tokens"))
    assert found
    now, turn = found
    action = turn["actions"][now.action - 1]
    content = now.central[action["space"] - 1]
    others = [content[:-1], content + "W", *("".join(rng.choices(list(BOX), k=3)) for _ in range(3))]
    action["tokens"] = rng.choice([tokens for tokens in others if sorted(tokens) != sorted(content)])
    return "tokens-mismatch", now.turn, now.action


@breaks("tokens that no space holds")
def _(record: Record, rng: random.Random) -> Fault | None:
    found = here(record, rng, does("take-tokens"))
    assert found
    now, turn = found
    held = {"".join(sorted(content)) for content in now.central}
    missing = [tokens for tokens in ("HHH", "WWW", "FFF", "HLM", "LLT", "FM") if "".join(sorted(tokens)) not in held]
    turn["actions"][now.action - 1] = {"do": "take-tokens", "tokens": rng.choice(missing)}
    return "tokens-mismatch", now.turn, now.action


@breaks("a token not in hand")
def _(record: Record, rng: random.Random) -> Fault | None:
    found = here(record, rng, does("place-token"))
    assert found
    now, turn = found
    # "In hand" is checked before space, cube and stack, so the space may be wrong in any way.
    turn["actions"][now.action - 1]["token"] = rng.choice([token for token in BOX if not now.hand[token]])
    turn["actions"][now.action - 1]["at"] = rng.choice(["g5", "a1", "c3", "g1"])
    return "token-not-in-hand", now.turn, now.action


@breaks("a token placed before any is taken, or a fourth")
def _(record: Record, rng: random.Random) -> Fault | None:
    found = here(record, rng, lambda now, _turn: not now.hand.total())
    assert found
    inserted(*found, {"do": "place-token", "token": rng.choice(list(BOX)), "at": "a1"})
    return "token-not-in-hand", found[0].turn, found[0].action


@breaks("a token not placed")
def _(record: Record, rng: random.Random) -> Fault | None:
    numbers = list(range(1, len(record["turns"]) + 1))
    rng.shuffle(numbers)
    for number in numbers:
        acts = record["turns"][number - 1]["actions"]
        last = max(index for index, action in enumerate(acts) if action["do"] == "place-token")
        if all(action["do"] != "place-cube" for action in acts[last:]):
            del acts[last]
            return "token-unplaced", number, None
    return None


@breaks("a space that the side lacks")
def _(record: Record, rng: random.Random) -> Fault | None:
    found = here(record, rng, lambda now, turn: does("place-token")(now, turn) or does("place-cube")(now, turn))
    assert found
    now, turn = found
    every = [column + row for column in "abcdefg" for row in "12345"]
    turn["actions"][now.action - 1]["at"] = rng.choice([space for space in every if space not in spaces(record)])
    return "no-such-space", now.turn, now.action


@breaks("a cube on a space that the side lacks, of no card")
def _(record: Record, rng: random.Random) -> Fault | None:
    found = here(record, rng, lambda _now, _turn: True)
    assert found
    space = "b5" if record["side"] == "A" else "a5"
    inserted(*found, {"do": "place-cube", "card": rng.choice(ANIMALS), "at": space})
    return "no-such-space", found[0].turn, found[0].action


@breaks("an impossible stack")
def _(record: Record, rng: random.Random) -> Fault | None:
    def forbidden(now: Moment, turn: Record) -> list[str]:
        action = following(now, turn)
        if action is None or action["do"] != "place-token":
            return []
        stacks = now.seat.stacks
        return [
            space for space in stacks if space not in now.seat.cubes and stacks[space] + action["token"] not in STACKS
        ]

    found = here(record, rng, lambda now, turn: bool(forbidden(now, turn)))
    assert found
    now, turn = found
    turn["actions"][now.action - 1]["at"] = rng.choice(forbidden(now, turn))
    return "stack-illegal", now.turn, now.action


@breaks("a token onto a cube")
def _(record: Record, rng: random.Random) -> Fault | None:
    found = here(record, rng, lambda now, turn: does("place-token")(now, turn) and bool(now.seat.cubes))
    if not found:
        return None
    now, turn = found
    turn["actions"][now.action - 1]["at"] = rng.choice(sorted(now.seat.cubes))
    return "space-has-cube", now.turn, now.action


@breaks("a cube onto a cube")
def _(record: Record, rng: random.Random) -> Fault | None:
    def open_cards(now: Moment) -> list[str]:
        return [card for card, placed in now.seat.cards.items() if placed < len(CARD_OF[card].get("points", "1"))]

    found = here(record, rng, lambda now, _turn: bool(now.seat.cubes and open_cards(now)))
    if not found:
        return None
    now, turn = found
    cube = {"do": "place-cube", "card": rng.choice(open_cards(now)), "at": rng.choice(sorted(now.seat.cubes))}
    inserted(now, turn, cube)
    return "space-has-cube", now.turn, now.action
