from __future__ import annotations

import io
import re
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.colors import to_hex, to_rgb
from matplotlib.figure import Figure
from PIL import Image

from harmonies_cli.charts import cards, predictions, strategies
from harmonies_cli.charts.gallery import CHARTS, draw_charts
from harmonies_cli.charts.marks import name_points
from harmonies_cli.charts.style import BLUE, GREY, ORANGE, SERIES, chart_style, inline_svg, png_of, svg_of
from harmonies_cli.statistics.analysis import Analysis, analyse
from harmonies_cli.statistics.selection import Selection
from harmonies_cli.statistics.strength.certainty import Limits
from tests.statistics.strength.synthetic_rows import Plan, row_tables


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    plans = Plan(games=60), Plan(games=40, players=3, side="B", spirits=False, seed=2)
    return analyse(row_tables(*plans), Selection(player="p03"), limits=Limits(10, 20))


@pytest.fixture(scope="module")
def drawn(analysis: Analysis) -> dict[str, tuple[bytes, bytes]]:
    with chart_style():
        return {name: (svg_of(figure), png_of(figure)) for name, figure in draw_charts(analysis)}


@pytest.fixture
def ax() -> Axes:
    return Figure().add_subplot()


def texts(svg: bytes) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(svg).iter() if node.tag.endswith("}text")]


def test_all_charts_are_drawn(drawn: dict[str, tuple[bytes, bytes]]) -> None:
    assert list(drawn) == list(CHARTS)


def test_a_png_comes_out_the_same_twice(analysis: Analysis, drawn: dict[str, tuple[bytes, bytes]]) -> None:
    with chart_style():
        [(name, figure)] = draw_charts(analysis, ["totals"])
        assert png_of(figure) == drawn[name][1]


@pytest.mark.parametrize("name", CHARTS)
def test_a_chart_comes_out_the_same_twice(name: str, analysis: Analysis, drawn: dict[str, tuple[bytes, bytes]]) -> None:
    with chart_style():
        again = [svg_of(figure) for _, figure in draw_charts(analysis, [name])]
    assert again == [drawn[name][0]]
    assert b"<dc:date>" not in drawn[name][0]


@pytest.mark.parametrize("name", CHARTS)
def test_a_chart_says_what_it_counts_and_fits_a_page(name: str, drawn: dict[str, tuple[bytes, bytes]]) -> None:
    svg, png = drawn[name]
    counted = r"\d[\d,]*\)? .*(cards|seats|spirits|games|players|boards)|games.* \d"
    assert any(re.search(counted, text) for text in texts(svg))
    with Image.open(io.BytesIO(png)) as picture:
        assert picture.width == 1040
        pixels = np.asarray(picture.convert("L"))
    assert (pixels < 128).mean() > 0.003
    for edge in (pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]):
        assert (edge > 200).all(), "something is cut off at the edge"


def test_functions_return_their_axes(ax: Axes, analysis: Analysis) -> None:
    tables = analysis.tables
    assert cards.card_points(ax, tables["cards"]) is ax
    assert strategies.totals(Figure().add_subplot(), tables["totals"]).get_title(loc="left") == "Totals"
    assert predictions.rating_history(ax, tables["rating_history"], tables["players"]) is ax
    assert strategies.colours_by_space(ax, tables["spaces"], "B") is ax


def test_cards_are_in_order_with_their_n(ax: Axes, analysis: Analysis) -> None:
    table = analysis.tables["cards"].query("scope == 'all'")
    cards.card_points(ax, table)
    best = table.query("certainty != 'few'").nlargest(1, "points").iloc[0]
    assert ax.get_yticklabels()[0].get_text() == best["card"].replace("-", " ")
    numbers = [label.get_text() for label in ax.child_axes[0].get_yticklabels()]
    assert numbers[0] == f"{best['taken']:,}"


def test_cards_are_called_by_their_names(drawn: dict[str, tuple[bytes, bytes]]) -> None:
    for name in ("card-points", "completion", "card-improvement", "take-rate-and-points", "points-by-round"):
        named = texts(drawn[name][0])
        assert "arctic-fox" not in named
        assert "fennec fox" in named, name


