"""The words about a game, its turns and its review that transcript, screen and page share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import UnsetType

from harmonies_cli.report.phrases import RULE_SET_WORDS, file_place, heading_of, names_by_player, shown_points
from harmonies_cli.report.replay.course import Chances, Swing
from harmonies_cli.report.replay.steps import Replay, ShownAction, Step
from harmonies_cli.report.terminal import Style, Terminal
from harmonies_cli.report.text_layout import Prose, display_width, fit_width, shorten
from harmonies_cli.report.verdicts.action_words import action_brief, action_words
from harmonies_cli.report.verdicts.verify_job import VERDICT_STYLES, verdict_words
from harmonies_cli.review.result import GameReview, ReviewedTurn, TurnReview
from harmonies_cli.rules.board.cards import CARD_INDEX, CARDS, card_words
from harmonies_cli.rules.board.tokens import TOKENS
from harmonies_cli.rules.scoring.scoresheet import Scoresheet

__all__ = [
    "FAINT",
    "HEADING",
    "about_game",
    "action_line",
    "cards_words",
    "closing_verdict",
    "expected_points",
    "is_costly",
    "loss_words",
    "notes_of",
    "part_words",
    "percent",
    "reviews_by_turn",
    "score_lines",
    "signs",
    "step_title",
    "swing_words",
    "title_of",
    "turn_brief",
    "turn_phrases",
    "unknown_chances",
]

HEADING = Style(bold=True)
FAINT = Style(ink=8)
_COLUMNS = {
    "trees": "Trees",
    "mountains": "Mount.",
    "fields": "Fields",
    "buildings": "Build.",
    "water": "Water",
    "animals": "Animals",
    "spirit": "Spirit",
    "total": "Total",
}
_NAMES = 11


def title_of(replay: Replay) -> str:
    """Return the game's id and file, as typed."""
    place = file_place(replay.verified.source, replay.verified.line)
    return f"{replay.verified.id} ({place})" if replay.verified.id else place


def about_game(replay: Replay) -> str:
    """Return side, number of players, spirits and rule set on a line of plain ASCII."""
    players = len(replay.game.players)
    parts = [f"side {replay.verified.side}", "solo" if players == 1 else f"{players} players"]
    spirits = bool(replay.dealt) or any(sheet.cards and _spirits(sheet) for sheet in replay.verified.players)
    parts.append("with Nature's Spirits" if spirits or replay.game.spirits is True else "without Nature's Spirits")
    parts.append(RULE_SET_WORDS[replay.verified.rules])
    if replay.game.unfinished is True:
        parts.append("marked as unfinished")
    return ", ".join(parts)


def signs(terminal: Terminal) -> str:
    """Return the meaning of the signs on small boards."""
    tokens = ", ".join(f"{kind.letter} {kind.landscape}" for kind in TOKENS)
    return f"{tokens}, {'■' if terminal.unicode else '#'} cube, [ ] new in the turn"


def _spirits(sheet: Scoresheet) -> list[str]:
    return [score.card for score in sheet.cards or () if CARDS[CARD_INDEX[score.card]].is_spirit]


def step_title(replay: Replay, step: Step) -> str:
    """Return ``Turn 3 of 36: 1. Ann``."""
    sheets = {sheet.player: heading_of(sheet) for sheet in step.sheets}
    who = sheets.get(step.player, f"player {step.player}")
    replaced = ", played by the site" if any(fault.code == "turn-replaced" for fault in step.violations) else ""
    return f"Turn {step.turn} of {len(replay.game.turns)}: {who}{replaced}"


def percent(chance: float) -> str:
    """Return a chance in whole percent; only certainty is 0 or 100."""
    if 0 < chance < 0.01:
        return "under 1 %"
    if 0.99 < chance < 1:
        return "over 99 %"
    return f"{100 * chance:.0f} %"


def swing_words(replay: Replay, swing: Swing) -> str:
    """Return ``Ann from 41 % to 63 %``."""
    return f"{names_by_player(replay.sheets)[swing.player]} from {percent(swing.before)} to {percent(swing.after)}"


def unknown_chances(chances: Chances) -> str:
    """Return the rounds without known chances to win, in words."""
    return f"unknown before round {chances.from_round}"


def action_line(number: int, action: ShownAction, *, brief: bool = False) -> str:
    """Return an action with its number and the record's note on it."""
    mark = {"played": " ", "faulty": "!", "unplayed": "-"}[action.state]
    note = f" ({action.note})" if action.note else ""
    return f"{mark}{number} {action.brief if brief else action.words}{note}"


def cards_words(sheet: Scoresheet, *, unfinished: bool = False) -> str:
    """Return a player's cards, all or the unfinished ones, with their cubes: ``frog 1/3, lion 0/1``."""
    cards = [(card_words(score.card), score.placed, CARDS[CARD_INDEX[score.card]].cubes) for score in sheet.cards or ()]
    held = [f"{card} {placed}/{cubes}" for card, placed, cubes in cards if placed < cubes or not unfinished]
    return ", ".join(held) or "none"


