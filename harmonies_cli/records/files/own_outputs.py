"""Recognise what this program itself wrote about records: pages, scoresheets, verdicts, reviews, analyses, look-ups."""

from __future__ import annotations

import re
import zlib
from functools import lru_cache
from pathlib import Path

from harmonies_cli.records.files.sniff import GZIP

__all__ = ["is_own_output"]

_HEAD = 1 << 13
_STRING = rb'"(?:[^"\\]|\\.)*"'
_LINE = rb'"line":(?:null|[0-9]+)'
_JUDGED = rb'\{"source":%s,%s,"id":(?:null|%s),"kind":(?:null|"position"|"game"),"side":' % (_STRING, _LINE, _STRING)
_REVIEWED = rb'\{"id":(?:null|%s),"source":%s,%s,"side":(?:null|"[AB]"),"finished":' % (_STRING, _STRING, _LINE)
_OUTPUT = rb"|".join(
    (
        rb'<!doctype html>[^>]*>[^>]*>[^>]*>\s*<meta name="generator" content="harmonies-cli">',
        rb'\{\s*"format": "harmonies-analysis"',
        rb'(?:\{"records": \[\s*)?%s' % _JUDGED,
        rb'(?:\{"reviews": \[\s*)?%s' % _REVIEWED,
        rb'\{"(?:records|reviews)": \[\s*\]',
        rb'\{\s*"(?:cards|rulings|codes)": \[\s*\{\s*"(?:id|topic|code)":',
    )
)
"""The beginnings of what the program writes; no record has any of them."""


@lru_cache(maxsize=1 << 16)  # folders are walked several times: to size them, to protect inputs, to read them
def is_own_output(file: Path, modified: int, size: int) -> bool:
    """Return whether a file is an output of this program, and not a record.

    Parameters
    ----------
    file
        The file.
    modified, size
        The time in nanoseconds at which it was modified, and its bytes: a changed file is read again.
    """
    try:
        with file.open("rb", buffering=0) as stream:
            head = stream.read(_HEAD)
        if head.startswith(GZIP):
            head = zlib.decompressobj(wbits=31).decompress(head, _HEAD)
    except (OSError, zlib.error):
        return False  # reading it will report the reason
    return re.match(_OUTPUT, head) is not None
