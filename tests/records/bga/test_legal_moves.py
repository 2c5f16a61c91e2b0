"""The legal moves that the site lists: every difference from ours is found at its moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.records.bga.bga_samples import (
    TWO,
    Packets,
    is_move,
    notifications,
    packets,
    written,
)
from tests.records.bga.site_logs import the_violation, verified


def listed(log: Packets) -> Iterator[dict[str, Any]]:
    for each in notifications(log, "gameStateChange"):
        if each["args"]["id"] == 30:
            yield each["args"]["args"]


def with_token(log: Packets) -> list[list[str]]:
    return next(list(args["possibleHexesByToken"].values()) for args in listed(log) if args.get("possibleHexesByToken"))


def with_cube(log: Packets) -> dict[str, list[str]]:
    return next(args["placeAnimalCubeArgs"] for args in listed(log) if args.get("placeAnimalCubeArgs"))


def drop_token_space(log: Packets) -> None:
    spaces = with_token(log)
    for each in spaces:
        each.remove("cell_84510048_0_0")


def add_token_space(log: Packets) -> None:
    args = next(args for args in listed(log) if len(args.get("tokensToPlace") or ()) == 2)
    occupied = next(each["args"]["material"][0]["location"] for each in notifications(log) if is_token(each))
    water = next(key for key in args["possibleHexesByToken"])
    args["possibleHexesByToken"][water].append(occupied)


def is_token(each: dict[str, Any]) -> bool:
    return is_move(each, "TOKEN", "DECK", "HEX")


def drop_cubes(log: Packets) -> None:
    next(iter(with_cube(log).values())).pop()


def forbid_card(log: Packets) -> None:
    next(listed(log))["canTakeAnimalCard"] = False


def forbid_spirit(log: Packets) -> None:
    next(listed(log))["canChooseSpirit"] = "0"


def swap_central(log: Packets) -> None:
    board = next(listed(log))["tokensOnCentralBoard"]
    board["1"], board["2"] = board["2"], board["1"]


def add_central(log: Packets) -> None:
    args = next(args for args in listed(log) if args.get("tokensToPlace"))
    args["tokensToPlace"].append({"id": 999, "type_arg": 6})


LISTS: list[tuple[Callable[[Packets], None], int, int, str]] = [
    (drop_token_space, 1, 4, " on a1: legal for us, not for the site"),
    (add_token_space, 1, 5, "legal for the site, not for us"),
    (drop_cubes, 0, 0, "legal for us, not for the site"),
    (forbid_card, 1, 1, "may take a card: no for the site, yes for us"),
    (forbid_spirit, 1, 1, "may choose a spirit: no for the site, yes for us"),
    (swap_central, 1, 1, "central space 1: TFH for the site, MTH for us"),
    (add_central, 1, 4, "H is in hand for the site, not for us"),
]


@pytest.mark.parametrize(("change", "turn", "action", "words"), LISTS, ids=[case[0].__name__ for case in LISTS])
def test_a_legal_move_that_differs_is_found_at_its_moment(
    change: Callable[[Packets], None], turn: int, action: int, words: str
) -> None:
    log = packets(TWO)
    change(log)
    assert verified(written(log)).verdict == "legal"
    found = the_violation(log, cross_check=True)
    assert (found.code, found.player) == ("site-disagrees", 1 if turn else found.player)
    assert words in found.message
    assert "(listed in the log at /" in found.message
    if turn:
        assert (found.turn, found.action) == (turn, action)
        assert found.pointer == f"/turns/{turn - 1}/actions/{action - 1}"


def test_a_move_that_only_the_site_allows_is_reported_beside_the_fault() -> None:
    log = packets(TWO)
    moves = [each for each in notifications(log) if is_token(each)]
    first, second = (each["args"]["material"][0] for each in moves[:2])
    second["location"] = first["location"]
    found = verified(written(log), cross_check=True)
    assert found.violations[0].code == "stack-illegal"
    assert {each.code for each in found.violations[1:]} <= {"site-disagrees"}
