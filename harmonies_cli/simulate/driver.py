"""One game between bots: dealt from a seed, and played on the table of the replay, which verifies every action.

The seed determines every draw, in a fixed order. The only source is ``random.Random.random``, because Python guarantees
its sequence for a seed; multiplied and truncated to an integer, it gives the same draw on every platform.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeVar

import msgspec

from harmonies_cli.bots.interface import Bot, view_of
from harmonies_cli.errors import HarmoniesError
from harmonies_cli.rules.board.cards import ANIMALS, CARDS, SPIRITS
from harmonies_cli.rules.board.sides import MOST_EMPTY_AT_END, Side
from harmonies_cli.rules.board.tokens import TOKENS
from harmonies_cli.rules.replay.actions import Action, CardName, Refill, Start, Tokens, Turn
from harmonies_cli.rules.replay.faults import StoppedError, Violation
from harmonies_cli.rules.replay.refills import deal as lay_out
from harmonies_cli.rules.replay.state import GAP, SPIRITS_DEALT, TOKENS_PER_SPACE, GameState, Seat
from harmonies_cli.rules.replay.turn import play_actions
from harmonies_cli.rules.replay.turn_phases import begin_turn, end_turn

__all__ = ["BrokenOff", "Deal", "PlayedGame", "deal_game", "play_game", "player_chance", "start_of"]

_T = TypeVar("_T")
_TOKENS = "".join(token.letter * token.in_box for token in TOKENS)


@dataclass(frozen=True, slots=True)
class Deal:
    """The random part of a game.

    Attributes
    ----------
    tokens
        Letters of the pouch, in drawing order.
    animals
        Animal cards, in drawing order.
    spirits
        Spirits dealt to each seat; empty without spirits.
    """

    tokens: str
    animals: tuple[int, ...]
    spirits: tuple[tuple[int, ...], ...]


def _shuffle(chance: Random, things: list[_T]) -> list[_T]:
    draw = chance.random
    for last in range(len(things) - 1, 0, -1):
        other = int(draw() * (last + 1))
        things[last], things[other] = things[other], things[last]
    return things


def deal_game(seed: int, game: int, players: int, *, spirits: bool) -> Deal:
    """Return the deal of one game.

    Parameters
    ----------
    seed, game
        The seed of the series and the number of the game in it.
    players
        Number of players; it does not change the order of tokens and animals.
    spirits
        Whether Nature's Spirit cards are in play.
    """
    chance = Random(f"{seed}:{game}")
    tokens = "".join(_shuffle(chance, list(_TOKENS)))
    animals = tuple(_shuffle(chance, list(ANIMALS)))
    if not spirits:
        return Deal(tokens, animals, ())
    order = _shuffle(chance, list(SPIRITS))
    hands = tuple(tuple(order[SPIRITS_DEALT * seat : SPIRITS_DEALT * (seat + 1)]) for seat in range(players))
    return Deal(tokens, animals, hands)


def player_chance(seed: int, game: int, seat: int) -> Random:
    """Return the source of chance for the bot on a seat (from 1), independent of the deal and the other bots."""
    return Random(f"{seed}:{game}:{seat}")


_IDS = tuple(card.id for card in CARDS)
_NOT_AN_ANSWER = "answer-invalid"
_RAISED = "bot-error"


@dataclass(frozen=True, slots=True)
class BrokenOff:
    """Why a game was not finished.

    Attributes
    ----------
    code
        Code of the broken rule; ``answer-invalid`` if the answer is not a list of actions, ``bot-error`` if the bot
        raised an exception.
    message
        What was wrong.
    turn, player, action
        The place, each from 1; no action if it is the whole turn.
    """

    code: str
    message: str
    turn: int
    player: int
    action: int | None = None


@dataclass(slots=True)
class PlayedGame:
    """A game as played: the log, the table at its end, and the reason if it was broken off."""

    start: Start
    table: GameState
    turns: list[Turn] = field(default_factory=list)
    broken_off: BrokenOff | None = None


class _Supply:
    """The pouch and the deck of one game, as dealt."""

    def __init__(self, deal: Deal, table: GameState) -> None:
        self._tokens = deal.tokens
        self._drawn = TOKENS_PER_SPACE * table.spaces
        self._animals = deal.animals
        self._next_animal = table.row_size

    def refill(self, table: GameState, seat: Seat) -> Refill | None:
        """Draw the refill at the end of a turn; None after the last turn. `end_turn` checks it."""
        is_last = table.ending or seat.empty <= MOST_EMPTY_AT_END or not table.pouch_left
        if is_last and table.turn % len(table.seats) == 0:
            return None
        emptied = range(1, table.spaces + 1) if table.solo else (table.space_taken or 0,)
        central: dict[str, Tokens] = {}
        for space in emptied:
            tokens = self._tokens[self._drawn : self._drawn + TOKENS_PER_SPACE]
            if tokens:
                central[str(space)] = tokens
                self._drawn += len(tokens)
        gaps = table.row.count(GAP)
        cards = self._animals[self._next_animal : self._next_animal + gaps]
        self._next_animal += len(cards)
        return Refill(central, [_IDS[card] for card in cards])


def start_of(deal: Deal, table: GameState) -> Start:
    """Return the table of a deal at the beginning of the game."""
    size = TOKENS_PER_SPACE
    central: list[Tokens] = [deal.tokens[size * space : size * (space + 1)] for space in range(table.spaces)]
    row: list[CardName] = [_IDS[card] for card in deal.animals[: table.row_size]]
    if not table.spirits:
        return Start(central, row)
    spirits: list[list[CardName]] = [[_IDS[card] for card in hand] for hand in deal.spirits]
    return Start(central, row, spirits)


def play_game(
    side: Side, bots: Sequence[Bot], deal: Deal, chances: Sequence[Random], *, check_answers: bool = True
) -> PlayedGame:
    """Play one game.

    Parameters
    ----------
    side
        The side of the boards.
    bots
        The bots, in turn order.
    deal
        The random part of the game.
    chances
        The source of chance of each bot.
    check_answers
        Whether to check that the answers are actions, which bots of this package do not need. The rules are always
        checked.
    """
    table = GameState(side, len(bots), spirits=bool(deal.spirits))
    start = start_of(deal, table)
    lay_out(table, start)
    supply = _Supply(deal, table)
    played = PlayedGame(start, table)
    while not table.over:
        player = table.expected
        view = view_of(table)
        try:
            answer = bots[player - 1].play(view, chances[player - 1])
            actions = _check(answer) if check_answers else list(answer)
        except Exception as error:  # whatever somebody else's bot does, keep the game so far
            if not check_answers:
                raise
            code = _NOT_AN_ANSWER if isinstance(error, msgspec.ValidationError) else _RAISED
            played.broken_off = BrokenOff(code, f"{type(error).__name__}: {error}", table.turn + 1, player)
            return played
        turn = Turn(player, actions)
        played.turns.append(turn)
        seat = begin_turn(table, turn)
        try:
            play_actions(table, seat, turn)
            refill = supply.refill(table, seat)
            if refill is not None:
                turn.refill = refill
            end_turn(table, seat, turn, may_be_partial=False)
        except StoppedError:
            _break_off(played, turn, table.violations[-1])
            return played
        except HarmoniesError as error:
            turn.actions = []
            played.broken_off = BrokenOff(_NOT_AN_ANSWER, str(error), table.turn, player)
            return played
    return played


def _check(answer: Any) -> list[Action]:
    """Return a bot's answer as actions of the notation."""
    return msgspec.convert(msgspec.to_builtins(list(answer)), list[Action])


def _break_off(played: PlayedGame, turn: Turn, fault: Violation) -> None:
    """Keep the legal part of the last turn."""
    if fault.action is not None:
        turn.actions = turn.actions[: fault.action - 1]
    turn.refill = msgspec.UNSET
    played.broken_off = BrokenOff(fault.code, fault.message, played.table.turn, turn.player, fault.action)
