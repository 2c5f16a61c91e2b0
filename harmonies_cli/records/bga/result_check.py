"""Compare the site's results with our scoresheets, and put them into a record as claims (docs/bga.md)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from harmonies_cli.records.bga.legacy_scoring import EarlierScoring
from harmonies_cli.records.bga.site_results import SitePlayer, SiteResult
from harmonies_cli.records.outcome import VerifiedRecord
from harmonies_cli.records.problems import Problem
from harmonies_cli.rules.board.cards import CARDS, card_index
from harmonies_cli.rules.replay.faults import RULE_OF, Violation
from harmonies_cli.rules.replay.state import GameState
from harmonies_cli.rules.scoring.scoresheet import CLAIMED_ROWS, Scoresheet

__all__ = ["Difference", "carry", "site_differences", "site_problems", "site_violations"]


def carry(record: dict[str, Any], site: SiteResult, verified: VerifiedRecord) -> list[str]:
    """Put each result of the site that differs from ours into a record as a claim.

    Parameters
    ----------
    record
        The record, which gets the claims.
    site
        The site's results.
    verified
        The record, verified under its own rule set.

    Returns
    -------
    list of str
        Results for which a record has no field, in words.
    """
    if not (verified.finished or verified.kind == "position"):
        return []
    result = record.get("result")
    claims = result["scores"] if result else [player["score"] for player in record["players"]]
    winners = site.winners is not None and list(site.winners) != verified.winners
    lost = []
    for sheet in verified.players:
        player = site.players[sheet.player - 1]
        lost += _carry_player(claims[sheet.player - 1], player, sheet, result or {}, winners=winners)
    if winners and not result:
        lost.append(f"winners: players {', '.join(map(str, site.winners or ()))}")
    return lost


def _carry_player(
    claims: dict[str, int], player: SitePlayer, sheet: Scoresheet, result: Mapping[str, Any], *, winners: bool
) -> list[str]:
    # A record claims the sum of the cards; the result of a game has fields for ranks and cubes.
    carried = {
        "each card": claims.get("animals") != sheet.animals,
        "rank": winners or "ranks" in result,
        "cubes": "cubes" in result,
    }
    lost = []
    for difference in site_differences(player, sheet):
        row, points = difference.row, difference.recorded
        if row in claims:
            # If the site gives a row twice, claim the number that differs from ours.
            if claims[row] == difference.counted and isinstance(points, int):
                claims[row] = points
        elif row == "cards" and isinstance(points, int) and "animals" in claims:
            if claims["animals"] == sheet.animals:
                claims["animals"] = points - claims["spirit"]
        elif not carried.get(row):
            lost.append(f"{sheet.name}: {difference.words}")
    return lost


_IN_WORDS = {"cards": "sum of the cards", "landscapes": "sum of the landscapes", "cubes": "cubes placed"}


class Difference(NamedTuple):
    """A number of the site that differs from ours.

    Attributes
    ----------
    row
        The row of the scoresheet, or ``cards`` (their sum), ``each card``, ``cubes``, ``rank``.
    recorded, counted
        The site's number and ours; ``each card`` compares the points of all cards.
    words
        The difference in words.
    reason
        The part of the site's earlier scoring that explains the difference, if any.
    """

    row: str
    recorded: int | tuple[int, ...]
    counted: int | tuple[int, ...]
    words: str
    reason: str | None = None


def site_violations(
    site: SiteResult, table: GameState, sheets: Sequence[Scoresheet], winners: Sequence[int], date: str | None = None
) -> list[Violation]:
    """Compare the site's results of a game with its replay.

    Parameters
    ----------
    site
        The site's results.
    table
        The table at the end of the game.
    sheets, winners
        Our scoresheets and winners under the rule set ``bga``.
    date
        The record's date: before September 2024 the site's scoring was different.

    Returns
    -------
    list of Violation
        ``site-differs``: one for each player with differences, which lists them all, and one for the winners if they
        differ although no rank does.
    """
    differences = [list(site_differences(player, sheet)) for player, sheet in zip(site.players, sheets, strict=True)]
    if any(differences):
        scoring = EarlierScoring(table, sheets, date)
        for player, found in enumerate(differences):
            scoring.learn(player, {each.row: each.recorded for each in found})
        differences = [
            [each._replace(reason=scoring.reason(player, each.row, each.recorded)) for each in found]
            for player, found in enumerate(differences)
        ]
    violations = [
        _violation(table, sheet.player, f"/result/scores/{sheet.player - 1}", _message(sheet.name, found))
        for sheet, found in zip(sheets, differences, strict=True)
        if found
    ]
    ranks_differ = any(each.row == "rank" for found in differences for each in found)
    if not ranks_differ and _winners_differ(site, winners):
        violations.append(_violation(table, None, "/result/winners", _winners(site, winners)))
    return violations


def site_problems(site: SiteResult, sheets: Sequence[Scoresheet], winners: Sequence[int]) -> list[Problem]:
    """Compare our scoresheets with the results of a page state for which a position record has no field.

    Parameters
    ----------
    site
        The site's results.
    sheets, winners
        Our scoresheets and winners under the rule set ``bga``.

    Returns
    -------
    list of Problem
        ``score-mismatch`` for cards, sums, cubes and winners; the record claims the rows.
    """
    problems = []
    hint = "a record has no field for this: see the boards and cards in the file"
    for sheet in sheets:
        player = site.players[sheet.player - 1]
        claims = player.rows()
        pointer = f"/players/{sheet.player - 1}/score"
        for difference in site_differences(player, sheet):
            if claims.get(difference.row) != difference.recorded:
                problems.append(
                    Problem("score-mismatch", difference.words, pointer=pointer, player=sheet.player, hint=hint)
                )
    if winners and _winners_differ(site, winners):
        problems.append(Problem("score-mismatch", _winners(site, winners), pointer="/players", hint=hint))
    return problems


def site_differences(player: SitePlayer, sheet: Scoresheet) -> Iterator[Difference]:
    """Yield each difference between the site's result of a player and our scoresheet; skip unknowns."""
    counted = _own_rows(sheet)
    for row, points, final in player.numbers:
        ours = counted.get(row)
        if ours is not None and points != ours:
            where = " in the final result" if final and row in ("total", "suns") else ""
            words = f"{_IN_WORDS.get(row, row)}{where}: the site says {points}, we get {ours}"
            yield Difference(row, points, ours, words)
    if player.cards and sheet.cards is not None:
        animals = _descending(player.cards[1:] if player.has_spirit else player.cards)
        ours_each = _descending(card.points or 0 for card in sheet.cards if not CARDS[card_index(card.card)].is_spirit)
        if animals != ours_each:
            words = f"each animal card: the site says {_each(animals)}, we get {_each(ours_each)}"
            yield Difference("each card", animals, ours_each, words)


