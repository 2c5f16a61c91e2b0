"""Turn a chunk of records into row tables: the function mapped over all chunks."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field

from harmonies_cli.batch.record_chunks import Chunk
from harmonies_cli.records.notation import Game
from harmonies_cli.records.outcome import AssessOptions
from harmonies_cli.records.reader import ReadOptions, read_document
from harmonies_cli.review.result import TurnReview
from harmonies_cli.rules.scoring.landscapes import RuleSet
from harmonies_cli.safe_text import printable
from harmonies_cli.statistics.rows.collector import RowCollector
from harmonies_cli.statistics.rows.record_hash import content_hash
from harmonies_cli.statistics.rows.rejected import RejectedRecord, rejection

__all__ = ["ChunkRows", "RowOptions", "RowsOfChunk"]


@dataclass(frozen=True, slots=True)
class RowOptions:
    """The options that decide the rows of a record.

    Attributes
    ----------
    rules
        The rule set to score under; None for the one that the record names.
    side
        The side to assume: it replaces the side of a position, and is used for a log that names none.
    include_illegal
        Whether illegal games that could be replayed to the end have rows in all tables.
    with_review
        Whether to review the turns; a game takes some seconds.
    """

    rules: RuleSet | None = None
    side: str | None = None
    include_illegal: bool = False
    with_review: bool = False


@dataclass(slots=True)
class ChunkRows:
    """The result of a chunk.

    Attributes
    ----------
    tables
        The row tables, each as the bytes of a Parquet file; none if the chunk holds nothing new.
    hashes
        Hashes of the records in the tables, in order.
    records, repeated, known
        Numbers of records read, repeated within the chunk, and known before.
    rejected
        The records that are not legal, by their hashes.
    notes
        Remarks on logged plays, each with its place.
    """

    tables: dict[str, bytes] = field(default_factory=dict)
    hashes: list[int] = field(default_factory=list)
    records: int = 0
    repeated: int = 0
    known: int = 0
    rejected: dict[int, RejectedRecord] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class RowsOfChunk:
    """Reads, assesses and tabulates a chunk.

    Parameters
    ----------
    options
        The options of the rows.
    known
        Sorted hashes of legal records to skip.
    """

    options: RowOptions
    known: Sequence[int] = field(default_factory=lambda: array("q"), repr=False)

    def __call__(self, chunk: Chunk) -> ChunkRows:
        """Return the rows of a chunk."""
        options = self.options
        reading_options = ReadOptions(side=options.side)
        how = AssessOptions(rules=options.rules, side=options.side, explain=False)
        collector = RowCollector(how, options.include_illegal, _reviews if options.with_review else None)
        done = ChunkRows()
        seen: set[int] = set()
        for document in chunk.documents():
            reading = read_document(document, reading_options)
            if reading.is_made:
                done.notes += [f"{printable(reading.source)}: {note}" for note in reading.notes]
            identity = content_hash(reading)
            done.records += 1
            if identity in seen:
                done.repeated += 1
            elif self.known and self._is_known(identity):
                done.known += 1
            else:
                found = collector.add(reading, identity)
                done.hashes.append(identity)
                if found.verdict != "legal":
                    done.rejected[identity] = rejection(found)
            seen.add(identity)
        if done.hashes:
            from harmonies_cli.statistics.files.arrow import packed_tables

            done.tables = packed_tables(collector.tables())
        return done

    def _is_known(self, identity: int) -> bool:
        place = bisect_left(self.known, identity)
        return place < len(self.known) and self.known[place] == identity


def _reviews(game: Game) -> list[TurnReview]:
    """Return the reviews of all turns of a game."""
    from harmonies_cli.review.game_review import Plan, chosen_turns, review_numbered

    plan = Plan()
    return review_numbered(game, chosen_turns(game, plan), plan)
