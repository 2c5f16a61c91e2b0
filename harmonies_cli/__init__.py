"""Score, check and study games of the board game Harmonies.

``import harmonies_cli as h`` gives what docs/api.md describes: `read`, `read_all`, `record`, `tables`, `analyse`,
`reviews`, and the objects that they return.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from harmonies_cli.api import (
        Board,
        Boards,
        Explanation,
        Game,
        InvalidRecordError,
        Position,
        Progress,
        Record,
        Scores,
        Unreadable,
        Verification,
        analyse,
        read,
        read_all,
        record,
        reviews,
        tables,
        to_frame,
    )
    from harmonies_cli.errors import HarmoniesError, UsageError

__all__ = [
    "Board",
    "Boards",
    "Explanation",
    "Game",
    "HarmoniesError",
    "InvalidRecordError",
    "Position",
    "Progress",
    "Record",
    "Scores",
    "Unreadable",
    "UsageError",
    "Verification",
    "__version__",
    "analyse",
    "read",
    "read_all",
    "record",
    "reviews",
    "tables",
    "to_frame",
]


def __getattr__(name: str) -> Any:
    """Load names on demand: the command line starts without them."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    module = import_module("harmonies_cli.errors" if name in ("HarmoniesError", "UsageError") else "harmonies_cli.api")
    value = globals()[name] = getattr(module, name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
