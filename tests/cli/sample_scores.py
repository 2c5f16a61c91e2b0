"""The sample positions, and their scores stored in tests/data/samples.

Run as a program, it rewrites the stored scores; read the diff before you commit it.
"""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.command import ROOT, run, within

__all__ = ["EXPLAINED", "SAMPLES", "SCORES", "explained", "scored"]

SAMPLES = sorted(
    path.relative_to(ROOT) for path in [*ROOT.glob("samples/*.json"), *ROOT.glob("samples/positions/*.json")]
)
STORED = ROOT / "tests" / "data" / "samples"
SCORES = {sample: STORED / f"{sample.stem}.score.json" for sample in SAMPLES}
EXPLAINED = {sample: STORED / f"{sample.stem}.txt" for sample in SAMPLES}


def scored(sample: Path) -> str:
    """Return the element of the JSON output, indented for people."""
    with within(ROOT):
        (element,) = run("score", sample, "--format", "json").records
    return json.dumps(element, indent=1, ensure_ascii=False) + "\n"


def explained(sample: Path) -> str:
    """Return the scoresheet with its reasons."""
    with within(ROOT):
        return run("score", sample, "--explain").out


if __name__ == "__main__":
    STORED.mkdir(exist_ok=True)
    for each in SAMPLES:
        SCORES[each].write_text(scored(each), encoding="utf-8")
        EXPLAINED[each].write_text(explained(each), encoding="utf-8")
