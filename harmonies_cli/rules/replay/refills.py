"""Refills of the central board and of the row, and the setup: what chance gave (RULES.md 4, 6 and 9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import UNSET

from harmonies_cli.errors import UnknownNameError
from harmonies_cli.rules.board.cards import ANIMALS, BIT_OF_CARD, CARD_INDEX, SPIRITS
from harmonies_cli.rules.board.tokens import LANES, SIZE_SHIFT
from harmonies_cli.rules.replay import fault_messages
from harmonies_cli.rules.replay.actions import CardName, Start, Turn
from harmonies_cli.rules.replay.state import (
    GAP,
    POUCH_EMPTY,
    POUCH_GUARD,
    SPIRITS_DEALT,
    TOKENS_PER_SPACE,
    UNKNOWN_CARD,
    Table,
)
from harmonies_cli.rules.replay.take_actions import MULTISETS, central_space, packed_tokens

__all__ = ["deal", "refill_central", "refill_row"]

_SPACE_OF_KEY = {str(space): space for space in range(1, 6)}
_OF_OTHER_KIND = {"animal card": frozenset(SPIRITS), "spirit card": frozenset(ANIMALS)}


def _cards(names: Sequence[CardName], kind: str) -> list[int]:
    """Return the indices of cards of one kind; one of the other kind is refused as unknown."""
    cards = [CARD_INDEX[name] for name in names]
    others = _OF_OTHER_KIND[kind]
    if others.isdisjoint(cards):
        return cards
    raise UnknownNameError(kind, next(name for name, card in zip(names, cards, strict=True) if card in others))


def _overdrawn(table: Table, pointer: str | None = None, player: int | None = 0) -> None:
    table.fault("pouch-overdrawn", fault_messages.pouch_overdrawn(table.pouch), pointer=pointer, player=player)
    # Played on, a colour that ran out stays at none.
    table.pouch += sum(lane * max(0, POUCH_EMPTY - (table.pouch // lane & 255)) for lane in LANES)


def refill_central(table: Table, turn: Turn, *, due: Mapping[int, int] | None, any_number: bool = False) -> None:
    """Put the recorded tokens on the central board.

    Parameters
    ----------
    table, turn
        The state, and the turn with its refill.
    due
        How many tokens each space gets; None if no refill is due and a recorded one is taken as it is.
    any_number
        Whether the spaces and numbers may differ from what is due (a turn that the site played).
    """
    refill = turn.refill
    central = table.central
    if refill is UNSET or refill.central is UNSET:
        if due:
            table.unchecked.add("refill.central")
            for space, number in due.items():
                central[space - 1] = None
                table.pouch_left -= number
        if table.pouch & POUCH_GUARD != POUCH_GUARD:
            _overdrawn(table)
        return
    drawn = 0
    named = 0
    as_due = True
    recorded = []
    for key, tokens in refill.central.items():
        space = _SPACE_OF_KEY[key] if key in _SPACE_OF_KEY else central_space(key)
        packed = MULTISETS[tokens] if type(tokens) is str else MULTISETS.of_words(tokens)
        recorded.append((space, packed))
        if packed:
            drawn += packed
            named += 1
            if due is not None and due.get(space) != packed >> SIZE_SHIFT:
                as_due = False
    if due is not None and not (as_due and named == len(due)) and not any_number:
        sizes = {space: packed >> SIZE_SHIFT for space, packed in recorded if packed}
        pointer = f"/turns/{table.turn - 1}/refill/central"
        table.fault("refill-wrong", fault_messages.central_refill_wrong(due, sizes), pointer=pointer)
    for space, packed in recorded:
        if space <= table.spaces:
            content = central[space - 1]
            central[space - 1] = None if content is None else content + packed
    # How many are left follows from the turns alone, however many were typed.
    table.pouch_left -= sum(due.values()) if due is not None and not any_number else drawn >> SIZE_SHIFT
    table.pouch -= drawn
    if table.pouch & POUCH_GUARD != POUCH_GUARD:
        _overdrawn(table, f"/turns/{table.turn - 1}/refill/central")


def refill_row(table: Table, turn: Turn, *, is_due: bool) -> None:
    """Put the recorded cards into the gaps of the row, in order.

    Parameters
    ----------
    table, turn
        The state, and the turn with its refill.
    is_due
        Whether a refill is due; if not, a recorded one is only checked for cards that have been seen before.
    """
    row = table.row
    due = min(row.count(GAP), table.deck_left) if is_due else 0
    refill = turn.refill
    if refill is UNSET or refill.row is UNSET:
        if due:
            table.unchecked.add("refill.row")
            table.deck_left -= due
            for _ in range(due):
                row[row.index(GAP)] = UNKNOWN_CARD
        return
    pointer = f"/turns/{table.turn - 1}/refill/row"
    cards = _cards(refill.row, "animal card")
    _see_new(table, cards, pointer)
    if is_due and len(cards) != due:
        table.fault("refill-wrong", fault_messages.row_refill_wrong(due, len(cards)), pointer=pointer)
    table.deck_left -= len(cards)
    for card in cards:
        if GAP in row:
            row[row.index(GAP)] = card
        else:
            row.append(card)


def _see_new(table: Table, cards: list[int], pointer: str, player: int | None = 0) -> None:
    for number, card in enumerate(cards):
        bit = BIT_OF_CARD[card]
        if table.seen & bit:
            message = fault_messages.card_duplicated(card)
            table.fault("card-duplicated", message, pointer=f"{pointer}/{number}", player=player)
        table.seen |= bit


def deal(table: Table, start: Start) -> None:
    """Lay out what the record tells of the setup, and check its numbers.

    Raises
    ------
    StoppedError
        At a fault, which has been noted on the table.
    """
    if start.central is UNSET:
        table.unchecked.add("start.central")
    else:
        central = [packed_tokens(tokens) for tokens in start.central]
        drawn = sum(central)
        sizes = [packed >> SIZE_SHIFT for packed in central]
        if sizes != [TOKENS_PER_SPACE] * table.spaces:
            message = fault_messages.start_central_wrong(table.spaces, sizes)
            table.fault("refill-wrong", message, pointer="/start/central", player=None)
            central = [*central, *[0] * table.spaces][: table.spaces]
        table.central[:] = central
        table.pouch -= drawn
        if table.pouch & POUCH_GUARD != POUCH_GUARD:
            _overdrawn(table, "/start/central", None)
    if start.row is UNSET:
        table.unchecked.add("start.row")
    else:
        cards = _cards(start.row, "animal card")
        _see_new(table, cards, "/start/row", None)
        if len(cards) != table.row_size:
            message = fault_messages.start_row_wrong(table.row_size, len(cards))
            table.fault("refill-wrong", message, pointer="/start/row", player=None)
        table.row = cards + [GAP] * (table.row_size - len(cards))
    if start.spirits is UNSET:
        if table.spirits:
            table.unchecked.add("start.spirits")
    else:
        _deal_spirits(table, [_cards(hand, "spirit card") for hand in start.spirits])


def _deal_spirits(table: Table, hands: list[list[int]]) -> None:
    pointer = "/start/spirits"
    for number, hand in enumerate(hands):
        if hand and not table.spirits:
            message = fault_messages.spirits_not_in_play()
            table.fault("spirit-not-dealt", message, pointer=f"{pointer}/{number}", player=None)
        _see_new(table, hand, f"{pointer}/{number}", None)
    players = len(table.seats)
    if table.spirits and [len(hand) for hand in hands] != [SPIRITS_DEALT] * players:
        message = fault_messages.start_spirits_wrong(players, [len(hand) for hand in hands])
        table.fault("refill-wrong", message, pointer=pointer, player=None)
    table.dealt = [set(hand) for hand in hands] + [set()] * (players - len(hands))
