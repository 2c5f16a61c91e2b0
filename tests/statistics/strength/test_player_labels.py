from __future__ import annotations

import pandas as pd

from harmonies_cli.statistics.strength.player_labels import player_labels


def labels(*pairs: tuple[str, str]) -> dict[str, str]:
    return dict(player_labels(pd.DataFrame(pairs, columns=["player", "name"])))


def test_players_of_one_name_have_their_accounts() -> None:
    assert labels(("7", "Ann"), ("8", "Ann"), ("9", "Ben")) == {"7": "Ann (7)", "8": "Ann (8)"}


def test_a_player_without_an_account_keeps_the_name() -> None:
    assert labels(("Ann", "Ann"), ("8", "Ann")) == {"Ann": "Ann", "8": "Ann (8)"}


def test_rows_of_many_scopes_are_one_player() -> None:
    assert labels(("7", "Ann"), ("7", "Ann"), ("8", "Ben")) == {}


def test_names_that_are_alike_once_shortened_are_numbered() -> None:
    one, other = f"{'x' * 50}1", f"{'x' * 50}2"
    assert labels((one, one), (other, other)) == {one: f"{'x' * 39}…", other: f"{'x' * 39}… (2)"}


def test_a_label_is_nobody_elses_name() -> None:
    found = labels(("7", "Ann"), ("8", "Ann"), ("9", "Ann (7)"))
    assert found["7"] == "Ann (7) (2)"
    assert len({*found.values(), "Ann (7)"}) == 3


def test_without_players_there_is_no_label() -> None:
    assert player_labels(None) == {}
