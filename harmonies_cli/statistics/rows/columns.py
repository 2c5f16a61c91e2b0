"""The row tables and their columns: names, types, units and meanings (docs/data-dictionary.md).

This is the contract between the code that writes tables and the code that reads them; the data dictionary is generated
from it.
"""

from __future__ import annotations

from harmonies_cli.review.result import PARTS
from harmonies_cli.rules.scoring.scoresheet import POINT_ROWS
from harmonies_cli.statistics.rows.column import (
    ANIMAL_IDS,
    CARDS_UNKNOWN,
    GAME,
    GAMES,
    NOT_GAME,
    NOT_ON_SHEET,
    PAPER,
    POSITION,
    ROUND,
    SEAT,
    SPIRIT_IDS,
    TOKEN_SETS,
    TURN,
    Column,
    ColumnType,
    TableSpec,
)

__all__ = [
    "CARDS",
    "FORMAT_VERSION",
    "GAMES",
    "OFFERS",
    "POINT_ROWS",
    "SEATS",
    "SPIRITS",
    "TABLES",
    "TOKEN_SETS",
    "TURNS",
    "TURN_KINDS",
    "Column",
    "ColumnType",
    "TableSpec",
]
NOT_REVIEWED = "exported without --with-review, or not all choices judged"
TURN_KINDS = ("sound", "doubtful", "mistake")


SEATS = (
    GAME,
    SEAT,
    Column("player", "string", "Identifies the player across games: the id, or else the exact name"),
    Column("name", "string", "The player's name"),
    Column("rating", "double", "Rating as recorded", "the source's rating points", nullable="not recorded"),
    Column("trees", "int16", "Points of the trees", "points", nullable=NOT_ON_SHEET),
    Column("mountains", "int16", "Points of the mountains", "points", nullable=NOT_ON_SHEET),
    Column("fields", "int16", "Points of the fields", "points", nullable=NOT_ON_SHEET),
    Column("buildings", "int16", "Points of the buildings", "points", nullable=NOT_ON_SHEET),
    Column("water", "int16", "Points of the river (side A) or the islands (side B)", "points", nullable=NOT_ON_SHEET),
    Column("landscapes", "int16", "Sum of the five landscape rows", "points", nullable=NOT_ON_SHEET),
    Column("animals", "int16", "Points of the animal cards", "points", nullable=CARDS_UNKNOWN),
    Column("spirit", "int16", "Points of the Nature's Spirit card", "points", nullable=CARDS_UNKNOWN),
    Column("total", "int16", "All points", "points", nullable=CARDS_UNKNOWN),
    Column("suns", "int8", "Suns of a solo game", "suns", nullable="not solo, not finished, or spirit unknown"),
    Column("rank", "int8", "Rank by total, ties broken by cubes; equal players share a rank", nullable=CARDS_UNKNOWN),
    Column(
        "win_share",
        "double",
        "1 for the winner, 1/k for each of k players who share the victory, 0 for the others",
        "games",
        nullable="not finished, or cards unknown",
    ),
    Column("cards_taken", "int8", "Animal cards taken", "cards", nullable=CARDS_UNKNOWN),
    Column("cards_completed", "int8", "Animal cards with all cubes placed", "cards", nullable=CARDS_UNKNOWN),
    Column("animal_cubes", "int8", "Cubes placed from animal cards", "cubes", nullable=CARDS_UNKNOWN),
    Column("spirit_cubes", "int8", "Cubes placed from the Nature's Spirit card", "cubes", nullable=CARDS_UNKNOWN),
    Column(
        "spirit_card",
        "category",
        "The Nature's Spirit card chosen",
        nullable="none chosen, or unknown",
        values=SPIRIT_IDS,
    ),
    Column("empty_spaces", "int8", "Empty spaces of the board", "spaces", nullable=PAPER),
    Column("turns", "int16", "Completed turns", "turns", nullable=NOT_GAME),
    Column(
        "board",
        "string",
        "Stacks, bottom to top, in board order: column a from the top, then b; . is an empty space, / divides columns",
        nullable=PAPER,
    ),
)


CARDS = (
    GAME,
    SEAT,
    Column("card", "category", "The animal card taken", values=ANIMAL_IDS),
    Column("turn_taken", "int16", "Turn of the game in which it was taken", "from 1", nullable=NOT_GAME),
    Column("round_taken", "int16", "The seat's own turn in which it was taken", "from 1", nullable=NOT_GAME),
    Column("position", "int8", "Place in the row", "from 1", nullable=f"row unknown, or {NOT_GAME}"),
    Column(
        "turns_on_offer",
        "int16",
        "Earlier turns, of any player, that began with the card in the row; 0 if it was taken at the first opportunity",
        "turns",
        nullable=f"row unknown, or {NOT_GAME}",
    ),
    Column("cubes", "int8", "Cubes placed", "cubes"),
    Column("points", "int16", "Points of the last cube placed", "points"),
    Column("share_of_maximum", "double", "Points as a share of those of the completed card", "0 to 1"),
    Column("completed", "bool", "Whether all cubes were placed"),
    Column(
        "turn_completed",
        "int16",
        "Turn of the game in which the last cube was placed",
        "from 1",
        nullable=f"not completed, or {NOT_GAME}",
    ),
    Column(
        "turns_held",
        "int16",
        "The seat's own turns from taking the card to its last cube or the end of the record, inclusive",
        "turns",
        nullable=NOT_GAME,
    ),
)

