"""Sentences about broken rules: the fault, and the legal alternatives."""

from __future__ import annotations

from harmonies_cli.plurals import enumeration
from harmonies_cli.rules.board.cards import CARDS
from harmonies_cli.rules.board.habitats import cube_spots
from harmonies_cli.rules.board.sides import COLUMN_LETTERS, Side
from harmonies_cli.rules.board.tokens import NEXT, STACKS, TOKENS, letters_of
from harmonies_cli.rules.replay.state import GameState, Seat


def _token(index: int) -> str:
    return f"{TOKENS[index].colour} ({TOKENS[index].letter})"


def _letters(tokens: int) -> str:
    return letters_of(tokens) or "nothing"


def token_not_in_hand(token: int, hand: int) -> str:
    """Word ``token-not-in-hand``."""
    if not hand:
        return f"a {_token(token)} token is placed, but no token taken this turn is left to place"
    return f"a {_token(token)} token is placed, but only {letters_of(hand)} is left of the tokens taken this turn"


def no_such_space(side: Side, space: str) -> str:
    """Word ``no-such-space``."""
    column = space[:1].lower()
    rows = sum(name[0] == column for name in side.spaces)
    if rows:
        return f"side {side.name} has no space {space}: column {column} has {rows} spaces"
    return f"side {side.name} has no space {space}: its columns are a to {COLUMN_LETTERS[len(side.columns) - 1]}"


def token_on_cube(seat: Seat, space: str, bit: int) -> str:
    """Word ``space-has-cube`` for a token."""
    return f"a token is placed on {space}, which holds a cube{_whose(seat, bit)}"


def cube_on_cube(seat: Seat, space: str, bit: int) -> str:
    """Word ``space-has-cube`` for a cube."""
    return f"a cube is placed on {space}, which already holds one{_whose(seat, bit)}"


def _whose(seat: Seat, bit: int) -> str:
    return f" (of the {CARDS[seat.cube_of[bit]].words} card)" if bit in seat.cube_of else ""


def stack_illegal(token: int, space: str, before: int) -> str:
    """Word ``stack-illegal``, with the tokens that may go there."""
    allowed = [_token(index) for index, node in enumerate(NEXT[before]) if node]
    if allowed:
        remedy = f"only {enumeration(allowed)} may go on {STACKS[before]}"
    else:
        remedy = f"nothing may go on {STACKS[before]}"
    return f"a {_token(token)} token is placed on {space}, which holds {STACKS[before]}; {remedy}"


def card_not_held(state: GameState, card: int) -> str:
    """Word ``card-not-held``."""
    for number, seat in enumerate(state.seats, 1):
        if card in seat.cards:
            return f"the {CARDS[card].words} card is player {number}'s, not player {state.player}'s"
    return f"player {state.player} has not taken the {CARDS[card].words} card"


def card_no_cube(card: int) -> str:
    """Word ``card-no-cube``."""
    return f"the {CARDS[card].words} card has no cube left: it is completed"


def habitat_missing(side: Side, card: int, space: str, board: int, cubes: int) -> str:
    """Word ``habitat-missing``, with the spaces where the cube could go."""
    spots = side.names(cube_spots(side, card, board, cubes))
    if spots:
        where = f"its cube could go to {enumeration(spots)}"
    elif cube_spots(side, card, board, 0):
        where = "the spaces that have it hold a cube already"
    else:
        where = "it is nowhere on the board"
    return f"the habitat of the {CARDS[card].words} is not around {space}; {where}"


def tokens_taken_twice(state: GameState) -> str:
    """Word ``tokens-taken-twice``."""
    before = f", after those of central space {state.space_taken}" if state.space_taken else ""
    return f"tokens are taken a second time this turn{before}"


def no_space_holds(state: GameState, tokens: int) -> str:
    """Word ``tokens-mismatch`` for a record that names no space."""
    return f"{_letters(tokens)} is taken, but the central board offers {_central(state)}"


def _central(state: GameState) -> str:
    return enumeration(
        (
            f"{'unknown tokens' if content is None else _letters(content)} on {number}"
            for number, content in enumerate(state.central, 1)
        ),
        "and",
    )


def central_empty(state: GameState, space: int) -> str:
    """Word ``central-empty``."""
    if space > state.spaces:
        return f"there is no central space {space}: the central board has {state.spaces}"
    return f"central space {space} holds nothing; the central board offers {_central(state)}"


