"""A script as users write it: a study with the documented API, checked by ``mypy --strict`` in the tests."""

from __future__ import annotations

import sys
from pathlib import Path

import pandas as pd

import harmonies_cli as h


def totals(folder: Path) -> pd.DataFrame:
    """Return a row for each player of the legal records of a folder."""
    legal = [record for record in h.read_all(folder) if record.verify().is_legal]
    frame = h.to_frame(record.scores() for record in legal)
    return frame[frame["total"].notna()]


def study(folder: Path, output: Path) -> h.Analysis:
    """Analyse the games of a folder and of two bots, and write the report and a chart."""
    game: h.Game | h.Position = h.read(folder / "games" / "three-players-side-b.json")
    if isinstance(game, h.Game):
        print(game.turns, game.solo, game.spirits, game.date, game.replay(turns=3), game.progress().to_frame().shape)
    board: h.Board = game.board("Ben")
    output.mkdir(exist_ok=True)
    (output / "board.png").write_bytes(board.png())
    number: int = h.save(h.simulate(6, players=2, bots=["random", "random:card=0"], seed=1), output / "games.jsonl")
    rows: dict[str, pd.DataFrame] = h.tables([folder / "games", output / "games.jsonl"], rules="rulebook")
    mean = rows["seats"].groupby("name")["total"].mean()
    print(number, mean.round(1).to_dict())
    analysis = h.analyse(rows, players=[2, 3], tables=["rows", "seats"])
    (output / "rows.svg").write_text(analysis.chart("row-points").svg(), "utf-8")
    analysis.save(output / "study", charts=[])
    return analysis


def main() -> None:
    """Run the study on the samples."""
    output = Path(sys.argv[1])
    h.samples(output / "samples")
    print(int(totals(output / "samples").groupby("name")["total"].max().max()))
    analysis = study(output / "samples", output)
    print(analysis.games, sorted(analysis.tables), [card.id for card in h.cards("fox")], len(h.rules("water")))
    for conversion in h.convert(output / "samples" / "bga"):
        print(repr(conversion.record), conversion.lost)
    try:
        h.read(output / "nothing.json")
    except h.HarmoniesError as error:
        print(error)


if __name__ == "__main__":
    main()