OFFERS = (
    GAME,
    TURN,
    SEAT,
    ROUND,
    POSITION,
    Column("card", "category", "An animal card in the row when the seat began its turn", values=ANIMAL_IDS),
    Column("turns_on_offer", "int16", "Earlier turns, of any player, that began with the card in the row", "turns"),
    Column("taken", "bool", "Whether the seat took it this turn"),
)

SPIRITS = (
    GAME,
    SEAT,
    Column("card", "category", "A Nature's Spirit card dealt to the seat or chosen by it", values=SPIRIT_IDS),
    Column("dealt", "bool", "Whether it was dealt to the seat", nullable="the deal is not recorded"),
    Column("chosen", "bool", "Whether the seat chose it"),
    Column("placed", "bool", "Whether its cube was placed", nullable="not chosen"),
    Column(
        "turn_placed",
        "int16",
        "Turn of the game in which its cube was placed",
        "from 1",
        nullable=f"not placed, or {NOT_GAME}",
    ),
    Column("points", "int16", "Points it scored", "points", nullable="not chosen"),
)

TURNS = (
    GAME,
    TURN,
    SEAT,
    ROUND,
    Column("space", "int8", "Central space taken", "from 1", nullable="none taken, or unknown"),
    Column("tokens_taken", "category", "Letters of the tokens taken", nullable="not recorded", values=TOKEN_SETS),
    *(
        Column(
            f"offered_{space}",
            "category",
            f"Letters of the tokens on central space {space} when the turn began; empty for none",
            nullable="not recorded" if space <= 3 else "not recorded, or solo, which has 3 spaces",
            values=TOKEN_SETS,
        )
        for space in range(1, 6)
    ),
    Column("trees", "int16", "Points of the seat's trees after the turn", "points"),
    Column("mountains", "int16", "Points of its mountains", "points"),
    Column("fields", "int16", "Points of its fields", "points"),
    Column("buildings", "int16", "Points of its buildings", "points"),
    Column("water", "int16", "Points of its river or islands", "points"),
    Column("animals", "int16", "Points of its animal cards", "points"),
    Column("spirit", "int16", "Points of its Nature's Spirit card", "points"),
    Column("total", "int16", "All its points", "points"),
    Column("empty_spaces", "int8", "Empty spaces of its board", "spaces"),
    Column(
        "loss",
        "double",
        "What the turn cost against the best turn found; slightly below 0 means 0",
        "points",
        nullable=NOT_REVIEWED,
    ),
    Column("error", "double", "Standard error of the loss; 0 if the loss is exact", "points", nullable=NOT_REVIEWED),
    Column("class", "category", "The review's class for the turn", nullable=NOT_REVIEWED, values=TURN_KINDS),
    *(
        Column(
            f"loss_{part}",
            "double",
            f"The part of the loss due to the choice of the {part}",
            "points",
            nullable=NOT_REVIEWED if part != "spirit" else f"{NOT_REVIEWED}, or no spirit to choose",
        )
        for part in PARTS
    ),
    Column(
        "luck",
        "double",
        "How many more points the central board and the row offered than expected",
        "points",
        nullable=NOT_REVIEWED,
    ),
)


FORMAT_VERSION = 3
"""Raised whenever a column is renamed, removed, or changes its type or meaning."""

TABLES: dict[str, TableSpec] = {
    spec.name: spec
    for spec in (
        TableSpec("games", "A record, legal or not; only legal ones have rows in the other tables", ("game",), GAMES),
        TableSpec("seats", "A player of a game or position: the unit of observation", ("game", "seat"), SEATS),
        TableSpec("cards", "An animal card taken", ("game", "seat", "card"), CARDS),
        TableSpec(
            "offers",
            "A known card in the row when a seat began its turn, whether or not the seat could take a card",
            ("game", "turn", "position"),
            OFFERS,
        ),
        TableSpec(
            "spirits", "A Nature's Spirit card dealt to a seat or chosen by it", ("game", "seat", "card"), SPIRITS
        ),
        TableSpec("turns", "A completed turn, with the seat's score after it", ("game", "turn"), TURNS),
    )
}
"""The row tables by name."""
