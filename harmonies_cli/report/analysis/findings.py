"""Sentences on an analysis: what it covers, how certain it is, which rows differ beyond chance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import pandas as pd

from harmonies_cli.report.analysis.cells import written
from harmonies_cli.rules.board.cards import card_words
from harmonies_cli.safe_text import printable
from harmonies_cli.statistics.analysis import ALL, Analysis
from harmonies_cli.statistics.strength.certainty import ENOUGH, FEW
from harmonies_cli.statistics.strength.player_labels import player_labels

__all__ = ["RATE", "beyond_chance", "findings", "rule_sets", "sureness", "who_played"]

RATE = 0.05
"""The highest false discovery rate of a finding."""
_MOST = 5
_RULES = {"rulebook": "the rulebook", "bga": "Board Game Arena"}


class _Headline(NamedTuple):
    """The subject of a sentence.

    Attributes
    ----------
    topic
        The words before the sentence.
    table, name, column, q
        The table, and its columns of names, of the measure and of the q-value.
    unit
        What the measure counts.
    more, fewer
        The predicates of the rows above the average, and of those below.
    average
        The average of the measure.
    one_kind
        Whether kinds of game cannot be combined; if so, the sentence is about the kind with the most seats.
    """

    topic: str
    table: str
    name: str
    column: str
    q: str
    unit: str
    more: str
    fewer: str
    average: float = 0.0
    one_kind: bool = False


_HEADLINES = (
    _Headline(
        *("Cards, points", "cards", "card", "points_over_others", "points_over_others_q", "points"),
        *("Score more than the other cards", "Score less than the other cards"),
    ),
    _Headline(
        *("Taking a card", "cards", "card", "improvement", "improvement_q", "win points"),
        *("Takers win more often than those who left it", "Takers win less often"),
    ),
    _Headline(
        *("Card for card", "cards", "card", "logit", "logit_q", "log odds of winning"),
        *("Worth more than an average card", "Worth less than an average card"),
    ),
    _Headline(
        *("Spirits", "spirits", "card", "improvement", "improvement_q", "win points"),
        *("Those who chose it win more often than those who declined it", "Those who chose it win less often"),
    ),
    _Headline(
        *("Pairs", "pairs", "pair", "points_synergy_shrunk", "points_synergy_q", "points"),
        *("Bring more together than alone", "Bring less together than alone"),
    ),
    _Headline(
        *("Archetypes", "archetypes", "archetype", "win_points", "win_points_q", "win points"),
        *("Win more often than average", "Win less often", 1.0),
    ),
    _Headline(
        *("Openings", "openings", "opening", "win_points", "win_points_q", "win points"),
        *("Win more often than average", "Win less often", 1.0),
    ),
    _Headline(
        *("Seat order", "seats", "seat", "win_points", "win_points_q", "win points"),
        *("Wins more often than by chance", "Wins less often", 1.0, True),
    ),
    _Headline(
        *("Players", "players", "name", "win_points", "win_points_q", "win points"),
        *("Win more often than average", "Win less often", 1.0),
    ),
    _Headline(
        *("Against the field", "field", "what", "difference_shrunk", "difference_q", "points"),
        *("More than the field", "Less than the field"),
    ),
)


def rule_sets(analysis: Analysis) -> str:
    """Return the rule sets of the games, with the number of games of each."""
    parts = [f"{_RULES.get(name, name)} ({number:,})" for name, number in analysis.rules.items()]
    return "Scored by the rules of " + " and ".join(parts) + "." if parts else ""


def who_played(analysis: Analysis) -> str:
    """Return sentences on the bots that played, and what that means for people; empty if none did."""
    if not analysis.bots:
        return ""
    parts = [f"{printable(name)} in {number:,}" for name, number in analysis.bots.items()]
    games = f"{analysis.games:,} game{'s' * (analysis.games != 1)}"
    return f"Bots played: {', '.join(parts)} of {games}. What wins among bots need not win among people."


def findings(analysis: Analysis) -> Iterator[tuple[str, str]]:
    """Yield the topics, each with a sentence."""
    labels = player_labels(analysis.tables.get("players"))
    for headline in _HEADLINES:
        table = analysis.tables.get(headline.table)
        if table is None or len(table) == 0:
            continue
        rows, kind = _one_population(table, analysis, headline.one_kind)
        if headline.table == "field":
            rows = rows[rows["aspect"] == "points by row"]
            rows = rows.assign(difference_q=rows["difference_q"].where(beyond_chance(rows), 1.0))
        rows = rows[rows[headline.q].notna() & rows[headline.column].notna()]
        if len(rows) > 1:
            of_kind = f" This is for {kind}." if kind else ""
            yield headline.topic, _ends(_named(rows, headline, labels), headline) + of_kind
        if headline.table == "pairs":
            yield from _rows(analysis)
    yield from _losses(analysis)


def beyond_chance(field: pd.DataFrame) -> pd.Series[bool]:
    """Return which rows of the table `field` are beyond chance.

    They are those whose interval, pulled towards the field, excludes 0, and that remain significant after allowing for
    all comparisons of the table.
    """
    low, high = (field[f"difference_shrunk_{end}"].fillna(field[f"difference_{end}"]) for end in ("low", "high"))
    return (field["certainty"] != FEW) & (field["difference_q"] <= RATE) & ((low > 0) | (high < 0))


def _one_population(table: pd.DataFrame, analysis: Analysis, one_kind: bool) -> tuple[pd.DataFrame, str]:
    """Return the rows for all games, adjusted for their kinds, or for the kind of game with most seats."""
    if "scope" not in table:
        return table, ""
    kinds = analysis.kinds[analysis.kinds["players"] > 1]
    if one_kind and len(kinds) > 1:
        kind = str(kinds.loc[kinds["seats"].idxmax(), "kind"])
        return table[table["scope"] == kind], kind
    return table[table["scope"] == ALL], ""


def _named(rows: pd.DataFrame, headline: _Headline, labels: Mapping[str, str]) -> pd.DataFrame:
    if headline.name == "pair":
        rows = rows.assign(pair=rows["card"] + " and " + rows["partner"])
    if headline.name in ("card", "pair"):
        return rows.assign(**{headline.name: rows[headline.name].map(card_words)})
    if headline.name == "seat":
        return rows.assign(seat=rows["seat"].astype(str).radd("seat "))
    if headline.name == "name":
        names = rows["name"].astype(str).map(printable)
        return rows.assign(name=rows["player"].map(labels).where(rows["player"].isin(labels), names))
    return rows


def _rows(analysis: Analysis) -> Iterator[tuple[str, str]]:
    table = analysis.tables.get("rows")
    if table is None or len(table) == 0:
        return
    rows = table[(table["scope"] == ALL) & (table["row"] != "total") & table["margin_share_low"].notna()]
    if len(rows) > 1:
        first, second = rows.nlargest(2, "margin_share").to_dict("records")
        yield (
            "Rows",
            f"Most of the margin comes from {first['row']} ({written(first['margin_share'], 'percent')}; "
            f"{written(first['margin_share_shuffled'], 'percent')} if rows were shuffled), then from {second['row']} "
            f"({written(second['margin_share'], 'percent')}; {written(second['margin_share_shuffled'], 'percent')}).",
        )


def _losses(analysis: Analysis) -> Iterator[tuple[str, str]]:
    table = analysis.tables.get("losses")
    if table is None or len(table) == 0:
        return
    rows = table[(table["scope"] == ALL) & (table["phase"] != "all")]
    worst = rows[rows["choice"] != "all"].nlargest(1, "loss").iloc[0]
    whole = table[(table["scope"] == ALL) & (table["phase"] == "all") & (table["choice"] == "all")].iloc[0]
    yield (
        "Mistakes",
        f"A turn costs {written(whole['loss'], 'ratio')} points against the best found, and "
        f"{written(whole['mistakes_rate'], 'percent')} of the turns are mistakes. Most is lost in the "
        f"{worst['phase']}, by the choice of the {worst['choice']} ({written(worst['loss'], 'ratio')} points a turn).",
    )


def _ends(rows: pd.DataFrame, headline: _Headline) -> str:
    """Return a sentence on the rows that differ from the average beyond chance."""
    rows = rows.assign(over=rows[headline.column] - headline.average)
    found = rows[rows[headline.q] <= RATE].sort_values("over", ascending=False, kind="stable")
    tested = len(rows)
    if found.empty:
        return f"None of {tested} differs beyond chance."
    above, below = found[found["over"] > 0], found[found["over"] < 0].iloc[::-1]
    parts = [
        f"{words}: {_listed(part, headline)}."
        for words, part in ((headline.more, above), (headline.fewer, below))
        if len(part)
    ]
    return f"{len(found)} of {tested} beyond chance, in {headline.unit}. {' '.join(parts)}"


def _listed(rows: pd.DataFrame, headline: _Headline) -> str:
    kind = "signed_points" if headline.unit == "points" else "signed"
    first = rows.head(_MOST)
    shown = [f"{one} ({written(over, kind)})" for one, over in zip(first[headline.name], first["over"], strict=True)]
    more = f" and {len(rows) - _MOST} more" if len(rows) > _MOST else ""
    return ", ".join(shown) + more


def sureness(analysis: Analysis) -> list[str]:
    """Return sentences on how many rows have enough observations, and how wide the intervals are."""
    return list(_sentences(analysis))


def _sentences(analysis: Analysis) -> Iterator[str]:
    limits = analysis.limits
    for name, what in (
        ("cards", "animal cards"),
        ("spirits", "spirits"),
        ("archetypes", "archetypes"),
        ("players", "players"),
    ):
        table = analysis.tables.get(name)
        if table is None or len(table) == 0:
            continue
        rows = table[table["scope"] == "all"] if "scope" in table else table
        firm, few = (int((rows["certainty"] == kind).sum()) for kind in (ENOUGH, FEW))
        sentence = f"{firm} of {len(rows)} {what} have {limits.firm} observations or more"
        yield sentence + (f", {few} fewer than {limits.ranked}." if few else ".")
    cards = analysis.tables.get("cards")
    if cards is not None and len(cards):
        rows = cards[(cards["scope"] == "all") & (cards["certainty"] != FEW)]
        reach = (rows["win_points_taken_high"] - rows["win_points_taken_low"]).median() / 2
        if reach == reach:
            yield f"Win points of a typical card are known to ±{reach:.2f} (1 is average)."
