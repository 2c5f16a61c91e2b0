from __future__ import annotations

from typing import Any

import pytest

from harmonies_cli.rules.board.tokens import NODE_OF
from harmonies_cli.rules.replay.faults import RULE_OF
from harmonies_cli.rules.replay.replay import fold, replay, scoresheets
from tests.rules.replay.game_logs import (
    EXPECTED,
    GAMES,
    ILLEGAL,
    actions,
    edited,
    faults,
    faults_of,
    log_of,
    moments,
    replayed,
)
from tests.rules.scoring.plain_rules import BUILDINGS

all_games = pytest.mark.parametrize("game", GAMES)
LAND = ("trees", "mountains", "fields", "buildings", "water")


def names(record: dict[str, Any]) -> list[str]:
    return [player["name"] for player in record["players"]]


def test_the_samples_are_complete() -> None:
    assert len(GAMES) == 16
    assert len(ILLEGAL) == 78


@all_games
def test_sample_games_are_legal_finished_and_fully_checked(game: str) -> None:
    record = GAMES[game]
    state = replayed(record)
    expected = EXPECTED[record["id"]]
    assert state.violations == []
    assert state.over
    assert state.ending == expected["end"]
    assert state.turn == expected["turns"]
    assert state.unchecked == set()


@all_games
def test_sample_games_score_row_by_row_what_the_site_gives(game: str) -> None:
    record = GAMES[game]
    state = replayed(record)
    sheets, winners = scoresheets(state, names(record), "bga")
    for sheet, seat, expected in zip(sheets, state.seats, EXPECTED[record["id"]]["bga"], strict=True):
        rows = (*LAND, "animals", "spirit", "total", "spirit_cubes")
        assert {row: getattr(sheet, row) for row in rows} == {row: expected[row] for row in rows}
        assert sheet.animal_cubes is not None
        assert sheet.spirit_cubes is not None
        assert sheet.animal_cubes + sheet.spirit_cubes == expected["cubes"]
        assert seat.empty == expected["empty"]
        assert sheet.suns == (expected["suns"] if len(sheets) == 1 else None)
        assert sheet.cards is not None
        assert {card.card: card.points for card in sheet.cards} == {
            card: points for card, (_, points) in expected["cards"].items()
        }
    best = max((sheet.total, sheet.animal_cubes + sheet.spirit_cubes) for sheet in sheets)  # type: ignore[operator]
    assert winners == [
        sheet.player
        for sheet in sheets
        if (sheet.total, sheet.animal_cubes + sheet.spirit_cubes) == best  # type: ignore[operator]
    ]
    assert [sheet.total for sheet in sheets] == record["result"]["scores"]


@pytest.mark.parametrize("case", ILLEGAL, ids=lambda case: case["record"]["id"])
def test_illegal_samples_have_exactly_their_fault(case: dict[str, Any]) -> None:
    record = case["record"]
    state = replayed(record)
    if case["code"] == "result-mismatch":
        assert state.violations == []
        assert state.over
        assert state.turn == case["turn"]
        sheets, winners = scoresheets(state, names(record), "bga")
        totals = [sheet.total for sheet in sheets]
        claimed = [score if isinstance(score, int) else score["total"] for score in record["result"]["scores"]]
        assert totals != claimed or winners != record["result"]["winners"]
    else:
        assert faults_of(state) == [(case["code"], case["turn"], case["action"])]


@pytest.mark.parametrize("case", ILLEGAL, ids=lambda case: case["record"]["id"])
def test_illegal_samples_name_pointer_player_and_rule(case: dict[str, Any]) -> None:
    for fault in replayed(case["record"]).violations:
        at: Any = case["record"]
        for part in fault.pointer.split("/")[1:]:
            at = at[int(part)] if isinstance(at, list) else at[part]
        assert fault.pointer.startswith(f"/turns/{case['turn'] - 1}")
        if case["action"] is not None:
            assert fault.pointer == f"/turns/{case['turn'] - 1}/actions/{case['action'] - 1}"
        turn = case["record"]["turns"][case["turn"] - 1]
        assert fault.player == (None if case["code"] == "game-unfinished" else turn["player"])
        assert fault.rule == RULE_OF[fault.code]
        assert len(fault.message) > 20


@all_games
def test_the_replay_ends_with_the_boards_of_an_independent_bookkeeper(game: str) -> None:
    state = replayed(GAMES[game])
    *_, last = moments(GAMES[game])
    same = dict.fromkeys(BUILDINGS, "TH") | {"TT": "T"}
    for seat, plain in zip(state.seats, last.seats, strict=True):
        bit_of = state.side.bit_of
        assert state.side.names(seat.cubes) == sorted(plain.cubes)
        assert seat.above_board == plain.above_board()
        assert len(seat.cards) == len(plain.cards)
        for space in state.side.spaces:
            stack = plain.stacks.get(space, "")
            lanes = seat.board & sum(1 << 32 * kind + bit_of[space] for kind in range(11))
            assert bool(lanes) == bool(stack)
            assert lanes == 0 or lanes == state.side.lane_bit[NODE_OF[same.get(stack, stack)]][bit_of[space]]


@all_games
def test_fold_gives_the_deal_and_each_turn_with_provisional_sheets(game: str) -> None:
    record = GAMES[game]
    seen = []
    for state in fold(log_of(record)):
        seen.append(state.turn)
        sheets, winners = scoresheets(state, names(record), "bga", explain=False)
        if state.over:
            assert winners
            continue
        assert winners == []
        assert all(sheet.winner is None and sheet.suns is None and sheet.rank is not None for sheet in sheets)
    assert seen == list(range(len(record["turns"]) + 1))


@all_games
def test_replays_of_one_record_agree(game: str) -> None:
    log = log_of(GAMES[game])
    first, second = replay(log), replay(log)
    assert [seat.board for seat in first.seats] == [seat.board for seat in second.seats]
    assert faults(GAMES[game]) == []


def test_a_game_without_turns() -> None:
    record = edited("2p_A_spirits-06")
    record["turns"] = []
    assert faults(record) == [("game-unfinished", None, None)]
    assert replayed(record).violations[0].pointer == "/turns"
    record["unfinished"] = True
    state = replayed(record)
    assert state.violations == []
    sheets, winners = scoresheets(state, names(record))
    assert [sheet.total for sheet in sheets] == [0, 0]
    assert winners == []


def test_the_scores_at_a_fault_are_those_after_the_last_legal_action() -> None:
    record = edited("2p_A_nospirits-04")
    turn, number, action = actions(record, "place-token")[20]
    action["at"] = "g1"
    record["turns"][turn - 1]["actions"] = record["turns"][turn - 1]["actions"][:number]
    state = replayed(record)
    assert faults_of(state) == [("no-such-space", turn, number)]
    before = edited("2p_A_nospirits-04")
    before["turns"] = before["turns"][:turn]
    before["turns"][-1]["actions"] = before["turns"][-1]["actions"][: number - 1]
    before["unfinished"] = True
    good = replayed(before)
    assert [seat.board for seat in state.seats] == [seat.board for seat in good.seats]
    assert [seat.cards for seat in state.seats] == [seat.cards for seat in good.seats]
    assert state.actions_done == good.actions_done == number - 1
