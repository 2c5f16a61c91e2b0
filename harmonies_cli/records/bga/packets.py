"""The packets of one table in a log, without repetitions, and the holes between them (docs/notation.md "Verdicts")."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from harmonies_cli.records.bga.site_table import SiteTable
from harmonies_cli.records.bga.values import BgaError, as_list, excerpt, identity, integer
from harmonies_cli.records.problems import Problem
from harmonies_cli.rules.replay.faults import Violation

__all__ = ["Hole", "Packet", "TablePackets", "packets_of_table"]

_PACKET_FIELDS = ("channel", "table_id", "packet_id")
_TABLE_CHANNEL = "/table/"
_UNDO = "undoRestorePoint"
_MOST_MISSING = 10_000
_HARMONIES_PLACES = ("HOLE", "HEX", "SPIRITS")


@dataclass(frozen=True, slots=True)
class Packet:
    """One packet.

    Attributes
    ----------
    name
        Its number, for messages.
    notifications
        Its notifications; None if its data are missing.
    pointer
        Its place in the file.
    time
        Unix time; None without one.
    """

    name: str
    notifications: list[Any] | None
    pointer: str
    time: int | None = None

    @property
    def number(self) -> int | None:
        """Its number, or None."""
        return integer(self.name)


@dataclass(slots=True)
class TablePackets:
    """The packets of one table.

    Attributes
    ----------
    table_id
        The site's number of the table.
    time
        Unix time of the first packet.
    is_history
        Whether only notifications with a text were kept: no setup, no refills, no counters.
    packets
        Each packet once, in the order of their numbers.
    gaps
        First and last number of the packets missing before a packet, by index in `packets`.
    undone
        The same for packets that the site itself may have dropped because they were undone.
    """

    table_id: str = ""
    time: int | None = None
    is_history: bool = False
    packets: list[Packet] = field(default_factory=list)
    gaps: dict[int, tuple[int, int]] = field(default_factory=dict)
    undone: dict[int, tuple[int, int]] = field(default_factory=dict)


def packets_of_table(given: list[Any], pointer: str) -> TablePackets:
    """Return the packets of the log's table, without other channels and repetitions.

    Raises
    ------
    BgaError
        If packets of two tables are mixed, none is of a table, or the table's game is not Harmonies.
    """
    found = TablePackets()
    seen: set[str] = set()
    channel: object = None  # of the previous packet, so not every channel is parsed
    table: str | None = None
    for index, packet in enumerate(given):
        place = f"{pointer}/{index}"
        if not isinstance(packet, dict):
            raise BgaError(f"a packet should be an object, not {excerpt(packet)}", pointer=place)
        if channel is None or packet.get("channel") != channel:
            table = _table_of(packet, place)
            channel = packet.get("channel")
        if table is None:
            continue
        if found.table_id not in ("", table):
            raise BgaError(
                f"logs of two tables in one: {found.table_id} and, from packet {index + 1}, {table}",
                pointer=f"{place}/channel",
                hint="keep one log in a file",
            )
        if not found.table_id:
            found.table_id = table
        found.is_history |= packet.get("packet_type") == "history"
        packet_id = identity(packet.get("packet_id"))
        if packet_id is None or packet_id not in seen:
            seen |= {packet_id} if packet_id else set()
            try:
                data = packet.get("data")
                notifications = None if data is None else as_list(data, "data")
            except BgaError as error:
                raise error.under(place) from None
            time = integer(packet.get("time"))
            found.packets.append(Packet(packet_id or f"number {index + 1}", notifications, place, time))
    if not found.packets:
        raise BgaError("a BGA log that holds no packet of a table", pointer=pointer)
    if not any(_is_of_harmonies(each) for packet in found.packets for each in packet.notifications or ()):
        raise BgaError("a BGA log, but of another game: it has no event of Harmonies", pointer=pointer)
    _put_in_order(found, {integer(identity(packet.get("packet_id"))) for packet in given})
    found.time = found.packets[0].time
    return found


def _put_in_order(found: TablePackets, numbers: set[int | None]) -> None:
    """Sort packets by number, if all have one, and note the numbers missing from the whole file."""
    if any(packet.number is None for packet in found.packets):
        return
    found.packets.sort(key=lambda packet: packet.number or 0)
    before = 0
    for index, packet in enumerate(found.packets):
        number = packet.number or 0
        missing = [one for one in range(before + 1, min(number, before + 1 + _MOST_MISSING)) if one not in numbers]
        if missing:
            gaps = found.undone if _goes_back(packet) else found.gaps
            gaps[index] = missing[0], max(missing[-1], number - 1)
        before = number


def _goes_back(packet: Packet) -> bool:
    """Return whether a packet undoes earlier ones."""
    kinds = [each.get("type") for each in packet.notifications or () if isinstance(each, dict)]
    return _UNDO in kinds


def _table_of(packet: dict[str, Any], place: str) -> str | None:
    channel = packet.get("channel")
    if packet.keys().isdisjoint(_PACKET_FIELDS):
        raise BgaError(
            f"an object in a list, but no packet of a log: it has none of {', '.join(_PACKET_FIELDS)}", pointer=place
        )
    if channel is not None and not (isinstance(channel, str) and channel.startswith(_TABLE_CHANNEL)):
        return None
    table = channel.removeprefix(_TABLE_CHANNEL).removeprefix("t") if channel else ""
    table = table or identity(packet.get("table_id")) or ""
    if not table.isalnum() or len(table) > 20:
        raise BgaError(f"the packet's table has no number: {excerpt(channel)}", pointer=place)
    return table


def _is_of_harmonies(notification: object) -> bool:
    if not isinstance(notification, dict):
        return False
    kind, args = notification.get("type"), notification.get("args")
    if kind == "holeEmptied":
        return True
    if not isinstance(args, dict):
        return False
    if kind == "counter":
        return args.get("counterName") == "empty-hexes"
    return kind == "materialMove" and any(args.get(end) in _HARMONIES_PLACES for end in ("from", "to"))


_MOST_NAMED = 20
_HINT = "download the whole log again: nothing after the hole can be checked"


@dataclass(slots=True)
class Hole:
    """The first hole of a log.

    Attributes
    ----------
    missing
        First and last numbers of the missing packets, hole by hole.
    pointer
        JSON pointer to the packet after the first hole.
    table
        The table before the first hole.
    """

    missing: list[tuple[int, int]]
    pointer: str
    table: SiteTable = field(repr=False)

    @classmethod
    def before(cls, missing: tuple[int, int], pointer: str, table: SiteTable) -> Hole:
        """Return the hole in a log that has been read up to it."""
        # Only the last two turns can still change: the current one, and the one before, until its refill.
        known = SiteTable(
            table.names,
            turns=[*table.turns[:-2], *deepcopy(table.turns[-2:])],
            central=dict(table.central),
            row=list(table.row),
            spirits={player: list(cards) for player, cards in table.spirits.items()},
            first_counter=table.first_counter,
            conceded=list(table.conceded),
        )
        return cls([missing], pointer, known)

    @property
    def turns_checked(self) -> int:
        """Number of the last completely known turn."""
        turns = self.table.turns
        return len(turns) - (1 if turns and not turns[-1].is_complete else 0)

    def is_before(self, violation: Violation) -> bool:
        """Return whether a fault is after the hole, and so perhaps not the players'."""
        turns = self.table.turns
        if violation.turn is None or violation.turn > len(turns):
            return True
        if violation.turn < len(turns):
            return False
        return violation.action is None or violation.action > len(turns[-1].actions)

    @property
    def words(self) -> str:
        """The missing packets: ``packet 21 is missing``."""
        named = [f"{first}" if first == last else f"{first} to {last}" for first, last in self.missing[:_MOST_NAMED]]
        more = len(self.missing) - len(named)
        number = self.missing[0][0]
        if self.missing == [(number, number)]:
            return f"packet {number} is missing"
        return f"packets {', '.join(named)}{f' and {more} more ranges' if more else ''} are missing"

    @property
    def problem(self) -> Problem:
        """The hole as the problem of a record with a fault after it."""
        turns = self.turns_checked
        checked = f"the last turn checked is turn {turns}" if turns else "no turn can be checked"
        return Problem("log-incomplete", f"{self.words}: {checked}", pointer=self.pointer, hint=_HINT)
