"""The tables `seats`, `cards`, `offers`, `spirits` and `turns` of a chunk of records, from the moves."""

from __future__ import annotations

from math import nan
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from harmonies_cli.review.result import PARTS
from harmonies_cli.rules.board.cards import ANIMALS, CARDS, CUBES, SPIRITS
from harmonies_cli.rules.board.tokens import LANES, LETTERS, MOST_TAKEN
from harmonies_cli.rules.scoring.scoresheet import LANDSCAPE_ROWS
from harmonies_cli.statistics.files.arrow import table_from
from harmonies_cli.statistics.rows.columns import TOKEN_SETS, TURN_KINDS
from harmonies_cli.statistics.rows.moves import PLACES, UNKNOWN, Moves
from harmonies_cli.statistics.rows.record_rows import SEAT_FACTS, SeatRows
from harmonies_cli.statistics.rows.timeline import CARD_POINTS, NEVER, Ints, Offers, Timeline, TurnScores, ints

__all__ = ["NO_SET", "cards_table", "offers_table", "seats_table", "spirits_table", "token_set_codes", "turns_table"]

NO_SET = -1
_BASE = MOST_TAKEN + 1
_LANE = 255
_SHIFTS = tuple(lane.bit_length() - 1 for lane in LANES)


def _index(counts: list[Ints]) -> Ints:
    """Return numbers of tokens as one number, a digit for each kind."""
    index = counts[0]
    for count in counts[1:]:
        index = index * _BASE + count
    return index


_CODES: Ints = np.full(_BASE ** len(LETTERS), NO_SET)
_CODES[_index([np.array([letters.count(letter) for letters in TOKEN_SETS]) for letter in LETTERS])] = np.arange(
    len(TOKEN_SETS)
)


def token_set_codes(packed: Ints) -> Ints:
    """Return the places in `column.TOKEN_SETS`; `NO_SET` for a negative number, and for more than six tokens."""
    counts = [packed >> shift & _LANE for shift in _SHIFTS]
    known = (packed >= 0) & (np.maximum.reduce(counts) < _BASE)
    codes: Ints = np.where(known, _CODES[np.where(known, _index(counts), 0)], NO_SET)
    return codes


_ANIMAL_CODES: Ints = np.full(len(CARDS), NEVER)
_ANIMAL_CODES[list(ANIMALS)] = np.arange(len(ANIMALS))
_CUBES = np.array(CUBES)
_SPIRIT_CODES: Ints = np.full(len(CARDS), NEVER)
_SPIRIT_CODES[list(SPIRITS)] = np.arange(len(SPIRITS))


def cards_table(moves: Moves, time: Timeline, offers: Offers) -> pa.Table:
    """Return the animal cards taken."""
    animals = np.flatnonzero(_ANIMAL_CODES[time.card] != NEVER)
    card = time.card[animals]
    seat = time.seat_of_card[animals]
    placed = time.placed[animals]
    taken_in = time.taken_in[animals]
    completed = placed == _CUBES[card]
    last_cube = np.where(completed, time.last_cube[seat, card], NEVER)
    points = CARD_POINTS[card, placed]
    of_game = taken_in != NEVER
    if len(time.turn):
        taken_round = time.round[taken_in]
        last_round = np.where(last_cube != NEVER, time.round[last_cube], time.turns_of_seat[seat])
        turn_taken, turn_completed = time.turn[taken_in], time.turn[last_cube]
    else:  # positions only
        taken_round = last_round = turn_taken = turn_completed = taken_in
    return table_from(
        "cards",
        game=_hashes(moves, time.game_of_seat[seat]),
        seat=time.number_of_seat[seat],
        card=_ANIMAL_CODES[card],
        turn_taken=(turn_taken, ~of_game),
        round_taken=(taken_round, ~of_game),
        position=(offers.place_of_card[animals] + 1, offers.place_of_card[animals] == NEVER),
        turns_on_offer=(offers.turns_before_card[animals], offers.turns_before_card[animals] == NEVER),
        cubes=placed,
        points=points,
        share_of_maximum=points / CARD_POINTS.max(axis=1)[card],
        completed=completed,
        turn_completed=(turn_completed, last_cube == NEVER),
        turns_held=(last_round - taken_round + 1, ~of_game),
    )


def offers_table(moves: Moves, time: Timeline, offers: Offers) -> pa.Table:
    """Return the cards on offer, turn by turn."""
    return table_from(
        "offers",
        game=_hashes(moves, time.game_of_turn[offers.in_turn]),
        turn=time.turn[offers.in_turn],
        seat=time.player[offers.in_turn],
        round=time.round[offers.in_turn],
        position=offers.place + 1,
        card=_ANIMAL_CODES[offers.card],
        turns_on_offer=offers.turns_before,
        taken=offers.taken,
    )


