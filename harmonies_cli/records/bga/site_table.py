"""The table that a log describes, built up while reading: players, setup, turns, names of cards and spaces."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from harmonies_cli.records.bga.counted import Count
from harmonies_cli.records.bga.legal_moves import LegalMoves
from harmonies_cli.records.bga.site_results import Tally
from harmonies_cli.records.bga.values import BgaError, card_numbered, cell, excerpt, identity
from harmonies_cli.rules.board.cards import Card

__all__ = ["Progress", "SiteTable", "Turn"]


@dataclass(slots=True)
class Progress:
    """The state of a turn at the site's last undo point."""

    actions: int = 0
    taken: int | None = None
    placed: int = 0
    legal_moves: int = 0
    counts: int = 0


@dataclass(slots=True)
class Turn:
    """One turn.

    Attributes
    ----------
    player
        The site's id of the player.
    taken
        Number of tokens taken; None before any are taken.
    placed
        Number of these placed.
    absent
        Whether the site said that it played for a player who had left.
    restore
        The state that an undo restores: the turn at the end of the packet that started it.
    """

    player: str
    actions: list[dict[str, Any]] = field(default_factory=list)
    central: dict[str, str] | None = None
    row: list[str] | None = None
    taken: int | None = None
    placed: int = 0
    absent: bool = False
    restore: Progress = field(default_factory=Progress)

    @property
    def is_complete(self) -> bool:
        """Whether the turn's tokens were all taken and placed."""
        return not self.absent and self.taken is not None and self.placed >= self.taken


_TOKENS_ON_A_SPACE = 3


@dataclass(slots=True)
class SiteTable:
    """The table, built up while reading a log.

    Attributes
    ----------
    names
        Names of players by id.
    turns
        The turns so far, without undone actions.
    central, row, spirits
        The setup: tokens by central space, (slot, card) of the row, spirits by player.
    cards
        The card for each card number of the file.
    tokens_on
        Number of tokens in the last refill of each central space.
    first_counter
        The first number of empty spaces counted by the site.
    conceded
        Names of the players who gave up.
    tally
        The site's results.
    legal_moves
        The legal moves that the site listed, if requested.
    counts
        The numbers counted by the site, without those of undone actions.
    known_order
        Player ids in turn order, if another source gives them.
    other_spaces
        Spaces of the boards that the log names outside the turns.
    """

    names: dict[str, str]
    turns: list[Turn] = field(default_factory=list)
    central: dict[int, str] = field(default_factory=dict)
    row: list[tuple[int, str]] = field(default_factory=list)
    spirits: dict[str, list[str]] = field(default_factory=dict)
    cards: dict[str, Card] = field(default_factory=dict)
    tokens_on: dict[int, int] = field(default_factory=dict)
    first_counter: int | None = None
    conceded: list[str] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)
    legal_moves: list[LegalMoves] = field(default_factory=list)
    counts: list[Count] = field(default_factory=list)
    known_order: list[str] = field(default_factory=list)
    other_spaces: set[str] = field(default_factory=set)

    def turn_of(self, player: object, what: str) -> Turn:
        """Return the current turn.

        Raises
        ------
        BgaError
            If no turn has started, or it is not the turn of `player` (None: any player).
        """
        if not self.turns:
            raise BgaError(
                f"{what} before any turn has started: the beginning of the log is missing",
                hint="download the whole log again",
            )
        turn = self.turns[-1]
        if player is not None and identity(player) != turn.player:
            raise BgaError(f"{what} by player {excerpt(player)} in the turn of player {turn.player}")
        return turn

    def start_turn(self, player: str) -> None:
        """Start a turn, unless scoring has begun."""
        if not self.tally.started:
            self.turns.append(
                Turn(player, restore=Progress(legal_moves=len(self.legal_moves), counts=len(self.counts)))
            )

    @property
    def order(self) -> list[str]:
        """Ids of the players, in the order of their first turns; players without a turn come last."""
        waiting = () if self.tally.started else (*self.spirits, *self.names)
        return list(dict.fromkeys((*(turn.player for turn in self.turns), *self.known_order, *waiting)))

    def _refill(self) -> Turn | None:
        # The site refills when the next turn starts, but replaces a discard immediately.
        if self.turns[-1:] and self.turns[-1].actions:
            return self.turns[-1]
        return self.turns[-2] if len(self.turns) > 1 else None

    def fill(self, space: int, tokens: str) -> None:
        """Record tokens drawn for a central space: in the setup, or as a refill."""
        self.tokens_on[space] = len(tokens)
        turn = self._refill()
        if turn is None:
            self.central[space] = tokens
            return
        turn.central = turn.central or {}
        if tokens:
            turn.central[str(space)] = tokens

    def tokens_expected(self, space: int) -> int:
        """Return the number of tokens on a central space, if known."""
        return self.tokens_on.get(space, _TOKENS_ON_A_SPACE)

    def deal(self, slot: int, card: Card) -> None:
        """Record a card dealt to the row: in the setup, or as a refill."""
        turn = self._refill()
        if turn is None:
            self.row.append((slot, card.id))
        else:
            turn.row = [*(turn.row or ()), card.id]

    def learn(self, material: dict[str, Any], pointer: str) -> Card:
        """Return the card of some material, and remember the file's number for it."""
        card = card_numbered(material.get("type_arg"), f"{pointer}/type_arg")
        number = identity(material.get("id"))
        if number is not None:
            self.cards[number] = card
        return card

    def card(self, number: object, pointer: str) -> Card:
        """Return the card with a number in this file.

        Raises
        ------
        BgaError
            If the log has not shown the card.
        """
        card = self.cards.get(identity(number) or "")
        if card is None:
            raise BgaError(
                f"card {excerpt(number)} was never dealt or taken in this log: a part of it is missing",
                code="card-unknown",
                pointer=pointer,
                hint="download the whole log again",
            )
        return card

    def space(self, player: str, name: object, pointer: str) -> str:
        """Return the space that the site calls `name`, which must be on the board of `player`."""
        owner, space = cell(name, pointer)
        if owner != player:
            raise BgaError(f"{excerpt(name)} is not on the board of player {player}", pointer=pointer)
        return space

    def note_count(self, what: Literal["level", "empty", "left"], value: int | None, player: str | None) -> None:
        """Note a number counted by the site at this moment."""
        if value is None or not self.turns:
            return
        if what == "left":
            refilled = self._refill()
            index = len(self.turns) - 1 if refilled is self.turns[-1] else len(self.turns) - 2
            if refilled is not None:
                self.counts.append(Count(what, index, len(refilled.actions), None, value))
            return
        self.counts.append(Count(what, len(self.turns) - 1, len(self.turns[-1].actions), player, value))

    def mark_turn(self) -> None:
        """Save the turn for an undo; called at the end of the packet that started the turn."""
        turn = self.turns[-1]
        turn.restore = Progress(len(turn.actions), turn.taken, turn.placed, len(self.legal_moves), len(self.counts))

    def undo(self) -> None:
        """Go back to the start of the turn."""
        turn = self.turn_of(None, "an undo")
        restore = turn.restore
        del turn.actions[restore.actions :]
        del self.legal_moves[restore.legal_moves :]
        del self.counts[restore.counts :]
        turn.taken, turn.placed = restore.taken, restore.placed
        turn.central = turn.row = None