def test_a_chart_of_groups_is_as_high_as_the_groups_drawn(analysis: Analysis) -> None:
    table = analysis.tables["openings"].query("scope == 'all'")
    known = table.assign(certainty="enough", win_points_low=0.5)
    unknown = known.assign(certainty="few", win_points_low=np.nan)
    height = CHARTS["openings"].height
    assert height(pd.concat([known, unknown])) == height(known) > height(unknown)


def test_no_space_has_the_colour_of_paper_which_is_dark_on_a_dark_page(ax: Axes, analysis: Analysis) -> None:
    strategies.colours_by_space(ax, analysis.tables["spaces"], "A")
    fills = np.concatenate([np.asarray(part.get_facecolor()) for part in ax.collections])
    assert 0.99 < fills[:, :3].min(axis=1).max() < 1


def test_few_are_grey_and_last_and_provisional_ones_hollow(ax: Axes) -> None:
    table = pd.DataFrame(
        {
            "card": ["a", "b", "c"],
            "points": [9.0, 5.0, 4.0],
            "points_low": [1.0, 4.0, 3.0],
            "points_high": [12.0, 6.0, 5.0],
            "taken": [3, 50, 500],
            "certainty": ["few", "provisional", "enough"],
        }
    )
    cards.card_points(ax, table)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["b", "c", "a"]
    _, hollow, full, grey = [marks for marks in ax.collections if isinstance(marks, PathCollection)]
    assert len(hollow.get_facecolor()) == 0
    assert to_hex(np.asarray(full.get_facecolor())[0]) == BLUE
    assert to_hex(np.asarray(grey.get_facecolor())[0]) == GREY


def test_a_mean_without_an_interval_is_a_grey_cross_and_comes_last(ax: Axes) -> None:
    table = pd.DataFrame(
        {
            "card": ["a", "b", "c"],
            "points": [9.0, 5.0, 7.0],
            "points_low": [np.nan, 4.0, np.nan],
            "points_high": [np.nan, 6.0, np.nan],
            "taken": [400, 50, 2],
            "certainty": ["enough", "provisional", "few"],
        }
    )
    cards.card_points(ax, table)
    # A mean of few observations without an interval says nothing, so it is left out.
    assert [label.get_text() for label in ax.get_yticklabels()] == ["b", "a"]
    crosses = next(marks for marks in ax.collections if isinstance(marks, PathCollection))
    assert np.asarray(crosses.get_offsets()).tolist() == [[9, 1]]
    assert to_hex(np.asarray(crosses.get_edgecolor())[0]) == GREY


def test_both_arms_of_the_spirits_have_their_n(ax: Axes, analysis: Analysis) -> None:
    table = analysis.tables["spirits"].query("scope == 'all'")
    cards.spirits_chosen(ax, table)
    numbers = [label.get_text() for label in ax.child_axes[0].get_yticklabels()]
    names = [label.get_text() for label in ax.get_yticklabels()]
    rows = table.set_index("card").loc[names]
    assert numbers == [f"{one} / {other}" for one, other in zip(rows["chosen"], rows["declined"], strict=True)]


def test_a_name_is_nearer_to_its_own_point_than_to_any_other() -> None:
    chance = np.random.default_rng(3)
    x, y = chance.random(30), chance.random(30)
    with chart_style():
        figure = Figure(figsize=(5.2, 5.2))
        ax = figure.add_subplot()
        ax.scatter(x, y)
        ax.set(xlim=(-0.1, 1.1), ylim=(-0.1, 1.1))
        name_points(ax, x, y, [f"name {number}" for number in range(30)])
        figure.draw_without_rendering()
        points = ax.transData.transform(np.column_stack([x, y]))
        nearest = []
        for note in ax.texts:
            box = note.get_window_extent()
            across = np.maximum.reduce([box.x0 - points[:, 0], points[:, 0] - box.x1, np.zeros(30)])
            along = np.maximum.reduce([box.y0 - points[:, 1], points[:, 1] - box.y1, np.zeros(30)])
            nearest.append(int(np.hypot(across, along).argmin()))
    led = sum(note.arrow_patch is not None for note in ax.texts)  # type: ignore[attr-defined]
    assert sum(number != place for place, number in enumerate(nearest)) <= led


