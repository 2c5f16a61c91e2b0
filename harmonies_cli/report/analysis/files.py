"""An analysis as files in a folder; each is written whole or not at all, the page last."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import pandas as pd

from harmonies_cli.csv_dialects import PLAIN_CSV, CsvDialect
from harmonies_cli.report.analysis.page import report_page
from harmonies_cli.report.analysis.replay_pages import replay_path, with_replays
from harmonies_cli.report.analysis.summary import summary_json
from harmonies_cli.safe_text import cell
from harmonies_cli.statistics.analysis import Analysis
from harmonies_cli.statistics.column_types import in_our_types
from harmonies_cli.statistics.strength.dictionary import meaning

__all__ = ["CHART_FORMATS", "analysis_files"]

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
        What `analyse` returned.
    sources
        The names of the sources, as given.
    tables
        Names of the tables; all if left out.
    charts
        Names of the charts; all if left out, none if empty.
    formats
        The formats of the charts' files; the page has them in any case.
    dialect
        How CSV is written.
    replays
        Replay pages by game, for the report to link to; see `replay_pages`.
    tick
        Called with what comes next.
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
    """Return a table as CSV; foreign texts are made harmless for spreadsheets, see `safe_text.cell`."""
    harmless = {
        name: table[name].map(lambda value: cell(str(value)), na_action="ignore")
        for name in table.columns
        if not pd.api.types.is_numeric_dtype(table[name])
    }
    text: str = table.assign(**harmless).to_csv(
        index=False, lineterminator="\n", sep=dialect.delimiter, decimal=dialect.decimal
    )
    return dialect.mark + text.encode("utf-8", "replace")
