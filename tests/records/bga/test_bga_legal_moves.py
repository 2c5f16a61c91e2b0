"""The legal moves that the site lists, compared with the players' actions."""

from __future__ import annotations

import pytest

from harmonies_cli.records.bga.bga_reader import read_bga
from harmonies_cli.records.bga.legal_moves import LegalMoves
from harmonies_cli.records.bga.values import BgaError
from tests.records.bga.bga_samples import HISTORY, LOGS, TWO, notifications, packets, sample, written


def possible(moves: LegalMoves, action: dict[str, str]) -> bool:
    match action["do"]:
        case "place-token":
            return action["at"] in dict(moves.tokens or ())[action["token"]]
        case "place-cube":
            return action["at"] in (moves.cubes or {})[action["card"]]
        case "take-card":
            return moves.may_take_card is True
        case "choose-spirit":
            return moves.may_choose_spirit is True
        case "take-tokens":
            return sorted((moves.central or {})[int(action["space"])]) == sorted(action["tokens"])
    return action["do"] == "discard-card"


@pytest.mark.parametrize("name", LOGS)
def test_every_action_was_listed_as_legal(name: str) -> None:
    found = read_bga(sample(name), name=name, cross_check=True)
    turns = found.record["turns"]
    checked = 0
    for moves in found.legal_moves:
        turn = turns[moves.turn]
        assert moves.player == turn["player"]
        for action in turn["actions"][moves.actions : moves.actions + 1]:
            assert possible(moves, action)
            checked += 1
    actions = sum(len(turn["actions"]) for turn in turns)
    discards = sum(action["do"] == "discard-card" for turn in turns for action in turn["actions"])
    assert checked == (0 if name == HISTORY else actions) or "undo" in name or discards


def test_the_first_list_of_a_game() -> None:
    first = read_bga(sample(TWO), name="", cross_check=True).legal_moves[0]
    assert (first.turn, first.actions, first.player) == (0, 0, 1)
    assert first.central == {1: "MTH", 2: "TFH", 3: "FFH", 4: "WMH", 5: "WLF"}
    assert (first.tokens, first.cubes) == ((), {})
    assert (first.may_take_card, first.may_choose_spirit) == (True, True)
    assert first.pointer.startswith("/0/data/")


def test_tokens_of_one_colour_appear_once_unless_the_site_distinguishes_them() -> None:
    log = packets(TWO)
    lists = [each["args"]["args"] for each in notifications(log, "gameStateChange") if each["args"]["id"] == 30]
    listed = next(
        args
        for args in lists
        if len({token["type_arg"] for token in args.get("tokensToPlace", ())}) < len(args.get("tokensToPlace", ()))
    )
    index = lists.index(listed)
    tokens = read_bga(written(log), name="", cross_check=True).legal_moves[index].tokens
    assert tokens is not None
    assert len(tokens) == len(listed["tokensToPlace"]) - 1
    letters = [token["type_arg"] for token in listed["tokensToPlace"]]
    twin = next(token for token in listed["tokensToPlace"] if letters.count(token["type_arg"]) > 1)
    listed["possibleHexesByToken"][str(twin["id"])].pop()
    tokens = read_bga(written(log), name="", cross_check=True).legal_moves[index].tokens
    assert tokens is not None
    assert len(tokens) == len(listed["tokensToPlace"])


def test_legal_moves_are_not_read_unless_asked_for() -> None:
    log = packets(TWO)
    for notification in notifications(log, "gameStateChange"):
        notification["args"]["args"] = {"possibleHexesByToken": {"1": 1}, "tokensToPlace": 7}
    assert read_bga(written(log), name="").legal_moves == []
    with pytest.raises(BgaError, match="tokensToPlace should be a list, not 7"):
        read_bga(written(log), name="", cross_check=True)


def test_a_token_that_is_not_in_hand_is_an_error() -> None:
    log = packets(TWO)
    for notification in notifications(log, "gameStateChange"):
        if notification["args"]["id"] == 30:
            notification["args"]["args"]["possibleHexesByToken"] = {"999": []}
            notification["args"]["args"].setdefault("tokensToPlace", [])
    with pytest.raises(BgaError, match="names token '999', which is not in tokensToPlace"):
        read_bga(written(log), name="", cross_check=True)
