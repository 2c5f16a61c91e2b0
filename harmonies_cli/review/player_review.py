"""A player's game, from the reviewed turns: classes, accuracy, phases, luck, margin, wasted cards, cubes not placed."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import NamedTuple

from harmonies_cli.bots.open_cubes import OpenCubes, best_cubes
from harmonies_cli.errors import HarmoniesError
from harmonies_cli.records.notation import Position, PositionPlayer
from harmonies_cli.records.position.typed_board import read_board
from harmonies_cli.review.result import PHASES, CardCube, Phase, PhaseReview, PlayerReview, TurnKind, TurnReview
from harmonies_cli.rules.board.cards import CARDS, card_index
from harmonies_cli.rules.board.habitats import cube_spots
from harmonies_cli.rules.board.sides import Side, side_named
from harmonies_cli.rules.replay.state import Seat
from harmonies_cli.rules.scoring.landscapes import split
from harmonies_cli.rules.scoring.scoresheet import POINT_ROWS, Scoresheet
from harmonies_cli.rules.scoring.spirits import spirit_points

__all__ = ["LastBoard", "accuracy", "board_of_position", "board_of_seat", "kind_of", "phase_of", "player_reviews"]

_SURE = 2.0
"""A loss of more standard errors than this is unlikely to be an accident of the scenarios."""
_MISTAKE = 3.0
"""The fewest points that a mistake costs."""
_LOSS, _POWER = 4.5, 1.2
"""On this curve the bot greedy has 60 (2 players, side A), strong 97 and random 6."""
_OPENING, _MIDDLE = 4, 8
"""The last of a player's own turns in the opening, and in the middle."""


def kind_of(loss: float, error: float) -> TurnKind:
    """Return the class of a turn, given its loss and the loss's standard error."""
    if loss <= _SURE * error or loss <= 0:
        return "sound"
    return "mistake" if loss >= _MISTAKE else "doubtful"


def accuracy(loss: float) -> float:
    """Return a player's accuracy, from 0 to 100, given the mean loss of a turn in points."""
    return 100 * exp(-((max(0.0, loss) / _LOSS) ** _POWER))


def phase_of(own_turn: int) -> Phase:
    """Return the phase of the game, given the number (from 1) of a player's own turn."""
    return "opening" if own_turn <= _OPENING else "middle" if own_turn <= _MIDDLE else "end"


_SHOWN = 3
"""How many of the costliest turns, and of the best, to name."""


class LastBoard(NamedTuple):
    """A board at the end of a record: cards with their cubes, and the cubes that could still be placed."""

    side: Side
    cards: dict[int, int]
    open: OpenCubes


def board_of_seat(side: Side, seat: Seat) -> LastBoard:
    """Return the last board of a player of a game."""
    return LastBoard(side, seat.cards, _open(side, seat.board, seat.cubes, seat.cards))


def board_of_position(position: Position, player: PositionPlayer, side_name: str | None) -> LastBoard | None:
    """Return a player's board in a typed position; None if its cards or cubes are unknown."""
    side = side_named(side_name or position.side)
    if not isinstance(player.cards, dict) or not isinstance(player.cubes, list | dict):
        return None
    typed = read_board(side, player.board, 1)
    board = sum(side.lane_bit[node][bit] for bit, node in typed.stacks.items())
    try:
        cards = {card_index(name): placed for name, placed in player.cards.items()}
        cubes = sum(1 << side.bit(space.strip()) for space in player.cubes)
    except HarmoniesError:
        return None
    return LastBoard(side, cards, _open(side, board, cubes, cards))


def _open(side: Side, board: int, cubes: int, cards: dict[int, int]) -> OpenCubes:
    spots = {card: cube_spots(side, card, board, cubes) for card in cards}
    spirit = next((card for card in cards if CARDS[card].is_spirit), None)
    bonus = 0 if spirit is None else spirit_points(side, spirit, split(board))
    if spirit is not None and not bonus:
        spots[spirit] = 0
    found = best_cubes(cards, spots, bonus)
    assert found is not None
    return found


