"""An evening as a self-contained page."""

from __future__ import annotations

from harmonies_cli.plays.evening import Evening
from harmonies_cli.report.page_templates import markup, name_markup, page_file, template
from harmonies_cli.report.sharing.evening_words import HEADING, best_row_words, evening_title, game_words, player_rows

__all__ = ["evening_page"]


def evening_page(evening: Evening) -> str:
    """Return the page."""
    rows = [(best.row, markup(best_row_words(best, name_markup))) for best in evening.rows]
    games = [(day, markup(points), markup(won)) for day, points, won in game_words(evening, name_markup)]
    page: str = template("sharing/evening.html").module.evening_page(  # type: ignore[attr-defined]
        page_file("page.css"), evening_title(evening), HEADING, player_rows(evening), rows, games
    )
    return page
