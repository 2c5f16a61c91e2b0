"""How much better the tokens and cards on offer were than expected."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from harmonies_cli.bots.interface import View
from harmonies_cli.bots.scenarios import Offers
from harmonies_cli.records.game.assess_game import game_log
from harmonies_cli.records.notation import Game
from harmonies_cli.review import luck
from harmonies_cli.review.luck import luck_of
from harmonies_cli.review.moments import Moment, moments_of
from harmonies_cli.rules.board.tokens import UNITS
from tests.review.played_games import moments_of_game
from tests.review.record_parts import without_refills

BOTS = "greedy,greedy"


def own(moments: list[Moment], index: int) -> tuple[Moment, Moment]:
    """Return a moment and that of the same player's previous turn, in a game of two."""
    return moments[index], moments[index - 2]


def test_the_luck_of_a_turn_follows_from_the_chance_alone() -> None:
    moment, before = own(moments_of_game(BOTS, 1), 8)
    once, again, other = (luck_of(moment, before, Random(seed)) for seed in (1, 1, 2))
    assert once is not None
    assert once == again != other


def test_luck_is_fair_at_the_beginning_and_later() -> None:
    first = [luck_of(moments_of_game(BOTS, deal)[0], None, Random(deal)) for deal in range(1, 6)]
    later = [luck_of(*own(moments_of_game(BOTS, deal), 8), Random(deal)) for deal in range(1, 6)]
    for lucks in (first, later):
        found = np.array(lucks, float)
        assert found.min() < 0 < found.max()
        assert abs(found.mean()) < 3 * found.std(ddof=1) / np.sqrt(len(found))


@pytest.mark.parametrize("index", range(2, 8))
def test_the_emptied_space_is_refilled(index: int) -> None:
    _, before = own(moments_of_game(BOTS, 1), index)
    assert before.played is not None and before.played.space
    view = before.view()
    offers = luck._next_offers(before, len(view.row), Random(1))
    space = before.played.space - 1
    assert set(offers.central[space].tolist()) - {view.central[space]}


class Valued(NamedTuple):
    """What the best turn is valued for: central board, row and spirits of each offer."""

    central: list[list[int]]
    row: list[list[int]]
    hands: list[Sequence[int]]

    def clear(self) -> None:
        """Forget it all."""
        for column in self:
            column.clear()


@pytest.fixture
def valued(monkeypatch: pytest.MonkeyPatch) -> Valued:
    """The offers whose best turn is valued; the first is worth 1, the second 4, the third 9."""
    seen = Valued([], [], [])

    def square(view: View, offers: Offers, hands: Sequence[Sequence[int]]) -> NDArray[np.float64]:
        seen.central.extend(offers.central.T.tolist())
        seen.row.extend(offers.row.T.tolist())
        seen.hands.extend(hands)
        return np.arange(1.0, len(hands) + 1) ** 2

    monkeypatch.setattr(luck, "_best_values", square)
    return seen


def offers_with(monkeypatch: pytest.MonkeyPatch, tokens: Sequence[bool]) -> None:
    """Draw offers, some of them without tokens."""
    central = np.array([tokens] * 5, np.int64) * UNITS[0]
    offers = Offers(central, np.zeros((5, len(tokens)), np.intp))
    monkeypatch.setattr(luck, "_next_offers", lambda *_: offers)


def test_luck_is_the_value_of_the_offer_minus_the_mean_of_those_drawn(valued: Valued) -> None:
    moments = moments_of_game(BOTS, 1)
    for moment, before in ((moments[0], None), own(moments, 6)):
        valued.clear()
        assert luck_of(moment, before, Random(1)) == pytest.approx(1 - sum(n**2 for n in range(2, 14)) / 12)
        assert (valued.central[0], valued.row[0]) == (moment.view().central, moment.view().row)
        assert len(valued.central) == 13


def test_only_before_the_first_turn_other_spirits_may_be_dealt(valued: Valued) -> None:
    moments = moments_of_game(BOTS, 1)
    luck_of(moments[0], None, Random(1))
    assert valued.hands[0] == moments[0].view().spirits
    assert {len(set(hand)) for hand in valued.hands} == {2}
    assert len({tuple(hand) for hand in valued.hands}) > 8
    valued.clear()
    luck_of(*own(moments, 6), Random(1))
    assert all(hand == [moments[6].view().seat.spirit] for hand in valued.hands)
    valued.clear()
    without = moments_of_game(BOTS, 1, spirits=False)[0]
    luck_of(without, None, Random(1))
    assert all(hand == [-1] for hand in valued.hands)


@pytest.mark.parametrize(
    ("tokens", "expected"), [([True, False, True], 1 - (4 + 9) / 2), ([True], 1 - 4), ([False, False], None)]
)
def test_offers_without_tokens_do_not_count(
    tokens: list[bool], expected: float | None, valued: Valued, monkeypatch: pytest.MonkeyPatch
) -> None:
    offers_with(monkeypatch, tokens)
    assert luck_of(*own(moments_of_game(BOTS, 1), 6), Random(1)) == expected


@pytest.mark.parametrize("unknown", ["knows_tokens", "knows_row"])
@pytest.mark.parametrize("is_before", [False, True])
def test_tokens_and_row_of_both_turns_must_be_known(
    unknown: str, is_before: bool, valued: Valued, monkeypatch: pytest.MonkeyPatch
) -> None:
    offers_with(monkeypatch, [True])
    moment, before = own(moments_of_game(BOTS, 1), 6)
    incomplete = before if is_before else moment
    monkeypatch.setattr(Moment, unknown, property(lambda self: self is not incomplete))
    assert luck_of(moment, before, Random(1)) is None
    assert valued.hands == []


def test_unknown_spirits_stay_unknown_in_other_offers(valued: Valued, monkeypatch: pytest.MonkeyPatch) -> None:
    moment = moments_of_game(BOTS, 1)[0]
    monkeypatch.setattr(Moment, "knows_spirits", False)
    assert luck_of(moment, None, Random(1)) is not None
    assert all(hand == moment.view().spirits for hand in valued.hands)


def test_without_tokens_on_offer_there_is_no_luck(valued: Valued, monkeypatch: pytest.MonkeyPatch) -> None:
    offers_with(monkeypatch, [True])
    moment, before = own(moments_of_game(BOTS, 1), 6)
    empty = replace(moment.view(), central=[0] * 5)
    monkeypatch.setattr(Moment, "view", lambda _: empty)
    assert luck_of(moment, before, Random(1)) is None
    assert valued.hands == []


def test_the_luck_of_an_incomplete_record_is_unknown() -> None:
    game = without_refills(moments_of_game(BOTS, 1), BOTS, 1)
    assert isinstance(game, Game)
    moments = list(moments_of(game_log(game)))
    assert luck_of(*own(moments, 4), Random(1)) is None
    whole = moments_of_game(BOTS, 1)
    assert luck_of(whole[4], moments[4], Random(1)) is None, "the turn before is unknown"
    assert luck_of(whole[4], whole[2], Random(1)) is not None
