"""Both paths of the replay at the edges: a short deck, a short pouch, an early end, full cards, occupied spaces."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from harmonies_cli.rules.replay import fast_path, turn_phases
from harmonies_cli.rules.replay import replay as replaying
from harmonies_cli.rules.replay.actions import Start
from harmonies_cli.rules.replay.refills import deal
from harmonies_cli.rules.replay.replay import replay
from harmonies_cli.rules.replay.state import GameState
from tests.rules.replay.game_logs import GAMES, Record, edited, faults, log_of, moments
from tests.rules.replay.mutations import SPIRITS, does, plain, spaces, turn_of
from tests.rules.replay.two_paths import compared
from tests.rules.scoring.plain_rules import CARD_OF, STACKS, place

MANY = sorted(game for game in GAMES if game[0] != "1")
many = pytest.mark.parametrize("game", MANY)


def after_the_deal(change: Callable[[GameState], None], monkeypatch: pytest.MonkeyPatch) -> None:
    def changed(state: GameState, start: Start) -> None:
        deal(state, start)
        change(state)

    monkeypatch.setattr(replaying, "deal", changed)


@pytest.mark.parametrize("deck", [0, 1, 4])
def test_a_deck_that_runs_out_is_the_same(deck: int, monkeypatch: pytest.MonkeyPatch) -> None:
    after_the_deal(lambda state: setattr(state, "deck_left", deck), monkeypatch)
    for game in MANY:
        record = edited(game)
        assert compared(record, monkeypatch)
        refilled = [turn["refill"] for turn in record["turns"] if turn.get("refill", {}).get("row")]
        for refill in refilled[deck:]:
            refill["row"] = []
        assert compared(record, monkeypatch)


@pytest.mark.parametrize("pouch", [0, 2, 3, 12])
def test_a_pouch_that_runs_out_is_the_same(pouch: int, monkeypatch: pytest.MonkeyPatch) -> None:
    after_the_deal(lambda state: setattr(state, "pouch_left", pouch), monkeypatch)
    for game in MANY:
        record = edited(game)
        assert compared(record, monkeypatch)
        for turn in record["turns"][pouch // 3 :]:
            turn.pop("refill", None)
        assert compared(record, monkeypatch)


@many
def test_turns_after_an_early_end_are_the_same(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (fast_path, turn_phases):
        monkeypatch.setattr(module, "MOST_EMPTY_AT_END", 15)
    record = edited(game)
    assert compared(record, monkeypatch)
    state = replay(log_of(record))
    assert state.violations[-1].code == "game-over"
    record["turns"][state.turn - 2].pop("refill", None)  # the last turn played
    assert compared(record, monkeypatch)


def cubes_of_full_cards(record: Record) -> Iterator[tuple[int, int, Record]]:
    """Yield turn, action and a cube for which a completed card has a habitat."""
    for now in moments(record):
        for card, placed in now.seat.cards.items():
            if placed == len(CARD_OF[card].get("points", "1")):
                board = plain(record, now)
                for space in spaces(record):
                    if space not in now.seat.cubes and board.is_habitat_complete(card, place(space)):
                        yield now.turn, now.action, {"do": "place-cube", "card": card, "at": space}


def tokens_onto_cubes(record: Record) -> Iterator[tuple[int, int, Record]]:
    """Yield turn, action and a token in hand that would fit a stack that holds a cube."""
    for now in moments(record):
        if does("place-token")(now, turn_of(record, now)):
            token = turn_of(record, now)["actions"][now.action - 1]["token"]
            for space in sorted(now.seat.cubes):
                if now.seat.stacks[space] + token in STACKS:
                    yield now.turn, now.action, {"do": "place-token", "token": token, "at": space}


@pytest.mark.parametrize(
    ("kind", "code"), [(cubes_of_full_cards, "card-no-cube"), (tokens_onto_cubes, "space-has-cube")]
)
def test_actions_that_only_one_rule_forbids_are_the_same(
    kind: Callable[[Record], Iterator[tuple[int, int, Record]]], code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = 0
    for game in MANY:
        record = edited(game)
        for turn, number, action in list(kind(record))[:2]:
            changed = edited(game)
            changed["turns"][turn - 1]["actions"].insert(number - 1, action)
            assert faults(changed) == [(code, turn, number)]
            assert compared(changed, monkeypatch)
            found += 1
    assert found > 6


def test_a_spirit_in_the_row_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    for game in MANY:
        record = edited(game)
        dealt = [card for hand in record["start"].get("spirits", []) for card in hand]
        refilled = [turn["refill"] for turn in record["turns"] if turn.get("refill", {}).get("row")]
        refilled[len(refilled) // 2]["row"] = [next(card for card in SPIRITS if card not in dealt)]
        assert compared(record, monkeypatch)
