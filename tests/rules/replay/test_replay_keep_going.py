from __future__ import annotations

import random

import pytest

from harmonies_cli.rules.replay.faults import CARRIED_OUT
from tests.rules.replay.all_mutations import MUTATIONS
from tests.rules.replay.game_logs import GAMES, Record, actions, edited, faults
from tests.rules.replay.generated_games import generated
from tests.rules.replay.mutations import ANIMALS, SPIRITS

all_games = pytest.mark.parametrize("game", GAMES)


def all_faults(record: Record) -> list[tuple[str, int | None, int | None]]:
    return faults(record, keep_going=True)


@all_games
def test_a_legal_game_has_no_faults(game: str) -> None:
    assert all_faults(GAMES[game]) == []


@all_games
@pytest.mark.parametrize("rule", MUTATIONS)
def test_the_first_fault_is_the_same_and_those_that_cannot_be_carried_out_are_the_last(game: str, rule: str) -> None:
    for seed in range(3):
        record = edited(game)
        expected = MUTATIONS[rule](record, random.Random(f"{rule} {game} {seed}"))
        if expected is None:
            continue
        found = all_faults(record)
        assert found[0] == expected
        assert all(code in CARRIED_OUT for code, _, _ in found[:-1])
        assert [turn or 0 for _, turn, _ in found] == sorted(turn or 0 for _, turn, _ in found)


def takes_after(record: Record, turn: int, space: int) -> tuple[int, int] | None:
    """Return the turn and action of the next take from a central space after a turn."""
    for later, number, action in actions(record, "take-tokens"):
        if later > turn and action["space"] == space:
            return later, number
    return None


def mistyped_refills(record: Record) -> list[tuple[int, str, tuple[int, int]]]:
    """Return turn, space and later take of each refill that a later turn takes."""
    found = []
    for number, turn in enumerate(record["turns"][:-1], 1):
        for space in turn["refill"]["central"]:
            take = takes_after(record, number, int(space))
            if take and (len(record["players"]) > 1 or take[0] == number + 1):
                found.append((number, space, take))
    return found


@all_games
@pytest.mark.parametrize("by", ["space and tokens", "tokens"])
def test_a_letter_mistyped_in_a_refill_is_one_mismatch_at_the_take(game: str, by: str) -> None:
    for number, space, take in mistyped_refills(GAMES[game])[:8]:
        record = edited(game)
        refill = record["turns"][number - 1]["refill"]["central"]
        refill[space] = refill[space][:-1] + ("F" if refill[space][-1] != "F" else "W")
        if by == "tokens":
            del record["turns"][take[0] - 1]["actions"][take[1] - 1]["space"]
            same = sorted(GAMES[game]["turns"][number - 1]["refill"]["central"][space])
            if len(record["players"]) == 1 or any(sorted(t) == same for t in GAMES[game]["start"]["central"]):
                continue
        found = [fault for fault in all_faults(record) if fault[0] != "pouch-overdrawn"]
        assert found == [("tokens-mismatch", *take)]


@all_games
def test_a_token_too_few_in_a_refill_is_a_wrong_refill_and_a_mismatch_at_the_take(game: str) -> None:
    for number, space, take in mistyped_refills(GAMES[game])[:8]:
        record = edited(game)
        refill = record["turns"][number - 1]["refill"]["central"]
        refill[space] = refill[space][:-1]
        assert all_faults(record) == [("refill-wrong", number, None), ("tokens-mismatch", *take)]


def test_a_token_too_few_in_a_refill_does_not_put_off_the_end_of_the_game() -> None:
    for seed in range(3):
        record = generated(4, "B", seed)
        assert all_faults(record) == []
        never_taken = [
            (number, space)
            for number, turn in enumerate(record["turns"][:-1], 1)
            for space in turn["refill"]["central"]
            if takes_after(record, number, int(space)) is None
        ]
        number, space = never_taken[0]
        refill = record["turns"][number - 1]["refill"]["central"]
        refill[space] = refill[space][:-1]
        assert all_faults(record) == [("refill-wrong", number, None)]


