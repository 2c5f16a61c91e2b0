"""Usual turns in one loop and turns rule by rule come to the same, whatever stands in a record."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import msgspec
import pytest

from harmonies_cli.errors import HarmoniesError
from harmonies_cli.rules import replay as replaying
from harmonies_cli.rules.replay import GameLog, fold, replay, scoresheets
from harmonies_cli.rules.table import Table
from harmonies_cli.rules.tokens import HANDS
from tests.rules.all_mutations import MUTATIONS
from tests.rules.game_logs import GAMES, ILLEGAL, Record, edited, log_of, without
from tests.rules.generated_games import always, generated, never
from tests.rules.mutations import ANIMALS, SPIRITS
from tests.rules.scribbles import scribble
from tests.rules.test_usual_turns import state

WORDS = {
    "token": ["w", "M", "blue", "Grey", "BROWN", "q", "", "MM"],
    "at": ["A1", "a1", "C3", "g4", "g5", "b5", "h1", "a6", "", "a1\n"],
    "card": [
        16,
        "16",
        99,
        "Frosch",
        "FENNEC FOX",
        "fox",
        "bear",
        "no such card",
        "",
        "owl",
        *SPIRITS[:2],
        *ANIMALS[:3],
    ],
    "tokens": ["wft", ["blue", "F", "T"], "", [], "WWWWWW", "WWWWWWW", ["WFT"], "QQQ", "WF", "HHHH"],
    "space": [1, 2, 3, 4, 5],
}
"""Words that stand for the usual ones, that name something else, or nothing."""
KEYS = ("1", "2", "3", "4", "5", "6", "0", "", "01", "x")


def disturb(record: Record, rng: random.Random) -> None:
    """Change something anywhere, also what no schema admits."""
    turns = record["turns"]
    turn = rng.choice(turns)
    turn_2 = rng.choice(turns)
    acts = turn["actions"]
    action = rng.choice(acts or [{"do": "take-tokens", "space": 1}])
    refill = turn.setdefault("refill", {})
    start = record.get("start", {})
    tokens = rng.choice([*WORDS["tokens"], "".join(rng.choices("WMTLFH", k=rng.randint(0, 6)))])
    word = rng.choice([key for key in WORDS if key in action] or ["notes"])

    def swapped(things: list[Any]) -> None:
        if things:
            one, other = rng.randrange(len(things)), rng.randrange(len(things))
            things[one], things[other] = things[other], things[one]

    changes: list[Callable[[], object]] = [
        lambda: swapped(acts),
        lambda: swapped(turns),
        lambda: swapped(refill.get("row", [])),
        lambda: swapped(start.get("central", [])),
        lambda: swapped(start.get("row", [])),
        lambda: swapped(record["players"]),
        lambda: acts.append(copy.deepcopy(action)),
        lambda: acts.insert(rng.randint(0, len(acts)), {"do": "take-card", "card": rng.choice(WORDS["card"])}),
        lambda: acts.insert(rng.randint(0, len(acts)), {"do": "discard-card", "card": rng.choice(ANIMALS)}),
        lambda: acts.insert(rng.randint(0, len(acts)), {"do": "choose-spirit", "card": rng.choice(SPIRITS)}),
        lambda: acts.insert(rng.randint(0, len(acts)), {"do": "take-tokens", "tokens": tokens}),
        lambda: action.update({word: rng.choice(WORDS.get(word, [""]))}),
        lambda: action.update({word: rng.choice(WORDS.get(word, [""]))}),
        lambda: action.update(notes="said"),
        lambda: (
            action.update(tokens="".join(rng.sample(action["tokens"], 3))) if len(action.get("tokens", "")) == 3 else 0
        ),
        lambda: action.pop("tokens", None) if action["do"] == "take-tokens" else 0,
        lambda: action.pop("space", None) if action["do"] == "take-tokens" else 0,
        lambda: turn.update(actions=copy.deepcopy(turn_2["actions"])),
        lambda: turn.update(refill=copy.deepcopy(turn_2.get("refill", {}))),
        lambda: turn.update(replaced=rng.random() < 0.7),
        lambda: turn.update(notes="said"),
        lambda: turn.pop("refill"),
        lambda: turn.update(player=rng.randint(1, 4)),
        lambda: turns.insert(rng.randint(0, len(turns)), copy.deepcopy(turn)),
        lambda: turns.pop(rng.randrange(len(turns))) if len(turns) > 1 else 0,
        lambda: turns.__delitem__(slice(rng.randint(1, len(turns)), None)),
        lambda: refill.setdefault("central", {}).update({rng.choice(KEYS): tokens}),
        lambda: refill.update(central={rng.choice(KEYS): content for content in refill.get("central", {}).values()}),
        lambda: refill.update(central={}),
        lambda: refill.update(row=[]),
        lambda: refill.setdefault("row", []).append(rng.choice([*WORDS["card"], *ANIMALS])),
        lambda: refill.update(row=[rng.choice(ANIMALS)]),
        lambda: start.pop(rng.choice(["central", "row", "spirits"]), None),
        lambda: start.update(spirits=[rng.sample(SPIRITS, rng.randint(0, 2)) for _ in range(rng.randint(0, 4))]),
        lambda: start.update(central=[tokens, *start.get("central", [])[1:]]),
        lambda: start.update(row=[rng.choice(WORDS["card"]), *start.get("row", [])[1:]]),
        lambda: record.pop("start", None),
        lambda: record.update(spirits=rng.random() < 0.5),
        lambda: record.pop("spirits", None),
        lambda: record.update(unfinished=rng.random() < 0.7),
        lambda: record.update(side=rng.choice("ABab")),
        lambda: record["players"].append({"name": "one more"}) if len(record["players"]) < 4 else 0,
        lambda: record["players"].pop() if len(record["players"]) > 1 else 0,
    ]
    rng.choice(changes)()


def some_log(record: Record) -> GameLog | None:
    """Return what the rules see of a record; None where a decoder would refuse it."""
    try:
        return log_of(record)
    except msgspec.ValidationError:
        return None


def told(log: GameLog, turn: int) -> list[object]:
    """Return all that can be seen of a replay: turn by turn, watched, at its end and after one of its turns."""
    found: list[object] = []
    names = [str(number) for number in range(log.players)]

    def seen(table: Table) -> None:
        found.append(state(table))

    for play in (
        lambda: list(map(seen, fold(log))),
        lambda: replay(log, watch=seen),
        lambda: replay(log),
        lambda: replay(log, turns=turn, watch=seen),
        lambda: replay(log, turns=turn),
    ):
        try:
            table = play()
        except HarmoniesError as error:
            found.append((type(error), str(error)))
            continue
        if isinstance(table, Table):
            found.append(state(table))
            found += [scoresheets(table, names, rules) for rules in ("rulebook", "bga")]
    return found


def rule_by_rule(_table: Table, _turns: Sequence[object], _watch: object = None) -> None:
    """Stand in for the loop: nothing is usual."""


def compared(record: Record, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Replay a record both ways; tell whether it could be decoded at all."""
    log = some_log(record)
    if log is None:
        return False
    turn = len(log.turns) // 2 + 1
    in_the_loop = told(log, turn)
    with monkeypatch.context() as patch:
        patch.setattr(replaying, "play_usual_turns", rule_by_rule)
        assert in_the_loop == told(log, turn)
    return True


