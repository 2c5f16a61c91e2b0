"""Dealing from a seed."""

from __future__ import annotations

from collections import Counter

from harmonies_cli.rules.board.cards import ANIMALS, CARDS, SPIRITS
from harmonies_cli.rules.board.tokens import TOKENS
from harmonies_cli.simulate.dealing import deal_game, player_chance


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
