"""The templates of all pages, which make every text printable and escape it by default."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from harmonies_cli.plurals import plural
from harmonies_cli.report.phrases import heading_of
from harmonies_cli.rules.board.cards import card_words
from harmonies_cli.rules.scoring.scoresheet import Scoresheet
from harmonies_cli.safe_text import printable, safe

if TYPE_CHECKING:
    from jinja2 import Environment, Template
    from markupsafe import Markup

__all__ = ["markup", "name_markup", "page_file", "template"]

_BLANKS = re.compile(r"\s+")


def markup(text: str) -> Markup:
    """Mark a text as markup, so templates do not escape it."""
    from markupsafe import Markup

    return Markup(text)


def name_markup(text: str) -> Markup:
    """Return a name as markup, so its writing direction does not affect the text around it."""
    return markup("<bdi>{}</bdi>").format(printable(text))


def _heading(sheet: Scoresheet) -> Markup:
    return markup(heading_of(sheet, name_markup))


def _excerpt(text: str) -> Markup:
    """Return lines that quote a record and point at a place, with their blanks kept."""
    from markupsafe import escape

    return escape("\n".join(map(safe, text.split("\n"))))


@lru_cache(1)
def _environment() -> Environment:
    # Imported here: most runs make no page.
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("harmonies_cli.report"),
        autoescape=True,
        finalize=_on_page,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {
        "card_words": card_words,
        "excerpt": _excerpt,
        "heading": _heading,
        "name": name_markup,
        "plural": plural,
    }
    return environment


def _on_page(value: Any) -> Any:
    """Return a value that a page can show; markup, a subclass of `str`, stays unchanged."""
    if type(value) is not str or value.isprintable():
        return value
    # Unlike `printable`, this keeps blanks at the ends, because templates write ", " between two words.
    return safe(_BLANKS.sub(" ", value))


@lru_cache
def template(name: str) -> Template:
    """Return a template, compiled once per run.

    Parameters
    ----------
    name
        Its path in the folder ``templates``. Its macros are attributes of its ``module``.
    """
    return _environment().get_template(name)


@lru_cache
def page_file(path: str) -> Markup:
    """Return a style sheet or a script of the package as markup, for a page to contain unchanged.

    Parameters
    ----------
    path
        Its path in ``harmonies_cli/report``.
    """
    return markup((files("harmonies_cli.report") / path).read_text("utf-8"))
