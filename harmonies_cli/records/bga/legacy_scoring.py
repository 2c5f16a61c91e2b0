"""The earlier scoring of Board Game Arena, to explain differences (docs/bga.md "Notifications")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from harmonies_cli.rules.board.cards import CARDS
from harmonies_cli.rules.replay.state import GameState
from harmonies_cli.rules.scoring.game_end import suns
from harmonies_cli.rules.scoring.landscapes import split
from harmonies_cli.rules.scoring.scoresheet import Scoresheet
from harmonies_cli.rules.scoring.spirits import spirit_points

__all__ = ["EarlierScoring"]

_AUGUST = "2024-08-01"
_MID_SEPTEMBER = "2024-09-16"
"""The exact day is unknown."""
_LOOPS = "before mid-September 2024 loops of a river did not count"
_LONE_REDS = {
    "stork": (_MID_SEPTEMBER, "before mid-September 2024 lone red tokens joined the groups of the stork"),
    "cat": (_AUGUST, "before August 2024 lone red tokens were groups of the cat"),
}
"""By spirit: the day from which a lone red token is not a building for it, and the explanation."""
_TIES = "before August 2024 ties were not broken"
_SUMS = {"water": ("landscapes", "total"), "spirit": ("cards", "total")}


class EarlierScoring:
    """The differences that the site's scoring at the time of a table explains.

    Parameters
    ----------
    table
        The table at the end of the game.
    sheets
        The scoresheets under the rule set ``bga``, with ranks.
    date
        The record's date; None, if unknown, counts as early enough.
    """

    def __init__(self, table: GameState, sheets: Sequence[Scoresheet], date: str | None) -> None:
        self._table = table
        self._sheets = sheets
        self._date = date
        self._shifts: list[dict[str, int]] = [{} for _ in sheets]
        self._reasons: list[dict[str, str]] = [{} for _ in sheets]

    def learn(self, player: int, recorded: Mapping[str, object]) -> None:
        """Add the numbers of the site that differ for a player (from 0), by row."""
        for row, (points, reason) in self._points(player).items():
            counted = getattr(self._sheets[player], row)
            if row in recorded and recorded[row] == points != counted:
                for changed in (row, *_SUMS[row]):
                    self._shifts[player][changed] = self._shifts[player].get(changed, 0) + points - counted
                self._reasons[player][row] = reason

    def reason(self, player: int, row: str, recorded: object) -> str | None:
        """Return the explanation of a number of the site; None if there is none."""
        if row == "rank":
            return self._reason_of_rank(player, recorded)
        sheet, shifts, reasons = self._sheets[player], self._shifts[player], self._reasons[player]
        if row in reasons:
            return reasons[row]
        earlier = None
        if row == "suns" and shifts and sheet.total is not None:
            earlier = suns(self._table.side, sheet.total + shifts["total"], self._table.seats[player].spirit)
        elif row in shifts:
            counted = (sheet.animals or 0) + (sheet.spirit or 0) if row == "cards" else getattr(sheet, row)
            earlier = counted + shifts[row]
        return "; ".join(reasons.values()) if reasons and recorded == earlier else None

    def _points(self, player: int) -> dict[str, tuple[int, str]]:
        """Return the rows with other points under the earlier scoring, with these points and the explanation."""
        sheet, seat = self._sheets[player], self._table.seats[player]
        found = {}
        if sheet.other_rules is not None and self._is_before(_MID_SEPTEMBER):
            found["water"] = sheet.other_rules.water, _LOOPS
        if seat.spirit is not None and seat.cards[seat.spirit]:
            masks = split(seat.board)
            all_reds = masks._replace(building=masks.building | masks.house)
            first_day, words = _LONE_REDS.get(CARDS[seat.spirit].id, ("", ""))
            if words and self._is_before(first_day):
                found["spirit"] = spirit_points(self._table.side, seat.spirit, all_reds), words
        return found

    def _is_before(self, day: str) -> bool:
        return self._date is None or self._date < day

    def _reason_of_rank(self, player: int, recorded: object) -> str | None:
        players = zip(self._sheets, self._shifts, strict=True)
        totals = [(sheet.total or 0) + shifts.get("total", 0) for sheet, shifts in players]
        cubes = [(sheet.animal_cubes or 0) + (sheet.spirit_cubes or 0) for sheet in self._sheets]
        keys = list(zip(totals, cubes, strict=True))
        reasons = list(dict.fromkeys(words for given in self._reasons for words in given.values()))
        if recorded == 1 + sum(key > keys[player] for key in keys):
            return "; ".join(reasons) or None
        if self._is_before(_AUGUST) and recorded == 1 + sum(total > totals[player] for total in totals):
            return "; ".join([*reasons, _TIES])
        return None
