"""A review as text: a line per turn, drawings of the costly ones, and a summary of each player."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from harmonies_cli.plurals import count_of
from harmonies_cli.report.phrases import file_place
from harmonies_cli.report.picture.board_terminal import small_board, small_board_width
from harmonies_cli.report.terminal import Style
from harmonies_cli.report.text_layout import Prose, display_width, fit_width, shorten
from harmonies_cli.report.verdicts.action_words import action_brief
from harmonies_cli.review.result import GameReview, PlayerReview, ReviewedTurn, TurnReview
from harmonies_cli.rules.board.cards import card_words
from harmonies_cli.rules.board.sides import SIDES, Side

__all__ = ["review_lines", "turn_words"]

_HEADING = Style(bold=True)
_STYLES = {"mistake": Style(ink=1, bold=True), "doubtful": Style(ink=3)}
_NAME = 14
_GAP = "   "
_SIGN = 0.05
"""Fewer points than this are shown as 0."""


def signed_points(points: float | None) -> str:
    """Return points with their sign, to a tenth; ``?`` if unknown."""
    return "?" if points is None else "0.0" if abs(points) < _SIGN else f"{points:+.1f}"


def turn_words(turn: ReviewedTurn) -> str:
    """Return the actions of a turn in as few words as possible."""
    return "; ".join(action_brief(action, space=turn.space or None, taken=turn.tokens) for action in turn.actions)


def review_lines(review: GameReview, prose: Prose) -> Iterator[str]:
    """Yield the lines of a review."""
    place = prose.shown(file_place(review.source, review.line))
    title = f"{prose.shown(review.id)} ({place})" if review.id else place
    yield prose.paint(title, _HEADING)
    if review.turns:
        used = sorted({turn.scenarios for turn in review.turns if turn.scenarios})
        yield from prose.wrap_lines(
            f"side {review.side}, {count_of(len(review.players), 'player')}; "
            f"scenarios for a turn: {used[0] if len(used) == 1 else f'{used[0]} to {used[-1]}' if used else 'none'}; "
            f"seed {review.seed}"
        )
    for note in review.notes:
        yield from prose.wrap_lines(prose.shown(f"note: {note}"), hanging="  ")
    if review.turns:
        yield ""
        yield from _table(review, prose)
        yield from _unjudged_notes(review, prose)
        shown = {number for player in review.players for number in player.costliest}
        for turn in review.turns:
            if turn.turn in shown:
                yield ""
                yield from _costly_turn(review, turn, prose)
    for player in review.players:
        yield ""
        yield from _player(review, player, prose)
    if review.next is not None:
        yield ""
        yield from _next(review, review.next, prose)


def _name(review: GameReview, number: int, prose: Prose) -> str:
    name = prose.shown(review.players[number - 1].name)
    return shorten(name, _NAME, unicode=prose.terminal.unicode)


def _table(review: GameReview, prose: Prose) -> Iterator[str]:
    width = max(display_width(_name(review, player.player, prose)) for player in review.players)
    width = max(width, len("player"))
    yield prose.paint(
        f"turn  {'player':<{width}}   loss    se  class     luck  cost most, and the better turn", _HEADING
    )
    for turn in review.turns:
        name = fit_width(_name(review, turn.player, prose), width)
        head = f"{turn.turn:>4}  {name}"
        if turn.loss is None or turn.error is None:
            yield f"{head}  {'-':>5} {'':5}  {'':8}"
            continue
        error = "exact" if turn.exact else f"{turn.error:.1f}"
        kind = turn.kind if turn.kind and turn.kind != "sound" else ""
        style = _STYLES.get(kind)
        word = f"{kind:<8}"
        line = f"{head}  {_points(turn.loss):>5} {error:>5}  {word}  {signed_points(turn.luck):>5}"
        if kind and turn.best is not None:
            line += f"  {turn.main_part or ''}: {turn_words(turn.best)}"
        line = shorten(line.rstrip(), prose.terminal.width, unicode=prose.terminal.unicode)
        yield line.replace(word, prose.paint(word, style), 1) if style else line


def _points(loss: float) -> str:
    return f"{loss:.1f}".replace("-0.0", "0.0")


def _unjudged_notes(review: GameReview, prose: Prose) -> Iterator[str]:
    """Yield the reasons why turns could not be judged, each once with its turns."""
    turns: dict[str, list[int]] = {}
    for turn in review.turns:
        for note in turn.notes:
            turns.setdefault(note, []).append(turn.turn)
    for note, numbers in turns.items():
        which = "all turns" if len(numbers) == len(review.turns) else _ranges(numbers)
        yield from prose.wrap_lines(f"{which}: {note}", hanging="  ")


def _ranges(numbers: list[int]) -> str:
    """Return numbers as ``turns 3, 5-8``."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    words = ", ".join(str(part[0]) if len(part) == 1 else f"{part[0]}-{part[-1]}" for part in parts)
    return f"turn{'s' * (len(numbers) > 1)} {words}"


