"""Recognise a file of the site by a few words in its bytes, without decoding."""

from __future__ import annotations

import re

from harmonies_cli.records.files.sniff import BOM, is_wide_page

__all__ = ["is_replay_page", "recognise"]

_NOTATION = re.compile(rb'"format"\s*:\s*"harmonies-')
_LOG = re.compile(rb'"(?:packet_type|packet_id|packets|logs|valid|channel)"\s*:|\A\s*\{\s*"status"\s*:')
_HARMONIES = re.compile(rb'"(?:holeEmptied|empty-hexes|HOLE|HEX|SPIRITS)"')
_WRAPPED = re.compile(rb'g_gamelogs|\\?"(?:packet_type|packet_id)\\?"\s*:')
_HARMONIES_QUOTED = re.compile(rb'\\?"(?:holeEmptied|empty-hexes|HOLE|HEX|SPIRITS)\\?"')
_REPLAY = re.compile(rb"g_gamelogs|completesetup\s*\(\s*[\"']harmonies[\"']")
_ERROR = re.compile(rb'"error"\s*:')
_FAILED = re.compile(rb'"status"\s*:\s*"?0\b')
_PAGE_STATE = re.compile(rb'"(?:tokensOnBoard|boardSide)"\s*:')
_SNAPSHOT = re.compile(rb'"(?:cells|activeCards)"\s*:')
_OTHER_STATE = re.compile(rb'"(?:gamedatas|playerorder|tablespeed|gamestate)"\s*:')


def recognise(data: bytes) -> str | None:
    """Return what a file from Board Game Arena holds, judging by its content.

    Parameters
    ----------
    data
        The file's bytes, unpacked.

    Returns
    -------
    str or None
        ``"log"``, a log of Harmonies in any of the envelopes; ``"page"``, an HTML page, which may be a saved
        replay; ``"gamedatas"``, the state of a page of Harmonies; ``"snapshot"``, a capture of the
        harmonies-bot project; ``"error"``, the site's answer to a failed download; ``"other-game"``, another
        game's log or page state; None, nothing of the site. A truncated file counts as what
        its beginning says: `read_bga` reports the truncation.
    """
    text = data[3:] if data.startswith(BOM) else data
    start = text[:4096].lstrip()[:1]
    if start == b"<" or is_wide_page(data):
        return "page"
    if b'"harmonies-' in text and _NOTATION.search(text):
        return None
    if start not in (b"{", b"["):
        return "log" if _WRAPPED.search(text) and _HARMONIES_QUOTED.search(text) else None
    # Only the first search reads far, and it ends soon in a log of Harmonies.
    of_harmonies, in_packets = _HARMONIES.search(text), _LOG.search(text)
    if of_harmonies and in_packets:
        return "log"
    if _ERROR.search(text) and _FAILED.search(text):
        return "error"
    if _SNAPSHOT.search(text):
        return "snapshot"
    if _PAGE_STATE.search(text):
        return "gamedatas"
    if in_packets:
        is_cut_off = not text.rstrip().endswith((b"]", b"}"))
        return "log" if is_cut_off or b'"type"' not in text else "other-game"
    return "other-game" if _OTHER_STATE.search(text) else None


def is_replay_page(data: bytes) -> bool:
    """Return whether an HTML page is a saved replay."""
    return _REPLAY.search(data.replace(b"\0", b"") if is_wide_page(data) else data) is not None