def wrong_number(tokens: int) -> str:
    """Word ``tokens-mismatch`` for a number of tokens that no space holds."""
    return f"{_letters(tokens)} is taken, but a central space holds 3 tokens"


def tokens_mismatch(space: int, recorded: int, content: int) -> str:
    """Word ``tokens-mismatch``."""
    return f"{_letters(recorded)} is taken from central space {space}, which holds {letters_of(content)}"


def card_taken_twice() -> str:
    """Word ``card-taken-twice``."""
    return "a second card is taken this turn; one is the limit"


def card_not_in_row(state: GameState, card: int) -> str:
    """Word ``card-not-in-row``."""
    row = [CARDS[index].words for index in state.row if index >= 0]
    shown = f", which shows {enumeration(row, 'and')}" if row else ""
    return f"the {CARDS[card].words} card is not in the row{shown}"


def card_limit(seat: Seat) -> str:
    """Word ``card-limit``."""
    above = [CARDS[card].words for card, placed in seat.cards.items() if placed < CARDS[card].cubes]
    return f"too many cards are taken: {enumeration(above, 'and')} are above the board, and the limit is 4"


def spirit_chosen_twice(seat: Seat) -> str:
    """Word ``spirit-chosen-twice``."""
    kept = "" if seat.spirit is None else f": the {CARDS[seat.spirit].words} was kept before"
    return f"a second Nature's Spirit card is chosen{kept}"


def spirit_not_dealt(state: GameState, card: int) -> str:
    """Word ``spirit-not-dealt``."""
    name = CARDS[card].words
    if not CARDS[card].is_spirit:
        return f"the {name} is an animal card, not a Nature's Spirit"
    if not state.spirits or state.dealt is None:
        return spirits_not_in_play()
    dealt = [CARDS[index].words for index in sorted(state.dealt[state.player - 1])]
    had = f", who got {enumeration(dealt, 'and')}" if dealt else ""
    return f"the {name} was not dealt to player {state.player}{had}"


def spirits_not_in_play() -> str:
    """Word ``spirit-not-dealt`` in a game without spirits."""
    return "the record says that Nature's Spirit cards are not in play"


def discard_not_allowed(state: GameState, card: int, *, in_row: bool, is_last: bool) -> str:
    """Return the reason why a discard is not allowed; empty if it is allowed."""
    if not state.solo:
        return "a card is discarded, which only solo games allow"
    if state.card_taken:
        return "a card is discarded in a turn in which an animal card was taken"
    if state.discarded:
        return "a second card is discarded this turn"
    if not in_row:
        return f"a card is discarded that is not there: {card_not_in_row(state, card)}"
    if not is_last:
        return "a card is discarded before the turn's last action"
    return ""


def game_over(state: GameState) -> str:
    """Word ``game-over``."""
    why = "the pouch was empty" if state.ending == "pouch" else "a board had 2 or fewer empty spaces"
    return f"turn {state.turn} comes after the end of the game: {why}, and the round was complete"


def turn_order(state: GameState, player: int) -> str:
    """Word ``turn-order``."""
    if player > len(state.seats):
        return f"there is no player {player}: the game has {len(state.seats)}"
    return f"player {player} plays, but it is the turn of player {state.expected}"


def turn_replaced() -> str:
    """Word ``turn-replaced``."""
    return "the site played this turn for a player who had left"


def tokens_not_taken() -> str:
    """Word ``tokens-not-taken``."""
    return "no tokens are taken this turn; every turn takes and places the tokens of one central space"


def token_unplaced(state: GameState) -> str:
    """Word ``token-unplaced``."""
    left = letters_of(state.hand) or f"{state.unknown_in_hand} of the tokens"
    return f"the turn ends with {left} taken but not placed"


def spirit_not_chosen() -> str:
    """Word ``spirit-not-chosen``."""
    return "the player's first turn ends, and no Nature's Spirit card has been chosen"


def card_duplicated(card: int) -> str:
    """Word ``card-duplicated``."""
    return f"the {CARDS[card].words} card appears a second time"


def game_unfinished(turns: int) -> str:
    """Word ``game-unfinished``."""
    return f"the record stops after {turns} turns, before the end of the game, and is not marked as unfinished"
