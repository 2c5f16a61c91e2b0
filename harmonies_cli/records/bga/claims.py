"""The site's results as claims of a record of the notation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from harmonies_cli.records.bga.result_check import site_differences
from harmonies_cli.records.bga.site_results import SitePlayer, SiteResult
from harmonies_cli.records.outcome import VerifiedRecord
from harmonies_cli.rules.scoring.scoresheet import Scoresheet

__all__ = ["carry"]


def carry(record: dict[str, Any], site: SiteResult, verified: VerifiedRecord) -> list[str]:
    """Put each result of the site that differs from ours into a record as a claim.

    Parameters
    ----------
    record
        The record, whose claims are changed.
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
        said = site.players[sheet.player - 1]
        lost += _carry_player(claims[sheet.player - 1], said, sheet, result or {}, winners=winners)
    if winners and not result:
        lost.append(f"winners: players {', '.join(map(str, site.winners or ()))}")
    return lost


def _carry_player(
    claims: dict[str, int], said: SitePlayer, sheet: Scoresheet, result: Mapping[str, Any], *, winners: bool
) -> list[str]:
    # Cards are claimed by their sum; the result of a game has fields for ranks and cubes.
    carried = {
        "each card": claims.get("animals") != sheet.animals,
        "rank": winners or "ranks" in result,
        "cubes": "cubes" in result,
    }
    lost = []
    for difference in site_differences(said, sheet):
        row, points = difference.row, difference.said
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