@all_games
def test_a_card_mistyped_in_a_refill_is_one_card_not_in_the_row(game: str) -> None:
    for taken, number, action in actions(GAMES[game], "take-card"):
        record = edited(game)
        shown = [turn for turn in record["turns"][:-1] if action["card"] in turn["refill"].get("row", [])]
        other = next((card for card in ANIMALS if f'"{card}"' not in _text(record)), None)
        if not shown or other is None:
            continue
        row = shown[0]["refill"]["row"]
        row[row.index(action["card"])] = other
        assert all_faults(record) == [("card-not-in-row", taken, number)]


def _text(record: Record) -> str:
    return str(record).replace("'", '"')


@pytest.mark.parametrize("game", [game for game in GAMES if game.startswith("1p")])
def test_a_discard_of_a_mistyped_card_is_one_fault(game: str) -> None:
    for turn, number, _ in actions(GAMES[game], "discard-card"):
        record = edited(game)
        other = next(card for card in ANIMALS if f'"{card}"' not in _text(record))
        record["turns"][turn - 1]["actions"][number - 1]["card"] = other
        assert all_faults(record) == [("discard-not-allowed", turn, number)]


@pytest.mark.parametrize("game", [game for game in GAMES if not game.startswith("1p")])
def test_a_wrong_player_number_is_one_fault_if_the_turn_fits_any_board(game: str) -> None:
    record = edited(game)
    players = len(record["players"])
    record["turns"][0]["player"] = 2
    found = all_faults(record)
    assert found[0] == ("turn-order", 1, None)
    assert ("turn-order", 2, None) not in found
    assert players >= 2


def test_a_turn_left_out_is_one_fault_of_order() -> None:
    record = generated(4, "B", 5)
    for turn in record["turns"]:
        turn["actions"] = [
            action for action in turn["actions"] if action["do"].endswith("-tokens") or "token" in action
        ]
        turn.pop("refill", None)
    del record["start"]
    assert all_faults(record) == []
    del record["turns"][4]
    assert all_faults(record) == [("turn-order", 5, None)]


@all_games
def test_a_cube_typed_at_the_wrong_space_is_one_fault(game: str) -> None:
    cubes = actions(GAMES[game], "place-cube")
    if not cubes:
        return
    turn, number, _ = cubes[-1]
    for space in ("a1", "a2", "a3", "b1", "b2", "c1", "c2", "d1", "e1", "e4"):
        record = edited(game)
        record["turns"][turn - 1]["actions"][number - 1]["at"] = space
        found = all_faults(record)
        if found:
            assert found[0] in [("habitat-missing", turn, number), ("space-has-cube", turn, number)] or (
                found[0][0] == "space-has-cube" and found[0][1] == turn
            )
        if found and found[0][0] == "habitat-missing":
            later = [action for t, n, action in actions(record, "place-token") if (t, n) > (turn, number)]
            if all(action["at"] != space for action in later):
                assert found == [("habitat-missing", turn, number)]


@pytest.mark.parametrize("game", [game for game, record in GAMES.items() if record["spirits"]])
def test_a_deal_typed_wrong_is_one_fault(game: str) -> None:
    record = edited(game)
    _, number, action = actions(record, "choose-spirit")[0]
    hand = record["start"]["spirits"][0]
    unused = next((card for card in SPIRITS if f'"{card}"' not in _text(record)), None)
    if unused is None:
        return
    hand[hand.index(action["card"])] = unused
    assert all_faults(record) == [("spirit-not-dealt", 1, number)]


def test_several_mistakes_are_listed_in_order() -> None:
    record = generated(3, "A", 11, spirits=True)
    start, turns = record["start"], record["turns"]
    start["row"].append(start["row"][0])
    turns[0]["actions"] = [action for action in turns[0]["actions"] if action["do"] != "choose-spirit"]
    space = next(iter(turns[1]["refill"]["central"]))
    turns[1]["refill"]["central"] = {space: "MM"}
    turns[2]["actions"].append({"do": "discard-card", "card": "falcon"})
    found = all_faults(record)
    for expected in [
        ("card-duplicated", 0, None),
        ("refill-wrong", 0, None),
        ("spirit-not-chosen", 1, None),
        ("refill-wrong", 2, None),
        ("discard-not-allowed", 3, len(turns[2]["actions"])),
    ]:
        assert expected in found
    assert found[:2] == [("card-duplicated", 0, None), ("refill-wrong", 0, None)]
