"""Refills of the central board and of the row, the setup, and their faults in words (docs/rules.md 4, 6 and 9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import UNSET

from harmonies_cli.errors import UnknownNameError
from harmonies_cli.plurals import count_of, enumeration, plural
from harmonies_cli.rules.board.cards import ANIMALS, BIT_OF_CARD, CARD_INDEX, SPIRITS
from harmonies_cli.rules.board.tokens import LANES, SIZE_SHIFT, TOKENS
from harmonies_cli.rules.replay import fault_messages
from harmonies_cli.rules.replay.actions import CardName, Start, Turn
from harmonies_cli.rules.replay.state import (
    GAP,
    POUCH_EMPTY,
    POUCH_GUARD,
    SPIRITS_DEALT,
    TOKENS_PER_SPACE,
    UNKNOWN_CARD,
    GameState,
)
from harmonies_cli.rules.replay.take_actions import MULTISETS, central_space, pack_tokens

__all__ = ["KEY_OF_SPACE", "NEVER_IN_ROW", "deal", "refill_central", "refill_row"]

_SPACE_OF_KEY = {str(space): space for space in range(1, 6)}
KEY_OF_SPACE = ("", *_SPACE_OF_KEY)
"""The key of each central space in a recorded refill."""
NEVER_IN_ROW = frozenset(SPIRITS)
"""Cards that cannot refill the row."""
_OF_OTHER_KIND = {"animal card": NEVER_IN_ROW, "spirit card": frozenset(ANIMALS)}


def _cards(names: Sequence[CardName], kind: str) -> list[int]:
    """Return the indices of cards of one kind; a card of the other kind counts as unknown."""
    cards = [CARD_INDEX[name] for name in names]
    others = _OF_OTHER_KIND[kind]
    if others.isdisjoint(cards):
        return cards
    raise UnknownNameError(kind, next(name for name, card in zip(names, cards, strict=True) if card in others))


def _overdrawn(state: GameState, pointer: str | None = None, player: int | None = 0) -> None:
    state.fault("pouch-overdrawn", pouch_overdrawn(state.pouch), pointer=pointer, player=player)
    # If the replay continues, a colour that ran out stays at none.
    state.pouch += sum(lane * max(0, POUCH_EMPTY - (state.pouch // lane & 255)) for lane in LANES)


def refill_central(state: GameState, turn: Turn, *, due: Mapping[int, int] | None, any_number: bool = False) -> None:
    """Put the recorded tokens on the central board.

    Parameters
    ----------
    state, turn
        The state, and the turn with its refill.
    due
        How many tokens each space gets; None if no refill is due and a recorded one is accepted unchecked.
    any_number
        Whether the spaces and numbers may differ from those due (in a turn that the site played).
    """
    refill = turn.refill
    central = state.central
    if refill is UNSET or refill.central is UNSET:
        if due:
            state.unchecked.add("refill.central")
            for space, number in due.items():
                central[space - 1] = None
                state.pouch_left -= number
        if state.pouch & POUCH_GUARD != POUCH_GUARD:
            _overdrawn(state)
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
        pointer = f"/turns/{state.turn - 1}/refill/central"
        state.fault("refill-wrong", central_refill_wrong(due, sizes), pointer=pointer)
    for space, packed in recorded:
        if space <= state.spaces:
            content = central[space - 1]
            central[space - 1] = None if content is None else content + packed
    # The number left follows from the turns alone, not from the record's refills.
    state.pouch_left -= sum(due.values()) if due is not None and not any_number else drawn >> SIZE_SHIFT
    state.pouch -= drawn
    if state.pouch & POUCH_GUARD != POUCH_GUARD:
        _overdrawn(state, f"/turns/{state.turn - 1}/refill/central")


def refill_row(state: GameState, turn: Turn, *, is_due: bool) -> None:
    """Put the recorded cards into the gaps of the row, in order.

    Parameters
    ----------
    state, turn
        The state, and the turn with its refill.
    is_due
        Whether a refill is due; if not, a recorded one is only checked for cards that have appeared before.
    """
    row = state.row
    due = min(row.count(GAP), state.deck_left) if is_due else 0
    refill = turn.refill
    if refill is UNSET or refill.row is UNSET:
        if due:
            state.unchecked.add("refill.row")
            state.deck_left -= due
            for _ in range(due):
                row[row.index(GAP)] = UNKNOWN_CARD
        return
    pointer = f"/turns/{state.turn - 1}/refill/row"
    cards = _cards(refill.row, "animal card")
    _see_new(state, cards, pointer)
    if is_due and len(cards) != due:
        state.fault("refill-wrong", row_refill_wrong(due, len(cards)), pointer=pointer)
    state.deck_left -= len(cards)
    for card in cards:
        if GAP in row:
            row[row.index(GAP)] = card
        else:
            row.append(card)


def _see_new(state: GameState, cards: list[int], pointer: str, player: int | None = 0) -> None:
    for number, card in enumerate(cards):
        bit = BIT_OF_CARD[card]
        if state.seen & bit:
            message = fault_messages.card_duplicated(card)
            state.fault("card-duplicated", message, pointer=f"{pointer}/{number}", player=player)
        state.seen |= bit


def deal(state: GameState, start: Start) -> None:
    """Lay out the recorded setup, and check its numbers.

    Raises
    ------
    StoppedError
        At a fault, after noting it in the state.
    """
    if start.central is UNSET:
        state.unchecked.add("start.central")
    else:
        central = [pack_tokens(tokens) for tokens in start.central]
        drawn = sum(central)
        sizes = [packed >> SIZE_SHIFT for packed in central]
        if sizes != [TOKENS_PER_SPACE] * state.spaces:
            message = start_central_wrong(state.spaces, sizes)
            state.fault("refill-wrong", message, pointer="/start/central", player=None)
            central = [*central, *[0] * state.spaces][: state.spaces]
        state.central[:] = central
        state.pouch -= drawn
        if state.pouch & POUCH_GUARD != POUCH_GUARD:
            _overdrawn(state, "/start/central", None)
    if start.row is UNSET:
        state.unchecked.add("start.row")
    else:
        cards = _cards(start.row, "animal card")
        _see_new(state, cards, "/start/row", None)
        if len(cards) != state.row_size:
            message = start_row_wrong(state.row_size, len(cards))
            state.fault("refill-wrong", message, pointer="/start/row", player=None)
        state.row = cards + [GAP] * (state.row_size - len(cards))
    if start.spirits is UNSET:
        if state.spirits:
            state.unchecked.add("start.spirits")
    else:
        _deal_spirits(state, [_cards(hand, "spirit card") for hand in start.spirits])


def _deal_spirits(state: GameState, hands: list[list[int]]) -> None:
    pointer = "/start/spirits"
    for number, hand in enumerate(hands):
        if hand and not state.spirits:
            message = fault_messages.spirits_not_in_play()
            state.fault("spirit-not-dealt", message, pointer=f"{pointer}/{number}", player=None)
        _see_new(state, hand, f"{pointer}/{number}", None)
    players = len(state.seats)
    if state.spirits and [len(hand) for hand in hands] != [SPIRITS_DEALT] * players:
        message = start_spirits_wrong(players, [len(hand) for hand in hands])
        state.fault("refill-wrong", message, pointer=pointer, player=None)
    state.dealt = [set(hand) for hand in hands] + [set()] * (players - len(hands))


def _refill(sizes: Mapping[int, int]) -> str:
    if not sizes:
        return "no tokens"
    return enumeration((f"{number} on space {space}" for space, number in sorted(sizes.items())), "and")


def central_refill_wrong(due: Mapping[int, int], sizes: Mapping[int, int]) -> str:
    """Word ``refill-wrong`` for the central board."""
    return f"the central board is refilled with {_refill(sizes)}; expected {_refill(due)}"


def row_refill_wrong(due: int, number: int) -> str:
    """Word ``refill-wrong`` for the row."""
    return f"the row is refilled with {count_of(number, 'card')}; expected {due}"


def start_central_wrong(spaces: int, sizes: Sequence[int]) -> str:
    """Word ``refill-wrong`` for the central board of the start."""
    start = enumeration(map(str, sizes), "and") if sizes else "no"
    return f"the central board starts with {start} tokens on its spaces; expected 3 on each of {spaces}"


def start_row_wrong(due: int, number: int) -> str:
    """Word ``refill-wrong`` for the row of the start."""
    return f"the row starts with {count_of(number, 'card')}; expected {due}"


def start_spirits_wrong(players: int, sizes: Sequence[int]) -> str:
    """Word ``refill-wrong`` for the spirits dealt."""
    dealt = enumeration(map(str, sizes), "and") if sizes else "no"
    spirits = f"{dealt} {plural('spirit', sum(sizes))}"
    return f"the start deals {spirits}; expected 2 to each of {count_of(players, 'player')}"


def pouch_overdrawn(pouch: int) -> str:
    """Word ``pouch-overdrawn``."""
    over = [
        f"{token.in_box + 128 - (pouch // lane & 255)} {token.colour} ({token.letter})"
        for token, lane in zip(TOKENS, LANES, strict=True)
        if not pouch // lane & 128
    ]
    held = [str(token.in_box) for token, lane in zip(TOKENS, LANES, strict=True) if not pouch // lane & 128]
    return f"{enumeration(over, 'and')} tokens have been drawn; the box holds {enumeration(held, 'and')}"
