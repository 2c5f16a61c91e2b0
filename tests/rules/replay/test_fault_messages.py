"""Every sentence about a broken rule, word for word."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from harmonies_cli.plurals import enumeration
from harmonies_cli.rules.board.cards import CARD_INDEX
from harmonies_cli.rules.board.sides import SIDES
from harmonies_cli.rules.board.tokens import LANES, NODE_OF, TOKEN_INDEX
from harmonies_cli.rules.replay import fault_messages as words
from harmonies_cli.rules.replay import refills
from harmonies_cli.rules.replay.state import GameState, Seat
from harmonies_cli.rules.replay.take_actions import pack_tokens
from tests.rules.replay.lanes import lanes

A, B = SIDES["A"], SIDES["B"]
FROG, OTTER, WOLF, LION, TURTLE = (CARD_INDEX[name] for name in ("frog", "otter", "wolf", "lion", "turtle"))


def state(players: int = 2, *, spirits: bool = True, **changes: object) -> GameState:
    """Return the state in the seventh turn, that of player 2, with some fields changed."""
    made = GameState(A, players, spirits=spirits)
    made.player = min(2, players)
    made.turn = 7
    made.central = [pack_tokens("WFT"), None, 0, pack_tokens("MMH"), pack_tokens("LLL")]
    for name, value in changes.items():
        setattr(made, name, value)
    return made


def seat(**changes: object) -> Seat:
    made = Seat(A)
    for name, value in changes.items():
        setattr(made, name, value)
    return made


def holding(card: int, number: int) -> GameState:
    made = state(3)
    made.seats[number - 1].cards = {card: 0}
    return made


def drawn(*letters: str) -> int:
    """Return a pouch from which one token more than the box holds has been drawn in each of some colours."""
    made = state().pouch
    for letter in letters:
        lane = LANES[TOKEN_INDEX[letter]]
        made -= ((made // lane & 127) + 1) * lane
    return made


OFFER = "WTF on 1, unknown tokens on 2, nothing on 3, MMH on 4 and LLL on 5"
SENTENCES: list[tuple[Callable[[], str], str]] = [
    (lambda: enumeration(["a"]), "a"),
    (lambda: enumeration(["a", "b", "c"]), "a, b or c"),
    (
        lambda: words.token_not_in_hand(TOKEN_INDEX["W"], 0),
        "a blue (W) token is placed, but no token taken this turn is left to place",
    ),
    (
        lambda: words.token_not_in_hand(TOKEN_INDEX["W"], pack_tokens("FL")),
        "a blue (W) token is placed, but only LF is left of the tokens taken this turn",
    ),
    (lambda: words.no_such_space(A, "b9"), "side A has no space b9: column b has 4 spaces"),
    (lambda: words.no_such_space(A, "G1"), "side A has no space G1: its columns are a to e"),
    (lambda: words.no_such_space(B, "h1"), "side B has no space h1: its columns are a to g"),
    (
        lambda: words.token_on_cube(seat(cube_of={3: FROG}), "b2", 3),
        "a token is placed on b2, which holds a cube (of the frog card)",
    ),
    (lambda: words.token_on_cube(seat(cube_of={3: FROG}), "b2", 4), "a token is placed on b2, which holds a cube"),
    (
        lambda: words.cube_on_cube(seat(cube_of={3: FROG}), "b2", 3),
        "a cube is placed on b2, which already holds one (of the frog card)",
    ),
    (
        lambda: words.stack_illegal(TOKEN_INDEX["W"], "b2", NODE_OF["M"]),
        "a blue (W) token is placed on b2, which holds M; only gray (M) or red (H) may go on M",
    ),
    (
        lambda: words.stack_illegal(TOKEN_INDEX["L"], "b2", NODE_OF["W"]),
        "a green (L) token is placed on b2, which holds W; nothing may go on W",
    ),
    (lambda: words.card_not_held(holding(FROG, 3), FROG), "the frog card is player 3's, not player 2's"),
    (lambda: words.card_not_held(holding(FROG, 3), OTTER), "player 2 has not taken the otter card"),
    (lambda: words.card_no_cube(FROG), "the frog card has no cube left: it is completed"),
    (
        lambda: words.tokens_taken_twice(state(space_taken=4)),
        "tokens are taken a second time this turn, after those of central space 4",
    ),
    (lambda: words.tokens_taken_twice(state(space_taken=0)), "tokens are taken a second time this turn"),
    (
        lambda: words.no_space_holds(state(), pack_tokens("WW")),
        f"WW is taken, but the central board offers {OFFER}",
    ),
    (lambda: words.no_space_holds(state(), 0), f"nothing is taken, but the central board offers {OFFER}"),
    (lambda: words.central_empty(state(), 3), f"central space 3 holds nothing; the central board offers {OFFER}"),
    (lambda: words.central_empty(state(), 5), f"central space 5 holds nothing; the central board offers {OFFER}"),
    (lambda: words.central_empty(state(), 6), "there is no central space 6: the central board has 5"),
    (lambda: words.central_empty(state(1), 4), "there is no central space 4: the central board has 3"),
    (lambda: words.wrong_number(0), "nothing is taken, but a central space holds 3 tokens"),
    (lambda: words.wrong_number(pack_tokens("WWWW")), "WWWW is taken, but a central space holds 3 tokens"),
    (
        lambda: words.tokens_mismatch(2, pack_tokens("WWW"), pack_tokens("FLL")),
        "WWW is taken from central space 2, which holds LLF",
    ),
    (words.card_taken_twice, "a second card is taken this turn; one is the limit"),
    (
        lambda: words.card_not_in_row(state(row=[FROG, -1, -2, OTTER]), WOLF),
        "the wolf card is not in the row, which shows frog and otter",
    ),
    (lambda: words.card_not_in_row(state(row=[-1, -2]), WOLF), "the wolf card is not in the row"),
    (
        lambda: words.card_not_in_row(state(row=[0]), WOLF),
        f"the wolf card is not in the row, which shows {min(CARD_INDEX, key=lambda name: CARD_INDEX[name])}",
    ),
    (
        lambda: words.card_limit(seat(cards={FROG: 5, OTTER: 0, WOLF: 1})),
        "too many cards are taken: otter and wolf are above the board, and the limit is 4",
    ),
    (
        lambda: words.spirit_chosen_twice(seat(spirit=LION)),
        "a second Nature's Spirit card is chosen: the lion was kept before",
    ),
    (lambda: words.spirit_chosen_twice(seat()), "a second Nature's Spirit card is chosen"),
    (lambda: words.spirit_not_dealt(state(), FROG), "the frog is an animal card, not a Nature's Spirit"),
    (
        lambda: words.spirit_not_dealt(state(spirits=False, dealt=[set(), set()]), LION),
        "the record says that Nature's Spirit cards are not in play",
    ),
    (
        lambda: words.spirit_not_dealt(state(dealt=None), LION),
        "the record says that Nature's Spirit cards are not in play",
    ),
    (
        lambda: words.spirit_not_dealt(state(dealt=[{LION}, {TURTLE}]), LION),
        "the lion was not dealt to player 2, who got turtle",
    ),
    (lambda: words.spirit_not_dealt(state(dealt=[{LION}, set()]), LION), "the lion was not dealt to player 2"),
    (
        lambda: words.game_over(state(ending="pouch")),
        "turn 7 comes after the end of the game: the pouch was empty, and the round was complete",
    ),
    (
        lambda: words.game_over(state(ending="spaces")),
        "turn 7 comes after the end of the game: a board had 2 or fewer empty spaces, and the round was complete",
    ),
    (lambda: words.turn_order(state(expected=1), 2), "player 2 plays, but it is the turn of player 1"),
    (lambda: words.turn_order(state(), 3), "there is no player 3: the game has 2"),
    (words.turn_replaced, "the site played this turn for a player who had left"),
    (
        words.tokens_not_taken,
        "no tokens are taken this turn; every turn takes and places the tokens of one central space",
    ),
    (lambda: words.token_unplaced(state(hand=pack_tokens("FW"))), "the turn ends with WF taken but not placed"),
    (lambda: words.token_unplaced(state(unknown_in_hand=2)), "the turn ends with 2 of the tokens taken but not placed"),
    (words.spirit_not_chosen, "the player's first turn ends, and no Nature's Spirit card has been chosen"),
    (
        lambda: refills.central_refill_wrong({4: 3, 2: 3}, {}),
        "the central board is refilled with no tokens; expected 3 on space 2 and 3 on space 4",
    ),
    (lambda: refills.row_refill_wrong(1, 0), "the row is refilled with 0 cards; expected 1"),
    (lambda: refills.row_refill_wrong(2, 1), "the row is refilled with 1 card; expected 2"),
    (
        lambda: refills.start_central_wrong(5, [3, 2]),
        "the central board starts with 3 and 2 tokens on its spaces; expected 3 on each of 5",
    ),
    (
        lambda: refills.start_central_wrong(3, []),
        "the central board starts with no tokens on its spaces; expected 3 on each of 3",
    ),
    (lambda: refills.start_row_wrong(5, 1), "the row starts with 1 card; expected 5"),
    (lambda: refills.start_row_wrong(3, 4), "the row starts with 4 cards; expected 3"),
    (
        lambda: refills.start_spirits_wrong(2, [2, 1]),
        "the start deals 2 and 1 spirits; expected 2 to each of 2 players",
    ),
    (lambda: refills.start_spirits_wrong(2, []), "the start deals no spirits; expected 2 to each of 2 players"),
    (lambda: refills.start_spirits_wrong(1, [1]), "the start deals 1 spirit; expected 2 to each of 1 player"),
    (lambda: refills.pouch_overdrawn(drawn("W")), "24 blue (W) tokens have been drawn; the box holds 23"),
    (
        lambda: refills.pouch_overdrawn(drawn("W", "H")),
        "24 blue (W) and 16 red (H) tokens have been drawn; the box holds 23 and 15",
    ),
    (lambda: words.card_duplicated(FROG), "the frog card appears a second time"),
    (
        lambda: words.game_unfinished(12),
        "the record stops after 12 turns, before the end of the game, and is not marked as unfinished",
    ),
]


@pytest.mark.parametrize(("made", "sentence"), SENTENCES, ids=[sentence[:60] for _, sentence in SENTENCES])
def test_a_fault_has_its_sentence(made: Callable[[], str], sentence: str) -> None:
    assert made() == sentence


@pytest.mark.parametrize(
    ("changes", "in_row", "is_last", "sentence"),
    [
        ({}, True, True, ""),
        ({"solo": False}, True, True, "a card is discarded, which only solo games allow"),
        ({"card_taken": True}, True, True, "a card is discarded in a turn in which an animal card was taken"),
        ({"discarded": True}, True, True, "a second card is discarded this turn"),
        (
            {"row": [OTTER]},
            False,
            True,
            "a card is discarded that is not there: the frog card is not in the row, which shows otter",
        ),
        ({}, True, False, "a card is discarded before the turn's last action"),
    ],
)
def test_a_discard_that_is_not_allowed_has_its_sentence(
    changes: dict[str, Any], in_row: bool, is_last: bool, sentence: str
) -> None:
    assert words.discard_not_allowed(state(1, **changes), FROG, in_row=in_row, is_last=is_last) == sentence


@pytest.mark.parametrize(
    ("stacks", "cubes", "where"),
    [
        ({"c2": "W", "b1": "L"}, (), "its cube could go to c2"),
        ({"c2": "W", "b1": "L", "c1": "W"}, (), "its cube could go to c1 or c2"),
        ({"c2": "W", "b1": "L"}, ("c2",), "the spaces that have it hold a cube already"),
        ({"c2": "W"}, (), "it is nowhere on the board"),
    ],
)
def test_the_message_on_a_missing_habitat_says_where_the_cube_could_go(
    stacks: dict[str, str], cubes: tuple[str, ...], where: str
) -> None:
    mask = sum(1 << A.bit_of[space] for space in cubes)
    sentence = words.habitat_missing(A, FROG, "a1", lanes(A, stacks), mask)
    assert sentence == f"the habitat of the frog is not around a1; {where}"
