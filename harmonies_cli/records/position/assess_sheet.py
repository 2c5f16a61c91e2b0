"""Check and rank a paper score sheet: the players' rows and totals, without boards (docs/notation.md, Position)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import UnsetType

from harmonies_cli.records.game.claims import claimed_rows, solo_of_several
from harmonies_cli.records.notation import PaperSheet, SheetPlayer
from harmonies_cli.records.outcome import VerifiedRecord
from harmonies_cli.records.position.typed_cards import TypedCards, cards_at_two, read_cards
from harmonies_cli.records.problems import Problem
from harmonies_cli.records.reader import Reading
from harmonies_cli.rules.board.cards import CARDS
from harmonies_cli.rules.scoring.possible_points import animal_points, possible_suns, spirit_row_points, why_impossible
from harmonies_cli.rules.scoring.scoresheet import LANDSCAPE_ROWS, ROWS, CardScore, Scoresheet

__all__ = ["assess_sheet", "sheet_problems"]

_SUMS = {"landscapes": LANDSCAPE_ROWS, "total": ("landscapes", "animals", "spirit")}
_REMEDY = "look at the sheet again"


def assess_sheet(found: VerifiedRecord, sheet: PaperSheet, reading: Reading, side: str | None) -> None:
    """Check and rank a paper sheet, and put the outcome into `found`.

    Parameters
    ----------
    found
        The outcome so far.
    sheet, reading
        The sheet, and its reading.
    side
        The side to assume in place of the recorded one.
    """
    found.kind = "position"
    found.side = side or _side_of(sheet)
    spirits = _value_or_none(sheet.spirits)
    hands: list[TypedCards] = []
    for number, player in enumerate(sheet.players, 1):
        typed = read_cards(player, number, spirits=spirits)
        hands.append(typed)
        found.players.append(_scores(player, number, typed))
    problems = _sheet_problems(sheet, found.side, hands)
    if sheet.unfinished is True:
        found.not_final = "the record says that the game continues"
    found.finished = sheet.unfinished is not True
    _rank(found)
    if problems:
        from harmonies_cli.records.json.locations import in_order, locate

        found.problems = in_order(locate(problems, reading.data, reading.line))
    else:
        found.verdict = "legal"


def sheet_problems(sheet: PaperSheet) -> list[Problem]:
    """Return the impossible parts of a sheet as problems, without places in the text."""
    spirits = _value_or_none(sheet.spirits)
    hands = [read_cards(player, number, spirits=spirits) for number, player in enumerate(sheet.players, 1)]
    return _sheet_problems(sheet, _side_of(sheet), hands)


def _sheet_problems(sheet: PaperSheet, side: str | None, hands: Sequence[TypedCards]) -> list[Problem]:
    problems: list[Problem] = []
    spirits = _value_or_none(sheet.spirits)
    for number, (player, typed) in enumerate(zip(sheet.players, hands, strict=True), 1):
        problems += typed.problems
        problems += _problems(player, number, typed, side, spirits=spirits, solo=sheet.solo is True)
    return [*problems, *solo_of_several(sheet), *cards_at_two(hands)]


def _side_of(sheet: PaperSheet) -> str | None:
    return None if isinstance(sheet.side, UnsetType) else sheet.side.upper()


def _value_or_none(field: bool | UnsetType) -> bool | None:
    return None if isinstance(field, UnsetType) else field


def _rows_with_sums(player: SheetPlayer) -> dict[str, int]:
    """Return the rows of a player and the sums that follow from them."""
    rows = claimed_rows(player.score)
    for row, parts in _SUMS.items():
        if row not in rows and all(part in rows for part in parts):
            rows[row] = sum(rows[part] for part in parts)
    return rows


def _scores(player: SheetPlayer, number: int, typed: TypedCards) -> Scoresheet:
    rows = _rows_with_sums(player)
    cards = cubes = spirit_cubes = None
    if typed.cards is not None:
        cards, cubes, spirit_cubes = [], 0, 0
        for card, placed in typed.cards:
            if CARDS[card].is_spirit:
                spirit_cubes += placed
                cards.append(CardScore(CARDS[card].id, placed, rows.get("spirit") if placed else 0))
            else:
                cubes += placed
                cards.append(CardScore(CARDS[card].id, placed, (0, *CARDS[card].points)[placed]))
    points: dict[str, Any] = {row: rows.get(row) for row in ROWS}
    return Scoresheet(
        player=number,
        name=player.name,
        **points,
        animal_cubes=cubes,
        spirit_cubes=spirit_cubes,
        cards=cards,
        items=[],
        suns=rows.get("suns"),
    )


def _rank(found: VerifiedRecord) -> None:
    """Rank the players by their totals; equal players share a rank."""
    totals = [sheet.total for sheet in found.players if sheet.total is not None]
    if len(totals) < len(found.players):
        return
    for sheet, total in zip(found.players, totals, strict=True):
        sheet.rank = 1 + sum(other > total for other in totals)
        if found.finished:
            sheet.winner = sheet.rank == 1
    found.winners = [sheet.player for sheet in found.players if sheet.winner]


def _problems(
    player: SheetPlayer, number: int, typed: TypedCards, side: str | None, *, spirits: bool | None, solo: bool
) -> Iterator[Problem]:
    rows = claimed_rows(player.score)
    pointer = f"/players/{number - 1}/score"

    def problem(code: str, row: str, message: str) -> Problem:
        place = pointer if isinstance(player.score, int) else f"{pointer}/{row}"
        return Problem(code, f"{row}: {message}", pointer=place, player=number, hint=_REMEDY)

    for row, points in rows.items():
        why = why_impossible(row, points, side)
        if why is not None:
            yield problem("score-impossible", row, f"no board gives {points}: {why}")
        elif row == "animals" and not animal_points(None if typed.problems else typed.cards) >> points & 1:
            which = "these cards with these cubes do not" if typed.cards is not None else "no cards"
            yield problem("score-impossible", row, f"{which} add up to {points}")
        elif row == "spirit" and not _spirit_row(typed, spirits) >> points & 1:
            yield problem("score-impossible", row, f"{_whose_points(typed, spirits)} {points} points")
        elif row == "suns" and not solo:
            yield problem("score-mismatch", row, f"{points} claimed, but only solo games earn suns")
    known: dict[str, int] = dict(rows)
    for row, parts in _SUMS.items():
        there = [known[part] for part in parts if part in known]
        if len(there) == len(parts):
            known.setdefault(row, sum(there))
            if known[row] != sum(there):
                yield problem("score-mismatch", row, f"{known[row]} claimed, but the rows add up to {sum(there)}")
        elif row in known and known[row] < sum(there):
            yield problem("score-mismatch", row, f"{known[row]} claimed, but the rows given add up to {sum(there)}")
        elif row not in known and there:
            known[f"{row} at least"] = sum(there)
    if solo and "suns" in rows and "total" in known:
        possible = possible_suns(known["total"], side, spirits=spirits, spirit=_spirit_of(typed))
        if rows["suns"] not in possible:
            worth = " or ".join(map(str, sorted(possible)))
            yield problem(
                "score-mismatch", "suns", f"{rows['suns']} claimed, but a total of {known['total']} is worth {worth}"
            )
    least = known.get("landscapes at least", 0) + sum(known.get(part, 0) for part in ("animals", "spirit"))
    if "landscapes" not in known and known.get("total", least) < least:
        yield problem("score-mismatch", "total", f"{known['total']} claimed, but the rows given add up to {least}")


def _spirit_of(typed: TypedCards) -> int | None:
    return next((card for card, _ in typed.cards or () if CARDS[card].is_spirit), None)


def _spirit_row(typed: TypedCards, spirits: bool | None) -> int:
    """Return the set of points that the spirit row can have, as bits."""
    if typed.cards is None or typed.problems:
        return 1 if spirits is False else spirit_row_points(None)
    placed = [card for card, cubes in typed.cards if CARDS[card].is_spirit and cubes]
    return spirit_row_points(placed[0]) if placed else 1


def _whose_points(typed: TypedCards, spirits: bool | None) -> str:
    """Return the beginning of the sentence that refuses points of the spirit row."""
    if spirits is False:
        return "without spirits there are no"
    if typed.cards is None or typed.problems:
        return "no spirit gives"
    placed = [CARDS[card].words for card, cubes in typed.cards if CARDS[card].is_spirit and cubes]
    return f"the {placed[0]} does not give" if placed else "no cube of a spirit is placed, so there are no"
