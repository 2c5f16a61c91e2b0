"""Records in other words, in other layouts, with odd texts, damaged."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from harmonies_cli.rules.board.cards import CARDS
from harmonies_cli.rules.board.tokens import COLOUR_WORDS
from tests.copies import copied

__all__ = ["FORMS", "LAYOUTS", "TEXTS", "Value", "damaged", "oddly_written", "reworded", "with_text"]

Value = dict[str, Any]
_COLOURS = {letter: word for word, letter in COLOUR_WORDS.items()}
_CARD_OF = {card.id: card for card in CARDS}

# --- forms of words

FORMS: dict[str, Callable[[str, random.Random], Any]] = {
    "lower": lambda word, _: word.lower(),
    "upper": lambda word, _: word.upper(),
    "colour": lambda word, _: _COLOURS.get(word, word),
    "upper colour": lambda word, _: _COLOURS.get(word, word).upper(),
    "listed": lambda word, _: list(word) if re.fullmatch("[WMTLFH]{2,6}", word) else word,
    "listed colours": lambda word, _: (
        [_COLOURS[letter] for letter in word] if re.fullmatch("[WMTLFH]{2,6}", word) else word
    ),
    "shuffled": lambda word, rng: "".join(rng.sample(word, len(word))) if re.fullmatch("[WMTLFH]{2,6}", word) else word,
    "number": lambda word, _: _CARD_OF[word].bga if word in _CARD_OF else word,
    "number as text": lambda word, _: str(_CARD_OF[word].bga) if word in _CARD_OF else word,
    "number with point": lambda word, _: float(_CARD_OF[word].bga) if word in _CARD_OF else word,
    "alias": lambda word, rng: (
        rng.choice([word, *rng.choice(sorted(_CARD_OF[word].aliases.values()))]) if word in _CARD_OF else word
    ),
    "empty": lambda word, _: "",
    "doubled": lambda word, _: word * 2,
    "line end": lambda word, _: word + "\n",
    "other": lambda word, rng: rng.choice(
        ["q", "fox", "b5", "h1", "WWWWWWW", "bear", "nothing", "é", "TTTT", "WFTMLH"]
    ),
}
_WORD_KEYS = frozenset(("token", "tokens", "at", "card"))


def reworded(value: Any, form: Callable[[str], Any], key: str = "") -> Any:
    """Return a game with its words in another form."""
    if isinstance(value, dict):
        inner = {"central": "tokens", "row": "card", "spirits": "card"}
        key = "tokens" if key == "tokens" else ""
        return {name: reworded(member, form, inner.get(name, key or name)) for name, member in value.items()}
    if isinstance(value, list):
        return [reworded(member, form, key) for member in value]
    return form(value) if isinstance(value, str) and key in _WORD_KEYS else value


# --- layouts of text


def _reversed_keys(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _reversed_keys(value[key]) for key in reversed(value)}
    return [_reversed_keys(member) for member in value] if isinstance(value, list) else value


LAYOUTS: dict[str, Callable[[Any], bytes]] = {
    "blanks": lambda value: json.dumps(value).encode(),
    "as written": lambda value: msgspec.json.Encoder(order="deterministic").encode(value),
    "compact": lambda value: json.dumps(value, separators=(",", ":")).encode(),
    "indented": lambda value: json.dumps(value, indent="\t").encode() + b"\r\n",
    "reversed": lambda value: json.dumps(_reversed_keys(value)).encode(),
    "sorted": lambda value: json.dumps(value, sort_keys=True).encode(),
    "unescaped": lambda value: json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass"),
    "slashes": lambda value: json.dumps(value, ensure_ascii=False).replace("/", "\\/").encode("utf-8", "surrogatepass"),
    "mark": lambda value: b"\xef\xbb\xbf" + json.dumps(value).encode(),
    "escaped": lambda value: json.dumps(value).replace("o", "\\u006f").encode(),
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


def with_text(value: Value, text: str, rng: random.Random) -> Value:
    """Return a record with a given text in some of the places that accept any text."""
    value = copied(value)
    things = [value, *value["players"]]
    for turn in value.get("turns", []):
        things += [turn, *turn["actions"]]
    for thing in rng.sample(things, min(3, len(things))):
        thing["notes"] = text
    for thing, key in ((value, "source"), (value, "id"), (value["players"][0], "name"), (value["players"][0], "id")):
        if rng.random() < 0.5:
            thing[key] = text
    return value


_MARKS = (b'"', b",", b"}", b"]", b"\\", b"\\u00e9", b"\xff", b"\xc3", b" ", b"\n", b"0")


def damaged(data: bytes, rng: random.Random) -> bytes:
    """Return a text with a change anywhere."""
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
            data[:at] + rng.choice(_MARKS) + data[at:],
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


_ODD = (
    *(b"1.0", b"1e0", b"5.0", b"-0", b"-0.0", b"0", b"-1", b"1.5", b"01", b"1e15", b"1e400", b"NaN"),
    *(b"9007199254740993", b"9223372036854775808", b"9" * 25, b"9" * 5000),
    *(
        b"null",
        b"true",
        b"[]",
        b"{}",
        b"[1, [2]]",
        b'{"a": 1, "a": 1}',
        b"[" * 200 + b"]" * 200,
        b"[" * 600 + b"]" * 600,
    ),
    *(b'""', b'"1"', b'"w"', b'"WFTMLHW"', b'["WFT"]', b'["W", "F", "blue"]', b'"a5\\n"', b'"fox"', b'"Frosch"'),
    *(b"16", b'"16"', b"16.0", b'"\\ud83e"', b'"\\ud83e\\udd8a"', b'"\\/"', b'"\xff"', b'"\x7f"', b'"\t"'),
)
"""Replacements for any value."""


def oddly_written(value: Value, paths: list[tuple[Any, ...]]) -> Iterator[bytes]:
    """Yield a record with each odd value in some of its places, and with their keys given twice or written oddly."""
    for path in paths:
        changed = copied(value)
        node = changed
        for step in path[:-1]:
            node = node[step]
        old, node[path[-1]] = json.dumps(node[path[-1]]).encode(), "@@"
        before, _, after = json.dumps(changed).encode().partition(b'"@@"')
        for odd in _ODD:
            yield before + odd + after
        if isinstance(node, dict):
            key = json.dumps(path[-1]).encode()
            member = key + b": " + old
            before = before.removesuffix(key + b": ")
            yield before + member + b", " + member + after
            yield before + member + b", " + key + b": null" + after
            yield before + member + b", " + key + b': "\\u003a"' + after  # the lost colon is restored
            yield before + key + b": 1, " + member + after
            yield before + b'"\\u%04x' % key[1] + key[2:] + b": " + old + after
            yield before + b'" ' + key[1:] + b": " + old + after
            yield before + key.upper() + b": " + old + after
