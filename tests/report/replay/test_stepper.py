from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harmonies_cli.report.replay.stepper import Stepper
from harmonies_cli.report.terminal import Terminal
from tests.report.replay.games import small
from tests.report.replay.reviews import small_review
from tests.report.replay.stored import replay_named

GAME = replay_named("2p_A_spirits-06")
SCREEN = Terminal(width=80)


def title(stepper: Stepper) -> str:
    return stepper.lines(SCREEN, 24)[0]


def foot(stepper: Stepper) -> str:
    return stepper.lines(SCREEN, 24)[-1]


@pytest.fixture
def stepper() -> Stepper:
    return Stepper(GAME)


@pytest.mark.parametrize("key", [" ", "\r", "\n", "n", "\x1b[C", "\x1bOC", "\xe0M"])
def test_key_shows_the_next_turn(stepper: Stepper, key: str) -> None:
    stepper.press(key)
    assert title(stepper) == "Turn 1 of 18: 1. Dmitri"
    stepper.press(key)
    assert title(stepper) == "Turn 2 of 18: 2. Anna"


@pytest.mark.parametrize("key", ["p", "b", "\x7f", "\x1b[D", "\x1bOD", "\xe0K"])
def test_key_shows_the_previous_turn(stepper: Stepper, key: str) -> None:
    stepper.press("nnn")
    stepper.press(key)
    assert title(stepper) == "Turn 2 of 18: 2. Anna"


def test_first_and_last_screens(stepper: Stepper) -> None:
    stepper.press("l")
    assert title(stepper).startswith("Verdict: legal, Anna wins")
    stepper.press("n")
    assert foot(stepper) == "this is the last screen"
    stepper.press("f")
    assert title(stepper).startswith("bga-510002236")
    stepper.press("p")
    assert foot(stepper) == "this is the first screen"


def test_go_to_a_turn_by_its_number(stepper: Stepper) -> None:
    stepper.press("g")
    stepper.press("2")
    stepper.press("\x7f")
    stepper.press("1")
    stepper.press("7")
    assert foot(stepper) == "go to turn: 17_"
    stepper.press("\r")
    assert title(stepper) == "Turn 17 of 18: 1. Dmitri"


@pytest.mark.parametrize("number", ["0", "19", "999999"])
def test_go_to_a_turn_that_is_not_there(stepper: Stepper, number: str) -> None:
    stepper.press("n")
    for key in f"g{number}\r":
        stepper.press(key)
    assert foot(stepper) == f"there is no turn {number}: the turns are 1 to 18"
    assert title(stepper).startswith("Turn 1 ")


def test_go_to_can_be_given_up(stepper: Stepper) -> None:
    for key in ("g", "5", "\x1b"):
        stepper.press(key)
    assert title(stepper).startswith("bga-")
    assert foot(stepper).startswith("start ")


def test_turn_shows_middle_boards_actions_refill_cards_and_scores(stepper: Stepper) -> None:
    stepper.press("nnn")
    screen = "\n".join(stepper.lines(SCREEN, 24))
    for part in (
        "central  1 MTH   2 TFH   3 FFH   4 WML   5 TLL",
        "row      duck, shrew, panther, macaw, bat",
        "before                     after",
        "5 places a cube of the",
        "[TL]    [W■]",
        "refill of the central board: ",
        "cards: owl 0/1, otter 1/3, shrew 0/3",
        "Dmitri      5       0       0       0      0        5       0     10  +9",
    ):
        assert part in screen


def test_boards_of_all_players_and_back(stepper: Stepper) -> None:
    stepper.press("nn")
    before = stepper.lines(SCREEN, 24)
    stepper.press("o")
    assert "1. Dmitri                  2. Anna" in "\n".join(stepper.lines(SCREEN, 24))
    stepper.press("o")
    assert stepper.lines(SCREEN, 24) == before


def test_reasons_and_back(stepper: Stepper) -> None:
    stepper.press("nnn")
    stepper.press("e")
    screen = "\n".join(stepper.lines(SCREEN, 40))
    assert "otter: 1 of 3 cubes placed (ladder 5, 10, 16)" in screen
    stepper.press("e")
    assert "otter: 1 of 3" not in "\n".join(stepper.lines(SCREEN, 40))


def test_help_lists_the_keys_until_the_next_key(stepper: Stepper) -> None:
    stepper.press("h")
    assert "q                        quit" in stepper.lines(SCREEN, 24)
    stepper.press("n")
    assert title(stepper).startswith("bga-")


@pytest.mark.parametrize("key", ["q", "Q", "\x1b", "\x03", "\x04"])
def test_key_ends(stepper: Stepper, key: str) -> None:
    assert not stepper.press(key)


def test_keys_that_came_at_once_are_all_taken(stepper: Stepper) -> None:
    assert stepper.press("nnpn")
    assert title(stepper).startswith("Turn 2 ")
    assert stepper.press("\x1b[C\x1bOC\x1b[D")
    assert title(stepper).startswith("Turn 3 ")
    assert stepper.press("g12\r")
    assert title(stepper).startswith("Turn 12 ")
    assert not stepper.press("nqn")


