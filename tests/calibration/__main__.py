"""Run the calibration: `python -m tests.calibration [--analyses N] [--seed N] [SCENARIO ...]`; it may take hours."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

import numpy as np

from harmonies_cli.statistics.analysis import analyse
from tests.calibration.drawing import Drawing, Players, drawn, pool
from tests.calibration.measuring import NULL, Tally

_MIXED = (2, 3, 4)
_CARD, _WORSE = "otter", "koala"
_POOL = {2: 400, 3: 150, 4: 100}
SCENARIOS = {
    "null, 2 players, 400 games": Drawing(400),
    "null, mixed, 100 games": Drawing(100, _MIXED),
    "null, mixed, 700 games": Drawing(700, _MIXED),
    "cards of +0.8 and -0.8, 400 games": Drawing(400, cards={_CARD: 0.8, _WORSE: -0.8}),
    "cards of +0.8 and -0.8, 1500 games": Drawing(1500, cards={_CARD: 0.8, _WORSE: -0.8}),
    "first seat of +0.3, 700 games": Drawing(700, first_seat=0.3),
    "players, a worthless card liked": Drawing(700, people=Players(liked=_CARD)),
    "rated players, a worthless card liked": Drawing(700, people=Players(liked=_CARD, rated=True)),
    "a pair of +1.5, 1500 games": Drawing(1500, pairs={(_CARD, _WORSE): 1.5}),
    "1 game": Drawing(1),
    "5 games": Drawing(5),
    "30 games": Drawing(30),
    "one player only": Drawing(60, people=Players(number=2, spread=0)),
    "60 equal games": Drawing(60, equal=True),
}
_TRUTHS = {
    ("cards", "logit", _CARD): 0.8,
    ("cards", "logit", _WORSE): -0.8,
}
_TABLES = sorted({number.table for number in NULL})


def main(arguments: list[str]) -> None:
    """Run the requested scenarios, and print the results as Markdown."""
    parser = argparse.ArgumentParser(prog="python -m tests.calibration", description=__doc__)
    parser.add_argument(
        "scenarios", nargs="*", metavar="SCENARIO", help="beginning of a scenario's name (default: all scenarios)"
    )
    parser.add_argument("--analyses", type=int, default=1000, help="analyses of each scenario (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="seed of all chance (default: %(default)s)")
    asked = parser.parse_args(arguments)
    for name, drawing in SCENARIOS.items():
        if not asked.scenarios or any(name.startswith(one) for one in asked.scenarios):
            for line in report(name, run(drawing, asked.analyses, asked.seed)):
                print(line, flush=True)


def run(drawing: Drawing, analyses: int, seed: int) -> Tally:
    """Return the counts over the analyses of a scenario."""
    pools = {players: pool(players, _POOL[players]) for players in drawing.players}
    liked = drawing.people.liked if drawing.people else ""
    tally = Tally(_TRUTHS if drawing.cards else None, liked or next(iter(drawing.cards), ""))
    for number in range(analyses):
        tally.add(analyse(drawn(drawing, pools, 1_000_000 * seed + number), only=_TABLES))
    return tally


def report(name: str, tally: Tally) -> Iterator[str]:
    """Yield the counts of a scenario as a Markdown table."""
    yield f"### {name}: {tally.analyses} analyses"
    yield ""
    yield f"Intervals without width: {tally.widthless}."
    yield ""
    yield "| table | number | intervals | coverage | p < .05 | any q <= .05 | bias | planted found |"
    yield "| --- | --- | --: | --: | --: | --: | --: | --: |"
    for (table, column), one in tally.measured.items():
        if one.rows == 0:
            continue
        shares = one.share("held", "rows"), one.share("small", "tests"), one.share("findings", "analyses")
        cells = [f"{share:.3f}" if share == share else "" for share in shares]
        if one.tests == 0:
            cells[2] = ""
        found = f"{one.share('found', 'planted'):.3f}" if one.planted else ""
        bias = f"{np.mean(one.errors):+.3f}"
        yield f"| {table} | {column} | {one.rows} | {cells[0]} | {cells[1]} | {cells[2]} | {bias} | {found} |"
    for column, one in tally.of_watched.items():
        if one.rows and column in ("improvement", "improvement_adjusted", "logit"):
            row = f"{one.rows} | {one.share('held', 'rows'):.3f} |  |  | {np.mean(one.errors):+.3f}"
            yield f"| cards | {column} of the card | {row} |  |"
    yield ""


if __name__ == "__main__":
    main(sys.argv[1:])
