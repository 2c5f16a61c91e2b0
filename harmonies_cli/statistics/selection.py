"""Select the games of row tables to analyse, with the reason for each game left out."""

from __future__ import annotations

import datetime
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pandas as pd

from harmonies_cli.errors import UsageError
from harmonies_cli.records.user_choice import no_such_player
from harmonies_cli.rules.board.cards import fold
from harmonies_cli.safe_text import printable

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["SelectedGames", "Selection", "matching_names", "require_date", "select", "with_player"]

_DATE = re.compile(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2})(?:[T ].*)?)?)?")


@dataclass(frozen=True)
class Selection:
    """The games that the user requested; all by default.

    Attributes
    ----------
    players
        Numbers of players; 1 is solo.
    side
        Side of the boards.
    spirits
        With (True) or without (False) Nature's Spirit cards.
    since
        First date, ISO 8601; games without a date are left out.
    min_rating
        The lowest rating allowed for any seat; games with an unrated seat are left out.
    player
        Name or identity of a player, to be compared with all others. It leaves no game out.
    only_legal
        Whether to leave out games that break a rule.
    """

    players: tuple[int, ...] = ()
    side: str | None = None
    spirits: bool | None = None
    since: str | None = None
    min_rating: float | None = None
    player: str | None = None
    only_legal: bool = True

    def in_words(self) -> list[str]:
        """Return the user's choices, a phrase for each."""
        return list(self._phrases())

    def _phrases(self) -> Iterator[str]:
        if self.players:
            yield "players: " + ", ".join("solo" if number == 1 else str(number) for number in self.players)
        if self.side:
            yield f"side {self.side}"
        if self.spirits is not None:
            yield "with Nature's Spirit cards" if self.spirits else "without Nature's Spirit cards"
        if self.since:
            yield f"since {self.since}"
        if self.min_rating is not None:
            yield f"every rating at least {self.min_rating:g}"
        if self.player is not None:
            yield f"{self.player} against the field"
        if not self.only_legal:
            yield "illegal games too"


@dataclass(frozen=True)
class SelectedGames:
    """The games and seats analysed, sorted; and the number of records left out by each reason, even if 0."""

    games: pd.DataFrame
    seats: pd.DataFrame
    records: int
    left_out: dict[str, int]


def select(games: pa.Table | pd.DataFrame, seats: pa.Table | pd.DataFrame, selection: Selection) -> SelectedGames:
    """Return the games that can be analysed and were requested, with their seats.

    Parameters
    ----------
    games, seats
        The row tables of these names.
    selection
        The user's choices.
    """
    games = _frame(games).sort_values("game", ignore_index=True)
    seats = _frame(seats).sort_values(["game", "seat"], ignore_index=True)
    left_out: dict[str, int] = {}
    kept = pd.Series(True, index=games.index)
    for reason, out in _reasons(games, seats, selection):
        left_out[reason] = int((kept & out).sum())
        kept &= ~out
    chosen = games[kept].reset_index(drop=True)
    return SelectedGames(chosen, seats[seats["game"].isin(chosen["game"])].reset_index(drop=True), len(games), left_out)


def _frame(table: pa.Table | pd.DataFrame) -> pd.DataFrame:
    return table if isinstance(table, pd.DataFrame) else table.to_pandas(use_threads=False)


def require_date(since: str) -> None:
    """Raise `UsageError` if a text is not a date."""
    date = _DATE.fullmatch(since)
    if not date or not _exists(*date.group(1, 2, 3)):
        raise UsageError(f'--since "{printable(since)}" is not a date: write 2024-05-31, 2024-05 or 2024')


def _exists(year: str, month: str | None, day: str | None) -> bool:
    try:
        datetime.date(int(year), int(month or 1), int(day or 1))
    except ValueError:
        return False
    return True


def matching_names(wanted: str, names: Collection[str]) -> set[str]:
    """Return the exact name or, without one, all names that differ only in case, accents or hyphens."""
    if wanted in names:
        return {wanted}
    return {name for name in names if fold(wanted) and fold(name) == fold(wanted)}


def with_player(selection: Selection, names: Collection[str]) -> Selection:
    """Return a selection with the player's name as in the games; if several players match, the name stays as typed.

    Parameters
    ----------
    selection
        The user's choices.
    names
        Identities and names of the players.

    Raises
    ------
    UsageError
        If no player has that name.
    """
    if selection.player is None:
        return selection
    found = matching_names(selection.player, names)
    if not found:
        raise UsageError(no_such_player(selection.player, sorted(names)))
    return replace(selection, player=found.pop()) if len(found) == 1 else selection


def _reasons(games: pd.DataFrame, seats: pd.DataFrame, selection: Selection) -> Iterator[tuple[str, pd.Series]]:
    """Yield each reason to leave games out, in the order of the report, and the games that it concerns."""
    verdict = games["verdict"].astype("string")

    def games_of(condition: pd.Series) -> pd.Series:
        return games["game"].isin(seats.loc[condition, "game"])

    yield "invalid", verdict == "invalid"
    if selection.only_legal:
        yield "breaks a rule", verdict == "illegal"
    yield "not final", ~games["finished"].astype("boolean").fillna(True).astype(bool)
    yield "without rows of seats", ~games["game"].isin(seats["game"])
    yield "cards not recorded", games_of(seats["total"].isna() & seats["board"].notna())
    yield "a total not recorded", games_of(seats["total"].isna())
    yield "one board without opponents", (games["players"] == 1) & ~games["solo"].astype("boolean").fillna(False)
    if selection.players:
        yield "another number of players", ~games["players"].isin(selection.players)
    if selection.side:
        yield "the other side", games["side"].astype("string") != selection.side.upper()
    if selection.spirits is not None:
        word = "without spirits" if selection.spirits else "with spirits"
        yield word, games["spirits"].astype("boolean").fillna(not selection.spirits) != selection.spirits
    if selection.since:
        date = games["date"].astype("string")
        yield "without a date", date.isna()
        yield f"before {selection.since}", ~(date.str.slice(0, len(selection.since)) >= selection.since).fillna(False)
    if selection.min_rating is not None:
        yield "without ratings", games_of(seats["rating"].isna())
        yield f"a rating below {selection.min_rating:g}", games_of(seats["rating"] < selection.min_rating)
