"""A hand-written review of the small game: its first turn is a mistake, its second is sound."""

from __future__ import annotations

from harmonies_cli.records.record_boards import PlayerBoard
from harmonies_cli.review.result import GameReview, PlayerReview, ReviewedTurn, TurnReview
from harmonies_cli.rules.replay.actions import PlaceToken, TakeTokens

__all__ = ["BETTER", "small_review"]

BETTER = ReviewedTurn(
    actions=(TakeTokens(1), PlaceToken("W", "a1"), PlaceToken("F", "a2"), PlaceToken("T", "a3")),
    tokens="WTF",
    space=1,
    card=None,
    spirit=None,
    board=PlayerBoard(1, "Ann", {"a1": "W", "a2": "F", "a3": "T"}),
    changed=("a1", "a2", "a3"),
)


def small_review(**changes: object) -> GameReview:
    """Return the review with other values for some fields."""
    mistake = TurnReview(
        turn=1,
        player=1,
        phase="opening",
        played=BETTER,
        best=BETTER,
        loss=8.24,
        error=1.3,
        kind="mistake",
        parts={"tokens": 8.0, "card": 0.24, "spaces": 0.01},
        value=90.0,
        best_value=98.24,
        luck=-1.5,
        expected=(90.0, None),
        scenarios=48,
    )
    sound = TurnReview(
        turn=2,
        player=2,
        phase="opening",
        played=BETTER,
        best=BETTER,
        loss=0.2,
        error=0.4,
        kind="sound",
        value=85.0,
        expected=(90.0, 85.0),
        notes=("the choice of the card is not judged",),
    )
    players = tuple(_player(number, name, turn) for number, name, turn in ((1, "Ann", mistake), (2, "Ben", sound)))
    fields: dict[str, object] = {
        "id": "small",
        "source": "small.json",
        "line": None,
        "side": "A",
        "finished": False,
        "verdict": "legal",
        "turns": (mistake, sound),
        "players": players,
        "next": None,
        "scenarios": 48,
        "seed": 1,
        "notes": ("a note on the game",),
    }
    return GameReview(**{**fields, **changes})  # type: ignore[arg-type]


def _player(number: int, name: str, turn: TurnReview) -> PlayerReview:
    return PlayerReview(
        player=number,
        name=name,
        score=4,
        rows={},
        judged=1,
        turns=1,
        mistakes=int(turn.kind == "mistake"),
        doubtful=0,
        loss=turn.loss,
        accuracy=55.0,
        phases=(),
        costliest=(turn.turn,) if turn.kind == "mistake" else (),
        finest=(),
        quality=-(turn.loss or 0),
        luck=turn.luck,
        margin=None,
        margin_quality=None,
        margin_luck=None,
        margin_rest=None,
        wasted=("frog",) if number == 1 else (),
        unplaced=(),
        unplaced_points=0,
    )
