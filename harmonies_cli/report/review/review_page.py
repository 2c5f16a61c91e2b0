"""The review of one game as a page, and in the stepper."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from harmonies_cli.errors import UsageError
from harmonies_cli.records.assess import assess
from harmonies_cli.records.notation import Game
from harmonies_cli.records.outcome import AssessOptions
from harmonies_cli.records.reader import Reading
from harmonies_cli.report.phrases import file_place
from harmonies_cli.report.replay.folded import replay_of
from harmonies_cli.report.replay.steps import Replay
from harmonies_cli.review.result import GameReview
from harmonies_cli.safe_text import printable

__all__ = ["ReviewPage", "ReviewedGame", "reviewed_game"]


class ReviewedGame(NamedTuple):
    """A game as steps, with its review."""

    replay: Replay
    review: GameReview


def reviewed_game(reading: Reading, review: GameReview, how: AssessOptions) -> ReviewedGame:
    """Return a reviewed record as a game to step through.

    Raises
    ------
    UsageError
        If the record has no turns to step through.
    """
    place = printable(file_place(reading.source, reading.line))
    if not isinstance(reading.record, Game):
        raise UsageError(f"{place} has no turns to step through; --format text shows what can be reviewed")
    verified = assess(reading, msgspec.structs.replace(how, explain=True))
    if verified.verdict == "invalid":
        raise UsageError(f"{place} cannot be read as a game; harmonies verify says why")
    return ReviewedGame(replay_of(reading.record, verified), review)


class ReviewPage:
    """Writes the review of one game as a page.

    Parameters
    ----------
    write
        Takes the bytes of the page.
    how
        How to assess the record.
    """

    def __init__(self, write: Callable[[bytes], object], how: AssessOptions) -> None:
        self._write = write
        self._how = how
        self._game: ReviewedGame | None = None

    def add(self, reading: Reading, review: GameReview) -> None:
        """Take the review of the game.

        Raises
        ------
        UsageError
            If it is not the first one, or has no turns.
        """
        if self._game is not None:
            raise UsageError("a page shows one game: review one game at a time")
        self._game = reviewed_game(reading, review, self._how)

    def end(self) -> None:
        """Write the page."""
        from harmonies_cli.report.replay.replay_page import page

        if self._game is None:
            raise UsageError("there is no game to review")
        self._write(page(self._game.replay, review=self._game.review).encode("utf-8", "replace"))
