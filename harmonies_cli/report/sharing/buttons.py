"""Buttons on a page that share a result: the BG Stats link, and files for BG Stats and for chats."""

from __future__ import annotations

from base64 import b64encode
from datetime import UTC, datetime
from typing import NamedTuple

from harmonies_cli.plays.play_file import play_file
from harmonies_cli.plays.shared_play import play_link, play_of, why_not_shared
from harmonies_cli.records.notation import value_of
from harmonies_cli.records.outcome import VerifiedRecord
from harmonies_cli.records.reader import Reading
from harmonies_cli.report.page_templates import template
from harmonies_cli.report.sharing.message import message

__all__ = ["result_picture", "share_buttons"]


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
    """Return the buttons as markup; empty for a record that is no result, see `why_not_shared`.

    Parameters
    ----------
    reading, found
        The record, and its assessment.
    side
        The side used to assess it.
    with_picture
        Whether a picture is among the files.
    asks_for_picture
        Whether there is a button that makes the page request the picture.
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
