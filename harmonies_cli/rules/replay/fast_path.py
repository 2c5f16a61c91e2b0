"""The fast path of the replay: complete, legal turns played in one loop.

Nearly all turns are complete and legal. This loop plays them in less than half the time of the slow path, which checks
rule by rule. It never reports a fault or infers an unknown: it stops before the first action that needs either, and the
slow path continues from there. Each check is a look-up in a table that the slow path uses too:

=========================================== ============================= ==================================
rule                                        look-up here                  the slow path
=========================================== ============================= ==================================
the player of the turn                      order of `state.seats`        `turn_phases.begin_turn`
tokens: once, the space, its tokens         `state.central`, `MULTISETS`  `take_actions.take_tokens`
a token: in hand, the stack, no cube there  `HANDS`, `NEXT`, `cube_of`    `turn.play_actions`
a cube: held, not complete, space, habitat  `CUBES`, `habitat_masks`      `turn.play_actions`
a card: once, in the row, at most 4         `state.row`, `CARD_LIMIT`     `take_actions.take_card`
a spirit: once, dealt                       `state.dealt`                 `take_actions.choose_spirit`
tokens taken and placed, spirit chosen      `EMPTY_HAND`, `seat.spirit`   `turn_phases.end_turn`
the end of the game                         `MOST_EMPTY_AT_END`           `turn_phases.end_turn`
central refill: space, number, pouch        `KEY_OF_SPACE`, `POUCH_GUARD` `refills.refill_central`
card refill: an animal, new, one for each   `NEVER_IN_ROW`, `BIT_OF_CARD` `refills.refill_row`
=========================================== ============================= ==================================
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle

from msgspec import UNSET

from harmonies_cli.rules.board.cards import BIT_OF_CARD, CARD_INDEX, CARD_LIMIT, CUBES
from harmonies_cli.rules.board.habitats import habitat_masks
from harmonies_cli.rules.board.sides import BOARD_BYTES, MOST_EMPTY_AT_END
from harmonies_cli.rules.board.tokens import EMPTY_HAND, HANDS, NEXT, TOKEN_INDEX
from harmonies_cli.rules.replay.actions import ChooseSpirit, PlaceCube, PlaceToken, TakeCard, TakeTokens, Turn
from harmonies_cli.rules.replay.refills import KEY_OF_SPACE, NEVER_IN_ROW
from harmonies_cli.rules.replay.state import GAP, POUCH_GUARD, TOKENS_PER_SPACE, GameState, Seat
from harmonies_cli.rules.replay.take_actions import MULTISETS
from harmonies_cli.rules.replay.turn_phases import begin_turn, settle_turn

__all__ = ["TurnLog", "play_common_turns"]


class TurnLog:
    """Flat lists that the fast path appends to, because a call for each turn would take longer than the turn.

    Attributes
    ----------
    boards : bytearray
        The player's board after each turn, `BOARD_BYTES` each, the lowest first; bytes become an array in one step.
    steps : list of int
        Four numbers a turn: the player, their cards taken and cubes placed so far, the central space taken or 0.
    rows, central : list
        Cards of the row, and packed tokens of the central spaces, after each turn.
    """

    __slots__ = ("boards", "central", "rows", "steps")

    def __init__(self) -> None:
        self.boards = bytearray()
        self.steps: list[int] = []
        self.rows: list[int] = []
        self.central: list[int | None] = []


_TRIPLES = {letters: packed for letters, packed in MULTISETS.items() if len(letters) == TOKENS_PER_SPACE}
_HANDS = {packed: HANDS[packed] for packed in _TRIPLES.values()}
"""Hands of up to three tokens; a space of a player who left may have more, and caching those would fill the memory."""


def play_common_turns(
    state: GameState, turns: Sequence[Turn], until: int, watch: Callable[[GameState], object] | None = None
) -> int | None:
    """Play turns up to the first that is not complete and legal.

    Parameters
    ----------
    state
        The state between two turns.
    turns, until
        All turns of the game, and how many of them to play at most.
    watch
        Called with the state between two turns. For a `TurnLog` the loop only appends to it, because updating the state
        takes longer.

    Returns
    -------
    int or None
        None if the state is between two turns. Otherwise the number of actions played in the turn that has begun.
    """
    if state.solo or state.keep_going or state.over:
        return None
    side = state.side
    bit_of = side.bit_of
    toggle = side.toggle
    spaces = len(side.spaces)
    central = state.central
    row = state.row
    players = len(state.seats)
    pouch, tokens = state.pouch, state.pouch_left
    deck_left, seen = state.deck_left, state.seen
    ending = state.ending
    few = spaces if ending else MOST_EMPTY_AT_END  # the most empty spaces near the end
    log = watch if isinstance(watch, TurnLog) else None
    start = state.turn
    most = min(until, start + tokens // TOKENS_PER_SPACE)  # every turn but the last draws a space's tokens
    number = start - 1
    turn: Turn | None = None  # none between two turns
    over = False
    try:
        for number, (player, seat, stacks, cube_of, cards) in zip(range(start, most), _in_turn(state), strict=False):
            turn = turns[number]
            if turn.player != player:
                number -= 1
                turn = None
                break
            board = seat.board
            hand, space, gap = EMPTY_HAND, 0, -1
            for action in turn.actions:
                if type(action) is PlaceToken:
                    token = TOKEN_INDEX[action.token]
                    bit = bit_of[action.at]
                    node = NEXT[stacks[bit]][token]
                    rest = hand.after[token]
                    if node and rest is not None and bit not in cube_of:
                        hand = rest
                        stacks[bit] = node
                        board ^= toggle[node][bit]
                        continue
                elif type(action) is TakeTokens:
                    named = action.tokens
                    taken = action.space
                    content = central[taken - 1]  # type: ignore[operator]  # not recorded: TypeError
                    if content and not space and (named is UNSET or _TRIPLES[named] == content):  # type: ignore[index]
                        hand = _HANDS[content]
                        space = taken  # type: ignore[assignment]
                        central[space - 1] = 0
                        continue
                elif type(action) is PlaceCube:
                    bit = bit_of[action.at]
                    card = CARD_INDEX[action.card]
                    placed = cards[card] + 1
                    if placed <= CUBES[card] and bit not in cube_of:
                        for mask in habitat_masks(side, card)[bit]:
                            if board & mask == mask:
                                break
                        else:
                            break
                        cards[card] = placed
                        cube_of[bit] = card
                        seat.cubes |= 1 << bit
                        if placed == CUBES[card]:
                            seat.above_board -= 1
                        continue
                elif type(action) is TakeCard:
                    card = CARD_INDEX[action.card]
                    if gap < 0 and seat.above_board < CARD_LIMIT:
                        gap = row.index(card)
                        row[gap] = GAP
                        cards[card] = 0
                        seat.above_board += 1
                        continue
                elif type(action) is ChooseSpirit:
                    card = CARD_INDEX[action.card]
                    if seat.spirit is None and card in state.dealt[player - 1]:  # type: ignore[index]
                        seat.spirit = card
                        cards[card] = 0
                        seat.above_board += 1
                        continue
                break
            else:
                action = None
                if (
                    not space
                    or hand is not EMPTY_HAND
                    or turn.replaced is True
                    or not (seat.turns or seat.spirit is not None or not state.spirits)
                ):
                    break
                refill = turn.refill
                empty = spaces - board.bit_count()
                near_end = empty <= few
                over = near_end and player == players  # all have had the same number of turns
                if not over:
                    if refill is UNSET or len(supply := refill.central) != 1:  # type: ignore[arg-type]  # not recorded: TypeError
                        break
                    drawn = _TRIPLES[supply[KEY_OF_SPACE[space]]]  # type: ignore[index]  # no list: TypeError
                    rest_of_pouch = pouch - drawn
                    if rest_of_pouch & POUCH_GUARD != POUCH_GUARD:
                        break
                    if gap >= 0:
                        [name] = refill.row  # type: ignore[misc]  # not one, or not recorded: ValueError, TypeError
                        card = CARD_INDEX[name]
                        if card in NEVER_IN_ROW or seen & BIT_OF_CARD[card] or not deck_left:
                            break
                        # As long as the deck has cards, the row has no other gap.
                        row[gap] = card
                        seen |= BIT_OF_CARD[card]
                        deck_left -= 1
                    elif refill.row:  # not recorded counts as none
                        break
                    central[space - 1] = drawn
                    pouch = rest_of_pouch
                elif refill is not UNSET:
                    break
                seat.board = board
                seat.empty = empty
                seat.turns += 1
                if near_end:
                    ending = ending or "spaces"
                    few = spaces
                played, turn = turn, None
                if watch is not None and number + 1 < until:
                    if log is not None:
                        log.boards += board.to_bytes(BOARD_BYTES, "little")
                        log.steps += (player, len(cards), len(cube_of), space)
                        log.rows += row
                        log.central += central
                    else:
                        left = tokens - TOKENS_PER_SPACE * (number + 1 - start - over)
                        settle_turn(state, played, number + 1, pouch, left, deck_left, seen, ending, space, gap)
                        state.over = over
                        watch(state)
                if over:
                    break
                continue
            break
    except (KeyError, TypeError, ValueError):
        pass  # a look-up failed: the slow path finds the reason
    done = number + (turn is None)
    over = over and turn is None
    if done > start:
        left = tokens - TOKENS_PER_SPACE * (done - start - over)
        settle_turn(state, turns[done - 1], done, pouch, left, deck_left, seen, ending, space, gap)
        state.over = over
    if turn is None:
        return None
    begin_turn(state, turn)
    seat.board = board
    state.hand = hand.packed
    state.space_taken = space or None
    state.card_taken = gap >= 0
    return len(turn.actions) if action is None else state.number_of(action) - 1


def _in_turn(state: GameState) -> Iterator[tuple[int, Seat, list[int], dict[int, int], dict[int, int]]]:
    """Yield the players in turn order, over and over: number, seat, stacks, cubes and cards."""
    seats = [(number, seat, seat.stacks, seat.cube_of, seat.cards) for number, seat in enumerate(state.seats, 1)]
    following = state.expected - 1
    return cycle(seats[following:] + seats[:following])
