"""The transcripts and verdicts stored in tests/data, and how they are made."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec

from harmonies_cli.records.assess import assess
from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.notation import Game
from harmonies_cli.records.outcome import AssessOptions, VerifiedRecord
from harmonies_cli.records.reader import Reading, ReadOptions, read_document
from harmonies_cli.report.replay.folded import replay_of
from harmonies_cli.report.replay.steps import Replay
from harmonies_cli.report.replay.transcript import transcript

ROOT = Path(__file__).resolve().parents[3]
SAMPLES = ROOT / "samples" / "games"
RECORDED = ROOT / "tests" / "data" / "games"
TRANSCRIPTS = ROOT / "tests" / "data" / "transcripts"
VERDICTS = ROOT / "tests" / "data" / "samples"
OF_RECORDED = ("1p_A_spirits-00", "2p_A_spirits-06", "2p_B_spirits-09", "3p_A_spirits-11", "4p_B_spirits-15")
OF_ILLEGAL = ("x0284-habitat", "x0369-refill", "x0419-over", "x0448-unfinished")


def documents() -> Iterator[tuple[str, Document]]:
    """Yield the name and text of every record with a stored transcript, samples first."""
    for path in sample_files():
        yield path.stem, Document(path.relative_to(ROOT).as_posix(), None, path.read_bytes())
    for name in OF_RECORDED:
        path = RECORDED / f"{name}.json"
        yield name, Document(path.relative_to(ROOT).as_posix(), None, path.read_bytes())
    illegal = {case["record"]["id"]: case["record"] for case in json.loads((RECORDED / "illegal.json").read_bytes())}
    for name in OF_ILLEGAL:
        yield name, Document("illegal.jsonl", None, json.dumps(illegal[name]).encode())


def sample_files() -> list[Path]:
    """Return the sample games."""
    return sorted(SAMPLES.glob("*.json"))


def read(document: Document) -> tuple[Reading, VerifiedRecord]:
    """Return a document as read, and its verdict."""
    reading = read_document(document, ReadOptions())
    return reading, assess(reading, AssessOptions())


def replayed(document: Document) -> Replay:
    """Return a document's game as a replay."""
    reading, verified = read(document)
    assert isinstance(reading.record, Game)
    return replay_of(reading.record, verified)


@cache
def replay_named(name: str) -> Replay:
    """Return the replay of a record with a stored transcript."""
    return replayed(dict(documents())[name])


def stored_files() -> Iterator[tuple[Path, str]]:
    """Yield the path and text of everything that is stored."""
    for name, document in documents():
        lines = transcript(replayed(document))
        yield TRANSCRIPTS / f"{name}.txt", "".join(f"{line.rstrip()}\n" for line in lines)
    for path in sample_files():
        _, verified = read(Document(path.relative_to(ROOT).as_posix(), None, path.read_bytes()))
        element = json.loads(msgspec.json.encode(verified))
        yield VERDICTS / f"{path.stem}.expected.json", json.dumps(element, indent=1, ensure_ascii=False) + "\n"
