"""Turn a table read from a log into a game record of the notation; judge the record of a log with a hole."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

import msgspec

from harmonies_cli.errors import HarmoniesError
from harmonies_cli.records.bga.packets import Hole, TablePackets
from harmonies_cli.records.bga.page_state import check_space, only_side_with, side_named_by
from harmonies_cli.records.bga.site_results import SiteResult, site_result
from harmonies_cli.records.bga.site_table import SiteTable, Turn
from harmonies_cli.records.bga.values import BgaError, integer
from harmonies_cli.rules.board.tokens import LETTERS
from harmonies_cli.rules.replay.faults import NOT_STOPPING, Violation

__all__ = ["game_record", "has_fault_after", "side_of"]

_SIDE_OF_FIRST_COUNTER = {22: "A", 24: "B"}
"""Empty spaces after the game's first token."""
_LATEST_TIME = 4_102_444_800
_HISTORY = "A log of kind history: setup and refills were not kept."


def game_record(
    packets: TablePackets, table: SiteTable, gamedatas: dict[str, Any] | None, side: str | None
) -> tuple[dict[str, Any], SiteResult | None]:
    """Return the record of a log, and the site's results if the game was scored.

    Parameters
    ----------
    packets
        The packets of the table.
    table
        The table read from them.
    gamedatas
        The page state at the start of the game, if the file has one.
    side
        The side to assume if the file does not name it.

    Raises
    ------
    BgaError
        If there is no turn, the side is unknown, or a space is off the board.
    """
    order = table.order
    if not order:
        raise BgaError("the log ends before the first turn", hint="download it again once the game is over")
    finished = table.tally.started
    spirits = _spirits(packets, table, gamedatas)
    record: dict[str, Any] = {"format": "harmonies-game", "version": 1, "id": f"bga-{packets.table_id}"}
    if packets.time is not None and 0 < packets.time < _LATEST_TIME:
        record["date"] = datetime.fromtimestamp(packets.time, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    record |= {"source": "Board Game Arena log", "side": side_of(table, gamedatas, side), "rules": "bga"}
    record |= {} if spirits is None else {"spirits": spirits}
    record["players"] = [
        {"name": table.names.get(who, f"Player {number}"), "id": f"bga-{who}"} for number, who in enumerate(order, 1)
    ]
    start = _start(table, order)
    record |= {"start": start} if start else {}
    record["turns"] = [_turn(turn, order, over=finished or turn is not table.turns[-1]) for turn in table.turns]
    _check_spaces(record)
    site = None
    if finished:
        site = _result(table, order)
        record["result"] = {"scores": [player.rows() for player in site.players]}
        record["result"] |= {} if site.winners is None else {"winners": list(site.winners)}
        # A result for which a record has no field, such as a fifth rank, is reported as a difference.
        for field, row, least, most in (("ranks", "rank", 1, 4), ("cubes", "cubes", 0, 1 << 31)):
            numbers = [player.get(row) for player in site.players]
            if all(number is not None and least <= number <= most for number in numbers):
                record["result"][field] = numbers
    else:
        record["unfinished"] = True
    notes = [*([_HISTORY] if packets.is_history else ()), *(f"{who} gave up." for who in table.conceded)]
    return record | ({"notes": " ".join(notes)} if notes else {}), site


def side_of(table: SiteTable, gamedatas: dict[str, Any] | None, assumed: str | None) -> str:
    """Return the side of the boards of a table.

    Raises
    ------
    BgaError
        If nothing shows it.
    """
    spaces = (action["at"] for turn in table.turns for action in turn.actions if "at" in action)
    side = (
        side_named_by((gamedatas or {}).get("boardSide"))
        or _SIDE_OF_FIRST_COUNTER.get(table.first_counter or 0)
        or only_side_with((*spaces, *table.other_spaces))
        or assumed
    )
    if side is None:
        raise BgaError(
            "the log does not show the side of the board: it has no counters, and all its spaces are on both",
            hint="say which with --side A or --side B",
        )
    return side


def _spirits(packets: TablePackets, table: SiteTable, gamedatas: dict[str, Any] | None) -> bool | None:
    chosen = any(action["do"] == "choose-spirit" for turn in table.turns for action in turn.actions)
    if table.spirits or chosen or integer((gamedatas or {}).get("expansion")) == 1:
        return True
    # Without the deal, only a complete first round shows that nobody chose a spirit.
    return False if not packets.is_history or len(table.turns) > len(table.order) else None


def _start(table: SiteTable, order: list[str]) -> dict[str, Any]:
    start: dict[str, Any] = {}
    if table.central:
        spaces = range(1, max(table.central) + 1)
        start["central"] = ["".join(sorted(table.central.get(space, ""), key=LETTERS.index)) for space in spaces]
    if table.row:
        start["row"] = [card for _, card in sorted(table.row, key=lambda dealt: dealt[0])]
    if table.spirits:
        start["spirits"] = [table.spirits.get(who, []) for who in order]
    return start


def _turn(turn: Turn, order: list[str], *, over: bool) -> dict[str, Any]:
    record: dict[str, Any] = {"player": order.index(turn.player) + 1, "actions": turn.actions}
    refill = {name: part for name, part in (("central", turn.central), ("row", turn.row)) if part is not None}
    record |= {"refill": refill} if refill else {}
    # Only for a player who has left does the site end a turn with tokens not taken or not placed.
    return record | ({"replaced": True} if turn.absent or (over and not turn.is_complete) else {})


def _check_spaces(record: dict[str, Any]) -> None:
    for number, turn in enumerate(record["turns"], 1):
        for action in turn["actions"]:
            if "at" in action:
                check_space(record["side"], action["at"], f"turn {number}")


def _result(table: SiteTable, order: list[str]) -> SiteResult:
    choosers = {turn.player for turn in table.turns for action in turn.actions if action["do"] == "choose-spirit"}
    return site_result(table.tally.scores, order, [who in choosers for who in order])


def has_fault_after(
    hole: Hole, record: dict[str, Any], site: SiteResult | None, differences: Iterable[Violation]
) -> bool:
    """Return whether the replay of a log with a hole finds a fault after the hole.

    Parameters
    ----------
    hole
        The hole.
    record
        The record of the whole log.
    site
        The site's results, to compare with the replay.
    differences
        Differences between the site's counts and the record.
    """
    from harmonies_cli.records.bga.result_check import site_violations
    from harmonies_cli.records.game.assess_game import game_log
    from harmonies_cli.records.notation import Game
    from harmonies_cli.rules.replay.replay import replay, scoresheets

    try:
        game = msgspec.convert(record, Game)
        state = replay(game_log(game))
        found = [*state.violations, *differences]
        if site is not None and all(violation.code in NOT_STOPPING for violation in state.violations):
            if not state.over:
                # The site ended a game that is not over in the record: turns are missing.
                return True
            sheets, winners = scoresheets(state, [player.name for player in game.players], "bga", explain=False)
            found += site_violations(site, state, sheets, winners, record.get("date"))
        return any(hole.is_before(violation) for violation in found)
    except (HarmoniesError, msgspec.ValidationError):
        return True