def _descending(points: Iterable[int]) -> tuple[int, ...]:
    # The site lists the cards without numbers, and not in the order taken.
    return tuple(sorted(points, reverse=True))


def _each(points: Sequence[int]) -> str:
    return " + ".join(map(str, points)) or "none"


def _own_rows(sheet: Scoresheet) -> dict[str, int | None]:
    cards = None if sheet.animals is None or sheet.spirit is None else sheet.animals + sheet.spirit
    cubes = None
    if sheet.animal_cubes is not None and sheet.spirit_cubes is not None:
        cubes = sheet.animal_cubes + sheet.spirit_cubes
    return {row: getattr(sheet, row) for row in CLAIMED_ROWS} | {"cards": cards, "cubes": cubes, "rank": sheet.rank}


def _message(name: str, differences: Sequence[Difference]) -> str:
    reasons = list(dict.fromkeys(each.reason for each in differences if each.reason))
    unexplained = [each.row for each in differences if not each.reason]
    message = f"{name}: the site's result differs from the replay: {'; '.join(each.words for each in differences)}"
    if not reasons:
        return message
    which = f", except {', '.join(unexplained)}" if unexplained else ""
    return f"{message} (explained by the site's earlier scoring{which}: {'; '.join(reasons)})"


def _winners_differ(site: SiteResult, winners: Sequence[int]) -> bool:
    return site.winners is not None and sorted(site.winners) != sorted(winners)


def _winners(site: SiteResult, winners: Sequence[int]) -> str:
    recorded, counted = (", ".join(map(str, sorted(numbers))) or "nobody" for numbers in (site.winners or (), winners))
    return f"winners: the site says {recorded}, we get {counted}"


def _violation(table: GameState, player: int | None, pointer: str, message: str) -> Violation:
    return Violation("site-differs", table.turn or None, player, None, pointer, message, RULE_OF["site-differs"])
