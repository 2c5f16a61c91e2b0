"""Common turns in one loop and turns rule by rule give the same result, whatever the record."""

from __future__ import annotations

import random
from itertools import product

import pytest

from harmonies_cli.rules.board.tokens import HANDS
from harmonies_cli.rules.replay.replay import replay
from tests.rules.replay.all_mutations import MUTATIONS
from tests.rules.replay.game_logs import GAMES, ILLEGAL, Record, edited, log_of, without
from tests.rules.replay.generated_games import always, generated, never
from tests.rules.replay.mutate_freely import disturbed
from tests.rules.replay.two_paths import compared

MANY = sorted(game for game in GAMES if game[0] != "1")  # solo turns are never played in the loop
KINDS = list(product((1, 2, 3, 4), "AB", (False, True)))


def some_game(players: int, side: str, spirits: bool, seed: int) -> Record:
    stacking = random.Random(seed).choice([always, never, lambda turn, used: turn % 2 == 0])
    return generated(players, side, seed, spirits=spirits, stacking=stacking)


@pytest.mark.parametrize(("players", "side", "spirits"), KINDS)
def test_games_of_all_kinds_are_the_same(
    players: int, side: str, spirits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert compared(some_game(players, side, spirits, 0), monkeypatch)


@pytest.mark.parametrize(("players", "side", "spirits"), KINDS[4:])
def test_disturbed_games_of_all_kinds_are_the_same(
    players: int, side: str, spirits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(f"{players} {side} {spirits}")
    game = some_game(players, side, spirits, 7)
    assert sum(compared(disturbed(game, rng), monkeypatch) for _ in range(8)) > 5


@pytest.mark.parametrize("game", MANY)
def test_disturbed_recorded_games_are_the_same(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(game)
    assert sum(compared(disturbed(edited(game), rng), monkeypatch) for _ in range(8)) > 5


@pytest.mark.parametrize("name", MUTATIONS)
def test_games_that_break_one_rule_are_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(name)
    for game in rng.sample(MANY, 2):
        record = edited(game)
        MUTATIONS[name](record, rng)
        assert compared(record, monkeypatch)
        record["unfinished"] = True
        assert compared(record, monkeypatch)


@pytest.mark.parametrize("spirits", [None, False, True])
def test_a_game_is_the_same_with_and_without_the_spirits_field(
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
    state = replay(log_of(record))
    assert (state.violations[-1].code, state.hand >> 48) == ("token-unplaced", 3 + 6 * 6)
    assert len(HANDS) < hands + 100  # all the hands that these tokens could form would fill any memory


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
