"""What a player could try, and does well: differences from the field beyond chance, in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pandas as pd

from harmonies_cli.report.analysis.cells import written, written_interval
from harmonies_cli.report.analysis.findings import RATE, beyond_chance
from harmonies_cli.rules.board.cards import card_words
from harmonies_cli.statistics.strength.certainty import FEW

__all__ = ["Advice", "player_advice"]

_MOST = 8


class Advice(NamedTuple):
    """Sentences on what to try and what goes well, the rows of the table `field` behind them, and the trend.

    `is_known` is False if the player has too few games for any of them.
    """

    to_try: list[str]
    done_well: list[str]
    rows: pd.DataFrame
    trend: str
    is_known: bool


def player_advice(tables: dict[str, pd.DataFrame]) -> Advice | None:
    """Return advice from the rows of the table `field` that are beyond chance; None without the table."""
    field = tables.get("field")
    if field is None:
        return None
    sure = field[beyond_chance(field)]
    is_row, size = sure["aspect"] == "points by row", sure["difference"].abs()
    sure = pd.concat([sure[is_row].loc[size[is_row].sort_values(ascending=False, kind="stable").index], sure[~is_row]])
    to_try: list[str] = []
    done_well: list[str] = []
    worse = []
    for index, row in zip(sure.index, sure.to_dict("records"), strict=True):
        found = _WORDS[row["aspect"]](row, tables)
        if found is None:
            continue
        is_worse, sentence = found
        (to_try if is_worse else done_well).append(sentence)
        if is_worse:
            worse.append(index)
    is_known = bool((field["certainty"] != FEW).any())
    trend = _trend(tables.get("field_trend")) if is_known else ""
    return Advice(to_try[:_MOST], done_well[:_MOST], sure.loc[worse].head(_MOST), trend, is_known)


def _trend(trend: pd.DataFrame | None) -> str:
    """Return a sentence on whether the player is getting better; empty if unknown."""
    if trend is None or trend.empty:
        return ""
    row = trend.iloc[0].to_dict()
    interval = written_interval(row, "win_points_a_year", "signed")
    if not interval:
        return ""
    change = f"{written(row['win_points_a_year'], 'signed')} win points a year ({interval})"
    if row["win_points_a_year_low"] > 0:
        return f"This player is getting better: {change}."
    if row["win_points_a_year_high"] < 0:
        return f"This player is getting worse: {change}."
    return f"Neither better nor worse over time, beyond chance: {change}."


def _size(row: dict[str, Any], kind: str) -> tuple[str, str]:
    """Return a difference without its sign, and its interval."""
    size = dict(row)
    if row["difference"] < 0:
        size["difference_low"], size["difference_high"] = -row["difference_high"], -row["difference_low"]
    return written(abs(row["difference"]), kind), written_interval(size, "difference", kind)


def _row(row: dict[str, Any], tables: dict[str, pd.DataFrame]) -> tuple[bool, str] | None:
    if row["what"] == "total":
        return None
    worse = row["difference"] < 0
    points, interval = _size(row, "points")
    row_name = "the spirit" if row["what"] == "spirit" else row["what"]
    return worse, f"Scores {points} points {'fewer' if worse else 'more'} from {row_name} than the field ({interval})."


def _cards(row: dict[str, Any], tables: dict[str, pd.DataFrame]) -> tuple[bool, str] | None:
    own, field = row["own"], row["field"]
    if row["what"].startswith("share"):
        own, field = (written(one, "percent") for one in (own, field))
        return row["difference"] < 0, f"Completes {own} of the animal cards taken; the field {field}."
    if row["what"] == "animal cards that scored nothing":
        own, field = (written(one, "ratio") for one in (own, field))
        return row["difference"] > 0, f"Animal cards that score nothing: {own} a game; the field {field}."
    return None


def _pace(row: dict[str, Any], tables: dict[str, pd.DataFrame]) -> tuple[bool, str]:
    if row["what"].startswith("score"):
        worse, when = row["difference"] < 0, row["what"].removeprefix("score ")
        points, interval = _size(row, "points")
        return worse, f"Is {points} points {'behind' if worse else 'ahead of'} the field {when} ({interval})."
    worse, what = row["difference"] > 0, row["what"].removeprefix("round of the ")
    rounds, interval = _size(row, "ratio")
    return worse, f"The {what} comes {rounds} rounds {'later' if worse else 'earlier'} than the field's ({interval})."


def _take(row: dict[str, Any], tables: dict[str, pd.DataFrame]) -> tuple[bool, str] | None:
    """Return a sentence if the player takes too seldom a card that helps to win, or too often one that does not."""
    cards = tables.get("cards")
    if cards is None:
        return None
    card = cards[(cards["card"] == row["what"]) & (cards["improvement_q"] <= RATE)]
    if card.empty:
        return None
    seldom, good = row["difference"] < 0, float(card.iloc[0]["improvement"]) > 0
    own, field = (written(row[name], "percent") for name in ("own", "field"))
    wins = "more often" if good else "less often"
    return seldom == good, (
        f"Takes the {card_words(row['what'])} {own} of the times it could; the field {field}. "
        f"Those who take it win {wins}."
    )


def _points(row: dict[str, Any], tables: dict[str, pd.DataFrame]) -> tuple[bool, str]:
    worse = row["difference"] < 0
    points, interval = _size(row, "points")
    more = "fewer" if worse else "more"
    return worse, f"The {card_words(row['what'])} brings {points} points {more} than to the field ({interval})."


_WORDS: dict[str, Callable[[dict[str, Any], dict[str, pd.DataFrame]], tuple[bool, str] | None]] = {
    "points by row": _row,
    "cards in a game": _cards,
    "pace": _pace,
    "card taken when it could be": _take,
    "points of a card": _points,
}
