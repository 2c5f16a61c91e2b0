"""A record read quickly and the same record read carefully: the verdict, its reasons and the hash are the same."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harmonies_cli.records import decode as decoding
from harmonies_cli.records import reader
from harmonies_cli.records.assess import assess
from harmonies_cli.records.decode import decode_quickly
from harmonies_cli.records.notation import Record
from harmonies_cli.records.outcome import Assessment
from harmonies_cli.records.reader import Reading
from harmonies_cli.rules.cards import CARDS
from harmonies_cli.rules.tokens import COLOUR_WORDS
from harmonies_cli.statistics.content import content_hash
from tests.records.assessed import reading_of
from tests.records.test_decode_agreement import EXAMPLES, SEEDS, mutated
from tests.records.typos import RIGHT, TYPOS
from tests.rules.game_logs import GAMES, ILLEGAL
from tests.rules.scribbles import scribble

Value = dict[str, Any]
COLOURS = {letter: word for word, letter in COLOUR_WORDS.items()}
CARD_OF = {card.id: card for card in CARDS}
SMALL = [name for name in GAMES if name[0] in "12"]


def _no_way(_data: bytes) -> tuple[Record | None, bytes]:
    return None, b""


def both(data: bytes) -> tuple[Reading, Reading]:
    """Return what is read in the way that the program takes, and carefully."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(decoding, "decode_quickly", _no_way)
        patch.setattr(reader, "decode_quickly", _no_way)
        careful = reading_of(data, line=3)
    return reading_of(data, line=3), careful


def compared(data: bytes) -> Reading:
    """Check that both ways come to the same; return what the program reads."""
    quick, careful = both(data)
    if careful.record is not None:
        assert quick.record == careful.record
    for how in (Assessment(), Assessment(keep_going=True, rules="bga", explain=False)):
        assert msgspec.to_builtins(assess(quick, how)) == msgspec.to_builtins(assess(careful, how))
    if careful.record is not None:
        hashes = {content_hash(quick), content_hash(careful), content_hash(taken_apart(quick))}
        assert len(hashes) == 1
    return quick


def taken_apart(reading: Reading) -> Reading:
    """Return a reading of which it is not known how the notation writes it."""
    apart = copy.copy(reading)
    apart.written = b""
    return apart


# --- forms of words

FORMS: dict[str, Callable[[str, random.Random], Any]] = {
    "lower": lambda word, _: word.lower(),
    "upper": lambda word, _: word.upper(),
    "colour": lambda word, _: COLOURS.get(word, word),
    "upper colour": lambda word, _: COLOURS.get(word, word).upper(),
    "listed": lambda word, _: list(word) if re.fullmatch("[WMTLFH]{2,6}", word) else word,
    "listed colours": lambda word, _: (
        [COLOURS[letter] for letter in word] if re.fullmatch("[WMTLFH]{2,6}", word) else word
    ),
    "shuffled": lambda word, rng: "".join(rng.sample(word, len(word))) if re.fullmatch("[WMTLFH]{2,6}", word) else word,
    "number": lambda word, _: CARD_OF[word].bga if word in CARD_OF else word,
    "number as text": lambda word, _: str(CARD_OF[word].bga) if word in CARD_OF else word,
    "number with point": lambda word, _: float(CARD_OF[word].bga) if word in CARD_OF else word,
    "alias": lambda word, rng: (
        rng.choice([word, *rng.choice(sorted(CARD_OF[word].aliases.values()))]) if word in CARD_OF else word
    ),
    "empty": lambda word, _: "",
    "doubled": lambda word, _: word * 2,
    "line end": lambda word, _: word + "\n",
    "other": lambda word, rng: rng.choice(
        ["q", "fox", "b5", "h1", "WWWWWWW", "bear", "nothing", "é", "TTTT", "WFTMLH"]
    ),
}
WORD_KEYS = frozenset(("token", "tokens", "at", "card"))


def reworded(value: Any, form: Callable[[str], Any], key: str = "") -> Any:
    """Return a game with its words in another form."""
    if isinstance(value, dict):
        inner = {"central": "tokens", "row": "card", "spirits": "card"}
        key = "tokens" if key == "tokens" else ""
        return {name: reworded(member, form, inner.get(name, key or name)) for name, member in value.items()}
    if isinstance(value, list):
        return [reworded(member, form, key) for member in value]
    return form(value) if isinstance(value, str) and key in WORD_KEYS else value


# --- layouts of text


def reversed_keys(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: reversed_keys(value[key]) for key in reversed(value)}
    return [reversed_keys(member) for member in value] if isinstance(value, list) else value


