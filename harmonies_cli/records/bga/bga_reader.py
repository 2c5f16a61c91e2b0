"""Turn the bytes of a file from Board Game Arena into a record of the notation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from harmonies_cli.records.bga.capture import snapshot_record
from harmonies_cli.records.bga.counted import Count, count_violations, state_differences
from harmonies_cli.records.bga.envelopes import Content, is_replay_page, open_envelope, recognise
from harmonies_cli.records.bga.game_record import game_record, has_fault_after, side_of
from harmonies_cli.records.bga.legal_moves import LegalMoves
from harmonies_cli.records.bga.log import LogReader
from harmonies_cli.records.bga.packets import Hole, TablePackets, packets_of_table
from harmonies_cli.records.bga.page_state import gamedatas_record
from harmonies_cli.records.bga.site_results import SiteResult
from harmonies_cli.records.bga.site_table import SiteTable
from harmonies_cli.records.bga.values import BgaError
from harmonies_cli.records.foreign import ForeignRecord, Standing
from harmonies_cli.records.problems import Problem

if TYPE_CHECKING:
    from harmonies_cli.records.outcome import VerifiedRecord
    from harmonies_cli.rules.replay.faults import Violation
    from harmonies_cli.rules.replay.replay import GameLog
    from harmonies_cli.rules.replay.state import GameState
    from harmonies_cli.rules.scoring.landscapes import RuleSet
    from harmonies_cli.rules.scoring.scoresheet import Scoresheet

__all__ = ["BgaRecord", "holds_record", "read", "read_bga", "recognise"]

_ENDINGS = {".gz", ".json", ".jsonl", ".html", ".htm", ".txt"}


@dataclass
class BgaRecord(ForeignRecord):
    """A game or position from a file of Board Game Arena.

    Attributes
    ----------
    record
        The record in the notation, with card ids, letters, and spaces in lower case: a game from a log or a saved page,
        a position from a page state or a snapshot.
    site
        The site's own results, or None if the file has none.
    legal_moves
        The moves that the site listed as legal, if requested.
    problem
        Why the record ends before the game does: a hole in the log.
    counts, order
        The numbers that the site counted during the game, and its ids of the players in turn order.
    differences
        Differences between the counts of a page state and its boards.
    """

    site: SiteResult | None = None
    legal_moves: list[LegalMoves] = field(default_factory=list)
    counts: list[Count] = field(default_factory=list)
    order: list[str] = field(default_factory=list)
    differences: list[Problem] = field(default_factory=list)

    @property
    def has_results(self) -> bool:
        """Whether the file has the site's results."""
        return self.site is not None

    def position_problems(self, standing: Callable[[RuleSet], Standing]) -> list[Problem]:
        """Compare the counts and results of a page state with ours; see `ForeignRecord`."""
        if self.site is None:
            return list(self.differences)
        from harmonies_cli.records.bga.result_check import site_problems

        return [*self.differences, *site_problems(self.site, *standing("bga"))]

    def result_violations(
        self, state: GameState, sheets: Sequence[Scoresheet], winners: Sequence[int]
    ) -> list[Violation] | None:
        """Compare the results of a log with the replay's; see `ForeignRecord`."""
        if self.site is None:
            return None
        from harmonies_cli.records.bga.result_check import site_violations

        return site_violations(self.site, state, sheets, winners, self.record.get("date"))

    def move_violations(self, log: GameLog) -> list[Violation]:
        """Compare the site's counts, and the legal moves that it listed, with ours; see `ForeignRecord`."""
        violations = list(count_violations(self.record, self.counts, self.order)) if self.counts else []
        if self.legal_moves:
            from harmonies_cli.records.bga.legal_moves import site_disagreements

            violations += site_disagreements(log, self.legal_moves)
        return violations

    def carry_results(self, verified: VerifiedRecord) -> list[str]:
        """Make the record claim the site's results; see `ForeignRecord`."""
        if self.site is None:
            return []
        from harmonies_cli.records.bga.result_check import carry

        return carry(self.record, self.site, verified)


def holds_record(data: bytes) -> bool:
    """Return whether a file of the site is a log, a state or a replay page of Harmonies; see `foreign.Reader`."""
    kind = recognise(data)
    return is_replay_page(data) if kind == "page" else kind in ("log", "gamedatas", "snapshot")


def read(data: bytes, *, name: str, side: str | None, cross_check: bool) -> BgaRecord:
    """Read a file of the site; see `foreign.Reader`."""
    return read_bga(data, name=name, side=side, cross_check=cross_check)


