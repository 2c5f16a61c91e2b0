"""The first findings of a view, in a player's words: good cards, what winners do, safe leads, the length of games.

Each has a few bars with intervals, and says how certain it is.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate

import pandas as pd

from harmonies_cli.plurals import plural
from harmonies_cli.report.analysis.bars import FirstFinding, bars_of, few_games, few_solo_games, games_by_length
from harmonies_cli.report.analysis.cells import written
from harmonies_cli.report.analysis.findings import RATE
from harmonies_cli.report.analysis.player_advice import player_advice
from harmonies_cli.report.analysis.views import ViewTables
from harmonies_cli.rules.board.cards import card_words
from harmonies_cli.safe_text import printable
from harmonies_cli.statistics.strength.certainty import ENOUGH, FEW
from harmonies_cli.statistics.strength.player_labels import short_name

__all__ = ["first_findings"]

_MOST = 5
_MOST_FINDINGS = 4
_SURE = f"Sure: at most {100 * RATE:.0f} in 100 findings called sure are due to chance."
_FEW_GAMES = 30
_OF_CARDS = (  # the columns used here: few are selected faster than all
    *("card", "certainty", "completion_rate", "points", "points_low", "points_high"),
    *("improvement", "improvement_low", "improvement_high", "improvement_q", "improvement_certainty"),
    *("win_points_taken", "win_points_left"),
)
_A = {"group": "a group", "landscape": "a landscape", "unknown": "an unknown"}
_ROW_NAMES = {"spirit": "the spirit"}


def first_findings(of: ViewTables, player: str | None = None) -> list[FirstFinding]:
    """Return at most four findings about the games of a view, after one about the player, if one is selected."""
    words = of.views[0].words
    found = [
        *_cards(of.tables, words),
        *_winners(of.tables, words),
        *_leads(*of.one_kind("lead_by_round")),
        *_length(*of.one_kind("tempo")),
        *_suns(of.tables.get("solo")),
    ]
    if all(kind["players"] == 1 for kind in of.kinds):
        found = [*few_solo_games(of), *found]
    found = found or [*few_games(of)]
    about_player = _player(of.tables, short_name(printable(player))) if player else ()
    return [*about_player, *found[:_MOST_FINDINGS]]


def _player(tables: dict[str, pd.DataFrame], player: str) -> Iterator[FirstFinding]:
    advice = player_advice(tables)
    if advice is None:
        return
    rows = tables["field"]
    rows = rows[(rows["aspect"] == "points by row") & rows["difference_low"].notna() & (rows["what"] != "total")]
    rows = rows[rows["certainty"] != FEW]
    sentences = advice.to_try or advice.done_well
    nothing = "Nothing stands out: this player differs from the field by no more than chance."
    nothing = nothing if advice.is_known else "Too few games of this player to tell."
    yield FirstFinding(
        f"What {player} does well" if advice.done_well and not advice.to_try else f"What {player} could try",
        " ".join(sentences[:2]) or nothing,
        _SURE if sentences else _interval_words(rows) if len(rows) else "",
        "points by row, less the field",
        *bars_of(rows, "what", "difference", "signed_points", 0.0),
        "field",
    )


def _cards(tables: dict[str, pd.DataFrame], words: str) -> Iterator[FirstFinding]:
    cards = tables.get("cards", tables.get("solo_cards"))
    if cards is None:
        return
    cards = cards.filter(items=_OF_CARDS)
    if "improvement" in cards:
        found = cards[(cards["improvement_q"] <= RATE) & (cards["improvement_certainty"] != FEW)]
        better = found[found["improvement"] > 0].nlargest(_MOST, "improvement")
        if len(better):
            best = better.iloc[0]
            yield FirstFinding(
                f"Cards worth taking{words}",
                f"Players who take the {card_words(best['card'])} win {written(best['win_points_taken'], 'ratio')} "
                f"times their fair share of games; those who leave it, {written(best['win_points_left'], 'ratio')} "
                "times. That does not prove that the card wins: strong players may like it.",
                _SURE,
                "fair shares of wins, takers less leavers, compared like with like",
                *bars_of(better, "card", "improvement", "signed", 0.0),
                "cards",
            )
            return
    ranked = cards[(cards["certainty"] != FEW) & cards["points_low"].notna()].nlargest(_MOST, "points")
    if len(ranked):
        best = ranked.iloc[0]
        nothing = "" if "improvement" not in cards else "No card makes its takers win more often beyond chance. "
        yield FirstFinding(
            f"Cards that score most{words}",
            f"{nothing}The {card_words(best['card'])} brings its takers {written(best['points'], 'points')} points; "
            f"{written(best['completion_rate'], 'percent')} of them complete it.",
            _interval_words(ranked),
            "points for the card",
            *bars_of(ranked, "card", "points", "points"),
            "cards" if "cards" in tables else "solo",
        )


def _winners(tables: dict[str, pd.DataFrame], words: str) -> Iterator[FirstFinding]:
    rows = tables.get("rows")
    if rows is None:
        return
    rows = rows[["row", "certainty", *(f"difference{part}" for part in ("", "_low", "_high", "_q"))]]
    rows = rows[(rows["row"] != "total") & (rows["certainty"] != FEW) & rows["difference_low"].notna()]
    found = rows[rows["difference_q"] <= RATE].sort_values("difference", ascending=False)
    if len(found) and found.iloc[0]["difference"] > 0:
        more = found[found["difference"] > 0]
        named = " and ".join(
            f"{written(row['difference'], 'points')} points more from {_ROW_NAMES.get(row['row'], row['row'])}"
            for row in more[["row", "difference"]].head(2).to_dict("records")
        )
        sentence = f"Winners score {named} than the others of the same game."
        yield FirstFinding(
            f"What winners do differently{words}",
            sentence,
            _SURE,
            "points, winners less the others",
            *bars_of(found.head(7), "row", "difference", "signed_points", 0.0),
            "strategies",
        )
    elif len(rows):
        yield FirstFinding(
            f"What winners do differently{words}",
            "Winners differ in no row of points beyond chance.",
            _interval_words(rows),
            "points, winners less the others",
            *bars_of(rows, "row", "difference", "signed_points", 0.0),
            "strategies",
        )


def _leads(table: pd.DataFrame | None, words: str) -> Iterator[FirstFinding]:
    if table is None:
        return
    ahead = table[table["lead"].str.startswith("ahead") & (table["certainty"] != FEW) & table["win_share_low"].notna()]
    if ahead.empty:
        return
    counts = ahead.groupby("round", sort=False).size()
    stage = counts[counts == counts.max()].index[-1]
    rows = ahead[ahead["round"] == stage]
    safe = rows[rows["win_share_low"] >= 0.9]
    if len(safe):
        sentence = (
            f"In rounds {stage}, a player who is {safe.iloc[0]['lead']} points wins "
            f"{written(safe.iloc[0]['win_share'], 'percent')} of the games."
        )
    else:
        last = rows.iloc[-1]
        sentence = (
            f"No lead is safe in rounds {stage}: a player who is {last['lead']} points wins "
            f"{written(last['win_share'], 'percent')} of the games."
        )
    yield FirstFinding(
        f"How big a lead is safe{words}",
        sentence,
        _interval_words(rows),
        f"share of games won by the leader in rounds {stage}",
        *bars_of(rows, "lead", "win_share", "percent", 0.5),
        "course",
    )


def _length(tempo: pd.DataFrame | None, words: str) -> Iterator[FirstFinding]:
    ends = games_by_length(tempo)
    if (games := sum(ends.values())) < _FEW_GAMES:
        return
    first, half, last = (_quantile(ends, games, share) for share in (0.1, 0.5, 0.9))
    sentence = f"Half of the games are over after {half} rounds; eight in ten last {first} to {last}."
    if first == last:
        sentence = f"At least eight in ten games last {first} rounds."
    shares = [(f"{one} rounds", number / games) for one, number in ends.items()]
    rows = pd.DataFrame(shares, columns=["round", "share"])
    yield FirstFinding(
        f"How long games last{words}",
        sentence,
        f"Counted in {games:,} {plural('game', games)}.",
        "share of the games",
        *bars_of(rows.nlargest(_MOST + 2, "share").sort_index(), "round", "share", "percent", 0.0),
        "strategies",
    )


def _suns(solo: pd.DataFrame | None) -> Iterator[FirstFinding]:
    if solo is None:
        return
    rows = solo[(solo["certainty"] != FEW) & solo["suns_low"].notna()]
    if rows.empty:
        return
    rows = rows.sort_values("suns", ascending=False, kind="stable")
    rows = rows.assign(games=rows["side"] + ", " + rows["spirit_kind"].replace("none", "no") + " spirit")
    best = rows.iloc[0]
    spirit = "without a spirit" if best["spirit_kind"] == "none" else f"with {_A[best['spirit_kind']]} spirit"
    yield FirstFinding(
        "How many suns solo games earn",
        f"Solo games on side {best['side']} {spirit} earn {written(best['suns'], 'ratio')} suns and "
        f"{written(best['total'], 'points')} points on average; the best total is "
        f"{written(rows['best_total'].max(), 'count')}.",
        _interval_words(rows),
        "suns by side and spirit, mean",
        *bars_of(rows, "games", "suns", "ratio", 0.0),
        "solo",
    )


def _quantile(ends: dict[int, int], games: int, share: float) -> int:
    """Return the round after which this share of the games is over."""
    rounds = sorted(ends)
    return rounds[bisect_left(list(accumulate(ends[one] for one in rounds)), share * games)]


def _interval_words(rows: pd.DataFrame) -> str:
    firm = (rows["certainty"] == ENOUGH).all()
    return "Intervals are 95 %." if firm else "Provisional: some rest on few games. Intervals are 95 %."
