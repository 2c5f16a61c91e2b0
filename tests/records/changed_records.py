"""The examples of the schemas, some games, and records made from them with a change or two."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from tests.copies import copied
from tests.records.typos import RIGHT, TYPOS
from tests.rules.replay.game_logs import GAMES

DATA = Path(__file__).parents[1] / "data"
EXAMPLES = {f"{path.parts[-3]}-{path.stem}": path for path in sorted((DATA / "schema").glob("*/*/*.json"))}
SEEDS = [json.loads(path.read_bytes()) for path in EXAMPLES.values()]
SEEDS += [json.loads(RIGHT), *(json.loads(typo.text) for typo in list(TYPOS.values())[::7])]
short = copied(GAMES["2p_A_spirits-06"])
short["turns"] = short["turns"][:3]
SEEDS += [short, {**short, "unfinished": True}, GAMES["1p_A_spirits-00"]]
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 6),
    st.sampled_from([2**63, -(2**63) - 1, 10**25, 1.0, 1.5, -0.0, 1e300]),
    st.sampled_from(
        ["", "A", "a", "C", "a1", "g5", "A6", "a1\n", "W", "w", "blue", "MMM", "wft", "frog", "1", "2026-01-31"]
    ),
    st.text(max_size=3),
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=2)
)
NAMES = (
    "notes",
    "id",
    "$schema",
    "solo",
    "spirits",
    "rules",
    "date",
    "side",
    "space",
    "tokens",
    "token",
    "at",
    "card",
    "do",
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the paths of all values within a value."""
    found = [path]
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, member in inner:
        found += places(member, (*path, step))
    return found


@st.composite
def mutated(draw: st.DrawFn) -> Any:
    """Change a record in one or two places."""
    value = copied(draw(st.sampled_from(SEEDS)))
    for _ in range(draw(st.integers(1, 2))):
        path = draw(st.sampled_from(places(value)))
        if not path:
            continue
        node = value
        for step in path[:-1]:
            node = node[step]
        how = draw(st.sampled_from(["put", "put", "add", "drop", "twice"]))
        if how == "put":
            node[path[-1]] = draw(VALUES)
        elif how == "drop":
            del node[path[-1]]
        elif how == "add" and isinstance(node, dict):
            node[draw(st.sampled_from(NAMES) | st.text(max_size=2))] = draw(VALUES)
        elif how == "twice" and isinstance(node, list):
            node.append(copied(node[path[-1]]))
    return value
