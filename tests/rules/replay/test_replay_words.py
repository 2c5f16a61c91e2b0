from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harmonies_cli.errors import HarmoniesError, UnknownNameError
from harmonies_cli.rules.board.cards import CARDS
from harmonies_cli.rules.replay.replay import replay
from tests.copies import copied
from tests.examples import examples
from tests.rules.replay.game_logs import GAMES, Record, actions, edited, faults, log_of, replayed
from tests.rules.scoring.plain_rules import CARD_OF

COLOURS = {"W": "blue", "M": "gray", "T": "brown", "L": "green", "F": "yellow", "H": "red"}


def reworded(record: Record, rng: random.Random) -> Record:
    """Write the same game in other words: colours, letter cases, aliases, numbers, orders."""
    record = copied(record)

    def cased(word: str) -> str:
        return "".join(rng.choice([letter.upper(), letter.lower()]) for letter in word)

    def card(name: str) -> str | int:
        data = CARD_OF[name]
        aliases = [alias for names in data["aliases"].values() for alias in names]
        return rng.choice([name, cased(name), data["bga"], str(data["bga"]), cased(rng.choice(aliases or [name]))])  # type: ignore[no-any-return]

    def tokens(letters: str) -> str | list[str]:
        mixed = rng.sample(letters, len(letters))
        if rng.random() < 0.5:
            return cased("".join(mixed))
        return [cased(rng.choice([one, COLOURS[one]])) for one in mixed]

    start = record["start"]
    start["central"] = [tokens(content) for content in start["central"]]
    start["row"] = [card(name) for name in start["row"]]
    if "spirits" in start:
        start["spirits"] = [[card(name) for name in hand] for hand in start["spirits"]]
    for turn in record["turns"]:
        for action in turn["actions"]:
            if "token" in action:
                action["token"] = cased(rng.choice([action["token"], COLOURS[action["token"]]]))
            if "at" in action:
                action["at"] = cased(action["at"])
            if "tokens" in action:
                action["tokens"] = tokens(action["tokens"])
            if "card" in action:
                action["card"] = card(action["card"])
            if rng.random() < 0.1:
                action["notes"] = "as it was"
        refill = turn.get("refill", {})
        if "central" in refill:
            refill["central"] = {space: tokens(content) for space, content in refill["central"].items()}
        if "row" in refill:
            refill["row"] = [card(name) for name in refill["row"]]
        turn["notes"] = "fine"
    return record


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_the_same_game_in_other_words_is_the_same_game(game: str, seed: int) -> None:
    plain, other = replayed(GAMES[game]), replayed(reworded(GAMES[game], random.Random(seed)))
    assert other.violations == []
    assert other.unchecked == set()
    assert [seat.board for seat in plain.seats] == [seat.board for seat in other.seats]
    assert [seat.cards for seat in plain.seats] == [seat.cards for seat in other.seats]
    assert (plain.central, plain.row, plain.pouch) == (other.central, other.row, other.pouch)


@pytest.mark.parametrize(
    ("do", "key", "word", "what"),
    [
        ("place-token", "token", "X", "token"),
        ("place-token", "token", "B", "token"),
        ("place-token", "at", "z9", "space"),
        ("place-token", "at", "a6", "space"),
        ("place-token", "at", "", "space"),
        ("place-cube", "at", "h1", "space"),
        ("place-cube", "card", "falcn", "card"),
        ("take-card", "card", len(CARDS) + 1, "card"),
        ("take-card", "card", "", "card"),
        ("choose-spirit", "card", "dragon", "card"),
        ("take-tokens", "tokens", "XYZ", "token"),
        ("take-tokens", "tokens", ["blau"], "token"),
    ],
)
def test_words_that_name_nothing_make_the_record_invalid(do: str, key: str, word: object, what: str) -> None:
    record = edited("2p_A_spirits-06")
    actions(record, do)[0][2][key] = word
    with pytest.raises(UnknownNameError) as error:
        replayed(record)
    assert error.value.what == what


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("central", ["XXX"] * 5),
        ("row", ["falcn"] * 5),
        ("row", ["lion", "falcon", "otter", "frog", "koala"]),
        ("spirits", [["falcon", "owl"], ["cat", "ram"]]),
        ("spirits", [["lion", "owll"], ["cat", "ram"]]),
    ],
)
def test_unknown_words_and_cards_of_the_wrong_kind_in_the_start_are_invalid(part: str, value: object) -> None:
    record = edited("2p_A_spirits-06")
    record["start"][part] = value
    with pytest.raises(UnknownNameError):
        replayed(record)


def test_a_spirit_in_a_refill_of_the_row_is_invalid() -> None:
    record = edited("2p_A_spirits-06")
    next(turn for turn in record["turns"] if turn["refill"].get("row"))["refill"]["row"] = ["lion"]
    with pytest.raises(UnknownNameError):
        replayed(record)


SWAPPABLE = {"take-card", "choose-spirit"}


@pytest.mark.parametrize("game", GAMES)
def test_the_order_of_actions_within_a_turn_is_free(game: str) -> None:
    for number, turn in enumerate(GAMES[game]["turns"]):
        record = edited(game)
        acts = record["turns"][number]["actions"]
        for index in range(len(acts) - 1):
            pair = {acts[index]["do"], acts[index + 1]["do"]}
            # Tokens on different spaces, and a card taken between them, may swap.
            free = pair <= {"place-token"} and acts[index]["at"] != acts[index + 1]["at"]
            if free or pair in ({"place-token", "choose-spirit"}, {"place-token", "take-card"}, SWAPPABLE):
                acts[index], acts[index + 1] = acts[index + 1], acts[index]
                found = faults(record)
                # A card that a later cube completes is still above the board.
                assert found == []
                acts[index], acts[index + 1] = acts[index + 1], acts[index]
        assert turn["actions"] == acts


@examples(0.5)
@given(st.sampled_from(sorted(GAMES)), st.data())
def test_a_piece_of_any_record_replaced_by_any_text_is_judged_or_refused(game: str, data: st.DataObject) -> None:
    record = edited(game)
    turn = data.draw(st.sampled_from(record["turns"]))
    action = data.draw(st.sampled_from(turn["actions"]))
    key = data.draw(st.sampled_from([key for key in action if key in {"card", "at", "token", "tokens"}] or ["notes"]))
    action[key] = data.draw(st.text(max_size=8))
    log = log_of(record)
    try:
        state = replay(log)
    except HarmoniesError:
        return
    assert all(fault.message for fault in state.violations)
