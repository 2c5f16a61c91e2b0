"""What stands around the turns of a replay's page: head, style, script, and the controls that the script wakes."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from html import escape
from importlib.resources import files

from harmonies_cli.report.phrases import file_place
from harmonies_cli.report.replay.replay_words import about_game, title_of
from harmonies_cli.report.replay.steps import Replay
from harmonies_cli.report.scoresheets.html_parts import name
from harmonies_cli.safe_text import printable

__all__ = ["controls", "foot", "head", "screen"]

_HEAD = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
<h1>Replay of {called}</h1>
<p class="about">{about}</p>
"""
_CONTROLS = """<nav class="controls" aria-label="Turns" hidden>
<button type="button" name="first" aria-label="First">&#171;</button>
<button type="button" name="back" aria-label="Back">&#8249;</button>
<button type="button" name="next" aria-label="Next">&#8250;</button>
<button type="button" name="last" aria-label="Last">&#187;</button>
<input type="range" min="0" max="0" value="0" step="1" aria-label="Turn">
<output aria-live="polite"><span aria-hidden="true"></span><span class="heard"></span></output>
<button type="button" name="all" aria-pressed="false">All boards</button>
</nav>
<main>
"""


def _text(package: str, file: str) -> str:
    return (files(package) / file).read_text(encoding="utf-8")


def _script() -> str:
    return _text("harmonies_cli.report.replay", "page.js")


def head(replay: Replay) -> str:
    """Return everything before the controls."""
    script = b64encode(hashlib.sha256(_script().encode()).digest()).decode()
    verified = replay.verified
    place = file_place(verified.source, verified.line)
    called = f"{name(verified.id)} <small>{name(place)}</small>" if verified.id else name(place)
    about = about_game(replay)
    return _HEAD.format(
        policy=f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{script}'",
        title=f"Replay of {escape(printable(title_of(replay)))}",
        style=_text("harmonies_cli.report", "page.css") + _text("harmonies_cli.report.replay", "page.css"),
        called=called,
        about=f"{about[0].upper()}{about[1:]}",
    )


def controls() -> str:
    """Return the slider and the buttons; without scripts they stay hidden."""
    return _CONTROLS


def screen(place: str, title: str, content: str) -> str:
    """Return one screen: what is shown at one stop of the slider.

    Parameters
    ----------
    place
        Its id.
    title, content
        Its heading and what follows, as markup.
    """
    return (
        f'<section class="screen turn" id="{place}" aria-labelledby="{place}-title">\n'
        f'<h2 id="{place}-title">{title}</h2>\n{content}</section>\n'
    )


def foot() -> str:
    """Return everything after the last screen."""
    return f"</main>\n<script>{_script()}</script>\n</body>\n</html>\n"
