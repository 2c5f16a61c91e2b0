"""The player that a user names: by name or number, however it is typed."""

from __future__ import annotations

import pytest

from harmonies_cli.records.user_choice import choose_players, no_such_player

NAMES = {1: "Hannes", 2: "Zoé", 3: "1", 4: "hannes", 5: "Ann-Marie"}


@pytest.mark.parametrize(
    ("wanted", "players"),
    [
        ("Hannes", {1}),
        ("hannes", {4}),
        ("HANNES", {1, 4}),
        ("zoe", {2}),
        ("1", {3}),
        ("2", {2}),
        ("ann marie", {5}),
        ("Hanne", set()),
        ("-", set()),
        ("", set()),
    ],
)
def test_the_exact_name_goes_before_the_number_and_this_before_a_name_like_it(wanted: str, players: set[int]) -> None:
    assert choose_players(NAMES, wanted) == players


def test_the_names_are_listed_the_first_twelve_of_many() -> None:
    said = no_such_player("Hanes", ["Hannes", *(f"P{number}" for number in range(20))])
    assert said.startswith("no record has a player 'Hanes': did you mean \"Hannes\"? the players are Hannes, P0, ")
    assert said.endswith("P10, ...")
    assert no_such_player("x", []) == "no record has a player 'x'"
