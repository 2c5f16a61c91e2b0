"""Step through a game with keys: the screen that follows each key."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence

from harmonies_cli.report.replay.course import course_of
from harmonies_cli.report.replay.replay_words import reviews_by_turn
from harmonies_cli.report.replay.screen import View, closing_lines, opening_lines, step_lines
from harmonies_cli.report.replay.steps import Replay
from harmonies_cli.report.terminal import Style, Terminal
from harmonies_cli.report.text_layout import Prose, shorten
from harmonies_cli.review.result import GameReview

__all__ = ["Stepper"]

_FOOT = Style(bold=True)
_KEYS = {
    "next": (" ", "\r", "\n", "n", "\x1b[C", "\x1bOC", "\xe0M", "\x00M"),
    "previous": ("p", "b", "\x7f", "\x08", "\x1b[D", "\x1bOD", "\xe0K", "\x00K"),
    "first": ("f", "<", "\x1b[H", "\x1bOH", "\x1b[1~", "\xe0G", "\x00G"),
    "last": ("l", ">", "G", "\x1b[F", "\x1bOF", "\x1b[4~", "\xe0O", "\x00O"),
    "down": ("j", "\x1b[B", "\x1bOB", "\xe0P", "\x00P"),
    "up": ("k", "\x1b[A", "\x1bOA", "\xe0H", "\x00H"),
    "go": ("g",),
    "boards": ("o",),
    "reasons": ("e",),
    "course": ("c",),
    "better": ("r",),
    "next mistake": ("m",),
    "previous mistake": ("M",),
    "help": ("h", "?"),
    "quit": ("q", "Q", "\x1b", "\x03", "\x04"),
}
_VIEWS: dict[str, View] = {"boards": "boards", "reasons": "reasons", "course": "course", "better": "better"}
_MEANING = {key: meaning for meaning, keys in _KEYS.items() for key in keys}
_HELP = """space, enter, right, n   next turn
left, p, b               previous turn
f, home                  first screen
l, end                   last screen
g                        go to a turn: its number, then enter
o                        the boards of all players, and back
e                        the reasons for the player's points, and back
c                        the course of the game: points and chances to win, and back
r                        in a review: the better turn beside the one played, and back
m, M                     in a review: to the next mistake, and to the one before
up, down                 scroll if the screen is too small
h, ?                     this list
q                        quit""".splitlines()


_KEY = re.compile(r"\x1b(?:\[[0-9;]*[A-Za-z~]|O[A-Za-z])|[\x00\xe0][A-Z]|.", re.DOTALL)
"""One key: several characters if it begins with an escape, or is an arrow key on Windows."""
_REMINDERS = ("space next", "b back", "g go to", "o boards", "e why", "c course", "h help", "q quit")
_OF_REVIEW = ("m mistake", "r better")
_LEFT_OUT = ("g go to", "o boards", "e why", "b back", "c course", "space next", "h help", "r better", "m mistake")
"""Reminders that a narrow terminal omits, in this order; it always shows how to quit."""


class Stepper:
    """The screens of a game, and the current one.

    Parameters
    ----------
    replay
        The game.
    turns
        Numbers of the turns to show; by default all, with an opening and a closing screen.
    review
        What each turn cost, if the game was reviewed.
    """

    def __init__(self, replay: Replay, turns: Collection[int] | None = None, review: GameReview | None = None) -> None:
        self._replay = replay
        self._review = review
        reviewed = reviews_by_turn(review)
        self._mistakes = {number for number, turn in reviewed.items() if turn.kind == "mistake"}
        self._course = course_of(replay)
        self._steps = [step for step in replay.steps if turns is None or step.turn in turns]
        self._whole = turns is None
        self._view: View = "turn"
        self._index = 0
        self._offset = 0
        self._typed: str | None = None
        self._help = False
        self._said = ""

    @property
    def _screens(self) -> int:
        return len(self._steps) + 2 * self._whole

    def press(self, keys: str) -> bool:
        """Handle a key, or several pressed at once; return False to quit."""
        return all(self._press(key) for key in _KEY.findall(keys))

    def _press(self, key: str) -> bool:
        self._said = ""
        if self._typed is not None:
            self._type(key)
            return True
        meaning = _MEANING.get(key, "")
        if self._help:
            self._help = False
            return True
        if meaning == "quit":
            return False
        if meaning in ("down", "up"):
            self._offset = max(0, self._offset + (1 if meaning == "down" else -1))
        elif meaning == "go":
            self._typed = ""
        elif meaning in ("next mistake", "previous mistake"):
            self._show_mistake(1 if meaning == "next mistake" else -1)
        elif meaning in _VIEWS:
            self._view = "turn" if self._view == meaning else _VIEWS[meaning]
        elif meaning == "help":
            self._help = True
        elif meaning:
            places = {"next": self._index + 1, "previous": self._index - 1, "first": 0, "last": self._screens - 1}
            self._show(places[meaning])
        return True

    def _show_mistake(self, way: int) -> None:
        places = [index + self._whole for index, step in enumerate(self._steps) if step.turn in self._mistakes]
        there = [place for place in places if (place - self._index) * way > 0]
        if there:
            self._show(min(there, key=lambda place: abs(place - self._index)))
        else:
            self._said = f"there is no mistake {'after' if way > 0 else 'before'} this screen"

    def _show(self, index: int) -> None:
        if not 0 <= index < self._screens:
            self._said = "this is the last screen" if index > 0 else "this is the first screen"
        self._index = min(max(index, 0), self._screens - 1)
        self._offset = 0

    def _type(self, keys: str) -> None:
        assert self._typed is not None
        for key in keys:
            if key in "\r\n":
                self._go(self._typed)
                self._typed = None
                return
            if key in ("\x1b", "\x03", "\x04"):
                self._typed = None
                return
            if key in ("\x7f", "\x08"):
                self._typed = self._typed[:-1]
            elif key in "0123456789" and len(self._typed) < 6:
                self._typed += key

    def _go(self, typed: str) -> None:
        for index, step in enumerate(self._steps):
            if typed and step.turn == int(typed):
                self._show(index + self._whole)
                return
        if typed:
            shown = f"{self._steps[0].turn} to {self._steps[-1].turn}" if self._steps else "none"
            self._said = f"there is no turn {typed}: the turns are {shown}"

    def lines(self, terminal: Terminal, height: int) -> list[str]:
        """Return the screen: at most `height` lines; the last one lists the keys."""
        prose = Prose(terminal)
        body = [prose.clip(line) for line in self._body(prose, height - 1)]
        room = max(1, height - 1)
        self._offset = min(self._offset, max(0, len(body) - room))
        shown = body[self._offset : self._offset + room]
        below = len(body) - self._offset - len(shown)
        return [*shown, *[""] * (room - len(shown)), self._foot(terminal, below)]

    def _body(self, prose: Prose, height: int) -> Sequence[str]:
        if self._help:
            return _HELP
        index = self._index - self._whole
        if index < 0:
            return list(opening_lines(self._replay, prose))
        if index >= len(self._steps):
            return list(closing_lines(self._replay, prose, self._review))
        return step_lines(self._replay, self._course, self._steps[index], self._view, prose, height, self._review)

    def _place(self) -> str:
        index = self._index - self._whole
        if index < 0:
            return "start"
        return f"{self._steps[index].turn}/{len(self._replay.game.turns)}" if index < len(self._steps) else "verdict"

    def _foot(self, terminal: Terminal, below: int) -> str:
        if self._typed is not None:
            text = f"go to turn: {self._typed}_"
        elif self._said:
            text = self._said
        else:
            reminders = (*_OF_REVIEW * (self._review is not None), *_REMINDERS)
            parts = [self._place(), *[f"{below} more below (down)"] * bool(below), *reminders]
            for reminder in _LEFT_OUT:
                if len("  ".join(parts)) < terminal.width:
                    break
                if reminder in parts:
                    parts.remove(reminder)
            text = "  ".join(parts)
        foot = shorten(text, terminal.width - 1, unicode=terminal.unicode)
        return _FOOT.paint(foot) if terminal.colour else foot

    def run(self, show: Callable[[Callable[[Terminal, int], list[str]]], None], get_key: Callable[[], str]) -> None:
        """Show screens until the user has seen enough.

        Parameters
        ----------
        show
            Draws the result of `lines` for the current size of the terminal.
        get_key
            Waits for a key; raises EOFError or KeyboardInterrupt at the end of input.
        """
        while True:
            show(self.lines)
            try:
                if not self.press(get_key()):
                    return
            except (EOFError, KeyboardInterrupt):
                return
