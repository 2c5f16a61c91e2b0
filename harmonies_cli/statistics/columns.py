"""The row tables and their columns: names, types, units and meanings (METRICS.md, Row tables).

This is the contract between what writes tables and what reads them; the data dictionary is generated from it.
"""

from __future__ import annotations

from harmonies_cli.statistics.column import TOKEN_SETS, Column, ColumnType, TableSpec
from harmonies_cli.statistics.move_columns import CARDS, OFFERS, SPIRITS, TURNS
from harmonies_cli.statistics.record_columns import GAMES, SEATS

__all__ = ["FORMAT_VERSION", "POINT_ROWS", "TABLES", "TOKEN_SETS", "Column", "ColumnType", "TableSpec"]

FORMAT_VERSION = 1
"""Raised whenever a column is renamed, removed, or changes its type or meaning."""

POINT_ROWS = ("trees", "mountains", "fields", "buildings", "water", "animals", "spirit")
"""The rows of points that add up to a total."""

TABLES: dict[str, TableSpec] = {
    spec.name: spec
    for spec in (
        TableSpec("games", "A record, legal or not; only legal ones have rows in the other tables", ("game",), GAMES),
        TableSpec("seats", "A player of a game or position: the unit of observation", ("game", "seat"), SEATS),
        TableSpec("cards", "An animal card taken", ("game", "seat", "card"), CARDS),
        TableSpec(
            "offers",
            "A known card of the row when a seat began its turn, whether or not the seat could take one",
            ("game", "turn", "position"),
            OFFERS,
        ),
        TableSpec(
            "spirits", "A Nature's Spirit card dealt to a seat or chosen by it", ("game", "seat", "card"), SPIRITS
        ),
        TableSpec("turns", "A turn played to its end, with the seat's score after it", ("game", "turn"), TURNS),
    )
}
"""The row tables by name."""
