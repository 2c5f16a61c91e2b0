"""Fit the model of who wins that replays use: ``python -m tests.training.win_model --games 1200``.

The script plays games of the greedy bot against itself on deals that nothing else uses, half of them with spirits. For
each number of players and each side, it fits the winner to the standings after each turn. One half of the games shows
from which round on the model of the other half beats equal chances. Run it again when the greedy bot or the terms
change.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.game.assess_game import game_log
from harmonies_cli.records.notation import Game
from harmonies_cli.records.reader import ReadOptions, read_document
from harmonies_cli.rules.board.sides import SIDES
from harmonies_cli.rules.replay.replay import fold, scoresheets
from harmonies_cli.simulate.series import SimulatedGame, Terms, fixtures_of, play_fixtures
from harmonies_cli.statistics.strength.logit import conditional_logit
from harmonies_cli.statistics.win_model import MODEL_FILE, Standing, WinFit, WinModel, chances, win_terms

SEED = 7_000_000
BOT = "greedy"
ERRORS = 3.0
"""Standard errors by which predictions for a round must beat equal chances."""


class Played:
    """The standings after each turn of a game except the last, and the winner.

    Parameters
    ----------
    game
        The simulated game.
    """

    def __init__(self, game: SimulatedGame) -> None:
        record = read_document(Document("simulated", None, game.line), ReadOptions()).record
        assert isinstance(record, Game)
        names = [player.name for player in record.players]
        tables = list(_standings(record, names))
        self.states = tables[:-1]
        self.won = [(seat in game.winners) / len(game.winners) for seat in range(1, len(names) + 1)]


def _standings(record: Game, names: Sequence[str]) -> Iterator[list[Standing]]:
    for table in fold(game_log(record)):
        sheets = scoresheets(table, names, "rulebook")[0]
        yield [
            Standing(sheet.total or 0, seat.empty, seat.turns) for sheet, seat in zip(sheets, table.seats, strict=True)
        ]


def fitted(games: Sequence[Played]) -> tuple[float, ...]:
    """Return the coefficients fitted to all standings of some games."""
    states = [(number, terms, game.won) for number, game in enumerate(games) for terms in map(win_terms, game.states)]
    seats = len(games[0].won)
    x = np.array([terms for _, terms, _ in states]).reshape(-1, len(states[0][1][0]))
    choice = np.repeat(np.arange(len(states)), seats)
    owner = np.repeat([number for number, _, _ in states], seats)
    value = conditional_logit(x, choice, np.array([won for _, _, won in states]).ravel(), owner).value
    return tuple(round(float(one), 4) for one in value)


def gains(fit: WinFit, games: Sequence[Played]) -> dict[int, NDArray[np.float64]]:
    """Return, by round and game, the log of the winner's chance less the log of an equal chance."""
    found: dict[int, list[float]] = {}
    for game in games:
        by_round: dict[int, list[float]] = {}
        for state in game.states[1:]:
            chance = chances(fit, state)
            gain = sum(won * np.log(one * len(chance)) for won, one in zip(game.won, chance, strict=True))
            by_round.setdefault(max(player.turns for player in state), []).append(float(gain))
        for number, values in by_round.items():
            found.setdefault(number, []).append(float(np.mean(values)))
    return {number: np.array(values) for number, values in sorted(found.items())}


def first_known(gain: dict[int, NDArray[np.float64]]) -> int:
    """Return the first round from which the model beats equal chances in every round that 30 games reach."""
    worse = [
        number
        for number, values in gain.items()
        if len(values) >= 30 and values.mean() < ERRORS * values.std(ddof=1) / np.sqrt(len(values))
    ]
    return max(worse, default=0) + 1


def misses(fit: WinFit, games: Sequence[Played], from_round: int) -> float:
    """Return the mean distance of predictions from outcomes, over tenths of the predictions, weighted by number."""
    predicted: list[float] = []
    came: list[float] = []
    for game in games:
        for state in game.states:
            if max(player.turns for player in state) >= from_round:
                predicted += chances(fit, state)
                came += game.won
    tenth = np.minimum((np.array(predicted) * 10).astype(int), 9)
    number = np.bincount(tenth, minlength=10)
    off = np.abs(np.bincount(tenth, np.array(predicted) - came, minlength=10))
    return float(off.sum() / number.sum())


def main() -> None:
    """Play, fit, and write the data file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1200, help="games for each number of players and side")
    parser.add_argument("--jobs", type=int, default=None, help="processes")
    options = parser.parse_args()
    fits: dict[str, WinFit] = {}
    notes = []
    for side in SIDES:
        for players in (2, 3, 4):
            games: list[Played] = []
            for spirits in (True, False):
                terms = Terms(SEED + spirits, side, spirits)
                fixtures = fixtures_of(terms, options.games // 2, [BOT] * players)
                games += map(Played, play_fixtures(terms, fixtures, jobs=options.jobs))
            half = WinFit(fitted(games[::2]), 1)
            start = first_known(gains(half, games[1::2]))
            off = misses(half, games[1::2], start)
            fits[f"{players}{side}"] = WinFit(fitted(games), start)
            notes.append(f"{players} players on side {side} from round {start}, off by {off:.3f}")
            print(notes[-1], fits[f"{players}{side}"].coefficients, flush=True)
    note = (
        "Who wins, fitted to statistics.win_model.WIN_TERMS after each turn, by python -m tests.training.win_model"
        f" --games {options.games} (seed {SEED}). The first round from which held-out games are predicted better"
        f" than by equal chances, by {ERRORS:.0f} standard errors, and the mean distance of their predictions from"
        f" what came, in tenths of the predictions: {'; '.join(notes)}."
    )
    number = options.games // 2 * 2 * len(fits)
    origin = f"{number:,} simulated games of the {BOT} bot against itself"
    data = msgspec.json.encode(WinModel(note, origin, fits))
    MODEL_FILE.write_bytes(msgspec.json.format(data, indent=1) + b"\n")


if __name__ == "__main__":
    main()
