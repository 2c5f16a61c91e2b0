"""The whole state of a game, as values that later turns do not change."""

from __future__ import annotations

import copy
from typing import Any

from harmonies_cli.rules.replay.state import GameState, Seat

__all__ = ["State", "snapshot"]

State = dict[str, Any]


def snapshot(state: GameState) -> State:
    # The items of these lists and sets never change.
    found = {name: copy.copy(getattr(state, name)) for name in GameState.__slots__ if name not in {"side", "seats"}}
    found["seats"] = [
        {name: copy.copy(getattr(seat, name)) for name in Seat.__slots__} | {"order": list(seat.cards)}
        for seat in state.seats
    ]
    return found
