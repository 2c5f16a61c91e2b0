"""The jobs that commands do on records, and their output."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from harmonies_cli.batch.parallel import pieces_of
from harmonies_cli.records.files.record_output import RecordJob, RecordOutput, join_outputs
from harmonies_cli.records.outcome import AssessOptions
from harmonies_cli.records.reader import ReadOptions
from harmonies_cli.report.convert_job import ConvertJob
from harmonies_cli.report.formats import Options
from harmonies_cli.report.scoresheets.score_job import ScoreJob
from harmonies_cli.report.verdicts.verify_job import VerifyJob

DATA = Path(__file__).parents[1] / "data"
SOURCES = [str(DATA / "games"), str(DATA / "statistics" / "records.jsonl"), str(DATA / "bga"), str(DATA / "positions")]
HOW = AssessOptions(keep_going=True)
READ = ReadOptions()
WORKS: dict[str, RecordJob] = {
    "verify text": VerifyJob(HOW, READ, scores=True),
    "verify json": VerifyJob(HOW, READ, "json"),
    "verify jsonl": VerifyJob(HOW, READ, "jsonl", quiet=True),
    "verify json quiet": VerifyJob(HOW, READ, "json", quiet=True),
    "score text": ScoreJob(HOW, READ, options=Options(explain=True)),
    "score json": ScoreJob(HOW, READ, "json", player="1"),
    "score csv": ScoreJob(HOW, READ, "csv"),
    "score markdown": ScoreJob(HOW, READ, "markdown"),
    "convert": ConvertJob(READ, anonymous=True, key=b"secret"),
}


def made(work: RecordJob, paths: Sequence[str] = SOURCES, **workers: Any) -> RecordOutput:
    return join_outputs(pieces_of(work, paths, **workers), work.separator)


class KillAfter:
    """Counts the chunks done, and kills a process once after `chunks` of them."""

    def __init__(self, chunks: int, pid: Callable[[], int]) -> None:
        self.chunks = chunks
        self.pid = pid

    def __call__(self, size: int, records: int) -> None:
        self.chunks -= 1
        if self.chunks == 0:
            os.kill(self.pid(), signal.SIGKILL)
