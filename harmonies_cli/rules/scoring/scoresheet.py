"""A player's scoresheet: the rows of the pad, cards, reasons, points under the other rule set (docs/rules.md 7, 8)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from harmonies_cli.rules.board.cards import CARDS
from harmonies_cli.rules.board.sides import Side
from harmonies_cli.rules.scoring.landscapes import RULE_SETS, RuleSet, dry_rows, split, water_points
from harmonies_cli.rules.scoring.score_items import Item, landscape_items, spirit_sheet_items
from harmonies_cli.rules.scoring.spirits import spirit_points

__all__ = [
    "CLAIMED_ROWS",
    "LANDSCAPE_ROWS",
    "POINT_ROWS",
    "ROWS",
    "CardScore",
    "OtherRules",
    "PlacedCards",
    "Scoresheet",
    "score_board",
]

LANDSCAPE_ROWS = ("trees", "mountains", "fields", "buildings", "water")
"""The rows that depend on the board alone."""
POINT_ROWS = (*LANDSCAPE_ROWS, "animals", "spirit")
"""The rows that add up to the total."""
ROWS = (*LANDSCAPE_ROWS, "landscapes", "animals", "spirit", "total")
"""All rows, with the sums."""
CLAIMED_ROWS = (*ROWS, "suns")
"""The rows that a record may claim."""


PlacedCards = Sequence[tuple[int, int]]
"""A player's cards: index in `CARDS` and number of cubes placed."""


class CardScore(msgspec.Struct, frozen=True, gc=False):
    """A card on a scoresheet: its id, the cubes placed, and its points.

    The points are None for a spirit on a paper sheet without the spirit row.
    """

    card: str
    placed: int
    points: int | None


class OtherRules(msgspec.Struct, frozen=True, gc=False):
    """The water row and the total under another rule set, if they differ."""

    rules: str
    water: int
    total: int | None


class Scoresheet(msgspec.Struct):
    """A player's scoresheet, with the fields of docs/notation.md "Scoresheet".

    Attributes
    ----------
    player
        Number from 1 in turn order.
    trees, mountains, fields, buildings, water
        Points by landscape row; None at runtime if a paper sheet lacks the row.
    landscapes
        Their sum.
    animals, spirit, total
        Points; None if the player's cards are unknown.
    animal_cubes, spirit_cubes
        Cubes placed; None if the cards are unknown.
    cards
        The cards with their points, including the spirit; None if unknown.
    items
        The reasons; empty unless requested.
    rank, winner, suns
        Filled in by `game_end.rank`.
    other_rules
        Set if the score differs under the other rule set.
    """

    player: int
    name: str
    trees: int
    mountains: int
    fields: int
    buildings: int
    water: int
    landscapes: int
    animals: int | None
    spirit: int | None
    total: int | None
    animal_cubes: int | None
    spirit_cubes: int | None
    cards: list[CardScore] | None
    items: list[Item]
    rank: int | None = None
    winner: bool | None = None
    suns: int | None = None
    other_rules: OtherRules | None = None


_ANIMAL_SCORES = tuple(
    tuple(CardScore(card.id, placed, points) for placed, points in enumerate((0, *card.points))) for card in CARDS
)
_IS_SPIRIT = tuple(card.is_spirit for card in CARDS)


@lru_cache(8192)
def _spirit(card: int, placed: int, points: int) -> CardScore:
    return CardScore(CARDS[card].id, placed, points)


def score_board(
    side: Side,
    board: int,
    cards: PlacedCards | None,
    *,
    player: int,
    name: str,
    rules: RuleSet = "rulebook",
    explain: bool = True,
) -> Scoresheet:
    """Score one player.

    Parameters
    ----------
    side
        The side of the board.
    board
        The board as one integer with a lane for each kind of stack (see `sides` and `tokens`).
    cards
        The player's cards with the cubes placed; None if unknown.
    player, name
        The player's number and name.
    rules
        The rule set.
    explain
        Whether to include the items.

    Returns
    -------
    Scoresheet
        Without rank, winner and suns, which need the other players: see `game_end.rank`.
    """
    masks = split(board)
    items: list[Item] = []
    if explain:
        rows = []
        for row in landscape_items(side, masks, rules):
            rows.append(sum([item.points for item in row]))
            items += row
        trees, mountains, fields, buildings, water = rows
        # On side B the rule sets agree.
        by_rules = (water, water) if side.has_islands else water_points(side, masks.water)
    else:
        trees, mountains, fields, buildings = dry_rows(side, masks)
        by_rules = water_points(side, masks.water)
        water = by_rules[RULE_SETS.index(rules)]
    land = trees + mountains + fields + buildings + water
    animals = spirit = animal_cubes = spirit_cubes = total = None
    sheet_cards = None
    if cards is not None:
        animals = spirit = animal_cubes = spirit_cubes = 0
        sheet_cards = []
        for card, placed in cards:
            if _IS_SPIRIT[card]:
                points = spirit_points(side, card, masks) if placed else 0
                spirit += points
                spirit_cubes += placed
                sheet_cards.append(_spirit(card, placed, points))
                if explain:
                    items += spirit_sheet_items(side, card, masks, placed)
            else:
                score = _ANIMAL_SCORES[card][placed]
                animals += score.points or 0
                animal_cubes += placed
                sheet_cards.append(score)
        total = land + animals + spirit
    other = None
    for other_rules, other_water in zip(RULE_SETS, by_rules, strict=True):
        if other_water != water:
            other = OtherRules(other_rules, other_water, None if total is None else total - water + other_water)
    return Scoresheet(
        player,
        name,
        trees,
        mountains,
        fields,
        buildings,
        water,
        land,
        animals,
        spirit,
        total,
        animal_cubes,
        spirit_cubes,
        sheet_cards,
        items,
        other_rules=other,
    )