def read_bga(data: bytes, *, name: str, side: str | None = None, cross_check: bool = False) -> BgaRecord:
    """Read a log, a saved replay page, a page state or a third-party capture of Harmonies.

    Parameters
    ----------
    data
        The file's bytes, unpacked.
    name
        The file's name; without its endings it becomes the id of a position, which has no number.
    side
        ``"A"`` or ``"B"``: the side of the board to assume if the file does not name it.
    cross_check
        Whether to read the legal moves that the site listed.

    Raises
    ------
    BgaError
        If the file is of another kind, truncated or malformed.
    """
    try:
        content = open_envelope(data)
        found = _read(content, side, cross_check=cross_check)
    except RecursionError:
        raise BgaError("the JSON is nested too deeply to be a file of the site", code="syntax") from None
    if found.record["format"] == "harmonies-position":
        found.record = _with_id(found.record, _stem(name))
    if content.notes:
        found.record["notes"] = " ".join([*content.notes, *filter(None, [found.record.get("notes")])])
    return found


def _read(content: Content, side: str | None, *, cross_check: bool) -> BgaRecord:
    if content.packets is not None:
        packets = packets_of_table(content.packets, content.pointer)
        log = LogReader(content.names, with_legal_moves=cross_check)
        hole, is_readable = _read_packets(log, packets)
        if not log.table.turns and hole is None:
            raise BgaError("the log ends before the first turn", hint="download it again once the game is over")
        if hole is not None and not is_readable:
            return _up_to(hole, packets, log.table, content, side)
        try:
            record, site = game_record(packets, log.table, content.gamedatas, side)
        except BgaError:
            if hole is None:
                raise
            return _up_to(hole, packets, log.table, content, side)
        if hole is not None:
            differences = count_violations(record, log.table.counts, log.table.order)
            if has_fault_after(hole, record, site, differences):
                return _up_to(hole, packets, log.table, content, side)
            content.notes.append(f"In the log {hole.words}.")
        return BgaRecord(
            record, site=site, legal_moves=log.table.legal_moves, counts=log.table.counts, order=log.table.order
        )
    try:
        if content.snapshot is not None:
            return BgaRecord(snapshot_record(content.snapshot, side))
        state = content.gamedatas or {}
        record, site = gamedatas_record(state, content.names, side)
        return BgaRecord(record, site=site, differences=list(state_differences(state, record)))
    except BgaError as error:
        raise error.under(content.pointer) from None


def _read_packets(log: LogReader, packets: TablePackets) -> tuple[Hole | None, bool]:
    """Read packets, and return the first hole and whether the packets after it could be read."""
    hole: Hole | None = None
    undone: Hole | None = None  # the last gap that may be the site's own
    for index, packet in enumerate(packets.packets):
        missing = packets.gaps.get(index)
        if missing is None and packet.notifications is None:
            number = packet.number or 0
            missing = number, number
        if missing is not None and hole is not None:
            hole.missing.append(missing)
        elif missing is not None:
            hole = Hole.before(missing, packet.pointer, log.table)
        elif hole is None and index in packets.undone:
            undone = Hole.before(packets.undone[index], packet.pointer, log.table)
        try:
            log.read(packet)
        except BgaError:
            hole = hole or undone
            if hole is None:
                raise
            for later in packets.packets[index:]:
                log.learn_players(later)
            return hole, False
    return hole, True


def _up_to(hole: Hole, packets: TablePackets, table: SiteTable, content: Content, side: str | None) -> BgaRecord:
    """Return the game up to a hole."""
    hole.table.known_order = table.order
    problem = hole.problem
    if not hole.table.order:
        raise BgaError(problem.message, code=problem.code, pointer=problem.pointer, hint=problem.hint)
    try:
        side = side_of(table, content.gamedatas, side)
    except BgaError as error:
        message = f"{hole.words}, and what is left does not show the side of the board"
        raise BgaError(message, code=problem.code, pointer=problem.pointer, hint=error.problem.hint) from None
    record, _ = game_record(packets, hole.table, content.gamedatas, side)
    content.notes.append(f"The log is incomplete: {problem.message}.")
    return BgaRecord(record, problem=problem)


def _with_id(record: dict[str, Any], stem: str) -> dict[str, Any]:
    written = {"format": record["format"], "version": record["version"]}
    return written | ({"id": stem} if stem else {}) | record


def _stem(name: str) -> str:
    path = PurePath(name)
    while path.suffix.lower() in _ENDINGS:
        path = path.with_suffix("")
    return path.name
