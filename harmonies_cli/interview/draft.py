"""The draft of an interview: a file beside the record to be, written after every answer."""

from __future__ import annotations

from pathlib import Path

import msgspec

from harmonies_cli.errors import UsageError
from harmonies_cli.interview.position import Given
from harmonies_cli.safe_text import printable

__all__ = ["Draft", "draft_path", "read_draft"]


class Draft(msgspec.Struct, forbid_unknown_fields=True, tag_field="format", tag="harmonies-draft"):
    """What has been answered.

    Attributes
    ----------
    given
        What was not asked.
    answers
        The answers, in their order.
    """

    given: Given
    answers: list[str]

    def to_bytes(self) -> bytes:
        """Return the draft as a file holds it."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"


def draft_path(path: str) -> Path:
    """Return where the draft of a record lies."""
    return Path(f"{path}.draft")


def read_draft(path: Path) -> Draft | None:
    """Return a draft, None if there is none.

    Raises
    ------
    UsageError
        If the file cannot be read, or is no draft.
    """
    try:
        return msgspec.json.decode(path.read_bytes(), type=Draft)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
        name = printable(str(path))
        raise UsageError(f'the draft "{name}" cannot be read ({error}): give --fresh to begin anew') from None
