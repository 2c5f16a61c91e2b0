from __future__ import annotations

import copy

import pytest

from harmonies_cli.report.replay.steps import Middle, ShownAction
from tests.report.replay.games import record, small
from tests.report.replay.stored import documents, read, replayed

DOCUMENTS = dict(documents())
TURNS = record()["turns"]


def test_step_has_the_middle_before_and_after() -> None:
    step = small().steps[0]
    assert step.before == Middle(("WTF", "MMH", "WLL", "WTF", "MMH"), ("falcon", "otter", "frog", "koala", "wolf"))
    assert step.after == Middle(("WTF", "MMH", "MMH", "WTF", "MMH"), ("falcon", "otter", "panther", "koala", "wolf"))


def test_step_has_the_board_before_and_after_and_what_is_new() -> None:
    step = small().steps[0]
    assert step.board_before is not None
    assert step.board_after is not None
    assert step.board_before.stacks == {}
    assert step.board_after.stacks == {"b2": "L", "b3": "L", "c2": "W"}
    assert step.board_after.cubes == {"c2": "frog"}
    assert step.changed == {"b2", "b3", "c2"}


def test_cube_alone_makes_a_space_new() -> None:
    turns = copy.deepcopy(TURNS)
    cube = turns[0]["actions"].pop(4)
    third = {
        "player": 1,
        "actions": [
            cube,
            {"do": "take-tokens", "space": 4},
            *(
                {"do": "place-token", "token": token, "at": at}
                for token, at in zip("FWT", ("e1", "e2", "e3"), strict=True)
            ),
        ],
        "refill": {"central": {"4": "MMH"}},
    }
    assert small(turns=[*turns, third]).steps[2].changed == {"c2", "e1", "e2", "e3"}


def test_actions_are_described_with_their_notes() -> None:
    assert small().steps[0].actions[:5] == (
        ShownAction("takes WLL from central space 3", "WLL from 3"),
        ShownAction("places blue (W) on c2", "W on c2"),
        ShownAction("takes the frog card", "card frog", "green"),
        ShownAction("places green (L) on b2", "L on b2"),
        ShownAction("places a cube of the frog on c2", "frog cube on c2"),
    )
    assert small().steps[0].note == "first"


def test_refill_is_described() -> None:
    assert [step.refill for step in small().steps] == [
        ("central board: MMH on 3", "row: panther"),
        ("central board: TFF on 2",),
    ]


def test_missing_refills_are_reported_as_not_recorded() -> None:
    turns = copy.deepcopy(TURNS)
    del turns[0]["refill"]
    step = small(turns=[turns[0], turns[1]]).steps[0]
    assert step.refill == ("central board: not recorded", "row: not recorded")
    assert step.after.central[2] is None
    assert step.after.row[2] is None


@pytest.mark.parametrize("name", DOCUMENTS)
def test_steps_follow_one_another_to_the_verdict(name: str) -> None:
    replay = replayed(DOCUMENTS[name])
    _, verified = read(DOCUMENTS[name])
    middle, boards, totals = replay.start, replay.boards, [sheet.total or 0 for sheet in replay.sheets]
    for number, step in enumerate(replay.steps, 1):
        assert step.turn == number
        assert step.before == middle
        assert step.board_before == boards[step.player - 1]
        assert step.board_after == step.boards[step.player - 1]
        others = [index for index in range(len(boards)) if index != step.player - 1]
        assert [step.boards[index] for index in others] == [boards[index] for index in others]
        totals[step.player - 1] += step.gained
        assert totals == [sheet.total for sheet in step.sheets]
        middle, boards = step.after, step.boards
    assert totals == [sheet.total for sheet in verified.players]
    inside = [fault for step in replay.steps for fault in step.violations]
    assert [*inside, *replay.outside] == verified.violations


def test_faulty_action_is_distinguished_from_those_before_and_after() -> None:
    turns = copy.deepcopy(TURNS)
    turns[1]["actions"].insert(2, {"do": "place-token", "token": "H", "at": "c3"})
    turns[1]["actions"].insert(3, {"do": "place-token", "token": "M", "at": "c3"})
    step = small(turns=turns).steps[1]
    assert [action.state for action in step.actions] == ["played", "played", "played", "faulty", "unplayed", "unplayed"]
    assert [fault.code for fault in step.violations] == ["stack-illegal"]
    assert step.moment is not None
    assert step.refill == ()


def test_turn_of_a_player_who_is_not_there_has_no_board() -> None:
    turns = copy.deepcopy(TURNS)
    turns[1]["player"] = 4
    step = small(turns=turns).steps[1]
    assert (step.board_before, step.board_after, step.changed) == (None, None, frozenset())
    assert [action.state for action in step.actions] == ["unplayed"] * 4


def test_fault_of_the_start_leaves_no_steps() -> None:
    start = record()["start"] | {"row": ["falcon"]}
    replay = small(start=start)
    assert replay.steps == ()
    assert [fault.pointer for fault in replay.outside] == ["/start/row"]


def test_game_without_turns_has_no_steps() -> None:
    assert small(turns=[]).steps == ()


def test_ten_thousand_turns_end_with_the_first_fault() -> None:
    replay = small(turns=TURNS * 5000, unfinished=False)
    assert replay.verified.verdict == "illegal"
    assert len(replay.steps) < 40
