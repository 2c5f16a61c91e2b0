"""A play logged in another program, and the paper sheet made from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from typing import Any

from harmonies_cli.plurals import count_of
from harmonies_cli.records.json.quoting import quote
from harmonies_cli.records.plays.logged_values import LoggedDate, PadEntry, entry_of, pad_entries, read_score
from harmonies_cli.records.problems import Problem
from harmonies_cli.rules.scoring.scoresheet import LANDSCAPE_ROWS, POINT_ROWS
from harmonies_cli.safe_text import printable

__all__ = ["BGG_ID", "GAME_NAME", "UNFIT", "LoggedPlay", "LoggedPlayer", "is_harmonies", "sheet_of"]

BGG_ID = 414317
"""The number of Harmonies on BoardGameGeek: boardgamegeek.com/boardgame/414317/harmonies."""
GAME_NAME = "Harmonies"
_MOST_PLAYERS = 4
_LONGEST_NAME = 200
_LONGEST_NOTE = 2000
_ANONYMOUS = "anonymous player"
UNFIT = "play-unusable"
"""Code of a fault that prevents a logged play from becoming a record."""


@dataclass(slots=True)
class LoggedPlayer:
    """A player of a logged play.

    Attributes
    ----------
    name
        The name; empty if unknown.
    score
        The score as logged.
    identity
        Identifies the player across plays; empty if unknown.
    has_won
        Whether the player is logged as a winner; None if unknown.
    """

    name: str
    score: object
    identity: str = ""
    has_won: bool | None = None

    @property
    def is_known(self) -> bool:
        """Whether the player is identified."""
        return bool(self.name) and self.name.casefold() != _ANONYMOUS


@dataclass(slots=True)
class LoggedPlay:
    """A play of Harmonies as logged by another program.

    Attributes
    ----------
    number
        The program's name and its number for the play: ``bgg-116471755``.
    program, place
        Name of the program, and the location of the play.
    date
        The date as logged.
    comment
        The comment.
    players
        The players.
    quantity
        Number of plays that it counts as.
    is_incomplete
        Whether the game was not finished.
    faults
        Other faults that prevent it from becoming a record, in words.
    remarks
        Other remarks about it, in words.
    """

    number: str
    program: str
    place: str = ""
    date: LoggedDate = field(default_factory=LoggedDate)
    comment: str = ""
    board: str = ""
    players: list[LoggedPlayer] = field(default_factory=list)
    quantity: object = 1
    is_incomplete: bool = False
    faults: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


def is_harmonies(number: object, *names: object) -> bool:
    """Return whether a game is Harmonies: by its number on BoardGameGeek, or by a name if it has no number."""
    text = str(number).strip() if isinstance(number, int | str) else ""
    if text not in ("", "0", "False"):
        return text == str(BGG_ID)
    return any(isinstance(name, str) and name.strip().casefold() == GAME_NAME.casefold() for name in names)


def sheet_of(play: LoggedPlay) -> tuple[dict[str, Any] | None, list[Problem], list[str]]:
    """Return the paper sheet of a play, its faults, and remarks about it.

    Returns
    -------
    record
        The sheet as JSON values; None if there are problems.
    problems
        All faults of the play.
    notes
        In words.
    """
    notes = [*play.remarks, *filter(None, [play.date.remark])]
    scores = [read_score(player.score) for player in play.players]
    faults = [*play.faults, *_faults(play, scores)]
    if faults:
        return (
            None,
            [Problem(UNFIT, fault, hint="correct it where it was logged, or type the sheet") for fault in faults],
            notes,
        )
    totals = [score for score in scores if isinstance(score, int)]
    comment = " ".join(unescape(play.comment)[: 2 * _LONGEST_NOTE].split())
    entries = pad_entries(comment)
    players = []
    for seat, (player, total) in enumerate(zip(play.players, totals, strict=True), 1):
        rows, remark = _rows(entries, player, total)
        notes += filter(None, [remark])
        players.append(_player(play, player, seat, rows or total))
    notes += _remarks(play, totals)
    record: dict[str, Any] = {"format": "harmonies-position", "version": 1, "id": play.number}
    if play.date.written is not None:
        record["date"] = play.date.written
    record["source"] = ", ".join(filter(None, (play.program, printable(play.place)[:_LONGEST_NAME])))
    if comment:
        record["notes"] = comment if len(comment) <= _LONGEST_NOTE else f"{comment[: _LONGEST_NOTE - 1]}…"
    side, spirits = _board(play.board)
    if side:
        record["side"] = side
    if spirits:
        record["spirits"] = True
    if play.is_incomplete:
        record["unfinished"] = True
    record["players"] = players
    return record, [], notes


def _faults(play: LoggedPlay, scores: list[int | str]) -> Iterator[str]:
    quantity = read_score(play.quantity)
    if quantity != 1:
        number = (
            f"counts as {quantity} plays" if isinstance(quantity, int) else f"has the quantity {quote(play.quantity)}"
        )
        yield f"it {number}, but has one set of scores"
    if not play.players:
        yield "it has no players"
    elif len(play.players) > _MOST_PLAYERS:
        yield f"it has {len(play.players)} players, but at most {_MOST_PLAYERS} can play"
    if play.players and set(scores) == {"has no score"}:
        yield "it has no scores"
    else:
        for seat, (player, score) in enumerate(zip(play.players[:20], scores, strict=False), 1):
            if isinstance(score, str):
                yield f"{quote(player.name) if player.name else f'player {seat}'} {score}"
    often = Counter(player.identity for player in play.players if player.identity and player.is_known)
    for identity, times in often.items():
        if times > 1:
            name = next(player.name for player in play.players if player.identity == identity)
            yield f"{quote(name)} is logged {times} times"


def _rows(entries: list[PadEntry], player: LoggedPlayer, total: int) -> tuple[dict[str, int] | None, str]:
    """Return a player's rows from the comment, or a sentence on why they are not used."""
    entry = entry_of(entries, player.name, total)
    if entry is None:
        if any(one.name.casefold() == player.name.casefold() for one in entries):
            return (
                None,
                f"The rows that the comment gives {quote(player.name)} are left out: their total is not {total}.",
            )
        return None, ""
    given = sum(entry.rows.values())
    if given > total or (given < total and set(entry.rows) == set(POINT_ROWS)):
        return (
            None,
            f"The rows that the comment gives {quote(player.name)} are left out: they add up to {given}, not {total}.",
        )
    rows = {row: entry.rows[row] for row in POINT_ROWS if row in entry.rows}
    if all(row in rows for row in LANDSCAPE_ROWS):
        rows["landscapes"] = sum(rows[row] for row in LANDSCAPE_ROWS)
    return rows | {"total": total}, ""