def seats_table(moves: Moves, rows: SeatRows, time: Timeline) -> pa.Table:
    """Return the players of all records."""
    facts = dict(zip(SEAT_FACTS, ints(rows.facts).reshape(-1, len(SEAT_FACTS)).T, strict=True))
    winners = facts.pop("winners")
    ratings = np.fromiter(rows.ratings, np.float64, len(rows.ratings))
    is_animal = _ANIMAL_CODES[time.card] != NEVER
    is_completed = is_animal & (time.placed == _CUBES[time.card])
    number = len(winners)
    cards_unknown = (facts["total"] == UNKNOWN) | np.fromiter((board is None for board in rows.boards), bool, number)
    seat, spirit, _, chosen, *_ = time.spirits.T
    spirit_card: Ints = np.full(number, NEVER)
    spirit_card[seat[chosen == 1]] = _SPIRIT_CODES[spirit[chosen == 1]]
    return table_from(
        "seats",
        game=_hashes(moves, time.game_of_seat),
        seat=time.number_of_seat,
        player=rows.players,
        name=rows.names,
        rating=(ratings, np.isnan(ratings)),
        win_share=(np.where(winners > 0, 1 / np.maximum(winners, 1), 0.0), winners == UNKNOWN),
        cards_taken=(np.bincount(time.seat_of_card[is_animal], minlength=number), cards_unknown),
        cards_completed=(np.bincount(time.seat_of_card[is_completed], minlength=number), cards_unknown),
        spirit_card=(spirit_card, spirit_card == NEVER),
        board=rows.boards,
        **{name: (numbers, numbers == UNKNOWN) for name, numbers in facts.items()},
    )


def spirits_table(moves: Moves, time: Timeline) -> pa.Table:
    """Return the spirits dealt and chosen."""
    facts = time.spirits
    seat, card, dealt, chosen, placed, points = facts[np.lexsort((facts[:, 1], facts[:, 0]))].T
    placed_in = time.last_cube[seat, card]
    return table_from(
        "spirits",
        game=_hashes(moves, time.game_of_seat[seat]),
        seat=time.number_of_seat[seat],
        card=_SPIRIT_CODES[card],
        dealt=(dealt == 1, dealt == UNKNOWN),
        chosen=chosen == 1,
        placed=(placed == 1, placed == UNKNOWN),
        turn_placed=(time.turn[placed_in] if len(time.turn) else placed_in, placed_in == NEVER),
        points=(points, points == UNKNOWN),
    )


def turns_table(moves: Moves, time: Timeline) -> pa.Table:
    """Return the turns with the score after each."""
    central = ints(moves.log.central).reshape(-1, PLACES)
    spaces = time.space
    packed = np.where(spaces > 0, central[np.arange(len(spaces)), spaces - 1], UNKNOWN)
    for turn, tokens in moves.tokens_named:
        packed[turn] = tokens
    taken = token_set_codes(packed)
    offered = token_set_codes(central)
    scores = TurnScores(moves, time)
    rows = {row: scores.landscapes[:, index] for index, row in enumerate(LANDSCAPE_ROWS)}
    return table_from(
        "turns",
        game=_hashes(moves, time.game_of_turn),
        turn=time.turn,
        seat=time.player,
        round=time.round,
        space=(spaces, spaces == 0),
        tokens_taken=(taken, taken == NO_SET),
        **{f"offered_{space + 1}": (offered[:, space], offered[:, space] == NO_SET) for space in range(PLACES)},
        **rows,
        animals=time.animals,
        spirit=scores.spirit,
        total=scores.landscapes.sum(axis=1) + time.animals + scores.spirit,
        empty_spaces=scores.empty,
        **_review_columns(moves, len(spaces)),
    )


def _review_columns(moves: Moves, turns: int) -> dict[str, tuple[NDArray[Any], NDArray[np.bool_]]]:
    """Return the reviews of the turns with all choices judged."""
    names = ("loss", "error", "luck", *(f"loss_{part}" for part in PARTS))
    numbers = {name: np.full(turns, np.nan) for name in names}
    kinds: Ints = np.full(turns, NEVER)
    for turn, review in moves.reviews:
        numbers["luck"][turn] = nan if review.luck is None else review.luck
        if review.loss is not None and review.error is not None and review.kind is not None and not review.notes:
            numbers["loss"][turn], numbers["error"][turn] = review.loss, review.error
            kinds[turn] = TURN_KINDS.index(review.kind)
            for part, points in review.parts.items():
                numbers[f"loss_{part}"][turn] = points
    columns = {name: (np.nan_to_num(values.round(4)) + 0.0, np.isnan(values)) for name, values in numbers.items()}
    return {**columns, "class": (kinds, kinds == NEVER)}


def _hashes(moves: Moves, records: Ints) -> Ints:
    """Return the hashes of records, given their numbers."""
    hashes: Ints = ints(moves.hashes)[records]
    return hashes
