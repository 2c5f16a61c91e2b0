"""The columns of the tables `cards`, `offers`, `spirits` and `turns`."""

from __future__ import annotations

from harmonies_cli.statistics.column import (
    ANIMAL_IDS,
    GAME,
    NOT_GAME,
    POSITION,
    ROUND,
    SEAT,
    SPIRIT_IDS,
    TOKEN_SETS,
    TURN,
    Column,
)

__all__ = ["CARDS", "OFFERS", "SPIRITS", "TURNS"]

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
    Column("share_of_maximum", "double", "Points as a share of what the completed card gives", "0 to 1"),
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
        "The seat's own turns from the taking to the last cube or the end of the record, both counted",
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
    Column("taken", "bool", "Whether the seat took it in this turn"),
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
    Column("points", "int16", "Points that it gave", "points", nullable="not chosen"),
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
)
