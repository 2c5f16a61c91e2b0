"""Bots with faults: the fault is reported, and the game so far is kept as broken off."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from harmonies_cli.bots.interface import Bot, View
from harmonies_cli.bots.random_bot import RandomBot, RandomParameters
from harmonies_cli.rules.board.cards import ANIMALS, CARDS, SPIRITS
from harmonies_cli.rules.board.sides import SIDES
from harmonies_cli.rules.board.tokens import LETTERS, NEXT, TOKENS
from harmonies_cli.rules.replay.actions import Action, ChooseSpirit, PlaceToken, TakeCard, TakeTokens
from harmonies_cli.simulate.driver import PlayedGame, deal_game, play_game, player_chance
from harmonies_cli.simulate.series import game_record, record_line
from tests.simulate.replaying import replayed


class Erring:
    """Plays at random, and makes a fault in its third turn."""

    def __init__(self, answer: Callable[[View, list[Action]], Any]) -> None:
        self.inner = RandomBot(RandomParameters(cube=0.0))
        self.answer = answer

    def play(self, view: View, chance: Random) -> Sequence[Action]:
        stacks = view.seat.stacks.copy()
        actions = list(self.inner.play(view, chance))
        view.seat.stacks[:] = stacks  # the random bot plays on its copy of the board
        return self.answer(view, actions) if view.seat.turns == 2 else actions


def game_of(answer: Callable[[View, list[Action]], Any]) -> tuple[PlayedGame, dict[str, Any]]:
    bots: list[Bot] = [RandomBot(RandomParameters()), Erring(answer)]
    deal = deal_game(4, 1, 2, spirits=True)
    played = play_game(SIDES["A"], bots, deal, [player_chance(4, 1, seat) for seat in (1, 2)])
    record = game_record(played, ["random", "erring"], identity="4-1", rules="rulebook")
    return played, json.loads(record_line(record))


def raises(view: View, actions: list[Action]) -> Any:
    raise RuntimeError("no idea")


def onto_a_full_space(view: View, actions: list[Action]) -> list[Action]:
    place, token = next(
        (number, action.token) for number, action in enumerate(actions) if isinstance(action, PlaceToken)
    )
    full = [bit for bit, node in enumerate(view.seat.stacks) if node and not NEXT[node][LETTERS.index(token)]]
    return [*actions[:place], PlaceToken(token=token, at=view.side.name_of[full[0]]), *actions[place + 1 :]]


def after_take(actions: list[Action]) -> list[Action]:
    """Return the actions without taking a card, so the card can be taken in another way."""
    return [action for action in actions if not isinstance(action, TakeCard)]


CASES: list[tuple[str, Callable[[View, list[Action]], Any], int | None]] = [
    ("stack-illegal", onto_a_full_space, 2),
    ("tokens-not-taken", lambda view, actions: [], None),
    ("token-unplaced", lambda view, actions: after_take(actions)[:-1], None),
    ("tokens-taken-twice", lambda view, actions: [*actions, TakeTokens(space=1)], 5),
    ("answer-invalid", lambda view, actions: [TakeTokens(space=9)], None),
    ("spirit-chosen-twice", lambda view, actions: [ChooseSpirit(card="lion")], 1),
    ("card-not-in-row", lambda view, actions: [TakeCard(card=CARDS[next(iter(view.seat.cards))].id)], 1),
    ("answer-invalid", lambda view, actions: [PlaceToken(token="Q", at="a1")], None),
    ("answer-invalid", lambda view, actions: [TakeTokens(space="x")], None),  # type: ignore[arg-type]
    ("answer-invalid", lambda view, actions: [17], None),
    ("bot-error", lambda view, actions: None, None),
    ("bot-error", raises, None),
]


@pytest.mark.parametrize(("code", "answer", "action"), CASES)
def test_an_error_breaks_the_game_off_and_keeps_its_legal_part(
    code: str, answer: Callable[[View, list[Action]], Any], action: int | None
) -> None:
    played, record = game_of(answer)
    broken = played.broken_off
    assert broken is not None
    assert (broken.code, broken.player, broken.turn) == (code, 2, 6)
    assert broken.action == action or code == "tokens-taken-twice"
    assert record["unfinished"] is True
    assert "result" not in record
    assert code in record["notes"]
    assert "player 2 (erring)" in record["notes"]
    assert len(record["turns"]) in (5, 6)
    assert replayed(record).violations == []
    if len(record["turns"]) == 6:
        assert "refill" not in record["turns"][5]


def test_the_actions_before_the_fault_stay_in_the_record() -> None:
    _, record = game_of(onto_a_full_space)
    kept = [action["do"] for action in record["turns"][5]["actions"]]
    assert kept == ["take-tokens"]


def test_a_bot_that_changes_its_view_does_not_change_the_game() -> None:
    def spoil(view: View, actions: list[Action]) -> list[Action]:
        view.seat.stacks[0] = 5
        view.seats[0].cards.clear()
        view.row.clear()  # type: ignore[attr-defined]
        view.central[:] = [0] * 5  # type: ignore[index]
        return actions

    played, record = game_of(spoil)
    assert played.broken_off is None
    assert replayed(record).over


def test_the_view_hides_the_spirits_of_the_others_and_the_order_of_the_pouch() -> None:
    views: list[View] = []

    def look(view: View, actions: list[Action]) -> list[Action]:
        views.append(view)
        return actions

    game_of(look)
    (view,) = views
    returned = [card for hand in deal_game(4, 1, 2, spirits=True).spirits for card in hand]
    seen = {card for card in range(len(CARDS)) if view.seen >> card & 1}
    others = set(returned[:2]) - {view.seats[0].spirit}
    assert not others & seen
    assert set(view.row) <= seen
    assert (view.pouch >> 48, view.pouch_left) == (120 - 15 - 3 * 5,) * 2


def test_a_deal_is_the_same_on_every_platform_and_in_every_version() -> None:
    deal = deal_game(1, 1, 2, spirits=True)
    assert deal.tokens[:30] == "FWTHLFTMWTWLMFWTMFMFLMWTMLWMMM"
    assert [CARDS[card].id for card in deal.animals[:5]] == ["panther", "fennec-fox", "bear", "arctic-fox", "penguin"]
    assert [[CARDS[card].id for card in hand] for hand in deal.spirits] == [["ram", "turtle"], ["marmot", "stork"]]


def test_the_whole_box_is_dealt() -> None:
    deal = deal_game(3, 7, 4, spirits=True)
    assert Counter(deal.tokens) == {token.letter: token.in_box for token in TOKENS}
    assert sorted(deal.animals) == sorted(ANIMALS)
    hands = [card for hand in deal.spirits for card in hand]
    assert [len(hand) for hand in deal.spirits] == [2, 2, 2, 2]
    assert len(set(hands)) == 8
    assert set(hands) <= set(SPIRITS)


def test_tokens_and_animals_do_not_depend_on_players_and_spirits() -> None:
    deals = [deal_game(3, 7, players, spirits=spirits) for players in (1, 2, 4) for spirits in (True, False)]
    assert len({(deal.tokens, deal.animals) for deal in deals}) == 1
    assert deal_game(3, 7, 2, spirits=False).spirits == ()


def test_deals_and_sources_of_chance_differ() -> None:
    assert len({deal_game(1, game, 2, spirits=False).tokens for game in range(100)}) == 100
    draws = {player_chance(1, game, seat).random() for game in range(10) for seat in (1, 2)}
    assert len(draws) == 20


def test_every_place_of_the_pouch_holds_every_colour_in_turn() -> None:
    first = Counter(deal_game(2, game, 1, spirits=False).tokens[0] for game in range(6000))
    for token in TOKENS:
        assert abs(first[token.letter] - 6000 * token.in_box / 120) < 150
