"""The boards that the tests draw: final boards of real games and random boards, with the items of their scoresheets."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from harmonies_cli.report.picture.board_picture import BoardPicture
from harmonies_cli.rules.board.cards import CARDS, card_index
from harmonies_cli.rules.board.sides import SIDES
from harmonies_cli.rules.board.tokens import NODE_OF
from harmonies_cli.rules.scoring.landscapes import split
from harmonies_cli.rules.scoring.score_items import landscape_items, spirit_sheet_items

DATA = Path(__file__).parents[2] / "data"


def _pictured(side_name: str, player: dict[str, Any], number: int | None = None) -> BoardPicture:
    """Return a player of a position in the notation, ready to draw."""
    side = SIDES[side_name]
    stacks = _stacks(player["board"])
    board = sum(side.lane_bit[NODE_OF[stack]][side.bit(space)] for space, stack in stacks.items())
    items = [item for row in landscape_items(side, split(board), "rulebook") for item in row]
    for name, placed in player["cards"].items():
        if CARDS[card_index(name)].kind == "spirit":
            items += spirit_sheet_items(side, card_index(name), split(board), placed)
    return BoardPicture(
        side_name,
        stacks,
        dict.fromkeys(player.get("cubes", ())),
        items,
        player.get("name", ""),
        player["score"]["total"] if "score" in player else None,
        number,
    )


@pytest.fixture(scope="session")
def real_finals() -> dict[str, list[BoardPicture]]:
    """The players of the real final boards in tests/data/positions, by file name."""
    finals = {}
    for path in sorted((DATA / "positions").glob("*.json")):
        record = json.loads(path.read_text())
        finals[path.stem] = [
            _pictured(record["side"], player, number) for number, player in enumerate(record["players"], 1)
        ]
    return finals


@pytest.fixture(scope="session")
def random_boards() -> list[BoardPicture]:
    """All boards of tests/data/boards.jsonl.gz, both sides."""
    with gzip.open(DATA / "boards.jsonl.gz", "rt") as lines:
        return [_pictured(record["side"], record) for record in map(json.loads, lines)]


def _stacks(board: list[str] | dict[str, str]) -> dict[str, str]:
    if isinstance(board, dict):
        return board
    return {
        f"{'abcdefg'[column]}{row}": stack
        for column, spaces in enumerate(board)
        for row, stack in enumerate(spaces.split(), 1)
        if stack != "."
    }
