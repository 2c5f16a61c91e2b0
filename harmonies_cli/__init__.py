"""Score, check and study games of the board game Harmonies.

``import harmonies_cli as h`` provides every command as a function; see docs/api.md.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from harmonies_cli.api import (
        Analysis,
        Board,
        Boards,
        Cards,
        Chart,
        Codes,
        Conversion,
        Explanation,
        Export,
        Formatted,
        Game,
        InvalidRecordError,
        Position,
        Progress,
        Record,
        Replay,
        Rulings,
        Scores,
        Tournament,
        Unreadable,
        Verification,
        analyse,
        cards,
        codes,
        convert,
        export,
        format,  # noqa: A004 - the command's name
        new,
        read,
        read_all,
        record,
        review,
        rules,
        samples,
        save,
        simulate,
        tables,
        to_frame,
        tournament,
    )
    from harmonies_cli.errors import HarmoniesError, UsageError

__all__ = [
    "Analysis",
    "Board",
    "Boards",
    "Cards",
    "Chart",
    "Codes",
    "Conversion",
    "Explanation",
    "Export",
    "Formatted",
    "Game",
    "HarmoniesError",
    "InvalidRecordError",
    "Position",
    "Progress",
    "Record",
    "Replay",
    "Rulings",
    "Scores",
    "Tournament",
    "Unreadable",
    "UsageError",
    "Verification",
    "__version__",
    "analyse",
    "cards",
    "codes",
    "convert",
    "export",
    "format",
    "new",
    "read",
    "read_all",
    "record",
    "review",
    "rules",
    "samples",
    "save",
    "simulate",
    "tables",
    "to_frame",
    "tournament",
]


def __getattr__(name: str) -> Any:
    """Load names on demand, because the command line starts without them."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    module = import_module("harmonies_cli.errors" if name in ("HarmoniesError", "UsageError") else "harmonies_cli.api")
    return globals().setdefault(name, getattr(module, name))


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


class _Package(ModuleType):
    """The package, in which a function and a folder of modules can share a name, such as `rules`."""

    def __setattr__(self, name: str, value: object) -> None:
        if name in __all__ and isinstance(value, ModuleType):
            value.__class__ = _FolderWithFunction
        super().__setattr__(name, value)


class _FolderWithFunction(ModuleType):
    """A folder of modules that can be called, as the function of the same name."""

    @property
    def __wrapped__(self) -> Any:
        from harmonies_cli import api

        return getattr(api, self.__name__.rpartition(".")[2])

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.__wrapped__(*args, **kwargs)


sys.modules[__name__].__class__ = _Package
