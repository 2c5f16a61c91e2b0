"""Outcomes of turns: follow each turn for a few greedy turns over common scenarios, then value the position."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.bots.crowd import Crowd, Setting, is_over
from harmonies_cli.bots.lockstep import play_turns
from harmonies_cli.bots.scenarios import Offers, Scenarios, next_offers
from harmonies_cli.bots.value_function import final_values

__all__ = ["every_course", "follow", "greedy_course", "look_ahead"]


def greedy_course(
    setting: Setting, crowd: Crowd, offers: Offers, spaces: NDArray[np.intp], scenarios: Scenarios
) -> Iterator[Crowd]:
    """Play greedy turns of the player and yield the positions after each, until all games are over.

    Parameters
    ----------
    setting, crowd
        The positions, at the end of a turn of the player.
    offers
        The central board and the row at the beginning of that turn, without the card taken.
    spaces
        The central space emptied in that turn.
    scenarios
        One for each position; their number of turns is played.
    """
    crowd = crowd._replace(turns=scenarios.turns).select(np.arange(len(spaces)))
    spaces = spaces.copy()
    yield crowd
    for turn in range(len(scenarios.refills)):
        offers = next_offers(offers, scenarios, turn, spaces)
        going = np.flatnonzero(~is_over(setting.side, crowd) & offers.central.any(axis=0))
        if not len(going):
            return
        crowd.turns[going] -= 1
        played = play_turns(setting, crowd.select(going), offers.select(going))
        crowd.assign(going, played.crowd)
        spaces[going] = played.spaces
        offers.row[:, going] = played.row
        yield crowd


def follow(setting: Setting, crowd: Crowd, offers: Offers, spaces: NDArray[np.intp], scenarios: Scenarios) -> Crowd:
    """Return the last positions that `turns_followed` yields."""
    *_, last = greedy_course(setting, crowd, offers, spaces, scenarios)
    return last


def look_ahead(
    setting: Setting,
    candidates: Crowd,
    offers: Offers,
    spaces: NDArray[np.intp],
    scenarios: Scenarios,
) -> NDArray[np.int64]:
    """Return the outcomes of candidate turns in each scenario.

    Parameters
    ----------
    setting, candidates
        The positions after each candidate turn.
    offers
        The central board at the beginning of the turn, and the row without the card that each candidate has taken.
    spaces
        The central space that each candidate has emptied.
    scenarios
        Scenarios, the same for all candidates; the player's turns in them are played greedily.

    Returns
    -------
    ndarray
        Expected final points in parts of `value_function.PARTS`, shape (scenarios, candidates).
    """
    crowd = follow(setting, *every_course(candidates, offers, spaces, scenarios))
    return final_values(setting, crowd).reshape(len(scenarios.turns), len(spaces))


def every_course(
    candidates: Crowd, offers: Offers, spaces: NDArray[np.intp], scenarios: Scenarios
) -> tuple[Crowd, Offers, NDArray[np.intp], Scenarios]:
    """Return every candidate in every scenario as arguments of `turns_followed`; the candidates vary fastest."""
    number, courses = len(spaces), len(scenarios.turns)
    candidate = np.tile(np.arange(number), courses)
    course = np.repeat(np.arange(courses), number)
    return (
        candidates.select(candidate),
        offers.select(candidate),
        spaces[candidate],
        Scenarios(*(column.take(course, axis=-1) for column in scenarios)),
    )
