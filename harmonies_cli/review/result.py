"""The result of a review: the cost of each turn, and a summary of each player's game."""

from __future__ import annotations

from typing import Literal

import msgspec

from harmonies_cli.records.outcome import Verdict
from harmonies_cli.records.record_boards import PlayerBoard
from harmonies_cli.rules.replay.actions import Action

__all__ = [
    "PARTS",
    "PHASES",
    "CardCube",
    "GameReview",
    "Part",
    "PhaseReview",
    "PlayerReview",
    "ReviewedTurn",
    "TurnKind",
    "TurnReview",
]

TurnKind = Literal["mistake", "doubtful", "sound"]
Part = Literal["spirit", "tokens", "card", "spaces", "cubes"]
PARTS: tuple[Part, ...] = ("spirit", "tokens", "card", "spaces", "cubes")
"""The choices of a turn, in the order that divides a loss among them."""
Phase = Literal["opening", "middle", "end"]
PHASES: tuple[Phase, ...] = ("opening", "middle", "end")


class ReviewedTurn(msgspec.Struct, frozen=True):
    """A turn, played or possible.

    Attributes
    ----------
    actions
        The actions, in the notation's words.
    tokens
        Letters of the tokens taken.
    space
        Number of their central space; 0 if unknown.
    card, spirit
        Ids of the animal card taken and of the spirit chosen, or None.
    board
        The player's board after the turn.
    changed
        Spaces that got a token or a cube in this turn, in board order.
    """

    actions: tuple[Action, ...]
    tokens: str
    space: int
    card: str | None
    spirit: str | None
    board: PlayerBoard
    changed: tuple[str, ...]


class TurnReview(msgspec.Struct, frozen=True):
    """The review of a turn.

    Attributes
    ----------
    turn, player
        Numbers from 1.
    phase
        Part of the game, by the player's own turns; see `player_review.phase_of`.
    played
        The turn as recorded; None for a turn not yet played.
    best
        The best turn found, possibly the one played; None if the turn is not judged.
    loss
        Points that the turn played cost against the best found, on average over fresh scenarios; None if the turn is
        not judged. Read a slightly negative loss as 0.
    error
        Standard error of the loss, in points; 0 if `exact`, or if the turn played is the best found.
    exact
        Whether the loss is an exact difference of final points, found by trying every turn.
    kind
        ``mistake``: more than 2 standard errors and at least 3 points; ``doubtful``: more than 2 standard errors;
        ``sound``: neither. None if the turn is not judged.
    parts
        The loss, divided among the choices of the turn; their sum is the loss. Choices that could not be judged are
        missing.
    value, best_value
        Expected final points of the player after the turn played, and after the best one; None if not judged.
    gain
        Points by which the turn played is better than greedy's turn.
    luck
        How many more points than expected the central board and the row offered; None if unknown.
    expected
        Expected final points of each player after this turn, in turn order; None if there is no estimate yet.
    scenarios
        The number of fresh scenarios behind the loss: twice the requested number if the turn looks like a mistake; 0 if
        `exact` or not judged.
    notes
        The choices that could not be judged, with reasons.
    """

    turn: int
    player: int
    phase: Phase
    played: ReviewedTurn | None
    best: ReviewedTurn | None = None
    loss: float | None = None
    error: float | None = None
    exact: bool = False
    kind: TurnKind | None = None
    parts: dict[Part, float] = {}
    value: float | None = None
    best_value: float | None = None
    gain: float | None = None
    luck: float | None = None
    expected: tuple[float | None, ...] = ()
    scenarios: int = 0
    notes: tuple[str, ...] = ()

    @property
    def main_part(self) -> Part | None:
        """The choice that cost most, if the turn is a mistake or doubtful."""
        if self.kind in (None, "sound") or not self.parts:
            return None
        return max(self.parts, key=lambda part: self.parts[part])


class CardCube(msgspec.Struct, frozen=True):
    """A cube that could still be placed: the card's id, and the space."""

    card: str
    space: str


class PhaseReview(msgspec.Struct, frozen=True):
    """The turns of a phase: how many were judged, their mean loss, and how many are mistakes."""

    phase: Phase
    turns: int
    loss: float
    mistakes: int
    doubtful: int


class PlayerReview(msgspec.Struct, frozen=True):
    """One player's game.

    Attributes
    ----------
    player, name
        Number and name.
    score, rows
        Points at the end of the record, and by row of the pad.
    judged, turns
        Turns with all choices judged, and turns reviewed. Loss, accuracy and phases include only the former.
    mistakes, doubtful
        Numbers of these turns.
    loss
        Mean loss of the turns judged, in points; None if there are none.
    accuracy
        From 0 to 100, by the mean loss; see `player_review.accuracy`.
    phases
        The same by phase; phases without turns are missing.
    costliest, finest
        Numbers of the three turns that cost most among the mistakes and the doubtful ones, and of the three that gained
        most over the turn that greedy would have played.
    quality
        The negative sum of all losses.
    luck
        Sum of the luck of all turns; None if the luck of a turn is unknown.
    margin
        Points ahead of the others' mean; None for solo and unfinished games.
    margin_quality, margin_luck, margin_rest
        The parts of the margin: how much more the others lost, how much luckier the player was, and the rest.
    wasted
        Ids of cards taken that never got a cube.
    unplaced, unplaced_points
        Cubes that could have been placed on the last board, and the points they would have brought; exact. None if
        cards or cubes are unknown.
    """

    player: int
    name: str
    score: int | None
    rows: dict[str, int]
    judged: int
    turns: int
    mistakes: int
    doubtful: int
    loss: float | None
    accuracy: float | None
    phases: tuple[PhaseReview, ...]
    costliest: tuple[int, ...]
    finest: tuple[int, ...]
    quality: float | None
    luck: float | None
    margin: float | None
    margin_quality: float | None
    margin_luck: float | None
    margin_rest: float | None
    wasted: tuple[str, ...]
    unplaced: tuple[CardCube, ...]
    unplaced_points: int | None


class GameReview(msgspec.Struct, frozen=True):
    """A reviewed record.

    Attributes
    ----------
    id, source, line
        The record's id, or None; its file; its line, None for a whole file.
    side
        ``"A"`` or ``"B"``; None if the record does not say.
    finished
        Whether the game was played to its end.
    verdict
        ``legal``, ``illegal`` or ``invalid``.
    turns
        The turns, up to the end of the record or to its first fault.
    players
        The players, in turn order.
    next
        The best turn now, if requested and the record stops before the end of the game.
    scenarios
        Scenarios requested; each turn has the number it used.
    seed
        It determines all chance in the review, together with the record and the turn's number.
    notes
        What could not be judged, with reasons.
    """

    id: str | None
    source: str
    line: int | None
    side: str | None
    finished: bool
    verdict: Verdict
    turns: tuple[TurnReview, ...]
    players: tuple[PlayerReview, ...]
    next: TurnReview | None
    scenarios: int
    seed: int
    notes: tuple[str, ...]
