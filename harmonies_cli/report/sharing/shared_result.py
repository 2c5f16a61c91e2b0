"""A result to share: a message for a chat, and buttons on a page for BG Stats and for chats."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from harmonies_cli.plays.play_file import play_file
from harmonies_cli.plays.shared_play import play_link, play_of, why_not_shared
from harmonies_cli.records.notation import value_of
from harmonies_cli.records.outcome import VerifiedRecord
from harmonies_cli.records.reader import Reading
from harmonies_cli.report.page_templates import template
from harmonies_cli.report.phrases import names_by_player, outcome_words, shown_points
from harmonies_cli.report.text_layout import display_width, fit_width, shorten
from harmonies_cli.rules.scoring.scoresheet import POINT_ROWS, Scoresheet

__all__ = ["chat_name", "message", "result_picture", "share_buttons"]

_ROWS = (*POINT_ROWS, "total")
_WIDEST = 10
"""Columns of a name: with these, four players fit into a chat on a phone, about fifty letters a line."""
_OF_CHATS = str.maketrans({"`": "'", "@": "＠", "*": "＊", "_": "＿", "~": "∼", "|": "¦", "<": "‹", ">": "›"})
"""Signs that chats use to format text or mention people."""


def chat_name(name: str) -> str:
    """Return a name without effect in a chat: no formatting, no mention, no link."""
    return name.translate(_OF_CHATS).replace("://", ":∕∕")


def message(found: VerifiedRecord, *, date: str | None = None, plain: bool = False) -> str:
    """Return the chat message for a finished record.

    Parameters
    ----------
    found
        The record, assessed.
    date
        The recorded date.
    plain
        Whether to write a player's rows on a line, for chats in proportional type; by default, a monospace table.
    """
    day = f", {date[:10]}" if date else ""
    lines = [f"Harmonies{day}: {outcome_words(found, chat_name)}"]
    lines += _plain(found.players) if plain else _table(found.players)
    return "".join(f"{line}\n" for line in lines)


def _plain(sheets: Sequence[Scoresheet]) -> Iterator[str]:
    names = names_by_player(sheets)
    for sheet in sheets:
        rows = ", ".join(f"{row} {getattr(sheet, row)}" for row in POINT_ROWS if getattr(sheet, row) is not None)
        yield f"{chat_name(names[sheet.player])}: {rows or sheet.total}"


def _table(sheets: Sequence[Scoresheet]) -> Iterator[str]:
    names = [shorten(chat_name(name), _WIDEST) for name in names_by_player(sheets).values()]
    shown = [row for row in _ROWS if any(getattr(sheet, row) is not None for sheet in sheets)]
    label = max(map(len, shown))
    widths = [max(4, display_width(name)) for name in names]
    yield _line("", names, label, widths)
    for row in shown:
        yield _line(row.capitalize(), [shown_points(getattr(sheet, row)) for sheet in sheets], label, widths)


def _line(label: str, cells: Sequence[str], room: int, widths: Sequence[int]) -> str:
    joined = "  ".join(fit_width(cell, width, right=True) for cell, width in zip(cells, widths, strict=True))
    return f"{fit_width(label, room)}  {joined}".rstrip()


class _File(NamedTuple):
    """A file inside a link of a page."""

    name: str
    label: str
    address: str


def share_buttons(
    reading: Reading,
    found: VerifiedRecord,
    *,
    side: str | None = None,
    with_picture: bool = False,
    asks_for_picture: bool = False,
) -> str:
    """Return the buttons as markup; empty for a record without a result to share, see `why_not_shared`.

    Parameters
    ----------
    reading, found
        The record, and its assessment.
    side
        The side used to assess it.
    with_picture
        Whether to include a picture among the files.
    asks_for_picture
        Whether to add a button that makes the page request the picture.
    """
    record = reading.record
    if record is None or len(record.players) != len(found.players) or why_not_shared(record, found):
        return ""
    play = play_of(record, found, datetime.now(UTC))
    text = message(found, date=value_of(record.date)).encode("utf-8", "replace")
    files = [
        _File("harmonies.bgsplay", "Play file", _address("application/json", play_file([play]))),
        _File("harmonies.txt", "Message", _address("text/plain;charset=utf-8", text)),
    ]
    if with_picture:
        files.append(
            _File("harmonies.png", "Picture", _address("image/png", result_picture(reading, found, side=side)))
        )
    buttons: str = template("sharing/buttons.html").module.share_buttons(  # type: ignore[attr-defined]
        play_link(play), files, asks_for_picture
    )
    return buttons


def result_picture(
    reading: Reading, found: VerifiedRecord, *, side: str | None = None, dark: bool = False, narrow: bool = False
) -> bytes:
    """Return the picture of a result as PNG, on a light or a dark background; see `play_picture`."""
    from harmonies_cli.report.picture.board_picture import pictures
    from harmonies_cli.report.picture.svg import png
    from harmonies_cli.report.sharing.play_picture import DARK, LIGHT, play_picture

    date = None if reading.record is None else value_of(reading.record.date)
    boards = pictures(reading, found, side=side)
    return png(play_picture(found, boards, date=date, theme=DARK if dark else LIGHT, narrow=narrow))


def _address(kind: str, data: bytes) -> str:
    return f"data:{kind};base64,{b64encode(data).decode()}"
