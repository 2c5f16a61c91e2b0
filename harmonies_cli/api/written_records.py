"""Write records: converted, in standard form, or to fill in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec

from harmonies_cli.api.arguments import (
    Path,
    Paths,
    invalid,
    listed_paths,
    one_choice,
    one_path,
    one_side,
    several_names,
    truth,
    whole_number,
)
from harmonies_cli.api.reading import record_of
from harmonies_cli.api.record_kinds import Game, Position
from harmonies_cli.api.record_views import Record
from harmonies_cli.errors import UsageError
from harmonies_cli.records.convert import EMPTY_KEY
from harmonies_cli.records.convert import convert as converted
from harmonies_cli.records.files.addresses import path_of
from harmonies_cli.records.files.atomic import open_whole
from harmonies_cli.records.files.record_output import pack, require_record_name, write_records
from harmonies_cli.records.position.blank import blank_record
from harmonies_cli.records.problems import Problem
from harmonies_cli.records.reader import ReadOptions
from harmonies_cli.report.phrases import file_place

__all__ = ["Conversion", "convert", "new", "save"]


@dataclass(frozen=True)
class Conversion:
    """The result for one document.

    Attributes
    ----------
    source, line
        Its place; the line is None for a whole file.
    record
        The record in the notation; None if the document cannot be read.
    problems
        Why it cannot be read.
    notes
        Remarks about it: unfinished, without setup.
    lost
        Differences between the site's results and the replay for which a record has no field.
    """

    source: str
    line: int | None
    record: Game | Position | None
    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)

    def __repr__(self) -> str:
        became = "not converted" if self.record is None else repr(self.record)
        return f"<Conversion of {file_place(self.source, self.line)}: {became}>"

    def _repr_html_(self) -> str:
        from harmonies_cli.api.display import result_markup

        sentences = [*(problem.sentence for problem in self.problems), *self.notes, *self.lost]
        return result_markup(repr(self)[1:-1], lines=sentences)


def convert(
    paths: Paths, *, side: str | None = None, anonymous: bool = False, key: str | bytes | None = None
) -> Iterator[Conversion]:
    """Yield each document of files and folders as a record in the notation, as ``harmonies convert`` writes it.

    Parameters
    ----------
    paths
        Files and folders; records of the notation pass through.
    side
        The side of the boards, if a file of Board Game Arena does not name it.
    anonymous
        Whether to replace players and ids with pseudonyms, and remove notes, sources and times of day.
    key
        The secret behind the pseudonyms: with it, a player has the same one in every run; without it, only in this run.

    Yields
    ------
    Conversion
        The record, or why it is missing.

    Raises
    ------
    UsageError
        Immediately, if an argument does not fit, or a path is missing or not readable.

    Examples
    --------
    >>> import harmonies_cli as h
    >>> [conversion.record for conversion in h.convert("samples/bga/log-two-players.json.gz")]
    [<Game of Dmitri, Anna, side A: 18 turns>]
    """
    if key is not None and not truth("anonymous", anonymous):
        raise UsageError("key works only with anonymous")
    if key is not None and not isinstance(key, str | bytes):
        raise invalid("key", f"{type(key).__name__} is neither text nor bytes.")
    if key is not None and not key.strip():
        raise UsageError(EMPTY_KEY)
    secret = key.encode() if isinstance(key, str) else key
    options = ReadOptions(side=one_side(side))
    found = converted(listed_paths(paths), options, anonymous=truth("anonymous", anonymous), key=secret)
    return (
        Conversion(
            one.source,
            one.line,
            None if one.record is None else record_of(msgspec.json.encode(one.record), one.source, one.line),
            one.problems,
            one.notes,
            one.lost,
        )
        for one in found
    )


def save(records: Record | Iterable[Record], path: Path) -> int:
    """Write records to a file, and return their number; the file appears only when complete.

    Parameters
    ----------
    records
        One record, or several, as `read_all`, `convert` and `simulate` yield them; it takes one at a time.
    path
        The file: ``.jsonl`` for one record per line, ``.json`` for exactly one record, ``.gz`` of either. An existing
        file is replaced.

    Raises
    ------
    UsageError
        If the name or a record does not fit, or the file cannot be written.

    Examples
    --------
    >>> import harmonies_cli as h
    >>> h.save(h.simulate(games=3), "three.jsonl.gz")  # doctest: +SKIP
    3
    """
    name = one_path("path", path)
    require_record_name(name)
    if not isinstance(records, Iterable | Record):
        raise invalid("records", f"{type(records).__name__} is neither a record nor a list of records.")
    if isinstance(records, Mapping):
        raise invalid("records", "it is a mapping: make a record of it with record.")
    several = [records] if isinstance(records, Record) else records
    with open_whole(path_of(name)) as stream, pack(stream.write, name) as write:
        return write_records(write, name, map(_line, several))


def _line(record: object) -> bytes:
    if not isinstance(record, Game | Position):
        raise invalid("records", f"{record!r} is not a record that can be written.")
    return msgspec.json.encode(record.to_dict()) + b"\n"


def new(
    kind: Literal["position", "game"] = "position",
    *,
    side: str | None = None,
    names: str | Iterable[str] = (),
    players: int | None = None,
    solo: bool = False,
    spirits: bool | None = None,
    sheet: bool = False,
) -> dict[str, Any]:
    """Return a record to fill in, in plain values, as ``harmonies new`` writes it.

    Parameters
    ----------
    kind
        ``"position"`` for final boards, ``"game"`` for a game turn by turn.
    side
        Side of the boards; A by default.
    names
        The players' names.
    players
        Number of players, 1 to 4; by default the number of names, or two.
    solo
        Whether it is a solo game, which earns suns.
    spirits
        Whether it is played with Nature's Spirit cards; None to leave this open.
    sheet
        Whether it is a paper score sheet, with only the scores.

    Raises
    ------
    UsageError
        If an argument does not fit, or two of them conflict.

    Examples
    --------
    >>> import harmonies_cli as h
    >>> record = h.new(names=["Ann", "Ben"])
    >>> record["players"][0]["board"][0] = "F F W W L"
    >>> h.record(record).scores().totals
    [8, 0]
    """
    return blank_record(
        one_choice("kind", kind, ("position", "game")),
        one_side(side),
        several_names("names", names) or [],
        players=None if players is None else whole_number("players", players, 1, 4),
        solo=truth("solo", solo),
        spirits=None if spirits is None else truth("spirits", spirits),
        sheet=truth("sheet", sheet),
    )
