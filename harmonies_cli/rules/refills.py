"""Refills of the central board and of the row, and the setup: what chance gave (RULES.md 4, 6 and 9)."""

from __future__ import annotations

from msgspec import UnsetType

from harmonies_cli.errors import UnknownNameError
from harmonies_cli.rules import wording
from harmonies_cli.rules.cards import CARDS, card_index
from harmonies_cli.rules.gamelog import CardName, Refill, Start, Turn
from harmonies_cli.rules.table import (
    GAP,
    POUCH_EMPTY,
    POUCH_GUARD,
    SPIRITS_DEALT,
    TOKENS_PER_SPACE,
    UNKNOWN_CARD,
    Table,
)
from harmonies_cli.rules.taking import central_space, packed_tokens
from harmonies_cli.rules.tokens import UNITS, packed_size

__all__ = ["deal", "refill_central", "refill_row"]

_NO_REFILL = Refill()


def _animal(name: CardName) -> int:
    """Return the index of an animal card; a spirit is refused as an unknown animal."""
    card = card_index(name)
    if CARDS[card].is_spirit:
        raise UnknownNameError("animal card", name)
    return card


def _spirit(name: CardName) -> int:
    """Return the index of a spirit; an animal is refused as an unknown spirit."""
    card = card_index(name)
    if not CARDS[card].is_spirit:
        raise UnknownNameError("spirit card", name)
    return card


def _check_pouch(table: Table, pointer: str | None = None, player: int | None = 0) -> None:
    """Check that no colour has been drawn beyond its number in the box."""
    if table.pouch & POUCH_GUARD != POUCH_GUARD:
        table.fault("pouch-overdrawn", wording.pouch_overdrawn(table.pouch), pointer=pointer, player=player)
        # Played on, a colour that ran out stays at none.
        table.pouch += sum(unit * max(0, POUCH_EMPTY - (table.pouch // unit & 255)) for unit in UNITS)


def refill_central(table: Table, turn: Turn, *, due: dict[int, int] | None, any_number: bool = False) -> None:
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
    refill = _NO_REFILL if isinstance(turn.refill, UnsetType) else turn.refill
    if isinstance(refill.central, UnsetType):
        if due:
            table.unchecked.add("refill.central")
            for space, number in due.items():
                table.central[space - 1] = None
                table.pouch_left -= number
        _check_pouch(table)
        return
    pointer = f"/turns/{table.turn - 1}/refill/central"
    recorded = {central_space(key): packed_tokens(tokens) for key, tokens in refill.central.items()}
    sizes = {space: packed_size(packed) for space, packed in recorded.items() if packed}
    if due is not None and sizes != due and not any_number:
        table.fault("refill-wrong", wording.central_refill_wrong(due, sizes), pointer=pointer)
    for space, packed in recorded.items():
        if space <= table.spaces:
            content = table.central[space - 1]
            table.central[space - 1] = None if content is None else content + packed
        table.pouch -= packed
    table.pouch_left -= sum(sizes.values())
    _check_pouch(table, pointer)


def refill_row(table: Table, turn: Turn, *, is_due: bool) -> None:
    """Put the recorded cards into the gaps of the row, in order.

    Parameters
    ----------
    table, turn
        The state, and the turn with its refill.
    is_due
        Whether a refill is due; if not, a recorded one is only checked for cards that have been seen before.
    """
    refill = _NO_REFILL if isinstance(turn.refill, UnsetType) else turn.refill
    due = min(table.row.count(GAP), table.deck_left) if is_due else 0
    if isinstance(refill.row, UnsetType):
        if due:
            table.unchecked.add("refill.row")
            table.deck_left -= due
            for _ in range(due):
                table.row[table.row.index(GAP)] = UNKNOWN_CARD
        return
    pointer = f"/turns/{table.turn - 1}/refill/row"
    cards = [_animal(name) for name in refill.row]
    _see_new(table, cards, pointer)
    if is_due and len(cards) != due:
        table.fault("refill-wrong", wording.row_refill_wrong(due, len(cards)), pointer=pointer)
    table.deck_left -= len(cards)
    for card in cards:
        if GAP in table.row:
            table.row[table.row.index(GAP)] = card
        else:
            table.row.append(card)


def _see_new(table: Table, cards: list[int], pointer: str, player: int | None = 0) -> None:
    for number, card in enumerate(cards):
        if table.seen >> card & 1:
            message = wording.card_duplicated(card)
            table.fault("card-duplicated", message, pointer=f"{pointer}/{number}", player=player)
        table.seen |= 1 << card


def deal(table: Table, start: Start) -> None:
    """Lay out what the record tells of the setup, and check its numbers.

    Raises
    ------
    StoppedError
        At a fault, which has been noted on the table.
    """
    if isinstance(start.central, UnsetType):
        table.unchecked.add("start.central")
    else:
        central = [packed_tokens(tokens) for tokens in start.central]
        sizes = [packed_size(packed) for packed in central]
        if sizes != [TOKENS_PER_SPACE] * table.spaces:
            message = wording.start_central_wrong(table.spaces, sizes)
            table.fault("refill-wrong", message, pointer="/start/central", player=None)
        table.central[:] = [*central, *[0] * table.spaces][: table.spaces]
        table.pouch -= sum(central)
        _check_pouch(table, "/start/central", None)
    if isinstance(start.row, UnsetType):
        table.unchecked.add("start.row")
    else:
        cards = [_animal(name) for name in start.row]
        _see_new(table, cards, "/start/row", None)
        if len(cards) != table.row_size:
            message = wording.start_row_wrong(table.row_size, len(cards))
            table.fault("refill-wrong", message, pointer="/start/row", player=None)
        table.row = cards + [GAP] * (table.row_size - len(cards))
    if isinstance(start.spirits, UnsetType):
        if table.spirits:
            table.unchecked.add("start.spirits")
    else:
        _deal_spirits(table, [[_spirit(name) for name in hand] for hand in start.spirits])


def _deal_spirits(table: Table, hands: list[list[int]]) -> None:
    pointer = "/start/spirits"
    for number, hand in enumerate(hands):
        if hand and not table.spirits:
            message = wording.spirits_not_in_play()
            table.fault("spirit-not-dealt", message, pointer=f"{pointer}/{number}", player=None)
        _see_new(table, hand, f"{pointer}/{number}", None)
    players = len(table.seats)
    if table.spirits and [len(hand) for hand in hands] != [SPIRITS_DEALT] * players:
        message = wording.start_spirits_wrong(players, [len(hand) for hand in hands])
        table.fault("refill-wrong", message, pointer=pointer, player=None)
    table.dealt = [set(hand) for hand in hands] + [set()] * (players - len(hands))