@pytest.mark.parametrize("key", ["x", "\x1b[5~", "é", "漢", "", "\x00"])
def test_other_keys_do_nothing(stepper: Stepper, key: str) -> None:
    assert stepper.press(key)
    assert title(stepper).startswith("bga-")


def test_small_screen_scrolls(stepper: Stepper) -> None:
    stepper.press("n")
    top = stepper.lines(SCREEN, 10)
    assert " more below (down)" in top[-1]
    for _ in range(100):
        stepper.press("j")
    bottom = stepper.lines(SCREEN, 10)
    assert bottom[-2].startswith("Anna ")
    stepper.press("k")
    assert stepper.lines(SCREEN, 10)[-3].startswith("Anna ") is False
    assert stepper.lines(SCREEN, 10) != bottom


@pytest.mark.parametrize("width", [36, 40, 60, 80])
def test_small_screen_always_says_how_to_leave(stepper: Stepper, width: int) -> None:
    stepper.press("n")
    last = stepper.lines(Terminal(width=width), 10)[-1]
    assert last.startswith("1/18")
    assert "more below (down)" in last
    assert last.endswith("q quit")


def test_line_of_totals_marks_the_turn(stepper: Stepper) -> None:
    stepper.press("g14\r")
    lines = stepper.lines(SCREEN, 24)
    assert [line for line in lines if line.startswith(("Dmitri ▁", "Anna   ▁"))] == [
        "Dmitri ▁▁▁▁▁▂▂▃▃▄▄▅▅▅[▅]▆▆▇▇   49  chance 10 %",
        "Anna   ▁▁▁▁▁▁▁▁▃▃▄▄▅▅[▇]▇▇▇█   67  chance 90 %",
    ]


def test_course_of_the_game_fills_the_screen(stepper: Stepper) -> None:
    stepper.press("nc")
    lines = stepper.lines(SCREEN, 24)
    assert lines[1] == "Points after each turn, until turn 18"
    assert lines[2].startswith("  89 │")
    assert any(line.startswith("turn  0 ") for line in lines)
    stepper.press("c")
    assert stepper.lines(SCREEN, 24)[1].startswith("central ")


def test_course_is_written_in_ascii_where_there_is_nothing_else(stepper: Stepper) -> None:
    stepper.press("nc")
    lines = stepper.lines(Terminal(width=80, unicode=False), 24)
    assert all(line.isascii() for line in lines)
    assert any(line.startswith("1 Dmitri 0[0]011223344555") for line in lines)


def test_review_goes_from_mistake_to_mistake() -> None:
    stepper = Stepper(small(), review=small_review())
    stepper.press("m")
    assert title(stepper) == "Turn 1 of 2: 1. Ann"
    assert stepper.lines(SCREEN, 24)[2] == "mistake: 8.2 points (± 1.3); tokens 8.0, card 0.2; luck -1.5"
    stepper.press("m")
    assert foot(stepper) == "there is no mistake after this screen"
    stepper.press("lM")
    assert title(stepper) == "Turn 1 of 2: 1. Ann"


def test_review_shows_the_better_turn_beside_the_one_played() -> None:
    stepper = Stepper(small(), review=small_review())
    stepper.press("mr")
    lines = stepper.lines(SCREEN, 24)
    assert "better: WTF from 1; W on a1; F on a2; T on a3, expected to end at 98.2 points" in lines
    assert any(line.split() == ["played", "better"] for line in lines)
    stepper.press("n")
    assert not any("better:" in line for line in stepper.lines(SCREEN, 24))
    assert "no turn is clearly better" in stepper.lines(SCREEN, 24)[1]


def test_only_the_turns_asked_for_are_shown() -> None:
    stepper = Stepper(GAME, range(3, 6))
    assert title(stepper).startswith("Turn 3 ")
    stepper.press("l")
    assert title(stepper).startswith("Turn 5 ")
    for key in "g9\r":
        stepper.press(key)
    assert foot(stepper) == "there is no turn 9: the turns are 3 to 5"


def test_fault_is_reported_and_marked_on_the_small_board() -> None:
    stepper = Stepper(replay_named("illegal"))
    for key in "g6\r":
        stepper.press(key)
    screen = "\n".join(stepper.lines(SCREEN, 40))
    assert "at the fault" in screen
    assert "!H!" in screen
    assert "stack-illegal: a gray (M) token is placed on d3" in screen
    assert "allowed: gray (M) on a2" in screen
    assert "!4 places gray (M) on d3" in screen


@settings(deadline=None)
@given(st.lists(st.sampled_from(["n", "p", "l", "f", "g", "3", "\r", "o", "e", "h", "j", "k", "\x7f", "\x1b[C", "?"])))
def test_no_order_of_keys_crashes(keys: list[str]) -> None:
    stepper = Stepper(replay_named("illegal"))
    for key in keys:
        assert stepper.press(key)
        assert len(stepper.lines(SCREEN, 24)) == 24
