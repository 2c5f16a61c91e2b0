"""SVG drawings rendered as PNG."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageChops

from harmonies_cli.errors import UsageError
from harmonies_cli.report.picture.board_picture import BoardPicture
from harmonies_cli.report.picture.board_svg import boards_svg
from harmonies_cli.report.picture.habitat import habitat_svg
from harmonies_cli.report.picture.svg import png
from harmonies_cli.rules.board.cards import CARDS


def rendered(svg: str, **size: float) -> Image.Image:
    return Image.open(io.BytesIO(png(svg, **size))).convert("RGB")  # type: ignore[arg-type]


def test_a_real_final_is_rendered_in_the_size_asked_for(real_finals: dict[str, list[BoardPicture]]) -> None:
    svg = boards_svg(real_finals["real-08"])
    single, double, fixed = rendered(svg, scale=1), rendered(svg), rendered(svg, width=500)
    assert double.width == 2 * single.width
    assert double.height == pytest.approx(2 * single.height, abs=1)
    assert fixed.width == 500
    assert fixed.height == pytest.approx(500 * single.height / single.width, abs=1)
    colours = single.getcolors(1 << 20)
    assert colours is not None
    assert len(colours) > 100


def test_text_shows_without_any_font_of_the_system() -> None:
    # ASCII letters are rendered with the bundled fonts only.
    with_name = rendered(boards_svg([BoardPicture("A", {}, name="Mmmm")]), scale=1)
    without = rendered(boards_svg([BoardPicture("A", {}, name=".")]), scale=1)
    box = ImageChops.difference(with_name, without).getbbox()
    assert box is not None
    assert box[2] - box[0] > 40
    assert 10 <= box[3] - box[1] <= 20


@pytest.mark.parametrize("name", ["Ann", "Zoë Łucja Дмитрий", "שלום", "日本 🦊", "<&>\x00"])
def test_names_in_any_script_are_rendered_without_failing(name: str) -> None:
    assert rendered(boards_svg([BoardPicture("A", {}, name=name)]), scale=1).width > 100


def test_equal_drawings_give_equal_images() -> None:
    svg = habitat_svg(CARDS[0].habitat)
    assert png(svg) == png(svg)


@pytest.mark.parametrize(
    "size", [{"width": 0}, {"width": -5}, {"width": 10**9}, {"scale": 0.0}, {"scale": float("nan")}]
)
def test_a_size_that_cannot_be_rendered_is_a_usage_error(size: dict[str, float]) -> None:
    with pytest.raises(UsageError, match="choose a width between 1 and"):
        png(boards_svg([BoardPicture("A", {})]), **size)  # type: ignore[arg-type]


def test_anything_but_a_drawing_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="not a drawing"):
        png("<html/>")


def test_missing_fonts_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("harmonies_cli.report.picture.svg.find_spec", lambda name: None)
    with pytest.raises(UsageError, match="matplotlib"):
        png(boards_svg([BoardPicture("A", {})]))
