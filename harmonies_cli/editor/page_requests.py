"""What the page requests: its files, tables of the game's facts, and stacks read from a photograph, never stored."""

from __future__ import annotations

from base64 import b64decode
from binascii import Error as Base64Error
from functools import cache
from http import HTTPStatus
from importlib.resources import files
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta

from harmonies_cli import __version__
from harmonies_cli.board_looks import HALF_HEIGHT, centre, place_of
from harmonies_cli.editor.access import RefusedError
from harmonies_cli.report.picture.board_picture import stack_words
from harmonies_cli.report.picture.habitat import habitat_svg
from harmonies_cli.report.picture.space_svg import SIZE, cube, frame, hexagon, mark, pile, token
from harmonies_cli.rules.board.cards import CARDS, Card
from harmonies_cli.rules.board.sides import SIDES, Side, side_named
from harmonies_cli.rules.board.tokens import KIND_OF, KINDS, LETTERS, NEXT, STACKS, TOKENS
from harmonies_cli.rules.scoring.landscapes import RULE_SETS

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["HEADERS", "PICTURE_LIMIT", "can_propose", "page_files", "proposals", "tables"]

_TYPES = {"html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}


@cache
def page_files() -> dict[str, tuple[str, bytes]]:
    """Return type and content of each file of the page by name; the server serves no other file."""
    found = {}
    for file in (files("harmonies_cli.report") / "page.css", *(files("harmonies_cli.editor") / "page").iterdir()):
        ending = file.name.rpartition(".")[2]
        if ending in _TYPES:
            name = "report.css" if file.name == "page.css" else "" if file.name == "index.html" else file.name
            found[name] = (f"{_TYPES[ending]}; charset=utf-8", file.read_bytes())
    return found


_MARGIN = 14.0
_LETTERS_HEIGHT = 24.0
_MIDDLE = (0.0, 0.0)


def tables() -> dict[str, Any]:
    """Return tokens, stacks, sides, cards and rule sets, with their drawings as SVG markup."""
    return {
        "version": __version__,
        "rules": list(RULE_SETS),
        "tokens": [
            {"letter": kind.letter, "colour": kind.colour, "box": kind.in_box, "drawing": token(_MIDDLE, kind.letter)}
            for kind in TOKENS
        ],
        "stacks": {stack: _stack(node) for node, stack in enumerate(STACKS)},
        "sides": {side.name: _side(side) for side in SIDES.values()},
        "cards": [_card(card) for card in CARDS],
        "cube": cube(_MIDDLE),
        "mark": mark(_MIDDLE),
        "frame": frame(_MIDDLE),
    }


def _stack(node: int) -> dict[str, Any]:
    stack = STACKS[node]
    tokens, lid = pile(_MIDDLE, stack)
    return {
        "next": [letter for letter, following in zip(LETTERS, NEXT[node], strict=True) if following],
        "kind": KINDS[KIND_OF[node]] if node else "",
        "words": stack_words(stack),
        "ground": hexagon(_MIDDLE, stack),
        "tokens": tokens,
        "lid": lid,
    }


def _side(side: Side) -> dict[str, Any]:
    middles = {space: centre(place_of(space), SIZE) for space in side.spaces}
    width = SIZE * (1.5 * len(side.columns) + 0.5) + 2 * _MARGIN
    height = 2 * HALF_HEIGHT * SIZE * max(side.columns) + _LETTERS_HEIGHT + 2 * _MARGIN
    left, top = -SIZE - _MARGIN, -HALF_HEIGHT * SIZE - _LETTERS_HEIGHT - _MARGIN
    return {"columns": side.columns, "middles": middles, "box": [left, top, width, height]}


def _card(card: Card) -> dict[str, Any]:
    return {
        "id": card.id,
        "kind": card.kind,
        "names": card.aliases,
        "points": card.points,
        "cubes": card.cubes,
        "colour": card.cube_on,
        "stack": card.habitat[0].stack,
        "rule": card.rule,
        "drawing": habitat_svg(card.habitat, title=f"Habitat of the {card.words}"),
    }


PICTURE_LIMIT = 8 << 20
"""The largest request, in bytes; the page reduces its picture to a few hundred kilobytes."""
_MOST_PIXELS = 4_000_000
_Place = tuple[float, float]


class _Request(msgspec.Struct):
    """A picture with the board's corners, clockwise from the first column's top, and a place of bare board."""

    side: Literal["A", "B"]
    picture: str
    corners: Annotated[list[_Place], Meta(min_length=4, max_length=4)]
    bare: _Place


def can_propose() -> bool:
    """Return whether the packages of the extra ``photo`` are installed."""
    return all(find_spec(name) is not None for name in ("PIL", "numpy", "scipy"))


def proposals(data: bytes) -> dict[str, Any]:
    """Return for each space of a request's picture the stack, the next likely stack, and whether to check it.

    Raises
    ------
    RefusedError
        If the request or its picture cannot be read, or the corners do not span the board.
    """
    from harmonies_cli.photo.stack_reading import propose

    try:
        request = msgspec.json.decode(data, type=_Request)
        picture = _pixels(b64decode(request.picture, validate=True))
        top_left, top_right, bottom_right, bottom_left = request.corners
        handles = [top_left, bottom_left, top_right, bottom_right]
        found = propose(picture, side_named(request.side), handles, request.bare)
    except (msgspec.MsgspecError, UnicodeDecodeError, Base64Error, OSError, ValueError) as error:
        raise RefusedError(HTTPStatus.BAD_REQUEST, f"the photograph cannot be read: {error}") from None
    return {
        space: {"stack": one.stack, "second": one.second, "doubtful": one.is_doubtful} for space, one in found.items()
    }


def _pixels(data: bytes) -> npt.NDArray[np.uint8]:
    import warnings

    import numpy as np
    from PIL import Image

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # a picture that is too large is refused below
        opened = Image.open(BytesIO(data), formats=("JPEG", "PNG"))
    with opened as image:
        if image.width * image.height > _MOST_PIXELS:
            raise ValueError(f"it has more than {_MOST_PIXELS:,} pixels")
        return np.asarray(image.convert("RGB"))
