"""A record's boards, as drawings and data frames; a game to read turn by turn, and the course of its scores."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, overload

import msgspec

from harmonies_cli.api.arguments import any_number
from harmonies_cli.api.display import SHEET_COLUMNS, frame_of, framed_page, result_markup
from harmonies_cli.errors import UsageError
from harmonies_cli.plurals import count_of
from harmonies_cli.records.game.assess_game import game_log
from harmonies_cli.records.notation import Game
from harmonies_cli.records.outcome import VerifiedRecord
from harmonies_cli.report.phrases import file_place
from harmonies_cli.report.picture.board_picture import BoardPicture
from harmonies_cli.report.replay.folded import replay_of
from harmonies_cli.rules.replay.faults import NOT_STOPPING
from harmonies_cli.rules.replay.replay import replay, scoresheets
from harmonies_cli.rules.replay.state import GameState
from harmonies_cli.rules.scoring.landscapes import RuleSet
from harmonies_cli.rules.scoring.scoresheet import Scoresheet

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Board", "Boards", "Progress", "Replay", "progress_of"]

_COLUMNS = {
    "player": "Int64",
    "name": "string",
    "space": "string",
    "stack": "string",
    "height": "Int64",
    "cube": "boolean",
    "card": "string",
}


class Boards(Sequence["Board"]):
    """The boards of all players, drawn together in a notebook.

    Parameters
    ----------
    boards
        The boards, in player order.
    """

    def __init__(self, boards: Sequence[Board]) -> None:
        self._boards = tuple(boards)

    @overload
    def __getitem__(self, index: int) -> Board: ...

    @overload
    def __getitem__(self, index: slice) -> Boards: ...

    def __getitem__(self, index: int | slice) -> Board | Boards:
        return Boards(self._boards[index]) if isinstance(index, slice) else self._boards[index]

    def __len__(self) -> int:
        return len(self._boards)

    def __repr__(self) -> str:
        return f"<Boards of {', '.join(board.name for board in self)}>"

    def __str__(self) -> str:
        from harmonies_cli.report.picture.board_terminal import boards_text

        return boards_text([board.picture for board in self])

    def svg(self) -> str:
        """Return one drawing of all boards, as an SVG document."""
        from harmonies_cli.report.picture.board_svg import boards_svg

        return boards_svg([board.picture for board in self])

    def png(self, *, scale: float = 2.0) -> bytes:
        """Return one drawing of all boards as a PNG image; `scale` is pixels per unit of the drawing."""
        from harmonies_cli.report.picture.svg import png

        return png(self.svg(), scale=any_number("scale", scale))

    def to_frame(self) -> pd.DataFrame:
        """Return a row for each space of each board: stack, height, cube and its card."""
        rows = [
            {
                "player": board.player,
                "name": board.name,
                "space": space,
                "stack": board.stacks.get(space, ""),
                "height": len(board.stacks.get(space, "")),
                "cube": space in board.cubes,
                "card": board.cubes.get(space),
            }
            for board in self
            for space in board.picture.spaces
        ]
        return frame_of(rows, _COLUMNS)

    def _repr_svg_(self) -> str:
        return self.svg()


class Board(Boards):
    """One player's board.

    Parameters
    ----------
    picture
        The drawing.
    sheet
        The scoresheet of the board; None if the board could not be scored.

    Attributes
    ----------
    player, name
        The player's number and name.
    side
        ``"A"`` or ``"B"``.
    stacks
        Letters from the bottom to the top, by space; spaces left out are empty.
    cubes
        Spaces with a cube, each with its card; None if unknown.
    score
        The scoresheet.
    """

    def __init__(self, picture: BoardPicture, sheet: Scoresheet | None) -> None:
        super().__init__([self])
        self.picture = picture
        self.player = picture.player or 1
        self.name = picture.name
        self.side = picture.side
        self.stacks = dict(picture.stacks)
        self.cubes = dict(picture.cubes)
        self.score = sheet

    def __repr__(self) -> str:
        return f"<Board of {self.name}, side {self.side}: {self.picture.points or 'not scored'}>"


class Replay:
    """A game turn by turn: ``print`` writes it out, and `page` returns the page that ``harmonies replay -o`` writes.

    Parameters
    ----------
    game, verified
        The game, and its verdict.
    turns
        Numbers of the turns to show; None means all.
    """

    def __init__(self, game: Game, verified: VerifiedRecord, turns: Collection[int] | None) -> None:
        if verified.verdict == "invalid":
            place = file_place(verified.source, verified.line)
            raise UsageError(f"{place} cannot be replayed: {verified.problems[0].sentence}")
        self._replay = replay_of(game, verified)
        self._turns = turns
        if turns is not None and not len(self):
            number = len(self._replay.steps)
            raise UsageError(f"no turn to show: {number or 'no'} turn{'s' * (number != 1)} can be replayed")

    def __len__(self) -> int:
        return sum(self._turns is None or step.turn in self._turns for step in self._replay.steps)

    def __repr__(self) -> str:
        names = ", ".join(player.name for player in self._replay.game.players)
        return f"<Replay of {names}: {count_of(len(self), 'turn')}>"

    def __str__(self) -> str:
        from harmonies_cli.report.replay.transcript import transcript

        return "".join(f"{line.rstrip()}\n" for line in transcript(self._replay, turns=self._turns))

    def page(self) -> str:
        """Return the page with a slider over the turns, as one HTML document."""
        from harmonies_cli.report.replay.replay_page import page

        return page(self._replay, turns=self._turns)

    def _repr_html_(self) -> str:
        return framed_page(self.page(), repr(self))


class Progress:
    """The score of every player after each turn.

    Parameters
    ----------
    turns
        For each turn: its number, its player, and the scoresheets.
    """

    def __init__(self, turns: Sequence[tuple[int, int, list[Scoresheet]]]) -> None:
        self._turns = turns

    def __len__(self) -> int:
        return len(self._turns)

    def to_frame(self) -> pd.DataFrame:
        """Return a row for each player after each turn; `mover` is the player of the turn."""
        rows = [
            {"turn": turn, "mover": mover, **msgspec.structs.asdict(sheet)}
            for turn, mover, sheets in self._turns
            for sheet in sheets
        ]
        return frame_of(rows, {"turn": "Int64", "mover": "Int64", **SHEET_COLUMNS})

    def __repr__(self) -> str:
        sheets = self._turns[-1][2] if self._turns else []
        totals = ", ".join(f"{sheet.name} {sheet.total}" for sheet in sheets) or "none"
        return f"<Progress over {count_of(len(self), 'turn')}: {totals}>"

    def _repr_html_(self) -> str:
        frame = self.to_frame()
        called = frame["player"].astype("string") + ". " + frame["name"]  # two players can share a name
        totals = frame.assign(player=called).pivot(index="turn", columns="player", values="total").reset_index()
        return result_markup("Totals after each turn", frame=totals)


def progress_of(game: Game, rules: RuleSet) -> Progress:
    """Play a game, and return the scores after each turn up to the last legal one."""
    turns: list[tuple[int, int, list[Scoresheet]]] = []
    names = [player.name for player in game.players]

    def watch(table: GameState) -> None:
        was_played = all(fault.code in NOT_STOPPING for fault in table.violations)
        if table.turn and was_played and not (turns and turns[-1][0] == table.turn):
            sheets, _ = scoresheets(table, names, rules, explain=False)
            turns.append((table.turn, game.turns[table.turn - 1].player, sheets))

    replay(game_log(game), watch=watch)
    return Progress(turns)
