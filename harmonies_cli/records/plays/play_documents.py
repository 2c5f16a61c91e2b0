"""Logged plays as documents: a paper sheet for each play of Harmonies, and notes on the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from html import unescape
from typing import Any, NamedTuple

import msgspec

from harmonies_cli.plurals import count_of, plural
from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.json.quoting import quote
from harmonies_cli.records.plays.logged_play import (
    LoggedPlay,
    LoggedPlayer,
    PadEntry,
    entry_of,
    pad_entries,
    read_score,
)
from harmonies_cli.records.problems import Problem
from harmonies_cli.rules.scoring.scoresheet import LANDSCAPE_ROWS, POINT_ROWS
from harmonies_cli.safe_text import printable

__all__ = ["NO_PLAYS", "UNFIT", "SkippedPlay", "documents_of_plays"]

NO_PLAYS = "no-plays"
"""Code of a file that has only plays of other games."""
UNFIT = "play-unusable"
"""Code of a fault that prevents a logged play from becoming a record."""
_MOST_PLAYERS = 4
_LONGEST_NAME = 200
_LONGEST_NOTE = 2000


class SkippedPlay(NamedTuple):
    """A play of another game; `what` is the continuation of "2 plays"."""

    what: str


def documents_of_plays(source: str, program: str, plays: Iterable[LoggedPlay | SkippedPlay]) -> Iterator[Document]:
    """Yield a document for each play; the first one also reports how many were skipped.

    Parameters
    ----------
    source
        The name of the file; its seventh play is ``export.json!7``.
    program
        The name of the program.
    plays
        The plays, in the order of the file.
    """
    found: list[Document] = []
    skipped: Counter[str] = Counter()
    seen: dict[str, bytes] = {}
    for number, play in enumerate(plays, 1):
        if isinstance(play, SkippedPlay):
            skipped[play.what] += 1
            continue
        document = _document(f"{source}!{number}", play)
        content = document.data or repr(document.problem).encode()
        if play.number and seen.get(play.number) == content:
            skipped["found twice"] += 1
            continue
        if play.number in seen and play.number:
            document.notes.append("Another play in the file has the same number but different contents.")
        seen[play.number] = content
        found.append(document)
    listed = [f"{number:,} {plural('play', number)} {what}" for what, number in skipped.items()]
    if found:
        if listed:
            found[0].notes.insert(0, f"Skipped in this file: {', '.join(listed)}.")
        yield from found
        return
    message = f"it has no {program} plays of Harmonies" + (f": {', '.join(listed)}" if listed else "")
    yield Document(source, None, b"", Problem(NO_PLAYS, message))


def _document(name: str, play: LoggedPlay) -> Document:
    play.number = play.number or f"{play.program.replace(' ', '').lower()}-{name.rpartition('!')[2]}"
    record, problems, notes = _sheet_of(play)
    if record is None:
        first, *others = problems
        return Document(name, None, b"", first, others, notes)
    return Document(name, None, msgspec.json.encode(record), notes=notes, is_made=True)


def _sheet_of(play: LoggedPlay) -> tuple[dict[str, Any] | None, list[Problem], list[str]]:
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
