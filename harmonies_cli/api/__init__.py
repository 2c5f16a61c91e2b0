"""Records, boards, scores, verdicts and studies as objects for notebooks: ``import harmonies_cli as h``."""

from __future__ import annotations

from harmonies_cli.api.analyses import Analysis, Chart
from harmonies_cli.api.board_views import Board, Boards, Progress, Replay
from harmonies_cli.api.catalogue_views import Cards, Codes, Rulings, cards, codes, rules
from harmonies_cli.api.display import to_frame
from harmonies_cli.api.exports import Export, Formatted, export, format  # noqa: A004 - the command's name
from harmonies_cli.api.judgements import Verification, review
from harmonies_cli.api.many import analyse, tables
from harmonies_cli.api.reading import InvalidRecordError, read, read_all, record, samples
from harmonies_cli.api.record_kinds import Game, Position, Unreadable
from harmonies_cli.api.record_views import Record
from harmonies_cli.api.scores import Explanation, Scores
from harmonies_cli.api.simulations import Tournament, simulate, tournament
from harmonies_cli.api.written_records import Conversion, convert, new, save

__all__ = [
    "Analysis",
    "Board",
    "Boards",
    "Cards",
    "Chart",
    "Codes",
    "Conversion",
    "Explanation",
    "Export",
    "Formatted",
    "Game",
    "InvalidRecordError",
    "Position",
    "Progress",
    "Record",
    "Replay",
    "Rulings",
    "Scores",
    "Tournament",
    "Unreadable",
    "Verification",
    "analyse",
    "cards",
    "codes",
    "convert",
    "export",
    "format",
    "new",
    "read",
    "read_all",
    "record",
    "review",
    "rules",
    "samples",
    "save",
    "simulate",
    "tables",
    "to_frame",
    "tournament",
]