def test_a_course_of_ratings_needs_dates() -> None:
    undated = analyse(row_tables(Plan(games=40, dates=False)), only=("players", "rating_history"))
    assert "rating-history" not in dict(draw_charts(undated))
    assert (undated.tables["players"]["rating_mu"] > 0).any()


def test_rounds_that_few_games_reach_do_not_continue_the_line(ax: Axes, analysis: Analysis) -> None:
    tempo = analysis.tables["tempo"].query("scope == 'all' and measure == 'score'").copy()
    tempo.loc[tempo["round"] == 6, "n"] = 20
    strategies.score_by_round(ax, tempo)
    assert [line.get_xdata().size for line in ax.lines if line.get_linestyle() == "-"] == [5, 5]  # type: ignore[union-attr]
    labels = [label.get_text() for label in ax.get_xticklabels()]
    assert labels[-1] == "6\n20"


@pytest.mark.parametrize("name", ["$\\frac{", "<script>alert(1)</script>", "שלום 🦊", "a" * 300, "\x1b[31m\n\u202e"])
def test_names_of_any_kind_are_drawn_as_they_are(name: str, analysis: Analysis) -> None:
    table = analysis.tables["players"].assign(name=name)
    with chart_style():
        figure = Figure()
        predictions.rating_history(figure.add_subplot(), analysis.tables["rating_history"], table)
        svg = svg_of(figure)
        assert png_of(figure)
    assert b"<script" not in svg
    assert b"\x1b" not in svg
    said = "\n".join(texts(svg))
    assert "\u202e" not in said
    assert (name[:15] if name.isprintable() else "\ufffd") in said


def test_charts_without_rows_are_not_drawn() -> None:
    nothing = analyse({name: table[:0] for name, table in row_tables(Plan(games=2)).items()})
    assert list(draw_charts(nothing)) == []
    without = analyse(row_tables(Plan(games=20, spirits=False)), only=("spirits", "spaces", "totals"))
    drawn = dict(draw_charts(without))
    assert {"totals", "colours-side-a"} <= drawn.keys()
    assert not {"spirits", "colours-side-b"} & drawn.keys()


def test_the_users_own_settings_do_not_matter(analysis: Analysis, drawn: dict[str, tuple[bytes, bytes]]) -> None:
    import matplotlib

    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "red", "svg.fonttype": "path"}), chart_style():
        [(_, figure)] = draw_charts(analysis, ["totals"])
        assert svg_of(figure) == drawn["totals"][0]


# Machado, Oliveira and Fernandes (2009), full deficiency.
_DEFICIENCIES = {
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}


@pytest.mark.parametrize("deficiency", _DEFICIENCIES)
def test_the_colour_blind_can_distinguish_the_two_main_colours(deficiency: str) -> None:
    def seen(colour: str) -> np.ndarray:
        linear = np.array(to_rgb(colour)) ** 2.2
        return np.clip(np.array(_DEFICIENCIES[deficiency]) @ linear, 0, 1) ** (1 / 2.2)

    assert np.linalg.norm(seen(BLUE) - seen(ORANGE)) > 0.3


def test_lines_of_players_differ_in_dashes_too(ax: Axes, analysis: Analysis) -> None:
    predictions.rating_history(ax, analysis.tables["rating_history"], analysis.tables["players"])
    looks = {(line.get_color(), line.get_linestyle()) for line in ax.lines}
    assert len(looks) == len(ax.lines) == len(SERIES)


def test_texts_of_a_chart_stay_as_they_are() -> None:
    text = '<text style="fill: #22262b" x="1.23456">#22262b 1.23456 url(#x)</text>'
    svg = f'<svg viewBox="0 0 1 1"><g id="a">{text}</g></svg>'
    shown = inline_svg(svg, "chart", 'a "b"')
    assert ">#22262b 1.23456 url(#x)</text>" in shown
    assert 'style="fill: var(--ink)" x="1.2"' in shown
    assert 'aria-label="a &quot;b&quot;"' in shown
