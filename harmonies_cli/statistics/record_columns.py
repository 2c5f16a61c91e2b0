"""The columns of the tables `games` and `seats`."""

from __future__ import annotations

from harmonies_cli.rules.landscapes import RULE_SETS
from harmonies_cli.rules.sides import SIDES
from harmonies_cli.statistics.column import CARDS_UNKNOWN, GAME, NOT_GAME, NOT_READ, SEAT, SPIRIT_IDS, Column

__all__ = ["GAMES", "SEATS"]

GAMES = (
    GAME,
    Column("id", "string", "The record's id", nullable="the record has none"),
    Column("source", "string", "The file that the record was read from, or - for standard input"),
    Column("line", "int64", "Line of the file", "from 1", nullable="the record is the whole file"),
    Column("date", "string", "Date as recorded, ISO 8601", nullable="the record has none"),
    Column("kind", "category", "Full game or final boards", nullable=NOT_READ, values=("game", "position")),
    Column("players", "int8", "Number of players", "players", nullable=NOT_READ),
    Column("solo", "bool", "Whether it was played by the solo rules", nullable=NOT_READ),
    Column("side", "category", "Side of the boards", nullable=NOT_READ, values=tuple(SIDES)),
    Column("spirits", "bool", "Whether Nature's Spirit cards were in play", nullable=NOT_READ),
    Column("rules", "category", "Rule set of the scores", values=RULE_SETS),
    Column("turns", "int16", "Turns recorded", "turns", nullable=f"{NOT_READ}, or is {NOT_GAME}"),
    Column(
        "rounds",
        "int16",
        "Rounds begun: turns of the first player in the record",
        "rounds",
        nullable=f"{NOT_READ}, or is {NOT_GAME}",
    ),
    Column("finished", "bool", "Whether the game reached its end", nullable=f"{NOT_READ}, or is {NOT_GAME}"),
    Column(
        "end",
        "category",
        "What brought the end about: few empty spaces, or an empty pouch",
        nullable=f"not finished, or {NOT_GAME}",
        values=("spaces", "pouch"),
    ),
    Column("winner_score", "int16", "Total of the winners", "points", nullable="nobody has won, or cards unknown"),
    Column(
        "margin",
        "int16",
        "Total of the winners less the best total of the others; 0 where the victory is shared or a tie was broken",
        "points",
        nullable="nobody has won, or one player",
    ),
    Column(
        "verdict",
        "category",
        "Whether the record agrees with the rules, breaks one, or cannot be read",
        values=("legal", "illegal", "invalid"),
    ),
    Column("fault", "string", "Code of the first broken rule or problem", nullable="legal"),
)

SEATS = (
    GAME,
    SEAT,
    Column("player", "string", "Who it is over many games: the player's id, or else the exact name"),
    Column("name", "string", "The player's name"),
    Column("rating", "double", "Rating as recorded", "the source's rating points", nullable="not recorded"),
    Column("trees", "int16", "Points of the trees", "points"),
    Column("mountains", "int16", "Points of the mountains", "points"),
    Column("fields", "int16", "Points of the fields", "points"),
    Column("buildings", "int16", "Points of the buildings", "points"),
    Column("water", "int16", "Points of the river (side A) or the islands (side B)", "points"),
    Column("landscapes", "int16", "Sum of the five landscape rows", "points"),
    Column("animals", "int16", "Points of the animal cards", "points", nullable=CARDS_UNKNOWN),
    Column("spirit", "int16", "Points of the Nature's Spirit card", "points", nullable=CARDS_UNKNOWN),
    Column("total", "int16", "All points", "points", nullable=CARDS_UNKNOWN),
    Column("suns", "int8", "Suns of a solo game", "suns", nullable="not solo, not finished, or spirit unknown"),
    Column("rank", "int8", "Rank by total and, in a tie, cubes; equal players share it", nullable=CARDS_UNKNOWN),
    Column(
        "win_share",
        "double",
        "1 for the winner, 1/k for each of k that share the victory, 0 for the others",
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
    Column("empty_spaces", "int8", "Empty spaces of the board", "spaces"),
    Column("turns", "int16", "Turns played to their end", "turns", nullable=NOT_GAME),
    Column(
        "board",
        "string",
        "Stacks, bottom to top, in board order: column a from the top, then b; . is an empty space, / parts columns",
    ),
)
