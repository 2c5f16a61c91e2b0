"""SVG elements written as text, with every value escaped."""

from __future__ import annotations

from collections.abc import Iterable

from harmonies_cli.board_geometry import Point
from harmonies_cli.palette import INK, PAPER
from harmonies_cli.safe_text import printable

__all__ = ["FONT", "closed_path", "document", "element", "number", "text", "title_element"]

FONT = "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif"
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


def number(value: float) -> str:
    """Return a number with at most two decimals, identical on every machine."""
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")


def element(name: str, *children: str, **attributes: str | float) -> str:
    """Return an element; underscores in attribute names stand for hyphens, `children` are already markup."""
    written = "".join(
        f' {key.replace("_", "-")}="{value.translate(_ESCAPES) if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
    )
    return f"<{name}{written}>{''.join(children)}</{name}>" if children else f"<{name}{written}/>"


def title_element(name: str, content: str) -> str:
    """Return a ``title`` or ``desc`` element with a text."""
    return element(name, printable(content).translate(_ESCAPES))


def text(at: Point, content: str, size: float, **attributes: str | float) -> str:
    """Return a line of text whose capitals are centred on the height of `at`."""
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
