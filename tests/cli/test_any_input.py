"""Whatever the input, nobody ever sees a traceback."""

from __future__ import annotations

import json
import warnings
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.cli.command import ROOT, run
from tests.copies import copied
from tests.examples import examples
from tests.records.typos import RIGHT
from tests.rules.replay.game_logs import GAMES

# --- whatever the input


COMMANDS: list[tuple[str, ...]] = [
    ("score",),
    ("score", "--explain", "--colour", "always"),
    ("score", "--format", "json"),
    ("score", "--format", "csv", "--rules", "bga"),
    ("score", "--format", "markdown", "--side", "B"),
    ("score", "--format", "html"),
    ("score", "--turn", "2", "--player", "1"),
    ("show",),
    ("show", "--turn", "1", "--rules", "bga"),
    ("verify",),
    ("verify", "--format", "json", "--keep-going"),
    ("verify", "--keep-going", "--scores"),
]


def survives(command: tuple[str, ...], data: bytes) -> None:
    ran = run(*command, "-", stdin=data)
    assert ran.status in (0, 1) or {"--player", "--turn"} & {*command}, ran.err
    assert "fault of harmonies-cli" not in ran.err
    assert "\x1b" not in ran.out or "always" in command
    if "json" in command:
        json.loads(ran.out)


def jsonish() -> st.SearchStrategy[Any]:
    words = st.sampled_from(
        [
            *("format", "harmonies-position", "harmonies-game", "version", "side", "A", "players", "name", "board"),
            *("cards", "cubes", "score", "turns", "actions", "do", "take-tokens", "start", "result", "id", "solo"),
            *("status", "data", "packets", "gamedatas", "lion", "frog", "a1", "MMM", "\x1b[31m", "\ud800", "\u202e"),
        ]
    )
    scalars = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), words, st.text(max_size=5))
    return st.recursive(
        scalars,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words | st.text(max_size=3), inner, max_size=5),
        max_leaves=25,
    )


@given(st.sampled_from(COMMANDS), jsonish())
@examples(1)
def test_any_json_gives_a_verdict(command: tuple[str, ...], value: Any) -> None:
    survives(command, json.dumps(value).encode())


@given(st.sampled_from(COMMANDS), st.binary(max_size=200) | st.text(max_size=100).map(str.encode))
@examples(0.75)
def test_any_bytes_give_a_verdict(command: tuple[str, ...], data: bytes) -> None:
    survives(command, data)


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """Replace bytes of a good file, or remove some."""
    data = draw(st.sampled_from(GOOD))
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(data)))
        end = start + draw(st.sampled_from([0, 0, 1, 2, 20, 2000]))
        junk = st.sampled_from(
            [b"", b'"', b"}", b"]", b",", b"\\", b"\n", b"\0", b"\xff", b"-1", b"1e999", b"null", b"LT"]
        )
        data = data[:start] + draw(junk) + data[end:]
    return data


short = copied(GAMES["2p_A_spirits-06"])
short["turns"] = short["turns"][:4]
GOOD = [
    RIGHT.encode(),
    f"{RIGHT}\n".replace("\n", " ").encode() * 2,
    (ROOT / "samples" / "positions" / "solo-seven-suns.json").read_bytes(),
    (ROOT / "samples" / "positions" / "four-islands.json").read_bytes(),
    json.dumps({**short, "unfinished": True}).encode(),
    json.dumps(GAMES["1p_A_spirits-00"]).encode(),
]


@given(st.sampled_from(COMMANDS), damaged())
@examples(1.5)
def test_any_damaged_file_gives_a_verdict(command: tuple[str, ...], data: bytes) -> None:
    survives(command, data)


def reworded(value: Any, draw: st.DrawFn) -> Any:
    """Return a record with a few of its texts and numbers copied over others."""
    leaves: list[tuple[Any, Any]] = []

    def collect(node: Any) -> None:
        for key, member in node.items() if isinstance(node, dict) else enumerate(node):
            if isinstance(member, dict | list):
                collect(member)
            elif key not in ("format", "do"):
                leaves.append((node, key))

    value = copied(value)
    collect(value)
    for _ in range(draw(st.integers(1, 4))):
        (node, key), (other, source) = draw(st.sampled_from(leaves)), draw(st.sampled_from(leaves))
        node[key] = other[source]
    return value


@st.composite
def shuffled(draw: st.DrawFn) -> bytes:
    """Copy words of a good record over other words of it."""
    return json.dumps(reworded(json.loads(draw(st.sampled_from([GOOD[0], *GOOD[2:]]))), draw)).encode()


@given(st.sampled_from(COMMANDS), shuffled())
@examples(1.5)
def test_any_record_with_its_words_shuffled_gives_a_verdict(command: tuple[str, ...], data: bytes) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        survives(command, data)
