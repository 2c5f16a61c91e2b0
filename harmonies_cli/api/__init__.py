"""Records, boards, scores and verdicts as objects for programs and notebooks: ``import harmonies_cli as h``."""

from __future__ import annotations

from harmonies_cli.api.board_views import Board, Boards
from harmonies_cli.api.frames import to_frame
from harmonies_cli.api.many import analyse, reviews, tables
from harmonies_cli.api.reading import InvalidRecordError, read, read_all, record
from harmonies_cli.api.record_views import Game, Position, Record, Unreadable
from harmonies_cli.api.replay_progress import Progress
from harmonies_cli.api.scores import Explanation, Scores
from harmonies_cli.api.verification import Verification

__all__ = [
    "Board",
    "Boards",
    "Explanation",
    "Game",
    "InvalidRecordError",
    "Position",
    "Progress",
    "Record",
    "Scores",
    "Unreadable",
    "Verification",
    "analyse",
    "read",
    "read_all",
    "record",
    "reviews",
    "tables",
    "to_frame",
]