def player_reviews(
    sheets: Sequence[Scoresheet], boards: Sequence[LastBoard | None], turns: Sequence[TurnReview], *, whole: bool
) -> tuple[PlayerReview, ...]:
    """Return the reviews of all players.

    Parameters
    ----------
    sheets, boards
        Scoresheet and last board of each player, in turn order.
    turns
        The turns reviewed.
    whole
        Whether these are all turns of a finished game; only then can the margin be divided.
    """
    found = []
    for number, sheet in enumerate(sheets, 1):
        others = [other for other in sheets if other is not sheet]
        board = boards[number - 1] if boards else None
        own = [turn for turn in turns if turn.player == number]
        rest = [[turn for turn in turns if turn.player == other.player] for other in others]
        found.append(_player_review(sheet, others, board, own, rest, whole=whole))
    return tuple(found)


def _player_review(
    sheet: Scoresheet,
    others: Sequence[Scoresheet],
    board: LastBoard | None,
    own: Sequence[TurnReview],
    rest: Sequence[Sequence[TurnReview]],
    *,
    whole: bool,
) -> PlayerReview:
    losses = [turn.loss for turn in own if turn.loss is not None and not turn.notes]
    mean = sum(losses) / len(losses) if losses else None
    quality, luck = _quality(own), _luck(own)
    margin = _ahead(sheet.total, [other.total for other in others]) if whole else None
    by_quality = _ahead(quality, [_quality(turns) for turns in rest]) if whole else None
    by_luck = _ahead(luck, [_luck(turns) for turns in rest]) if whole else None
    remainder = None
    if margin is not None and by_quality is not None and by_luck is not None:
        remainder = margin - by_quality - by_luck
    blamed = [turn for turn in own if turn.kind in ("mistake", "doubtful")]
    fine = [turn for turn in own if (turn.gain or 0) > 0 and turn.kind == "sound"]
    return PlayerReview(
        player=sheet.player,
        name=sheet.name,
        score=sheet.total,
        rows={row: getattr(sheet, row) for row in POINT_ROWS if getattr(sheet, row) is not None},
        judged=len(losses),
        turns=len(own),
        mistakes=sum(turn.kind == "mistake" for turn in own),
        doubtful=sum(turn.kind == "doubtful" for turn in own),
        loss=mean,
        accuracy=None if mean is None else accuracy(mean),
        phases=tuple(_phases(own)),
        costliest=tuple(turn.turn for turn in sorted(blamed, key=lambda turn: -(turn.loss or 0))[:_SHOWN]),
        finest=tuple(turn.turn for turn in sorted(fine, key=lambda turn: -(turn.gain or 0))[:_SHOWN]),
        quality=quality,
        luck=luck,
        margin=margin,
        margin_quality=None if remainder is None else by_quality,
        margin_luck=None if remainder is None else by_luck,
        margin_rest=remainder,
        wasted=() if board is None else tuple(CARDS[card].id for card, placed in board.cards.items() if not placed),
        unplaced=()
        if board is None
        else tuple(CardCube(CARDS[card].id, board.side.name_of[bit]) for card, bit in board.open.cubes),
        unplaced_points=None if board is None else board.open.points,
    )


def _quality(turns: Sequence[TurnReview]) -> float | None:
    """Return the negative sum of all losses; None unless all choices of all turns are judged."""
    losses = [None if turn.notes else turn.loss for turn in turns]
    return None if None in losses or not losses else -sum(loss for loss in losses if loss is not None)


def _luck(turns: Sequence[TurnReview]) -> float | None:
    lucks = [turn.luck for turn in turns]
    return None if None in lucks or not lucks else sum(luck for luck in lucks if luck is not None)


def _ahead(own: float | None, others: Sequence[float | None]) -> float | None:
    """Return a number less the mean of the others."""
    known = [other for other in others if other is not None]
    if own is None or not known or len(known) < len(others):
        return None
    return own - sum(known) / len(known)


def _phases(turns: Sequence[TurnReview]) -> list[PhaseReview]:
    phases = []
    for phase in PHASES:
        judged = [turn for turn in turns if turn.phase == phase and turn.loss is not None and not turn.notes]
        if judged:
            loss = sum(turn.loss or 0 for turn in judged) / len(judged)
            mistakes = sum(turn.kind == "mistake" for turn in judged)
            doubtful = sum(turn.kind == "doubtful" for turn in judged)
            phases.append(PhaseReview(phase, len(judged), loss, mistakes, doubtful))
    return phases
