"""The markup of the turns of a replay's page; every text in it is escaped here."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from harmonies_cli.report.phrases import heading_of
from harmonies_cli.report.replay.page_frame import screen
from harmonies_cli.report.replay.replay_words import cards_words, notes_of, step_title
from harmonies_cli.report.replay.steps import Deed, Middle, Replay, Step
from harmonies_cli.report.scoresheets.html_parts import name
from harmonies_cli.report.terminal import PLAIN_FILE
from harmonies_cli.report.text_layout import Prose
from harmonies_cli.report.verdicts.allowed import allowed
from harmonies_cli.report.verdicts.fault_context import FaultContext
from harmonies_cli.report.verdicts.fault_lines import fault_place
from harmonies_cli.report.verdicts.verdict_text import verdict_words
from harmonies_cli.rules.board.tokens import TOKENS
from harmonies_cli.rules.replay.faults import Violation
from harmonies_cli.rules.scoring.pad_rows import POINT_ROWS
from harmonies_cli.safe_text import printable

__all__ = ["start", "turn", "verdict"]

_COLOURS = {token.letter: token.colour for token in TOKENS}
_PROSE = Prose(PLAIN_FILE)
_SIGNS = (
    "A small orange box is a cube, with its card below. A framed space is new in the turn. "
    "An outline with a number goes around what scores together."
)


def _text(text: str) -> str:
    return escape(printable(text))


def start(replay: Replay) -> str:
    """Return what is known before the first turn, and what the signs mean."""
    notes = "".join(f'<p class="note">{_text(note)}</p>\n' for note in notes_of(replay))
    dealt = "".join(
        f"<p>{name(heading_of(sheet))} is dealt {', '.join(spirits) or 'no spirit'}.</p>\n"
        for sheet, spirits in zip(replay.sheets, replay.dealt, strict=False)
    )
    players = "".join(f"<li>{name(heading_of(sheet))}</li>\n" for sheet in replay.sheets)
    signs = ", ".join(f"{_token(token.letter)} {token.landscape}" for token in TOKENS)
    return (
        f"{notes}<h3>Players</h3>\n<ul>\n{players}</ul>\n{_middle(replay.start)}"
        f"{'<h3>Nature&#39;s Spirits</h3>' if dealt else ''}\n{dealt}<h3>Signs</h3>\n<p>{signs}. {_SIGNS}</p>\n"
    )


def turn(replay: Replay, step: Step, board: str) -> str:
    """Return the screen of a turn; `board` is the drawing of the player's board after it."""
    note = f'<p class="note">{_text(step.note)}</p>\n' if step.note else ""
    deeds = "".join(map(_deed, step.deeds))
    refill = "".join(f"<p>Refill of the {_text(sentence)}.</p>\n" for sentence in step.refill)
    faults = "".join(_fault(replay, violation, step.moment) for violation in step.violations)
    mover = step.player <= len(step.sheets)
    cards = f"<h3>Cards</h3>\n<p>{cards_words(step.sheets[step.player - 1])}</p>\n" if mover else ""
    caption = f"{name(heading_of(step.sheets[step.player - 1]))}, turn {step.turn}" if mover else ""
    figure = f'<figure data-player="{step.player}">\n<figcaption>{caption}</figcaption>\n{board}</figure>\n'
    content = (
        f'{note}<div class="turn-columns">\n<div>\n{_middle(step.before)}'
        f'<h3>Actions</h3>\n<ol class="deeds">\n{deeds}</ol>\n{faults}{refill}{cards}</div>\n'
        f"{figure if board else ''}</div>\n{_scores(step)}"
    )
    return screen(f"turn-{step.turn}", name(step_title(replay, step)), content)


def _token(letter: str) -> str:
    return f'<span class="token token-{letter}" title="{_COLOURS[letter]}">{letter}</span>'


def _middle(middle: Middle) -> str:
    spaces = "".join(
        f'<li><span class="number">{number}</span>{_tokens(lay)}</li>\n' for number, lay in enumerate(middle.central, 1)
    )
    row = "".join(f"<li>{card or 'unknown'}</li>\n" for card in middle.row)
    return (
        f'<h3>Central board</h3>\n<ul class="central">\n{spaces}</ul>\n'
        f'<h3>Row</h3>\n<ul class="row">\n{row or "<li>empty</li>"}</ul>\n'
    )


def _tokens(lay: str | None) -> str:
    if lay is None:
        return "unknown"
    return "".join(map(_token, lay)) or "empty"


def _deed(deed: Deed) -> str:
    note = f' <span class="note">{_text(deed.note)}</span>' if deed.note else ""
    told = {"played": "", "faulty": " (not allowed)", "unplayed": " (not played)"}[deed.state]
    return f'<li class="{deed.state}">{_text(deed.words)}{told}{note}</li>\n'


def _fault(replay: Replay, violation: Violation, moment: FaultContext | None) -> str:
    """Return a broken rule with its place and what would have been allowed."""
    own = moment if moment is not None and moment.violation == violation else None
    place = fault_place(replay.verified, violation, own, _PROSE)
    options = allowed(own) if own is not None else []
    may = "".join(f"<p>Allowed: {_text(sentence)}.</p>\n" for sentence in options)
    return (
        f'<div class="fault">\n<p><strong>{violation.code}</strong> {_text(violation.message)}</p>\n{may}'
        f'<p class="place">{_text(place)}; rule: {_text(violation.rule)}; {_text(violation.pointer)}</p>\n</div>\n'
    )


def _scores(step: Step) -> str:
    head = "".join(f'<th scope="col" class="{row}">{row.capitalize()}</th>' for row in POINT_ROWS)
    head = f'<th scope="col">Total</th><th scope="col">Gained</th>{head}'
    lines = "".join(_score_lines(step))
    return (
        f'<div class="scroll so-far" role="region" tabindex="0" aria-label="Score after turn {step.turn}">\n<table>\n'
        f'<thead>\n<tr><th scope="col">Score so far</th>{head}</tr>\n</thead>\n'
        f"<tbody>\n{lines}</tbody>\n</table>\n</div>\n"
    )


def _score_lines(step: Step) -> Iterator[str]:
    for sheet in step.sheets:
        cells = "".join(f"<td>{_number(getattr(sheet, row))}</td>" for row in POINT_ROWS)
        moves = sheet.player == step.player
        gained = f"{step.gained:+}" if moves and step.gained else ""
        line = f'<th scope="row">{name(heading_of(sheet))}</th><td>{_number(sheet.total)}</td><td>{gained}</td>{cells}'
        opening = '<tr class="mover">' if moves else "<tr>"
        yield f"{opening}{line}</tr>\n"


def _number(value: int | None) -> str:
    return "?" if value is None else str(value)


def verdict(replay: Replay) -> str:
    """Return the verdict, and the faults that lie in no turn."""
    words = _text(verdict_words(replay.verified, _PROSE))
    faults = "".join(_fault(replay, violation, None) for violation in replay.outside)
    return f"<p>{words[0].upper()}{words[1:]}.</p>\n{faults}"
