"""Whatever a file of the site contains, it is read or refused, without a crash."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from harmonies_cli.records.bga.bga_reader import read_bga
from harmonies_cli.records.bga.envelopes import recognise
from harmonies_cli.records.bga.values import BgaError
from tests.examples import examples
from tests.records.bga.bga_samples import PAGE, SOLO, TWO, packets, sample, written

SNAPSHOT = Path(__file__).parents[3] / "samples" / "bga" / "harmonies-bot-snapshot.json"
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 130),
    st.sampled_from([10**30, -(10**18), 0.5, 1e300, "", "-", "0", "5", "²", "x" * 200, "cell_84510048_0_4", "card_1"]),
    st.sampled_from([[], {}, [[]], [{}], {"id": 1}, {"": None}, [None] * 3, {"1": {"type_arg": 3}}]),
)


def _short(log: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [*log[:9], log[-1]]


DOCUMENTS = [
    {"status": 1, "data": {"logs": _short(packets(TWO)), "players": [{"id": "84510048", "name": "D"}]}},
    {
        "players": {},
        "gamedatas": json.loads(sample("gamedatas-2p_A_spirits-06.json.gz")),
        "packets": _short(packets(SOLO)),
    },
    json.loads(sample("gamedatas-1p_A_spirits-00.json.gz")),
    json.loads(SNAPSHOT.read_text()),
]


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, each in inner for place in _places(each, (*path, key)))]


PLACES = [_places(document) for document in DOCUMENTS]


def _edited(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = _edited(value[path[0]], path[1:], new)
    return copy


def _read(data: bytes) -> None:
    assert recognise(data) in ("log", "page", "gamedatas", "snapshot", "error", "other-game", None)
    try:
        found = read_bga(data, name="x", side="A", cross_check=True)
    except BgaError as error:
        assert len(str(error)) < 500
        assert error.problem.pointer == "" or error.problem.pointer.startswith("/")
    else:
        json.dumps(found.record)


@examples(2.5)
@given(st.data())
def test_any_value_may_be_anything(data: st.DataObject) -> None:
    which = data.draw(st.integers(0, len(DOCUMENTS) - 1))
    document = DOCUMENTS[which]
    for _ in range(data.draw(st.integers(1, 2))):
        # The first edit may have removed the place of the second.
        path = data.draw(st.sampled_from(PLACES[which]))
        try:
            document = _edited(document, path, data.draw(VALUES))
        except (KeyError, IndexError, TypeError, ValueError):
            continue
    _read(written(document))


@examples(0.75)
@given(st.sampled_from([sample(PAGE), written(DOCUMENTS[0])]), st.integers(0, 10**7), st.binary(max_size=8))
def test_any_bytes_may_be_overwritten(data: bytes, place: int, new: bytes) -> None:
    place %= len(data)
    _read(data[:place] + new + data[place + len(new) :])


def test_long_ids_and_deep_arguments_are_no_trouble() -> None:
    deep: Any = 1
    for _ in range(400):
        deep = [deep]
    event = {"type": "msg", "uid": "1", "args": {"player_id": "9" * 10_000, "player_name": deep}}
    log = packets(TWO)
    log[0]["data"][:0] = [event, event]
    _read(written(log))


def test_one_number_on_very_many_notifications_takes_no_time() -> None:
    log = packets(TWO)
    log[0]["data"] += [{"uid": "1", "type": "counter", "args": {"counterValue": value}} for value in range(50_000)]
    start = time.process_time()
    assert len(read_bga(written(log), name="x").record["turns"]) == 18
    assert time.process_time() - start < 5
