from __future__ import annotations

import pandas as pd
import pytest

from harmonies_cli.errors import UsageError
from harmonies_cli.statistics.selection import Selection, require_date, select, with_player


def games() -> pd.DataFrame:
    rows = [
        # game, players, solo, side, spirits, date, kind, finished, verdict
        (6, 2, False, "A", True, "2024-05-01", "game", True, "legal"),
        (5, 2, False, "B", False, "2024-06-01", "game", True, "legal"),
        (4, 1, True, "A", True, None, "game", True, "legal"),
        (3, 2, False, "A", True, "2024-07-01", "game", False, "legal"),
        (2, 2, False, "A", True, "2024-07-01", "game", True, "illegal"),
        (1, None, None, None, None, None, None, None, "invalid"),
        (7, 2, False, "A", True, "2024-07-01", "position", None, "legal"),
        (8, 1, False, "A", True, None, "position", None, "legal"),
    ]
    columns = ["game", "players", "solo", "side", "spirits", "date", "kind", "finished", "verdict"]
    return pd.DataFrame(rows, columns=columns)


def seats() -> pd.DataFrame:
    rows = [
        *[(6, 1, "ann", "Ann", 1500.0, 60), (6, 2, "bob", "Bob", 1400.0, 50)],
        *[(5, 1, "bob", "Bob", 1450.0, 60), (5, 2, "cid", "Cid", None, 50)],
        *[(4, 1, "ann", "Ann", 1500.0, 70), (3, 1, "ann", "Ann", 1500.0, 70), (3, 2, "bob", "Bob", 1400.0, 7)],
        *[(2, 1, "ann", "Ann", 1500.0, 70), (2, 2, "bob", "Bob", 1400.0, 7)],
        *[(7, 1, "ann", "Ann", None, None), (7, 2, "bob", "Bob", None, 30), (8, 1, "ann", "Ann", None, 40)],
    ]
    seats = pd.DataFrame(rows, columns=["game", "seat", "player", "name", "rating", "total"])
    return seats.assign(board="WWF TL")


ALWAYS = {"invalid": 1, "not final": 1, "cards not recorded": 1, "one board without opponents": 1}


@pytest.mark.parametrize(
    ("selection", "kept", "left_out"),
    [
        (Selection(), [4, 5, 6], {"breaks a rule": 1}),
        (Selection(only_legal=False), [2, 4, 5, 6], {}),
        (Selection(players=(2,)), [5, 6], {"breaks a rule": 1, "another number of players": 1}),
        (Selection(players=(1, 2)), [4, 5, 6], {"breaks a rule": 1}),
        (Selection(side="b"), [5], {"breaks a rule": 1, "the other side": 2}),
        (Selection(spirits=False), [5], {"breaks a rule": 1, "with spirits": 2}),
        (Selection(spirits=True), [4, 6], {"breaks a rule": 1, "without spirits": 1}),
        (Selection(since="2024-06"), [5], {"breaks a rule": 1, "without a date": 1, "before 2024-06": 1}),
        (
            Selection(min_rating=1450),
            [4],
            {"breaks a rule": 1, "without ratings": 1, "a rating below 1450": 1},
        ),
        (Selection(player="Cid"), [4, 5, 6], {"breaks a rule": 1}),
    ],
)
def test_games_are_kept_or_left_out_for_a_reason(
    selection: Selection, kept: list[int], left_out: dict[str, int]
) -> None:
    chosen = select(games(), seats(), selection)
    assert chosen.games["game"].tolist() == kept
    assert {reason: number for reason, number in chosen.left_out.items() if number} == ALWAYS | left_out
    assert chosen.records == 8 == len(kept) + sum(chosen.left_out.values())
    assert chosen.seats["game"].isin(kept).all()
    assert chosen.seats.equals(chosen.seats.sort_values(["game", "seat"]))


def test_an_unknown_player_name_is_an_error() -> None:
    names = {"ann", "Ann", "Bob", "Zoë"}
    for typed, meant in (("Bob", "Bob"), ("bob", "Bob"), ("ZOE", "Zoë"), ("Ann", "Ann"), ("ANN", "ANN")):
        assert with_player(Selection(player=typed), names).player == meant
    assert with_player(Selection(), names) == Selection()
    with pytest.raises(UsageError, match=r"no record has a player 'Anne'.*the players are Ann, Bob, Zoë, ann"):
        with_player(Selection(player="Anne"), names)


@pytest.mark.parametrize(
    "since", ["1.1.2024", "2024-13", "2024-00", "2024-02-30", "0000", "24", "2024-1", "٢٠٢٤", "2024-05-31x"]
)
def test_a_date_that_does_not_exist_is_an_error(since: str) -> None:
    with pytest.raises(UsageError, match="is not a date: write 2024-05-31, 2024-05 or 2024"):
        require_date(since)


@pytest.mark.parametrize("since", ["2024", "2024-12", "2024-02-29", "2024-05-31T20:15", "2024-05-31 20:15"])
def test_a_year_a_month_a_day_or_a_time_is_a_date(since: str) -> None:
    require_date(since)


def test_a_selection_in_words() -> None:
    selection = Selection((1, 2), "B", False, "2024", 1500, "Ann", only_legal=False)
    assert selection.in_words() == [
        "players: solo, 2",
        "side B",
        "without Nature's Spirit cards",
        "since 2024",
        "every rating at least 1500",
        "Ann against the field",
        "illegal games too",
    ]
    assert Selection().in_words() == []
