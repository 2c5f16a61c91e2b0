"""QR codes: on a terminal, and as pictures."""

from __future__ import annotations

import io
from typing import Any, Literal

__all__ = ["code_picture", "terminal_code"]

_BORDER = 2
_PICTURE_BORDER = 4
_SCALE = 6
_WHITE, _WHITE_ON_BLACK, _PLAIN = "\x1b[38;5;231m", "\x1b[38;5;231;48;5;16m", "\x1b[0m"

Level = Literal["l", "m"]


def _code(text: str, level: Level) -> Any:
    """Return the code of a text; None if it exceeds the 2,953 bytes of a code."""
    import segno
    from segno.encoder import DataOverflowError

    try:
        return segno.make(text, error=level, micro=False)
    except DataOverflowError:
        return None


def terminal_code(text: str, columns: int, *, level: Level = "l", colour: bool = False) -> str | None:
    """Return lines that show a text as a QR code on a terminal; None if it is wider than the terminal.

    Parameters
    ----------
    text
        The text.
    columns
        Width of the terminal.
    level
        Level of error correction, in the terms of the standard.
    colour
        Whether to set white on black: without it, a light terminal inverts the code, which not all phones read.
    """
    code = _code(text, level)
    if code is None or code.symbol_size(border=_BORDER)[0] > columns:
        return None
    drawn = io.StringIO()
    code.terminal(drawn, compact=True, border=_BORDER)
    lines = drawn.getvalue().splitlines()
    if colour:
        # The last line can be half a line: leave the half below it unpainted.
        lines = [f"{_WHITE if line.strip('▀') == '' else _WHITE_ON_BLACK}{line}{_PLAIN}" for line in lines]
    return "".join(f"{line}\n" for line in lines)


def code_picture(text: str, form: Literal["svg", "png"]) -> bytes | None:
    """Return a text as the picture of a QR code; None if it is too long."""
    code = _code(text, "l")
    if code is None:
        return None
    drawn = io.BytesIO()
    code.save(drawn, kind=form, scale=_SCALE, border=_PICTURE_BORDER, light="#ffffff", dark="#000000")
    return drawn.getvalue()