def score_lines(sheets: Sequence[Scoresheet], prose: Prose, gained: Mapping[int, int]) -> Iterator[str]:
    """Yield the score so far by row, a line per player; if the terminal is too narrow for a table, yield sentences.

    Parameters
    ----------
    sheets
        The scoresheets.
    prose
        Writes for the output.
    gained
        Points of this turn by player number.
    """
    names = {
        number: shorten(prose.shown(name), _NAMES, unicode=prose.terminal.unicode)
        for number, name in names_by_player(sheets).items()
    }
    width = max(map(display_width, names.values()))
    table = width + sum(len(label) + 2 for label in _COLUMNS.values()) + 5
    if table > prose.terminal.width:
        for sheet in sheets:
            rows = ", ".join(f"{row} {getattr(sheet, row)}" for row in _COLUMNS)
            yield from prose.wrap_lines(f"{names[sheet.player]}: {rows}", hanging="  ")
        return
    yield prose.paint(" " * width + "".join(f"  {label}" for label in _COLUMNS.values()), FAINT)
    for sheet in sheets:
        cells = "".join(f"  {shown_points(getattr(sheet, row)):>{len(label)}}" for row, label in _COLUMNS.items())
        more = gained.get(sheet.player, 0)
        line = f"{fit_width(names[sheet.player], width)}{cells}{f'  {more:+}' if more else ''}"
        yield prose.paint(line, HEADING) if sheet.player in gained else line


def notes_of(replay: Replay) -> list[str]:
    """Return the notes on the record and on its players."""
    notes = [] if isinstance(replay.game.notes, UnsetType) else [replay.game.notes]
    for player in replay.game.players:
        if not isinstance(player.notes, UnsetType):
            notes.append(f"{player.name}: {player.notes}")
    return notes


def closing_verdict(replay: Replay, prose: Prose) -> list[str]:
    """Return the verdict in lines."""
    verified = replay.verified
    lines = prose.wrap_lines(f"Verdict: {verdict_words(verified, prose)}")
    return prose.accent(lines, verified.verdict, VERDICT_STYLES[verified.verdict])


_SIGN = 0.05
"""Fewer points than this are shown as 0."""


def reviews_by_turn(review: GameReview | None) -> dict[int, TurnReview]:
    """Return the reviewed turns by number."""
    return {turn.turn: turn for turn in review.turns} if review else {}


def is_costly(turn: TurnReview) -> bool:
    """Return whether a turn is blamed and a better one is known."""
    return turn.kind in ("mistake", "doubtful") and turn.best is not None


def loss_words(turn: TurnReview) -> str:
    """Return ``mistake: 8.2 points (± 1.3)``, or that no turn is clearly better, or why the turn is not judged."""
    if turn.loss is None or turn.error is None:
        return "not judged"
    if not is_costly(turn):
        return "no turn is clearly better"
    error = "exact" if turn.exact else f"± {turn.error:.1f}"
    return f"{turn.kind}: {turn.loss:.1f} points ({error})"


def part_words(turn: TurnReview) -> str:
    """Return the part of the loss due to each choice, and the turn's luck: ``spirit 7.9, tokens 2.0; luck +0.3``."""
    parts = [f"{part} {points:.1f}" for part, points in turn.parts.items() if abs(points) >= _SIGN]
    luck = [] if turn.luck is None else [f"luck {turn.luck:+.1f}"]
    return "; ".join([*([", ".join(parts)] if parts and is_costly(turn) else []), *luck])


def turn_brief(turn: ReviewedTurn) -> str:
    """Return the actions of a turn in as few words as possible."""
    return "; ".join(action_brief(action, space=turn.space or None, taken=turn.tokens) for action in turn.actions)


def turn_phrases(turn: ReviewedTurn) -> list[str]:
    """Return the actions of a turn, each as a phrase."""
    return [action_words(action, space=turn.space or None, taken=turn.tokens) for action in turn.actions]


def expected_points(review: GameReview, turns: int, totals: Sequence[int | None]) -> list[list[float | None]]:
    """Return the expected final points of each player after each turn, from the start.

    Parameters
    ----------
    review
        The review; a turn that it leaves out has the estimates of the turn before.
    turns
        Number of turns.
    totals
        The players' points after the last turn, which replace the estimates if the game is over.
    """
    reviewed = reviews_by_turn(review)
    course: list[list[float | None]] = [[None] * len(totals)]
    for number in range(1, turns + 1):
        course.append(list(reviewed[number].expected) if number in reviewed else course[-1])
    if review.finished and turns:
        course[-1] = list(totals)
    return course
