"""Actions in words, word for word."""

from __future__ import annotations

import pytest

from harmonies_cli.report.verdicts.recorded_actions import action_brief, action_words
from harmonies_cli.rules.replay.actions import (
    Action,
    ChooseSpirit,
    DiscardCard,
    PlaceCube,
    PlaceToken,
    TakeCard,
    TakeTokens,
)


@pytest.mark.parametrize(
    ("action", "words", "brief"),
    [
        (PlaceToken("blue", "A1"), "places blue (W) on a1", "W on a1"),
        (PlaceCube("Frosch", "C2"), "places a cube of the frog on c2", "frog cube on c2"),
        (TakeCard("frog"), "takes the frog card", "card frog"),
        (TakeCard("nothing"), "takes the nothing card", "card nothing"),
        (ChooseSpirit("lion"), "keeps the lion, a Nature's Spirit", "spirit lion"),
        (DiscardCard("frog"), "discards the frog card from the row", "discards frog"),
        (TakeTokens(tokens="fwl"), "takes WLF from central space 3", "WLF from 3"),
        (TakeTokens(tokens=["red", "W"], space=1), "takes WH from central space 1", "WH from 1"),
        (TakeTokens(space=2), "takes MMM from central space 2", "MMM from 2"),
    ],
)
def test_an_action_has_its_words(action: Action, words: str, brief: str) -> None:
    assert action_words(action, space=3, taken="MMM") == words
    assert action_brief(action, space=3, taken="MMM") == brief


def test_tokens_of_which_nothing_is_known_have_words_too() -> None:
    action = TakeTokens(space=2)
    assert action_words(action) == "takes the tokens from central space 2"
    assert action_brief(action) == "tokens from 2"
    assert action_words(TakeTokens(tokens="WWW")) == "takes WWW"
    assert action_brief(TakeTokens(tokens="WWW")) == "WWW"