def _player(play: LoggedPlay, player: LoggedPlayer, seat: int, score: object) -> dict[str, Any]:
    name = printable(player.name)[:_LONGEST_NAME] or f"Player {seat}"
    written: dict[str, Any] = {"name": name}
    if player.is_known or player.identity:
        identity = player.identity
    else:  # an unknown player is a new person
        identity = f"{play.number}-player-{seat}"
    if identity:
        written["id"] = identity[:_LONGEST_NAME]
    return written | {"score": score}


def _remarks(play: LoggedPlay, totals: list[int]) -> Iterator[str]:
    nameless = sum(not player.name for player in play.players)
    if nameless:
        yield f"{count_of(nameless, 'player')} have no name." if nameless > 1 else "A player has no name."
    if len(totals) == 1:
        yield "Only one player is logged: it may or may not be a solo game."
    if play.is_incomplete:
        yield "It is logged as incomplete."
        return
    won = [player.name for player in play.players if player.has_won]
    best = [player.name for player, total in zip(play.players, totals, strict=True) if total == max(totals)]
    by_log, by_totals = ", ".join(map(quote, won)), ", ".join(map(quote, best))
    if won and not set(won) <= set(best):
        yield f"Logged as winner: {by_log}; by the totals: {by_totals}."
    elif won and len(won) < len(best):
        yield f"Logged as winner of the tie: {by_log}, which a sheet cannot record."


def _board(text: str) -> tuple[str, bool]:
    """Return side and spirits, from the field `board` as this program writes it; see `plays.shared_play`."""
    words = text.casefold()
    side = next((letter for letter in "AB" if words.startswith(f"side {letter.casefold()}")), "")
    return side, "nature's spirits" in words
