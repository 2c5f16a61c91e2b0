"""How to make each strength table: sums added up over parts of the games, and the table made from the sums."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from harmonies_cli.statistics.strength.archetypes import (
    archetypes_sums,
    archetypes_table,
    openings_sums,
    openings_table,
)
from harmonies_cli.statistics.strength.cards import cards_sums, cards_table, improvement_sums
from harmonies_cli.statistics.strength.certainty import Columns, Limits
from harmonies_cli.statistics.strength.losses import losses_sums, losses_table
from harmonies_cli.statistics.strength.offers import (
    card_groups_sums,
    card_groups_table,
    card_trend_table,
    offers_sums,
    offers_table,
)
from harmonies_cli.statistics.strength.pairs import pairs_sums, pairs_table
from harmonies_cli.statistics.strength.rows import rows_sums, rows_table
from harmonies_cli.statistics.strength.sample import Sample, Sums
from harmonies_cli.statistics.strength.seats import (
    boards_sums,
    colours_sums,
    colours_table,
    ends_sums,
    ends_table,
    seats_sums,
    seats_table,
    spaces_table,
    tempo_sums,
    tempo_table,
    totals_table,
)
from harmonies_cli.statistics.strength.spirits import choice_sums, solo_sums, spirits_sums, spirits_table

__all__ = ["MAKERS", "OF_SHEETS", "SUMS", "Maker"]


@dataclass(frozen=True)
class Maker:
    """How to make a table from sums and from the games themselves.

    Attributes
    ----------
    sums
        Returns the sums of a part of the games, to be added up.
    table
        Returns the table.
    whole
        Returns sums by kind of game that need all games of a kind together.
    sheets
        Whether paper sheets count; only their points are known.
    """

    sums: tuple[Callable[[Sample], dict[str, Any]], ...]
    table: Callable[[Sums, Sample, Limits], Columns]
    whole: Callable[[Sample], dict[str, Any]] | None = None
    sheets: bool = False


MAKERS = {
    "cards": Maker((cards_sums, offers_sums), cards_table, improvement_sums),
    "card_groups": Maker((card_groups_sums,), card_groups_table),
    "card_trend": Maker((), card_trend_table),
    "offers": Maker((offers_sums,), offers_table),
    "spirits": Maker((spirits_sums,), spirits_table, choice_sums),
    "rows": Maker((rows_sums,), rows_table, sheets=True),
    "archetypes": Maker((archetypes_sums,), archetypes_table),
    "openings": Maker((openings_sums,), openings_table),
    "seats": Maker((seats_sums,), seats_table),
    "colours": Maker((colours_sums,), colours_table),
    "tempo": Maker((tempo_sums,), tempo_table),
    "ends": Maker((ends_sums,), ends_table),
    "losses": Maker((losses_sums,), losses_table),
    "pairs": Maker((pairs_sums,), pairs_table),
    "totals": Maker((boards_sums,), totals_table, sheets=True),
    "spaces": Maker((boards_sums,), spaces_table, sheets=True),
}
SUMS: dict[str, tuple[Callable[[Sample], dict[str, Any]], ...]] = {
    **{name: maker.sums for name, maker in MAKERS.items()},
    "solo": (solo_sums,),
    "solo_cards": (cards_sums,),
}
"""Makes the sums of a part for each table."""
OF_SHEETS = (rows_sums, boards_sums, solo_sums)
"""The same for tables in which paper sheets count."""
