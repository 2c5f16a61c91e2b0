"""Read the notifications of a log into a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

import msgspec

from harmonies_cli.records.bga.legal_moves import read_legal_moves
from harmonies_cli.records.bga.material import central_space, material_moved
from harmonies_cli.records.bga.packets import Packet
from harmonies_cli.records.bga.site_table import SiteTable
from harmonies_cli.records.bga.values import BgaError, as_map, cell, excerpt, identity, integer, token_letters

__all__ = ["LogReader"]

_CHOOSE_ACTION, _GAME_END = 30, 99

_Args = Mapping[str, Any]
_encoder = msgspec.json.Encoder(order="deterministic")


class LogReader:
    """Reads packets into a table.

    Parameters
    ----------
    names
        Names of players by id, as known from outside the packets.
    with_legal_moves
        Whether to read the legal moves that the site listed.

    Attributes
    ----------
    table : SiteTable
        The table so far.
    """

    def __init__(self, names: dict[str, str], *, with_legal_moves: bool = False) -> None:
        self.table = SiteTable(names)
        self._with_legal_moves = with_legal_moves
        self._place = ""
        self._first: dict[str, tuple[object, object]] = {}
        self._seen: dict[str, set[bytes]] = {}

    def read(self, packet: Packet) -> None:
        """Read one packet.

        Raises
        ------
        BgaError
            If a notification of the game is malformed, or does not fit the earlier ones.
        """
        turns = len(self.table.turns)
        for index, notification in enumerate(packet.notifications or ()):
            place = self._place = f"{packet.pointer}/data/{index}"
            if not isinstance(notification, dict):
                found = excerpt(notification)
                raise BgaError(f"a notification should be an object, not {found}", pointer=place)
            kind = notification.get("type")
            read = _READERS.get(kind) if isinstance(kind, str) else None
            if read is None or self._is_repeated(notification):
                continue
            try:
                read(self, as_map(notification.get("args"), "args"))
            except BgaError as error:
                raise error.under(f"{place}/args", f"packet {packet.name}") from None
        if len(self.table.turns) > turns:
            self.table.mark_turn()

    def learn_players(self, packet: Packet) -> None:
        """Take the turn order, and spaces of the boards, from a packet that cannot be read as a turn."""
        for notification in packet.notifications or ():
            args = notification.get("args") if isinstance(notification, dict) else None
            if not isinstance(args, dict):
                continue
            player = identity(args.get("player_id"))
            if (
                notification.get("type") == "msg"
                and player is not None
                and not args.keys() - {"player_id", "player_name"}
            ):
                self._name(player, args)
                if player not in self.table.known_order:
                    self.table.known_order.append(player)
            material = args.get("material")
            if args.get("to") == "HEX" and isinstance(material, list) and material and isinstance(material[0], dict):
                with suppress(BgaError):
                    self.table.other_spaces.add(cell(material[0].get("location"))[1])

    def _is_repeated(self, notification: dict[str, Any]) -> bool:
        uid = notification.get("uid")
        if type(uid) is not str:
            uid = identity(uid)
        if not uid:
            return False
        what = notification["type"], notification.get("args")
        first = self._first.setdefault(uid, what)
        if first is what:
            return False
        # Different notifications can share a uid: only an equal one is a repetition.
        seen = self._seen.setdefault(uid, {_encoder.encode(first)})
        before = len(seen)
        seen.add(_encoder.encode(what))
        return len(seen) == before

    def _message(self, args: _Args) -> None:
        player = identity(args.get("player_id"))
        if player is not None and not args.keys() - {"player_id", "player_name"}:
            self.table.start_turn(player)
            self._name(player, args)

    def _name(self, player: str, args: _Args) -> None:
        name = args.get("player_name")
        if isinstance(name, str) and name.strip():
            self.table.names.setdefault(player, name)

    def _tokens_taken(self, args: _Args) -> None:
        turn = self.table.turn_of(None, "tokens are taken")
        if integer(args.get("hole")) == 0:
            turn.absent = True
            return
        space = central_space(args.get("hole"), "hole")
        tokens = token_letters(args.get("tokens"), "tokens")
        turn.taken = (turn.taken or 0) + (len(tokens) or self.table.tokens_expected(space))
        turn.actions.append({"do": "take-tokens", "space": space} | ({"tokens": tokens} if tokens else {}))

    def _note_counts(self, args: _Args) -> None:
        name, value = args.get("counterName"), integer(args.get("counterValue"))
        if name == "empty-hexes":
            if self.table.first_counter is None:
                self.table.first_counter = value
            self.table.note_count("empty", value, identity(args.get("playerId", args.get("player_id"))))
        elif name == "remainingTokens":
            self.table.note_count("left", value, None)

    def _note_concession(self, args: _Args) -> None:
        player = identity(args.get("player_id", args.get("playerId")))
        if player is not None:
            self._name(player, args)
        self.table.conceded.append(self.table.names.get(player or "", "A player"))

    def _state(self, args: _Args) -> None:
        state = integer(args.get("id"))
        if state == _GAME_END:
            self.table.tally.add_final(args)
        elif state == _CHOOSE_ACTION and self._with_legal_moves and self.table.turns:
            turn = self.table.turns[-1]
            if identity(args.get("active_player")) == turn.player:
                self._legal_moves(as_map(args.get("args"), "args"))

    def _legal_moves(self, args: _Args) -> None:
        table = self.table
        turn = table.turns[-1]
        place = (len(table.turns) - 1, len(turn.actions), table.order.index(turn.player) + 1)
        try:
            moves = read_legal_moves(args, place, table.card, partial(table.space, turn.player))
        except BgaError as error:
            raise error.under("/args") from None
        table.legal_moves.append(replace(moves, pointer=f"{self._place}/args/args"))


_READERS: dict[str, Callable[[LogReader, _Args], None]] = {
    "materialMove": lambda log, args: material_moved(log.table, args),
    "msg": LogReader._message,
    "holeEmptied": LogReader._tokens_taken,
    "counter": LogReader._note_counts,
    "undoRestorePoint": lambda log, args: log.table.undo(),
    "playerConcedeGame": LogReader._note_concession,
    "points": lambda log, args: log.table.tally.add_points(args),
    "gameStateChange": LogReader._state,
}
