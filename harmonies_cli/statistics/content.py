"""One 64-bit hash of what a record says was played, by which records are told apart (METRICS.md, Aggregation).

It is taken of side, rules, names, start and turns, or of the boards and cards of a position, in the words that
the notation writes: neither layout nor notes, neither other names of a card nor another case make another game.
"""

from __future__ import annotations

from hashlib import sha256

import msgspec
from msgspec import UNSET, UnsetType

from harmonies_cli.errors import HarmoniesError
from harmonies_cli.records.notation import Game, Position, PositionPlayer
from harmonies_cli.records.reader import Reading
from harmonies_cli.records.typedboard import read_board
from harmonies_cli.records.typedcards import read_cards
from harmonies_cli.rules.cards import CARD_INDEX, CARDS
from harmonies_cli.rules.gamelog import (
    Action,
    CardName,
    PlaceCube,
    PlaceToken,
    Refill,
    Start,
    TakeTokens,
    Tokens,
    Turn,
)
from harmonies_cli.rules.sides import SIDES, Side, side_named
from harmonies_cli.rules.tokens import LETTERS, token_index

__all__ = ["content_hash"]

_encode = msgspec.json.Encoder(order="deterministic").encode
_IDS = tuple(card.id for card in CARDS)
_SPACES = frozenset(space for side in SIDES.values() for space in side.spaces)
_KNOWN = frozenset((*_IDS, *LETTERS))
_NOTES = b'"notes":'


def content_hash(reading: Reading) -> int:
    """Return the hash of a record, a signed number of 64 bits.

    What cannot be read is told apart by its place too, so that each such record is listed.
    """
    record = reading.record
    content = b""
    if record is not None:
        try:
            moves = _moves(record) if isinstance(record, Game) else _hands(record)
            content = _head(record) + moves
        except HarmoniesError:  # a name that nothing has
            pass
    if not content:
        content = _encode((reading.source, reading.line)) + reading.data.strip()
    return int.from_bytes(sha256(content).digest()[:8], "little", signed=True)


def _head(record: Game | Position) -> bytes:
    rules = "rulebook" if record.rules is UNSET else record.rules
    return _encode((record.side.upper(), rules, [player.name for player in record.players]))


def _moves(game: Game) -> bytes:
    if _is_as_written(game):
        moves = _encode((_or_none(game.start), game.turns))
        if _NOTES not in moves:
            return moves
    return _encode((_or_none(_start_as_written(game.start)), [_turn_as_written(turn) for turn in game.turns]))


def _or_none(start: Start | UnsetType) -> Start | None:
    return None if start is UNSET else start


def _is_as_written(game: Game) -> bool:
    """Tell whether all words of a game stand in the form that the notation writes; notes are not looked for."""
    known, spaces = _KNOWN, _SPACES
    if game.start is not UNSET and not _is_start_as_written(game.start):
        return False
    for turn in game.turns:
        for action in turn.actions:
            if type(action) is PlaceToken:
                if action.token not in known or action.at not in spaces:
                    return False
            elif type(action) is PlaceCube:
                if action.card not in known or action.at not in spaces:
                    return False
            elif type(action) is TakeTokens:
                if action.tokens is not UNSET and not _is_letters(action.tokens):
                    return False
            elif action.card not in known:  # type: ignore[union-attr]
                return False
        refill = turn.refill
        if refill is not UNSET:
            if refill.row is not UNSET and not known.issuperset(refill.row):
                return False
            if refill.central is not UNSET:
                for tokens in refill.central.values():
                    if type(tokens) is not str or not tokens.isupper():
                        return False
        if turn.replaced is False:
            return False
    return True


def _is_start_as_written(start: Start) -> bool:
    hands = () if start.spirits is UNSET else start.spirits
    central = () if start.central is UNSET else start.central
    row = () if start.row is UNSET else start.row
    return _KNOWN.issuperset(row) and all(map(_KNOWN.issuperset, hands)) and all(map(_is_letters, central))


def _is_letters(tokens: Tokens) -> bool:
    return type(tokens) is str and tokens.isupper()


def _start_as_written(start: Start | UnsetType) -> Start | UnsetType:
    if start is UNSET:
        return UNSET
    return Start(
        UNSET if start.central is UNSET else [_letters(tokens) for tokens in start.central],
        UNSET if start.row is UNSET else [_id(card) for card in start.row],
        UNSET if start.spirits is UNSET else [[_id(card) for card in hand] for hand in start.spirits],
    )


def _turn_as_written(turn: Turn) -> Turn:
    refill = turn.refill
    if refill is not UNSET:
        central, row = refill.central, refill.row
        refill = Refill(
            central if central is UNSET else {space: _letters(tokens) for space, tokens in central.items()},
            row if row is UNSET else [_id(card) for card in row],
        )
    return Turn(turn.player, [_action_as_written(action) for action in turn.actions], refill, turn.replaced or UNSET)


def _action_as_written(action: Action) -> Action:
    if isinstance(action, TakeTokens):
        return TakeTokens(action.space, action.tokens if action.tokens is UNSET else _letters(action.tokens))
    if isinstance(action, PlaceToken):
        return PlaceToken(_letters([action.token]), action.at.lower())
    if isinstance(action, PlaceCube):
        return PlaceCube(_id(action.card), action.at.lower())
    return type(action)(_id(action.card))


def _letters(tokens: Tokens) -> str:
    return "".join(LETTERS[token_index(token)] for token in tokens)


def _id(card: CardName) -> str:
    return _IDS[CARD_INDEX[card]]


def _hands(position: Position) -> bytes:
    side = side_named(position.side)
    return _encode([_hand(side, player) for player in position.players])


def _hand(side: Side, player: PositionPlayer) -> object:
    """Return the board and the cards of a player; as typed where they cannot be read."""
    board = read_board(side, player.board, 1)
    hand = read_cards(player, 1, spirits=None)
    cards: object = None if player.cards is UNSET else player.cards if hand.problems else sorted(hand.cards or ())
    return (player.board if board.problems else sorted(board.stacks.items()), cards)
