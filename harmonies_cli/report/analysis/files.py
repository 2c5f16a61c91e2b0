"""An analysis as files in a folder, with a summary for programs; each file is complete or absent, the page is last."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from harmonies_cli import __version__
from harmonies_cli.csv_dialects import PLAIN_CSV, CsvDialect
from harmonies_cli.errors import UsageError
from harmonies_cli.records.files.atomic import write_whole
from harmonies_cli.report.analysis.findings import RATE, findings, sureness
from harmonies_cli.report.analysis.page import report_page
from harmonies_cli.report.analysis.replay_pages import REPLAYS, replay_path, with_replays
from harmonies_cli.safe_text import cell, printable
from harmonies_cli.statistics.analysis import Analysis
from harmonies_cli.statistics.column_types import in_our_types
from harmonies_cli.statistics.strength.dictionary import meaning

__all__ = ["CHART_FORMATS", "analysis_files", "summary_json", "write_files"]

_VERSION = 1


def summary_json(analysis: Analysis, sources: Sequence[str], files: Sequence[str]) -> str:
    """Return the summary as JSON: the games analysed, the records left out, and the findings.

    Parameters
    ----------
    analysis
        The result of `analyse`.
    sources
        The names of the sources, as given.
    files
        The other files written, relative to the summary.
    """
    selection = analysis.selection
    document: dict[str, Any] = {
        "format": "harmonies-analysis",
        "version": _VERSION,
        "program": f"harmonies-cli {__version__}",
        "sources": list(sources),
        "selection": {
            "players": list(selection.players) or None,
            "side": selection.side,
            "spirits": selection.spirits,
            "since": selection.since,
            "min_rating": selection.min_rating,
            "player": selection.player,
            "only_legal": selection.only_legal,
        },
        "limits": {"ranked": analysis.limits.ranked, "firm": analysis.limits.firm},
        "records": analysis.records,
        "left_out": analysis.left_out,
        "games": analysis.games,
        "seats": analysis.seats,
        "dates": analysis.dates,
        "rules": analysis.rules,
        "bots": analysis.bots,
        "kinds": [
            {
                "kind": row["kind"],
                "players": int(row["players"]),
                "side": row["side"],
                "spirits": bool(row["spirits"]),
                "games": int(row["games"]),
                "seats": int(row["seats"]),
            }
            for row in analysis.kinds.to_dict("records")
        ],
        "sureness": sureness(analysis),
        "false_discovery_rate": RATE,
        "findings": dict(findings(analysis)),
        "tables": {name: len(table) for name, table in analysis.tables.items()},
        "files": list(files),
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


CHART_FORMATS = ("svg", "png")


def analysis_files(
    analysis: Analysis,
    *,
    sources: Sequence[str] = (),
    tables: Sequence[str] | None = None,
    charts: Sequence[str] | None = None,
    formats: Sequence[str] = CHART_FORMATS,
    dialect: CsvDialect = PLAIN_CSV,
    replays: Iterable[tuple[int, bytes]] = (),
    tick: Callable[[str], object] = lambda what: None,
) -> Iterator[tuple[str, bytes]]:
    """Yield the files of an analysis, each as its path in the folder and its bytes.

    Parameters
    ----------
    analysis
        The result of `analyse`.
    sources
        The names of the sources, as given.
    tables
        Names of the tables; all by default.
    charts
        Names of the charts; all by default, none if empty.
    formats
        The formats of the charts' files; the page always contains the charts.
    dialect
        How CSV is written.
    replays
        Replay pages by game, which the report links to; see `replay_pages`.
    tick
        Called with the name of each chart, or ``report``, before it is made.
    """
    written: list[str] = []
    games = []
    for game, data in replays:
        games.append(game)
        written.append(replay_path(game))
        yield written[-1], data
    analysis = with_replays(analysis, games)
    wanted = {name: table for name, table in analysis.tables.items() if tables is None or name in tables}
    for path, data in _table_files(wanted, dialect):
        written.append(path)
        yield path, data
    drawn: dict[str, bytes] = {}
    for name, of_chart in _charts(analysis, charts, formats, tick):
        drawn[name] = of_chart["svg"]
        for form in formats:
            written.append(f"charts/{name}.{form}")
            yield written[-1], of_chart[form]
    tick("report")
    yield "summary.json", summary_json(analysis, sources, [*written, "report.html"]).encode("utf-8", "replace")
    yield "report.html", report_page(analysis, drawn, sources, links=wanted).encode("utf-8", "replace")


def _charts(
    analysis: Analysis, names: Sequence[str] | None, formats: Sequence[str], tick: Callable[[str], object]
) -> Iterator[tuple[str, dict[str, bytes]]]:
    if names is not None and not names:
        return
    from harmonies_cli.charts.gallery import draw_charts
    from harmonies_cli.charts.style import chart_style, png_of, svg_of

    with chart_style():
        for name, figure in draw_charts(analysis, names):
            tick(name)
            yield name, {"svg": svg_of(figure)} | ({"png": png_of(figure)} if "png" in formats else {})


def _table_files(tables: Mapping[str, pd.DataFrame], dialect: CsvDialect) -> Iterator[tuple[str, bytes]]:
    if not tables:
        return
    import pyarrow as pa
    import pyarrow.parquet as pq

    for name, table in tables.items():
        yield f"tables/{name}.csv", _csv(table, dialect)
        sink = io.BytesIO()
        pq.write_table(pa.Table.from_pandas(in_our_types(table), preserve_index=False), sink, compression="zstd")
        yield f"tables/{name}.parquet", sink.getvalue()
    columns = [(name, column, meaning(column)) for name, table in tables.items() for column in table.columns]
    yield "tables/columns.csv", _csv(pd.DataFrame(columns, columns=["table", "column", "meaning"]), dialect)


def _csv(table: pd.DataFrame, dialect: CsvDialect) -> bytes:
    """Return a table as CSV, with foreign texts made harmless for spreadsheets; see `safe_text.cell`."""
    texts = [name for name in table.columns if not pd.api.types.is_numeric_dtype(table[name])]
    harmless = {
        name: table[name].map({value: cell(str(value)) for value in table[name].dropna().unique()}) for name in texts
    }
    text: str = table.assign(**harmless).to_csv(
        index=False, lineterminator="\n", sep=dialect.delimiter, decimal=dialect.decimal
    )
    return dialect.mark + text.encode("utf-8", "replace")


_FOLDERS = {"tables": ("*.csv", "*.parquet"), "charts": ("*.svg", "*.png"), REPLAYS: (f"{'[0-9a-f]' * 16}.html",)}


def write_files(folder: Path, files: Iterable[tuple[str, bytes]]) -> None:
    """Write files into a folder, each complete or absent; delete an earlier analysis's files from its sub-folders.

    Parameters
    ----------
    folder
        The folder; created if missing.
    files
        Paths in it, and bytes.

    Raises
    ------
    UsageError
        If it cannot be written.
    """
    written = set()
    try:
        for path, data in files:
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            written.add(target)
            write_whole(target, data)
        for name, patterns in _FOLDERS.items():
            for pattern in patterns:
                for old in set((folder / name).glob(pattern)) - written:
                    old.unlink()
    except OSError as error:
        raise UsageError(f"cannot write {printable(str(folder))}: {error.strerror}") from None
