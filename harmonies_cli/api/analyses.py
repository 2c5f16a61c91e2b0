"""The analysis of many games, as tables and charts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from harmonies_cli.api.arguments import Path, one_path, several_names, some_text
from harmonies_cli.errors import UsageError
from harmonies_cli.plurals import count_of
from harmonies_cli.records.files.addresses import is_file, path_of
from harmonies_cli.suggest import known_names

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from harmonies_cli.rules.scoring.landscapes import RuleSet
    from harmonies_cli.statistics.analysis import Analysis as Found
    from harmonies_cli.statistics.files.dataset_tables import Place

__all__ = ["Analysis", "Chart"]


class Chart:
    """A chart of an analysis, drawn in a notebook.

    Parameters
    ----------
    name
        Its name.
    figure
        The matplotlib figure, which the caller owns.
    """

    def __init__(self, name: str, figure: Figure) -> None:
        self.name = name
        self.figure = figure

    def __repr__(self) -> str:
        return f"<Chart {self.name}>"

    def svg(self) -> str:
        """Return the chart as an SVG document."""
        from harmonies_cli.charts.style import chart_style, svg_of

        with chart_style():
            return svg_of(self.figure).decode()

    def png(self) -> bytes:
        """Return the chart as a PNG image."""
        from harmonies_cli.charts.style import chart_style, png_of

        with chart_style():
            return png_of(self.figure)

    def _repr_png_(self) -> bytes:
        return self.png()


class Analysis:
    """The strength tables of many games, and the charts and the report made from them.

    Parameters
    ----------
    found
        The result of the analysis.
    sources
        The inputs, as named by the caller.
    places
        The places of the records of the games that the report names.
    rules
        The rule set of the scores; None for the one that a record names.

    Attributes
    ----------
    records, games, seats
        Numbers of records read, and of games and seats analysed; no games if nothing could be used.
    left_out
        Number of records left out, by reason.
    dates
        First and last date of the games; None if no game has one.
    rules, bots
        Numbers of games by rule set, and by bot.
    """

    def __init__(
        self,
        found: Found,
        sources: Iterable[str],
        places: Mapping[int, Place] | None = None,
        rules: RuleSet | None = None,
    ) -> None:
        self._found = found
        self._sources = tuple(sources)
        self._places = places or {}
        self._rules = rules
        self.records = found.records
        self.games = found.games
        self.seats = found.seats
        self.left_out = dict(found.left_out)
        self.dates = found.dates
        self.rules = dict(found.rules)
        self.bots = dict(found.bots)

    @cached_property
    def kinds(self) -> pd.DataFrame:
        """A row for each kind of game: games, seats, players, side, spirits."""
        from harmonies_cli.statistics.column_types import in_our_types

        return in_our_types(self._found.kinds)

    @cached_property
    def tables(self) -> dict[str, pd.DataFrame]:
        """The strength tables that have rows, by name."""
        from harmonies_cli.statistics.column_types import in_our_types

        return {name: in_our_types(table) for name, table in self._found.tables.items()}

    @property
    def charts(self) -> list[str]:
        """The names of the charts with data."""
        from harmonies_cli.charts.gallery import drawable_charts

        return drawable_charts(self._found)

    def chart(self, name: str) -> Chart:
        """Draw a chart.

        Raises
        ------
        UsageError
            If there is no such chart, or the games have no data for it.
        """
        from harmonies_cli.charts.gallery import CHARTS, draw_charts
        from harmonies_cli.charts.style import chart_style

        (known,) = known_names("chart", [some_text("name", name)], tuple(CHARTS))
        with chart_style():
            for _, figure in draw_charts(self._found, [known]):
                return Chart(known, figure)
        shown = ", ".join(self.charts) or "none"
        raise UsageError(f'there is too little to show for the chart "{known}": those that can be drawn are {shown}')

    def meaning(self, column: str) -> str:
        """Return the meaning of a column of the tables."""
        from harmonies_cli.statistics.strength.dictionary import meaning

        names = dict.fromkeys(name for table in self._found.tables.values() for name in table.columns)
        (known,) = known_names("column", [some_text("column", column)], list(names))
        return meaning(known)

    def save(
        self,
        folder: Path,
        *,
        tables: str | Iterable[str] | None = None,
        charts: str | Iterable[str] | None = None,
        chart_formats: str | Iterable[str] = ("svg", "png"),
    ) -> list[str]:
        """Write the report, the tables and the charts as ``harmonies analyse`` does, and return the files' names.

        It reads the records of a player's best games again, to make their replay pages.

        Parameters
        ----------
        folder
            The folder; the results of an earlier analysis in it are replaced.
        tables, charts
            Names of those to write; all by default, none if empty.
        chart_formats
            Formats of the charts' files.

        Raises
        ------
        UsageError
            If a name is unknown, or the folder cannot be written.
        """
        from harmonies_cli.charts.gallery import CHARTS
        from harmonies_cli.records.files.ownership import own
        from harmonies_cli.report.analysis.files import CHART_FORMATS, analysis_files, write_files
        from harmonies_cli.report.analysis.replay_pages import replay_pages
        from harmonies_cli.statistics.analysis import STRENGTH_TABLES

        wanted = several_names("tables", tables)
        drawn = several_names("charts", charts)
        place = path_of(one_path("folder", folder))
        if is_file(place):
            raise UsageError(f"cannot write {place}: it is a file, but the results need a folder")
        files = analysis_files(
            self._found,
            sources=self._sources,
            tables=None if wanted is None else known_names("table", wanted, STRENGTH_TABLES),
            charts=None if drawn is None else known_names("chart", drawn, tuple(CHARTS)),
            formats=known_names("chart format", several_names("chart_formats", chart_formats) or (), CHART_FORMATS),
            replays=replay_pages(self._sources, self._places, self._rules),
        )
        written: dict[str, None] = {}

        def noted(files: Iterable[tuple[str, bytes]]) -> Iterator[tuple[str, bytes]]:
            for name, data in files:
                written[name] = None
                yield name, data

        with own(place, is_folder=True, wait=None):
            write_files(place, noted(files))
        return list(written)

    def __repr__(self) -> str:
        return f"<Analysis of {count_of(self.games, 'game')}: {', '.join(self._found.tables) or 'no tables'}>"

    def __str__(self) -> str:
        from harmonies_cli.report.analysis.terminal import summary_lines
        from harmonies_cli.report.terminal import PLAIN_FILE

        return "".join(f"{line.rstrip()}\n" for line in summary_lines(self._found, PLAIN_FILE))

    def _repr_html_(self) -> str:
        from harmonies_cli.api.display import result_markup

        lines = [f"{number:,} left out: {reason}" for reason, number in self.left_out.items()]
        lines += [f"Tables: {', '.join(self._found.tables) or 'none'}", f"Charts: {', '.join(self.charts) or 'none'}"]
        return result_markup(f"{self.games:,} games analysed, {self.seats:,} seats", lines=lines, frame=self.kinds)
