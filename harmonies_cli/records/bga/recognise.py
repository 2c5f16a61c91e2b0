"""Which kind of file from the site some bytes are, told from a few words in them, without decoding."""

from __future__ import annotations

import re

__all__ = ["recognise"]

_NOTATION = re.compile(rb'"format"\s*:\s*"harmonies-')
_LOG = re.compile(rb'"(?:packet_type|packet_id|packets|logs|valid|channel)"\s*:|\A\s*\{\s*"status"\s*:')
_HARMONIES = re.compile(rb'"(?:holeEmptied|empty-hexes|HOLE|HEX|SPIRITS)"')
_ERROR = re.compile(rb'"error"\s*:')
_FAILED = re.compile(rb'"status"\s*:\s*"?0\b')
_PAGE_STATE = re.compile(rb'"(?:tokensOnBoard|boardSide)"\s*:')
_SNAPSHOT = re.compile(rb'"(?:cells|activeCards)"\s*:')
_OTHER_STATE = re.compile(rb'"(?:gamedatas|playerorder|tablespeed|gamestate)"\s*:')


def recognise(data: bytes) -> str | None:
    """Tell what a file from Board Game Arena holds, by its content.

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
        game's log or page state; None, nothing of the site. A file cut off in the middle is taken for what
        its beginning says: `read_bga` tells that it is cut off.
    """
    text = data[3:] if data.startswith(b"\xef\xbb\xbf") else data
    start = text[:4096].lstrip()[:1]
    if start == b"<":
        return "page"
    if start not in (b"{", b"[") or (b'"harmonies-' in text and _NOTATION.search(text)):
        return None
    # Only the first search reads far, and on a log of Harmonies it ends soon.
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
