"""A 64-bit hash of a record's content, to recognise repeated records (docs/statistics.md).

It covers everything that the rows or the verdict depend on, as the standard notation writes it: layout, notes, the
record's id, other names of a card and letter case make no difference. Records of one game with different content have
different hashes; see `record_form`.
"""

from __future__ import annotations

from hashlib import sha256
from struct import Struct
from typing import TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from harmonies_cli.errors import HarmoniesError
from harmonies_cli.records.notation import Game, PaperSheet, Position, PositionPlayer
from harmonies_cli.records.position.typed_board import read_board
from harmonies_cli.records.position.typed_cards import read_cards
from harmonies_cli.records.reader import Reading
from harmonies_cli.rules.board.cards import CARD_INDEX, CARDS
from harmonies_cli.rules.board.sides import Side, side_named
from harmonies_cli.rules.board.tokens import LETTERS, token_index
from harmonies_cli.rules.replay.actions import (
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

__all__ = ["content_hash", "signed_hash"]

_T = TypeVar("_T")
_encode = msgspec.json.Encoder(order="deterministic").encode
_IDS = tuple(card.id for card in CARDS)
_TURNS, _START = b',"turns":', b',"start":'
_FIRST_BITS = Struct("<q")
_RESULT, _UNFINISHED = b',"result":', b',"unfinished":'


def content_hash(reading: Reading) -> int:
    """Return the hash of a record, a signed number of 64 bits.

    The hash of an unreadable record includes its place, so each is reported.
    """
    record = reading.record
    content = b""
    if record is not None:
        try:
            if isinstance(record, PaperSheet):
                return signed_hash(_sheet(record))
            moves = _moves(record, reading.written) if isinstance(record, Game) else _hands(record)
            content = _head(record) + moves
        except HarmoniesError:  # a name that nothing has
            pass
    if not content:
        content = _encode((reading.source, reading.line)) + reading.data.strip()
    return signed_hash(content)


def signed_hash(content: bytes) -> int:
    """Return 64 bits of a hash of bytes, as a signed number."""
    first: tuple[int] = _FIRST_BITS.unpack_from(sha256(content).digest())
    return first[0]


def _sheet(sheet: PaperSheet) -> bytes:
    """Return a paper sheet's content; its form decides which sheets are of one game."""
    facts = (_or_none(sheet.side), _or_none(sheet.rules), _or_none(sheet.spirits), _or_none(sheet.date))
    marks = _or_none(sheet.solo), _or_none(sheet.unfinished)
    players = [
        (one.name, _or_none(one.id), _rating(one.rating), one.score, _or_none(one.cards)) for one in sheet.players
    ]
    return _encode((facts, marks, players))


def _head(record: Game | Position) -> bytes:
    rules = "rulebook" if record.rules is UNSET else record.rules
    players = [(player.name, _or_none(player.id), _rating(player.rating)) for player in record.players]
    claims = _claims(record)
    return _encode((record.side.upper(), rules, _or_none(record.spirits), _or_none(record.date), players, claims))


def _claims(record: Game | Position) -> tuple[object, ...]:
    if isinstance(record, Game):
        return _or_none(record.result), _or_none(record.unfinished)
    return _or_none(record.solo), _or_none(record.unfinished), [_or_none(player.score) for player in record.players]


def _rating(rating: float | UnsetType) -> float | None:
    """Return a rating as one number, however it is written: 1540 and 1540.0 are the same."""
    if isinstance(rating, float) and rating.is_integer():
        return int(rating)
    return _or_none(rating)


def _or_none(field: _T | UnsetType) -> _T | None:
    return None if field is UNSET else field


def _moves(game: Game, written: bytes) -> bytes:
    """Return the deal and the turns, as the standard notation writes them.

    Parameters
    ----------
    game
        The game.
    written
        The whole record in standard notation; empty if unknown.
    """
    if written:
        return _moves_in(written)
    start = None if game.start is UNSET else _start_as_written(game.start)
    return _encode((start, [_turn_as_written(turn) for turn in game.turns]))


def _moves_in(written: bytes) -> bytes:
    """Cut the turns and the start out of a game; no text can contain a key, because its quotes would be escaped."""
    turns = written.index(_TURNS)
    following = written.rfind(_RESULT, turns)
    if following < 0:
        following = written.rfind(_UNFINISHED, turns)
    end = len(written) - 1 if following < 0 else following
    start = written.find(_START, 0, turns)
    dealt = b"null" if start < 0 else written[start + len(_START) : turns]
    return b"[%b,%b]" % (dealt, written[turns + len(_TURNS) : end])


def _start_as_written(start: Start) -> Start:
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
    """Return the board and the cards of a player; as typed if they cannot be read."""
    board = read_board(side, player.board, 1)
    hand = read_cards(player, 1, spirits=None)
    cards: object = None if player.cards is UNSET else player.cards if hand.problems else sorted(hand.cards or ())
    return (player.board if board.problems else sorted(board.stacks.items()), cards, _or_none(player.cubes))
