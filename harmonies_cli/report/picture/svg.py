"""SVG: elements written as text with every value escaped, and whole drawings as PNG images."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from harmonies_cli.board_looks import INK, PAPER, Point
from harmonies_cli.errors import UsageError
from harmonies_cli.safe_text import printable

__all__ = ["FONT", "closed_path", "document", "element", "number", "png", "text", "title_element"]

FONT = "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif"
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


def number(value: float) -> str:
    """Return a number with at most two decimals, identical on every machine."""
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")


def element(name: str, *children: str, **attributes: str | float) -> str:
    """Return an element; underscores in attribute names become hyphens, `children` are already markup."""
    written = "".join(
        f' {key.replace("_", "-")}="{value.translate(_ESCAPES) if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
    )
    return f"<{name}{written}>{''.join(children)}</{name}>" if children else f"<{name}{written}/>"


def title_element(name: str, content: str) -> str:
    """Return a ``title`` or ``desc`` element with a text."""
    return element(name, printable(content).translate(_ESCAPES))


def text(at: Point, content: str, size: float, **attributes: str | float) -> str:
    """Return a line of text, with its capitals centred vertically on `at`."""
    x, y = at
    # Renderers disagree on dominant-baseline; 0.36 em is half the height of the font's capitals.
    return element(
        "text",
        printable(content).translate(_ESCAPES),
        **{"x": x, "y": y + 0.36 * size, "font_size": size, "fill": INK, **attributes},
    )


def closed_path(lines: Iterable[Iterable[Point]], **attributes: str | float) -> str:
    """Return a path of closed lines."""
    drawn = "".join("M" + " ".join(f"{number(x)},{number(y)}" for x, y in line) + "Z" for line in lines)
    return element("path", **{"d": drawn, **attributes})


def document(width: float, height: float, title: str, description: str, *children: str) -> str:
    """Return a whole drawing on its own paper, so it is legible on a dark page too."""
    paper = element("rect", x=0.5, y=0.5, width=width - 1, height=height - 1, rx=10, fill=PAPER, stroke="#d5d9dd")
    return element(
        "svg",
        title_element("title", title),
        title_element("desc", description),
        paper,
        *children,
        xmlns="http://www.w3.org/2000/svg",
        width=width,
        height=height,
        viewBox=f"0 0 {number(width)} {number(height)}",
        role="img",
        aria_label=printable(title),
        font_family=FONT,
        text_anchor="middle",
    )


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
    # The fonts that matplotlib ships contain Latin, Greek and Cyrillic: with them alone the image is the same
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