def _costly_turn(review: GameReview, turn: TurnReview, prose: Prose) -> Iterator[str]:
    assert turn.loss is not None and turn.error is not None and turn.played is not None and turn.best is not None
    sign = "±" if prose.terminal.unicode else "+-"
    sure = "exact" if turn.exact else f"{sign} {turn.error:.1f}"
    parts = ", ".join(f"{part} {signed_points(points)}" for part, points in turn.parts.items() if abs(points) >= _SIGN)
    name = prose.shown(review.players[turn.player - 1].name)
    title = f"Turn {turn.turn}, {name}: {turn.kind}, {turn.loss:.1f} points ({sure})"
    yield prose.paint(title, _HEADING)
    if parts:
        yield f"  of these: {parts}"
    side = SIDES[review.side or "A"]
    yield from prose.wrap_lines(f"  played: {turn_words(turn.played)}", hanging="    ")
    yield from prose.wrap_lines(f"  better: {turn_words(turn.best)}", hanging="    ")
    yield from _boards(side, turn.played, turn.best, prose)


def _boards(side: Side, played: ReviewedTurn, best: ReviewedTurn, prose: Prose) -> Iterator[str]:
    width = small_board_width(side)
    blocks = [
        [f"{word:<{width}}", *small_board(side, shown.board, prose.terminal, new=shown.changed)]
        for word, shown in (("played", played), ("better", best))
    ]
    if 2 * width + len(_GAP) + 2 > prose.terminal.width:
        for block in blocks:
            yield from (f"  {line}".rstrip() for line in block)
        return
    for left, right in zip_longest(*blocks, fillvalue=" " * width):
        yield f"  {left}{_GAP}{right}".rstrip()


def _player(review: GameReview, player: PlayerReview, prose: Prose) -> Iterator[str]:
    name = prose.shown(player.name)
    score = "" if player.score is None else f": {count_of(player.score, 'point')}"
    yield prose.paint(f"{player.player}. {name}{score}", _HEADING)
    if player.loss is not None and player.accuracy is not None:
        turns = count_of(player.judged, "turn")
        yield from prose.wrap_lines(
            f"accuracy {player.accuracy:.0f}: mean loss {_points(player.loss)} points in {turns}; "
            f"{count_of(player.mistakes, 'mistake')}, {player.doubtful} doubtful",
            "  ",
        )
        phases = [f"{phase.phase} {_points(phase.loss)}" for phase in player.phases]
        yield f"  loss by phase: {', '.join(phases)}"
    if player.costliest:
        yield f"  costliest turns: {', '.join(map(str, player.costliest))}"
    if player.finest:
        yield f"  best turns: {', '.join(map(str, player.finest))}"
    if player.margin is not None and player.margin_rest is not None:
        yield from prose.wrap_lines(
            f"margin {signed_points(player.margin)} = quality {signed_points(player.margin_quality)} + luck "
            f"{signed_points(player.margin_luck)} + rest {signed_points(player.margin_rest)}",
            "  ",
        )
    elif player.luck is not None:
        yield f"  luck {signed_points(player.luck)}"
    if player.rows:
        yield from prose.wrap_lines(
            f"points: {', '.join(f'{row} {points}' for row, points in player.rows.items())}", "  "
        )
    if player.wasted:
        yield from prose.wrap_lines(f"cards without a cube: {', '.join(map(card_words, player.wasted))}", "  ")
    if player.unplaced:
        cubes = ", ".join(f"{card_words(cube.card)} on {cube.space}" for cube in player.unplaced)
        yield from prose.wrap_lines(
            f"cubes that could still be placed: {cubes}; worth {count_of(player.unplaced_points or 0, 'point')}", "  "
        )
    elif player.unplaced_points is None:
        yield from prose.wrap_lines("cubes not placed: not judged, because cards or cubes are not recorded", "  ")


def _next(review: GameReview, turn: TurnReview, prose: Prose) -> Iterator[str]:
    assert turn.best is not None
    yield prose.paint(f"Best turn now, for {prose.shown(review.players[turn.player - 1].name)}", _HEADING)
    yield from prose.wrap_lines(f"  {turn_words(turn.best)}", hanging="    ")
    for note in turn.notes:
        yield from prose.wrap_lines(f"  {note}", hanging="    ")
    side = SIDES[review.side or "A"]
    yield from (
        f"  {line}".rstrip() for line in small_board(side, turn.best.board, prose.terminal, new=turn.best.changed)
    )
