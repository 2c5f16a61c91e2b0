"""Files of records, rewritten in standard form."""

from __future__ import annotations

from collections.abc import Iterator

from harmonies_cli.api.arguments import Path, listed_paths, one_path, truth
from harmonies_cli.errors import UsageError
from harmonies_cli.plurals import count_of
from harmonies_cli.records.files.addresses import is_folder, path_of
from harmonies_cli.records.files.atomic import open_whole
from harmonies_cli.records.files.record_output import pack
from harmonies_cli.records.format_file import FormattedFile, beginning_of, format_file
from harmonies_cli.records.problems import Problem
from harmonies_cli.safe_text import printable

__all__ = ["Formatted", "format"]


class Formatted:
    """A file in standard form; ``print`` shows what changes.

    Parameters
    ----------
    source
        The file.
    formatted
        Its text before and after.

    Attributes
    ----------
    text
        The text in standard form; None if a record has faults other than slips.
    is_changed
        Whether it differs from the text of the file.
    slips, comments
        Number of slips fixed, and number of these that are comments, which become notes.
    problems
        Problems that prevent the file from being written.
    """

    def __init__(self, source: str, formatted: FormattedFile) -> None:
        self.source = source
        after = formatted.after
        self.text = None if after is None else after.decode()
        self.is_changed = formatted.is_changed
        self.slips = formatted.slips
        self.comments = formatted.comments
        self.problems: list[Problem] = [
            problem for record in formatted.records if record.text is None for problem in record.verified.problems
        ]
        self._formatted = formatted

    def __repr__(self) -> str:
        became = (
            count_of(len(self.problems), "problem")
            if self.text is None
            else "changed"
            if self.is_changed
            else "as it is"
        )
        return f"<Formatted {self.source}: {became}>"

    def __str__(self) -> str:
        return "".join(f"{line}\n" for line in self.diff())

    def diff(self) -> Iterator[str]:
        """Yield the lines of a unified diff from the file's text to the standard form."""
        return self._formatted.diff(printable(self.source))

    def _repr_html_(self) -> str:
        from harmonies_cli.api.notebook import result_markup

        return result_markup(repr(self)[1:-1], lines=[problem.sentence for problem in self.problems], text=str(self))


def format(path: Path, *, in_place: bool = False) -> Formatted:  # noqa: A001 - the command's name
    """Return the records of a file in standard form, as ``harmonies format`` writes them.

    Parameters
    ----------
    path
        A file of the notation.
    in_place
        Whether to rewrite the file itself, if its text changes.

    Raises
    ------
    UsageError
        If the file is missing, not readable, or a folder, or cannot be written.

    Examples
    --------
    >>> import harmonies_cli as h
    >>> formatted = h.format("samples/rulebook-example.json")
    >>> formatted
    <Formatted samples/rulebook-example.json: changed>
    """
    in_place = truth("in_place", in_place)
    (source,) = listed_paths(one_path("path", path))
    place = path_of(source)
    if is_folder(place):
        raise UsageError(f'"{printable(source)}" is a folder: give one of its files')
    formatted = format_file(beginning_of(place), source)
    after = formatted.after
    if in_place and after is not None and formatted.is_changed:
        with open_whole(place) as stream, pack(stream.write, source) as write:
            write(after)
    return Formatted(source, formatted)