LAYOUTS: dict[str, Callable[[Any], bytes]] = {
    "blanks": lambda value: json.dumps(value).encode(),
    "as written": lambda value: msgspec.json.Encoder(order="deterministic").encode(value),
    "compact": lambda value: json.dumps(value, separators=(",", ":")).encode(),
    "indented": lambda value: json.dumps(value, indent="\t").encode() + b"\r\n",
    "reversed": lambda value: json.dumps(reversed_keys(value)).encode(),
    "sorted": lambda value: json.dumps(value, sort_keys=True).encode(),
    "unescaped": lambda value: json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass"),
    "slashes": lambda value: json.dumps(value, ensure_ascii=False).replace("/", "\\/").encode("utf-8", "surrogatepass"),
    "mark": lambda value: b"\xef\xbb\xbf" + json.dumps(value).encode(),
    "escaped": lambda value: json.dumps(value).replace("a", "\\u0061").encode(),
}
TEXTS = (
    "",
    "said",
    '"',
    "\\",
    '\\"',
    ':"',
    ',"turns":[',
    ',"start":',
    '"notes":',
    ',"result":{"unfinished":',
    '"replaced":false',
    "é🦊",
    "\u2028",
    "\x00\x1f\x7f",
    "a/b</script>",
    "harmonies-game",
    "harmonies-position",
    "\\u0041",
    "{}[],:",
)


def told(value: Value, text: str, rng: random.Random) -> Value:
    """Return a record with a text in some of the places that take any."""
    value = copy.deepcopy(value)
    things = [value, *value["players"]]
    for turn in value.get("turns", []):
        things += [turn, *turn["actions"]]
    for thing in rng.sample(things, min(3, len(things))):
        thing["notes"] = text
    for thing, key in ((value, "source"), (value, "id"), (value["players"][0], "name"), (value["players"][0], "id")):
        if rng.random() < 0.5:
            thing[key] = text
    return value


def same_in_all_layouts(value: Any) -> None:
    readings = [compared(layout(value)) for layout in LAYOUTS.values()]
    if all(reading.record is not None for reading in readings):
        assert len({content_hash(reading) for reading in readings}) == 1


# --- the tests


@pytest.mark.parametrize("path", EXAMPLES.values(), ids=EXAMPLES)
def test_examples_are_the_same(path: Path) -> None:
    compared(path.read_bytes())


def test_typed_positions_with_mistakes_are_the_same() -> None:
    for typo in TYPOS.values():
        compared(typo.text.encode())


@pytest.mark.parametrize("game", SMALL)
def test_recorded_games_are_the_same_in_all_layouts(game: str) -> None:
    same_in_all_layouts(GAMES[game])


@pytest.mark.parametrize("form", FORMS)
def test_games_in_other_words_are_the_same(form: str) -> None:
    rng = random.Random(form)
    for value in (GAMES["1p_A_spirits-00"], GAMES["2p_B_spirits-08"]):
        compared(json.dumps(reworded(value, lambda word: FORMS[form](word, rng))).encode())
        for share in (0.02, 0.3):
            some = reworded(value, lambda word: FORMS[form](word, rng) if rng.random() < share else word)  # noqa: B023
            compared(json.dumps(some).encode())


SAYING_NOTHING = ("lower", "upper", "listed", "listed colours", "number", "number as text", "number with point")


@pytest.mark.parametrize("form", SAYING_NOTHING)
def test_other_forms_of_words_do_not_change_the_hash(form: str) -> None:
    rng = random.Random(form)
    for game in SMALL:
        before = compared(json.dumps(GAMES[game]).encode())
        after = compared(json.dumps(reworded(GAMES[game], lambda word: FORMS[form](word, rng))).encode())
        assert before.written
        assert not after.written
        assert content_hash(before) == content_hash(after)


@pytest.mark.parametrize("text", TEXTS)
def test_texts_are_the_same_in_all_layouts(text: str) -> None:
    rng = random.Random(text)
    for value in (GAMES["1p_A_spirits-00"], json.loads(RIGHT)):
        same_in_all_layouts(told(value, text, rng))


def test_games_with_a_fault_are_the_same() -> None:
    for case in ILLEGAL[::4]:
        compared(json.dumps(case["record"]).encode())


