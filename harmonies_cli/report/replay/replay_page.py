"""A game as a self-contained page, reviewed or not: a slider over the turns or, without scripts, one below another."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Callable, Collection
from typing import NamedTuple

import msgspec

from harmonies_cli.errors import UsageError
from harmonies_cli.records.assess import assess
from harmonies_cli.records.notation import Game
from harmonies_cli.records.outcome import AssessOptions
from harmonies_cli.records.reader import Reading
from harmonies_cli.report.page_templates import page_file, template
from harmonies_cli.report.phrases import file_place
from harmonies_cli.report.picture.habitat import card_drawings
from harmonies_cli.report.replay.folded import replay_of
from harmonies_cli.report.replay.page_course import page_course
from harmonies_cli.report.replay.page_turn import next_turn, page_fault, page_turn, player_facts
from harmonies_cli.report.replay.replay_words import about_game, notes_of, reviews_by_turn, title_of, unknown_chances
from harmonies_cli.report.replay.steps import Replay
from harmonies_cli.report.scoresheets.html_page import explanation, pad_table
from harmonies_cli.report.scoresheets.pad import pad
from harmonies_cli.report.scoresheets.pad_notes import reasons
from harmonies_cli.report.terminal import PLAIN_FILE
from harmonies_cli.report.text_layout import Prose
from harmonies_cli.report.verdicts.verify_job import verdict_words
from harmonies_cli.review.result import GameReview
from harmonies_cli.rules.board.cards import CARDS
from harmonies_cli.rules.board.tokens import TOKENS
from harmonies_cli.rules.scoring.scoresheet import POINT_ROWS
from harmonies_cli.safe_text import printable

__all__ = ["ReviewPage", "ReviewedGame", "page", "reviewed_game"]


def page(replay: Replay, *, turns: Collection[int] | None = None, review: GameReview | None = None) -> str:
    """Return the page.

    Parameters
    ----------
    replay
        The game.
    turns
        Numbers of the turns to show, without the start; all by default. The page always shows the verdict.
    review
        The review of the game; with one, the page also shows the better turns.
    """
    verified = replay.verified
    course = page_course(replay, turns, review)
    reviewed = reviews_by_turn(review)
    script = page_file("templates/replay/page.js")
    why = [(sheet, reasons(sheet)) for sheet in verified.players]
    return template("replay/page.html").render(
        replay=replay,
        title=title_of(replay),
        id=verified.id,
        place=file_place(verified.source, verified.line),
        about=about_game(replay),
        notes=notes_of(replay),
        tokens=TOKENS,
        token_of={token.letter: token for token in TOKENS},
        rows=POINT_ROWS,
        with_start=turns is None,
        course=course,
        review=review,
        coming=next_turn(replay, review),
        facts=[player_facts(review, player) for player in review.players] if review else [],
        unknown=unknown_chances(course.chances) if course.chances else "",
        links=[step.turn for step in replay.steps if turns is None or step.turn in turns],
        points_of={card.id: card.points for card in CARDS},
        drawings=[drawing for name, drawing in card_drawings().items() if name in _cards(replay)],
        turns=[
            page_turn(replay, step, reviewed.get(step.turn))
            for step in replay.steps
            if turns is None or step.turn in turns
        ],
        verdict=verdict_words(verified, Prose(PLAIN_FILE)),
        faults=[page_fault(replay, violation) for violation in replay.outside],
        pad=pad_table(verified.players, pad(verified, solo=replay.solo), "pad-title"),
        explanation=explanation(why, is_open=False),
        style=page_file("page.css") + page_file("templates/replay/page.css"),
        script=script,
        script_hash=b64encode(hashlib.sha256(script.encode()).digest()).decode(),
    )


def _cards(replay: Replay) -> set[str]:
    """Return the ids of all cards that the page shows."""
    middles = [replay.start, *(step.before for step in replay.steps)]
    sheets = replay.steps[-1].sheets if replay.steps else replay.sheets
    return {
        *(card for middle in middles for card in middle.row if card),
        *(card for hand in replay.dealt for card in hand),
        *(score.card for sheet in sheets for score in sheet.cards or ()),
    }


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
        if self._game is None:
            raise UsageError("there is no game to review")
        self._write(page(self._game.replay, review=self._game.review).encode("utf-8", "replace"))
