"""Board Game Arena logs per second on one core, beside orjson's parsing of the same bytes.

``python -m tests.benchmarks.bga_logs [seconds]``
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import orjson

from harmonies_cli.records.assess import assess
from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.outcome import AssessOptions
from harmonies_cli.records.reader import ReadOptions, read_document
from tests.records.bga.bga_samples import LOGS, PAGE, sample


def rate(work: Callable[[Document], object], documents: list[Document], seconds: float) -> float:
    """Return documents per second of processor time, the best of three runs."""
    best = 0.0
    for _ in range(3):
        done = 0
        start = time.process_time()
        while (spent := time.process_time() - start) < seconds:
            for document in documents:
                work(document)
            done += len(documents)
        best = max(best, done / spent)
    return best


def main() -> None:
    """Print the table."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    documents = [Document(name, None, sample(name)) for name in LOGS if name != PAGE]
    size = sum(len(document.data) for document in documents) / len(documents)
    how = AssessOptions(explain=False)

    def verify(document: Document, *, cross_check: bool) -> None:
        found = assess(read_document(document, ReadOptions(cross_check=cross_check)), how)
        assert found.verdict == "legal"

    baseline = rate(lambda document: orjson.loads(document.data), documents, seconds)
    print(f"{len(documents)} sample logs, {size / 1000:.0f} kB each on average, unpacked")
    print(f"{'':42}{'logs/s':>8}{'x orjson':>10}")
    for name, work in (
        ("orjson: parsed only", None),
        ("read", lambda document: read_document(document, ReadOptions())),
        ("read, replayed, results compared", lambda document: verify(document, cross_check=False)),
        ("... and legal moves compared", lambda document: verify(document, cross_check=True)),
    ):
        found = baseline if work is None else rate(work, documents, seconds)
        print(f"{name:42}{found:8.0f}{baseline / found:10.1f}")


if __name__ == "__main__":
    main()