def disturbed(record: Record, rng: random.Random) -> Record:
    record = copy.deepcopy(record)
    for _ in range(rng.choice([1, 1, 1, 2, 3]) if record["turns"] else 0):
        rng.choice([disturb, disturb, scribble])(record, rng)
    return record


KINDS = list(product((1, 2, 3, 4), "AB", (False, True)))


def some_game(players: int, side: str, spirits: bool, seed: int) -> Record:
    stacking = random.Random(seed).choice([always, never, lambda turn, used: turn % 2 == 0])
    return generated(players, side, seed, spirits=spirits, stacking=stacking)


kinds = pytest.mark.parametrize(("players", "side", "spirits"), KINDS)


@kinds
def test_games_of_all_kinds_are_the_same(
    players: int, side: str, spirits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(2):
        assert compared(some_game(players, side, spirits, seed), monkeypatch)


@kinds
def test_disturbed_games_of_all_kinds_are_the_same(
    players: int, side: str, spirits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(f"{players} {side} {spirits}")
    game = some_game(players, side, spirits, 7)
    assert sum(compared(disturbed(game, rng), monkeypatch) for _ in range(12)) > 8


@pytest.mark.parametrize("game", GAMES)
def test_disturbed_recorded_games_are_the_same(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(game)
    assert sum(compared(disturbed(edited(game), rng), monkeypatch) for _ in range(12)) > 8


@pytest.mark.parametrize("name", MUTATIONS)
def test_games_that_break_one_rule_are_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(name)
    for game in rng.sample(sorted(GAMES), 3):
        record = edited(game)
        MUTATIONS[name](record, rng)
        assert compared(record, monkeypatch)
        record["unfinished"] = True
        assert compared(record, monkeypatch)


@pytest.mark.parametrize("spirits", [None, False, True])
def test_a_game_with_and_without_word_of_spirits_is_the_same(
    spirits: bool | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for game in GAMES:
        for parts in ((), ("start.spirits",), ("start",)):
            record = without(edited(game), *parts)
            record.pop("spirits", None)
            if spirits is not None:
                record["spirits"] = spirits
            assert compared(record, monkeypatch)


def test_tokens_heaped_on_one_space_by_turns_that_the_site_played_are_soon_counted() -> None:
    record = edited("2p_A_nospirits-04")
    heaps = ("WWMMTT", "LLFFHH")
    record["turns"] = [
        {
            "player": number % 2 + 1,
            "replaced": True,
            "actions": [],
            "refill": {"central": {"2": heaps[number % 2]}},
        }
        for number in range(6)
    ]
    record["turns"].append({"player": 1, "actions": [{"do": "take-tokens", "space": 2}]})
    hands = len(HANDS)
    table = replay(log_of(record))
    assert (table.violations[-1].code, table.hand >> 48) == ("token-unplaced", 3 + 6 * 6)
    assert len(HANDS) < hands + 100  # the hands that so many tokens may become would fill any memory


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(24))
def test_many_disturbed_games_are_the_same(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(seed)
    games = [some_game(players, side, spirits, seed) for players, side, spirits in KINDS]
    games += [edited(game) for game in GAMES]
    for game in games:
        assert compared(game, monkeypatch)
        for _ in range(12):
            compared(disturbed(game, rng), monkeypatch)
    for case in ILLEGAL:
        compared(disturbed(case["record"], rng), monkeypatch)
    for mutation in MUTATIONS.values():
        record = edited(rng.choice(sorted(GAMES)))
        mutation(record, rng)
        compared(disturbed(record, rng), monkeypatch)
