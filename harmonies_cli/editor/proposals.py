"""Propose stacks from a photograph sent by the page; it is read on this machine and never stored."""

from __future__ import annotations

from base64 import b64decode
from binascii import Error as Base64Error
from http import HTTPStatus
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta

from harmonies_cli.editor.access import RefusedError
from harmonies_cli.rules.board.sides import side_named

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["PICTURE_LIMIT", "can_propose", "proposals"]

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
