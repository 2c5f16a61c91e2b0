from __future__ import annotations

from itertools import product

import pytest

from harmonies_cli.records.game.assess_game import game_log
from harmonies_cli.records.notation import Game
from harmonies_cli.report.replay.steps import OpenHabitat, open_habitats
from harmonies_cli.rules.board.cards import CARDS, CUBES
from harmonies_cli.rules.board.habitats import is_habitat_complete
from harmonies_cli.rules.board.sides import Side
from harmonies_cli.rules.board.tokens import KIND_OF, KINDS, LETTERS, STACKS
from harmonies_cli.rules.replay.replay import fold
from harmonies_cli.rules.replay.state import Seat
from tests.report.replay.games import record, small
from tests.report.replay.stored import documents, read

DOCUMENTS = dict(documents())


def spots(side: Side, seat: Seat, card: int, stacks: dict[int, str]) -> set[str]:
    """Return where the card's cube may go, by trying its habitat in every direction on stacks written as letters."""
    found = set()
    board = sum(1 << 32 * KIND_OF[STACKS.index(stack)] + bit for bit, stack in stacks.items() if stack)
    for bit, name in side.name_of.items():
        if not seat.cubes >> bit & 1 and is_habitat_complete(side, card, board, bit):
            assert KINDS[KIND_OF[STACKS.index(stacks[bit])]] == CARDS[card].habitat[0].stack
            found.add(name)
    return found


def test_a_complete_habitat_is_not_named_again_with_a_token() -> None:
    turn = record()["turns"][0]
    del turn["actions"][4]  # the cube
    habitats = small(turns=[turn]).steps[0].open_habitats
    assert habitats[0] == OpenHabitat("frog", "c2")
    assert [habitat.space for habitat in habitats].count("c2") == 1
    assert all(habitat.token == "W" for habitat in habitats[1:])


@pytest.mark.parametrize("name", ["2p_A_spirits-06", "2p_B_spirits-09"])
def test_open_habitats_are_those_that_trying_every_token_finds(name: str) -> None:
    record = read(DOCUMENTS[name])[0].record
    assert isinstance(record, Game)
    states = 0
    for table in fold(game_log(record)):
        if table.turn % 3:
            continue
        for seat in table.seats:
            stacks = {bit: STACKS[seat.stacks[bit]] for bit in table.side.name_of}
            expected = set()
            for card in [card for card, placed in seat.cards.items() if placed < CUBES[card]]:
                now = spots(table.side, seat, card, stacks)
                expected |= {(CARDS[card].id, space, "", "") for space in now}
                for bit, letter in product(stacks, LETTERS):
                    higher = stacks[bit] + letter
                    if higher in STACKS and not seat.cubes >> bit & 1:
                        after = spots(table.side, seat, card, stacks | {bit: higher})
                        expected |= {(CARDS[card].id, space, letter, table.side.name_of[bit]) for space in after - now}
            assert set(map(tuple, open_habitats(table.side, seat))) == expected
            states += bool(expected)
    assert states > 3
