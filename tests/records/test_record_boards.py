"""The boards of a record, ready to draw."""

from __future__ import annotations

from harmonies_cli.records.reader import ReadOptions
from harmonies_cli.records.record_boards import boards_of
from tests.records.assessed import position, reading_of
from tests.rules.replay.game_logs import GAMES, edited

GAME = "2p_A_nospirits-04"


def test_stacks_and_cubes_of_a_position() -> None:
    first = {"name": "Ann", "board": {"A1": ["brown", "green"], "b1": "W"}, "cubes": ["B1"]}
    second = {"board": ["F . . . .", ". . . .", ". . . . .", ". . . .", ". . . . MMM"], "cubes": {"a1": "Ladybird"}}
    one, two = boards_of(reading_of(position(first, second)))
    assert (one.player, one.name, one.stacks, one.cubes) == (1, "Ann", {"a1": "TL", "b1": "W"}, {"b1": None})
    assert (two.player, two.stacks, two.cubes) == (2, {"a1": "F", "e5": "MMM"}, {"a1": "ladybug"})


def test_the_readable_part_of_a_faulty_position_is_kept() -> None:
    player = {"board": {"a1": "LT", "b1": "W", "z9": "F"}, "cubes": {"b1": "falcn", "z1": "frog"}}
    (board,) = boards_of(reading_of(position(player)))
    assert (board.stacks, board.cubes) == ({"b1": "W"}, {"b1": None})


def test_there_are_no_boards_of_a_record_that_cannot_be_read() -> None:
    assert boards_of(reading_of("{")) == []


def test_the_side_assumed() -> None:
    record = position({"board": {"g4": "W"}})
    assert boards_of(reading_of(record))[0].stacks == {}
    assert boards_of(reading_of(record, options=ReadOptions(side="B")), side="B")[0].stacks == {"g4": "W"}


def test_the_boards_of_a_game_at_its_end_after_a_turn_and_before_a_fault() -> None:
    end = boards_of(reading_of(GAMES[GAME]))
    assert [board.name for board in end] == [player["name"] for player in GAMES[GAME]["players"]]
    early = boards_of(reading_of(GAMES[GAME]), turn=1)
    assert sum(map(len, early[0].stacks.values())) == 3
    assert early[1].stacks == {}
    assert all(
        early[0].stacks[space] == end[0].stacks[space][: len(early[0].stacks[space])] for space in early[0].stacks
    )
    record = edited(GAME)
    record["turns"][1]["player"] = 1
    assert boards_of(reading_of(record)) == early


def test_cubes_of_a_game_have_their_cards() -> None:
    placed = [
        (action["at"], action["card"])
        for turn in GAMES[GAME]["turns"]
        for action in turn["actions"]
        if action["do"] == "place-cube" and turn["player"] == 1
    ]
    assert boards_of(reading_of(GAMES[GAME]))[0].cubes == dict(placed)
