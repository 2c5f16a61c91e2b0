"""Remedies for mistyped words."""

from __future__ import annotations

import pytest

from harmonies_cli.suggest import close_matches, did_you_mean

CARDS = ["falcon", "fennec-fox", "arctic-fox", "frog", "otter", "salmón"]


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("falcn", 'did you mean "falcon"?'),
        ("FALCON", 'did you mean "falcon"?'),
        ("Fennec Fox", 'did you mean "fennec-fox"?'),
        ("salmon", 'did you mean "salmón"?'),
        ("elephant", None),
        ("", None),
        ("---", None),
        ("lyon", None),
        ("x" * 100_000, None),
    ],
)
def test_remedy_for_a_word(word: str, expected: str | None) -> None:
    assert did_you_mean(word, CARDS) == expected


def test_the_most_similar_comes_first_and_all_are_named() -> None:
    assert close_matches("tokn", ["tokens", "take", "token"]) == ["token", "tokens"]
    assert did_you_mean("tokens", ["tokens1", "tokens2", "tokens3"]) == (
        'did you mean "tokens1", "tokens2" or "tokens3"?'
    )


def test_clearly_less_similar_words_are_left_out() -> None:
    assert close_matches("take_token", ["place-token", "take-tokens", "take-card"]) == ["take-tokens"]


def test_at_most_the_requested_number_is_suggested() -> None:
    assert close_matches("tokens", ["tokens1", "tokens2", "tokens3"], limit=2) == ["tokens1", "tokens2"]


def test_no_choices_no_remedy() -> None:
    assert did_you_mean("falcon", []) is None
