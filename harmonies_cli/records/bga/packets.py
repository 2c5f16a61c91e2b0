"""The packets of one table in a log, without repetitions, and the holes between them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from harmonies_cli.records.bga.values import BgaError, as_list, excerpt, identity, integer

__all__ = ["Packet", "TablePackets", "packets_of_table"]

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
