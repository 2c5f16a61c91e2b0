"""A record read past its typing slips, so that its author learns of all mistakes in one run."""

from __future__ import annotations

from harmonies_cli.records.decode import decode
from harmonies_cli.records.json.parser import Parsed, parse
from harmonies_cli.records.reader import Reading

__all__ = ["past_slips"]


def past_slips(reading: Reading) -> tuple[Reading, Parsed] | None:
    """Return the reading of a record without its slips.

    Parameters
    ----------
    reading
        A document that could not be read.

    Returns
    -------
    tuple, or None
        The reading of the text without slips, and what finds its places in the text as typed; None if more than
        slips keeps the record from being read.
    """
    parsed = parse(reading.data, reading.line)
    if parsed.mended is None or parsed.value is None:
        return None
    record, _ = decode(parsed.data, reading.line)
    if record is None:
        return None
    return Reading(reading.source, reading.line, parsed.data, record), parsed
