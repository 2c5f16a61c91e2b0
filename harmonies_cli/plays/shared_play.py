"""A result as the play that BG Stats imports from a link (docs/plays.md, Link and QR code)."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from hashlib import sha256
from typing import NamedTuple
from urllib.parse import quote

import msgspec
from msgspec import UNSET, UnsetType

from harmonies_cli.records.notation import AnyRecord, Game, value_of
from harmonies_cli.records.outcome import VerifiedRecord
from harmonies_cli.records.plays.logged_play import BGG_ID, GAME_NAME, pad_line
from harmonies_cli.rules.board.cards import CARD_INDEX, CARDS
from harmonies_cli.rules.scoring.scoresheet import Scoresheet
from harmonies_cli.safe_text import printable

__all__ = ["Moment", "PlayGame", "PlayPlayer", "SharedPlay", "moment_of", "play_link", "play_of", "why_not_shared"]

SOURCE = "harmonies-cli"
_ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
_LONGEST = 80
_DAY = len("2026-05-31")


class _Fields(msgspec.Struct, rename="camel", omit_defaults=True, kw_only=True, frozen=True):
    """Base of what BG Stats reads; unset fields are left out."""


class PlayGame(_Fields, kw_only=True, frozen=True):
    """The game, which BG Stats looks up in the user's collection."""

    name: str
    bgg_id: int
    source_game_id: str
    highest_wins: bool
    no_points: bool


class PlayPlayer(_Fields, kw_only=True, frozen=True):
    """A player of a play; `winner` is always present, because the Android app needs it."""

    name: str
    source_player_id: str
    score: int
    rank: int | UnsetType = UNSET
    winner: bool
    start_player: bool | UnsetType = UNSET


class SharedPlay(_Fields, kw_only=True, frozen=True):
    """A play in the fields of BG Stats, with an empty place."""

    source_name: str
    source_play_id: str
    play_date: str
    game: PlayGame
    board: str | UnsetType = UNSET
    comments: str | UnsetType = UNSET
    players: list[PlayPlayer]


class Moment(NamedTuple):
    """The moment of a game.

    Attributes
    ----------
    utc
        The moment.
    remark
        A sentence on what is assumed; empty if nothing.
    """

    utc: datetime
    remark: str = ""


def why_not_shared(record: AnyRecord | None, found: VerifiedRecord) -> str:
    """Return the reason why a record is not a result to share; empty if it is one."""
    if record is None or found.verdict != "legal":
        return "the record has faults"
    if not found.finished:
        return "the game is not final"
    if not found.players or any(sheet.total is None for sheet in found.players):
        return "the totals are not known"
    return ""


def play_of(record: AnyRecord, found: VerifiedRecord, now: datetime) -> SharedPlay:
    """Return the play of a finished record with known totals, see `why_not_shared`.

    Parameters
    ----------
    record, found
        The record, and its assessment.
    now
        The moment of sharing, which replaces the date of a record without a day.
    """
    ids = _player_ids(record)
    is_turn_order = isinstance(record, Game)
    players = [
        PlayPlayer(
            name=_name(sheet),
            source_player_id=player_id,
            score=sheet.total or 0,
            rank=UNSET if sheet.rank is None else sheet.rank,
            winner=sheet.winner is True,
            start_player=sheet.player == 1 if is_turn_order else UNSET,
        )
        for sheet, player_id in zip(found.players, ids, strict=True)
    ]
    return SharedPlay(
        source_name=SOURCE,
        source_play_id=_play_id(record, found, ids),
        play_date=moment_of(value_of(record.date), now).utc.replace(tzinfo=None).isoformat(" ", "seconds"),
        game=PlayGame(
            name=GAME_NAME, bgg_id=BGG_ID, source_game_id=GAME_NAME.lower(), highest_wins=True, no_points=False
        ),
        board=_board(record, found) or UNSET,
        comments=pad_line(found.players) or UNSET,
        players=players,
    )


def play_link(play: SharedPlay) -> str:
    """Return the link that BG Stats opens as a play."""
    # Colons and commas are allowed in the query of an address (RFC 3986, 3.4), and make the QR code a fifth smaller.
    return _ADDRESS + quote(msgspec.json.encode(play).decode(), safe=":,")


def moment_of(date: str | None, now: datetime) -> Moment:
    """Return the moment of a game, from the date of its record.

    Parameters
    ----------
    date
        The date, as in ISO 8601.
    now
        The moment of sharing.
    """
    if date is None or len(date) < _DAY:
        given = "has no date" if date is None else f"names no day, only {printable(date)}"
        return Moment(now.astimezone(UTC), f"The record {given}: the play is dated now.")
    moment = datetime.fromisoformat(date)
    if len(date) == _DAY:  # noon UTC is on the same day from Honolulu to Auckland
        return Moment(moment.replace(hour=12, tzinfo=UTC))
    if moment.tzinfo is None:
        return Moment(moment.replace(tzinfo=UTC), "The time in the record has no zone: it is taken as UTC.")
    try:
        return Moment(moment.astimezone(UTC))
    except OverflowError:  # the first and the last possible day have no room for a shift
        return Moment(moment.replace(tzinfo=UTC))


def _name(sheet: Scoresheet) -> str:
    name = printable(sheet.name) or f"Player {sheet.player}"
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"


def _player_ids(record: AnyRecord) -> list[str]:
    """Return the players' identities across plays: the id, or else the name; they differ within a play."""
    ids = [_short(value_of(player.id) or player.name) for player in record.players]
    often = Counter(ids)
    return [f"{one} ({number})" if often[one] > 1 else one for number, one in enumerate(ids, 1)]


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST and text.isprintable() else _hash(text)


def _hash(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _play_id(record: AnyRecord, found: VerifiedRecord, ids: list[str]) -> str:
    """Return a number for the play, the same each time it is shared."""
    totals = [sheet.total for sheet in found.players]
    return _hash(repr((value_of(record.id), value_of(record.date), found.side, ids, totals)))


def _board(record: AnyRecord, found: VerifiedRecord) -> str:
    side = f"Side {found.side}" if found.side else ""
    has_spirits = any(CARDS[CARD_INDEX[score.card]].is_spirit for sheet in found.players for score in sheet.cards or ())
    has_spirits = has_spirits or any(sheet.spirit for sheet in found.players)
    spirits = record.spirits if not isinstance(record.spirits, UnsetType) else has_spirits
    return ", ".join(filter(None, (side, "Nature's Spirits" if spirits else "")))
