"""SVG drawings as PNG images."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

from harmonies_cli.errors import UsageError

__all__ = ["png"]

_MOST_PIXELS = 100_000_000
"""A larger image would take more than 400 MB to render."""
_FONTS = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")


def png(svg: str, *, width: int | None = None, scale: float = 2.0) -> bytes:
    """Render one of this package's SVG drawings as a PNG image.

    Parameters
    ----------
    svg
        The drawing.
    width
        Width in pixels; the height follows.
    scale
        Pixels for each unit of the drawing, if no width is given.

    Raises
    ------
    UsageError
        If the image would be empty or unreasonably large, or the fonts are missing.
    """
    import resvg_py

    drawn_width, drawn_height = _size(svg)
    scale = width / drawn_width if width is not None else scale
    pixels = drawn_width * drawn_height * scale * scale
    if not (scale > 0 and pixels <= _MOST_PIXELS):
        raise UsageError(
            f"cannot write a PNG image of {drawn_width * scale:.0f} x {drawn_height * scale:.0f} pixels; "
            f"choose a width between 1 and {int((_MOST_PIXELS * drawn_width / drawn_height) ** 0.5)}"
        )
    # The fonts that matplotlib ships hold Latin, Greek and Cyrillic: with them alone the image is the same
    # on every machine. Names in other scripts need the machine's own fonts.
    own_fonts_do = all(ord(letter) < 0x0530 for letter in svg)
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            zoom=None if width else scale,
            skip_system_fonts=own_fonts_do,
            font_files=_font_files(),
            sans_serif_family="DejaVu Sans",
        )
    )


def _size(svg: str) -> tuple[float, float]:
    size = re.search(r'<svg [^>]*?width="([\d.]+)" height="([\d.]+)"', svg)
    if size is None:
        raise UsageError("this is not a drawing of a board or a habitat: it has no <svg> with a width and a height")
    return float(size[1]), float(size[2])


def _font_files() -> list[str]:
    # Found without importing matplotlib, which takes half a second.
    spec = find_spec("matplotlib")
    if spec is None or spec.origin is None:
        raise UsageError("the fonts for PNG images come with matplotlib: install it, or write an .svg file")
    folder = Path(spec.origin).parent / "mpl-data" / "fonts" / "ttf"
    return [str(folder / name) for name in _FONTS]