@pytest.mark.parametrize("number", ["1e15", "1E14", "1e5", "1e-5", "12e3", "1e300", "-0", "-0.0", "1540.0", "1" * 30])
def test_a_key_given_twice_is_seen_whatever_a_number_gains_in_length(number: str) -> None:
    value = copy.deepcopy(GAMES["1p_A_spirits-00"])
    value["players"][0]["rating"] = "@"
    text = LAYOUTS["as written"](value).replace(b'"@"', number.encode())
    gained = len(msgspec.json.encode(json.loads(number))) - len(number)
    for name in ("Ann", "An", "A", ""):
        for length in range(max(gained, 0) + 1):
            doubled = text.replace(b'"players":[{', b'"players":[{"name":"%s",%s' % (name.encode(), b" " * length))
            assert decode_quickly(doubled)[0] is None
        reading = compared(doubled)
        assert [problem.code for problem in reading.problems] == ["duplicate-key"]


# --- changed texts


MARKS = (b'"', b",", b"}", b"]", b"\\", b"\\u00e9", b"\xff", b"\xc3", b" ", b"\n", b"0")


def damaged(data: bytes, rng: random.Random) -> bytes:
    """Return a text with something changed anywhere."""
    at = rng.randrange(len(data))
    members = [match.span() for match in re.finditer(rb'"[^"\\]*": ?(?:"[^"\\]*"|[0-9.]+|true|false)', data)]
    start, end = rng.choice(members)
    numbers = [match.span(1) for match in re.finditer(rb"[:\[,] ?([0-9]+)", data)] or [(at, at)]
    one, other = rng.choice(numbers)
    number = rng.choice(
        [b"1.0", b"1e0", b"-1", b"0", b"6", b"01", b"1e400", b"9" * 25, b"9" * 5000, b"NaN", b"null", b"1.5"]
    )
    return rng.choice(
        [
            data[:at],
            data[:at] + data[at + 1 :],
            data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :],
            data[:at] + rng.choice(MARKS) + data[at:],
            data[:end] + b", " + data[start:end] + data[end:],
            data[:start] + data[start:end] + b"," + data[start:],
            data[:start] + data[end:],
            data[:end] + b', "colour": "blue"' + data[end:],
            data[:one] + number + data[other:],
            data[:start] + re.sub(rb":.*", b": null", data[start:end]) + data[end:],
            data[:start] + re.sub(rb":.*", b": [1, {}]", data[start:end]) + data[end:],
            data[:start] + re.sub(rb'^"(.)', lambda found: b'"\\u%04x' % found[1][0], data[start:end]) + data[end:],
            data + data[:at],
        ]
    )  # fmt: skip


TEXT_SEEDS = [json.dumps(SEEDS[-2]), json.dumps(SEEDS[-3]), RIGHT, json.dumps(GAMES["1p_A_spirits-00"])]


@pytest.mark.parametrize("seed", range(4))
def test_damaged_texts_are_the_same(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(60):
        compared(damaged(rng.choice(TEXT_SEEDS).encode(), rng))


@given(mutated())
@settings(max_examples=200)
def test_changed_records_are_the_same(value: Any) -> None:
    compared(json.dumps(value).encode())


@given(mutated(), st.sampled_from(sorted(LAYOUTS)))
@settings(max_examples=100)
def test_changed_records_are_the_same_in_another_layout(value: Any, layout: str) -> None:
    compared(LAYOUTS[layout](value))


def some_change(value: Value, rng: random.Random) -> bytes:
    """Return a text of a record with changes to its words, its texts, its moves and its layout."""
    value = copy.deepcopy(value)
    if value.get("turns"):
        for _ in range(rng.randint(0, 2)):
            scribble(value, rng)
        form = FORMS[rng.choice(sorted(FORMS))]
        share = rng.choice([0.01, 0.1, 1])
        value = reworded(value, lambda word: form(word, rng) if rng.random() < share else word)
    if rng.random() < 0.3:
        value = told(value, rng.choice(TEXTS), rng)
    data = LAYOUTS[rng.choice(sorted(LAYOUTS))](value)
    return damaged(data, rng) if rng.random() < 0.3 else data


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_many_changed_records_are_the_same(seed: int) -> None:
    rng = random.Random(seed)
    records = [
        *GAMES.values(),
        *(case["record"] for case in rng.sample(ILLEGAL, 20)),
        *(json.loads(RIGHT) for _ in range(20)),
    ]
    for value in records:
        for _ in range(6):
            compared(some_change(value, rng))
    for _ in range(200):
        compared(damaged(rng.choice(TEXT_SEEDS).encode(), rng))


@pytest.mark.slow
@given(mutated(), st.sampled_from(sorted(LAYOUTS)))
@settings(max_examples=10_000)
def test_many_changed_records_are_the_same_in_all_layouts(value: Any, layout: str) -> None:
    compared(LAYOUTS[layout](value))
