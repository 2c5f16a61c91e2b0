"""Almost correct inputs for every reader: records and site files changed in structure, text and container."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from tests.cli.command import ROOT
from tests.records.files.wrapped_records import TEXT_WRAPPERS, har, mhtml, zipped

__all__ = ["LARGEST", "fuzzed_inputs"]

LARGEST = 1_000_000
"""Maximum bytes of an input, before it is packed."""
_HOSTILE: tuple[Any, ...] = (
    *(None, True, 0, -1, 1, 7, 2**31, 2**63, -(2**64), 10**400, 1e308, 0.5, "", " ", "a1", "A", "lion", "MMM", "=1+1"),
    *("\x1b[31m", "\ud800", "\u202e", "\x00", "é" * 300, "9" * 5000, [], {}, [[]], [None], {"": {}}, [0] * 2000),
)
_TOKENS = (
    *(b"{", b"}", b"[", b"]", b",", b":", b'"', b"'", b"\\", b"\\u", b"\\ud800", b"\n", b"\r", b"\x00", b"\xff"),
    *(
        b"//",
        b"/*",
        b"null",
        b"NaN",
        b"1e999",
        b"-",
        b"<",
        b"</script>",
        b"=",
        b"\xef\xbb\xbf",
        b"--",
        b"\x1f\x8b",
        b"PK",
    ),
)


def _read(name: str) -> bytes:
    data = (ROOT / name).read_bytes()
    return gzip.decompress(data) if name.endswith(".gz") else data


def _sources() -> list[bytes]:
    patterns = (
        *("samples/*.json", "samples/positions/*.json", "samples/games/*.json", "tests/data/positions/*.json"),
        *("tests/data/games/*.json", "tests/data/bga/*.json", "tests/data/bga/*.gz", "samples/**/*.html"),
    )
    names = sorted({str(file.relative_to(ROOT)) for pattern in patterns for file in ROOT.glob(pattern)})
    return [data for name in names if len(data := _read(name)) < LARGEST // 4]


def fuzzed_inputs(seed: int) -> Iterator[tuple[str, bytes]]:
    """Yield names of files and their bytes forever; the same for the same seed.

    Long documents are rarer than short ones: they reach no more code, and take a hundred times as long.

    Parameters
    ----------
    seed
        Seed of the random changes.
    """
    random = Random(seed)
    sources = _sources()
    weights = [1 / (2_000 + len(source)) for source in sources]

    def drawn() -> bytes:
        return random.choices(sources, weights)[0]

    while True:
        data = drawn()
        for _ in range(random.choice((0, 1, 1, 2, 3))):
            data = _changed_structure(random, data, drawn())
        for _ in range(random.choice((0, 0, 1, 1, 4))):
            data = _changed_text(random, data, drawn())
        yield _contained(random, data[:LARGEST], drawn())


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Return all places of a value: containers with a key or index."""
    found: list[tuple[Any, Any]] = []
    waiting = [value]
    while waiting:
        inner = waiting.pop()
        keys = list(inner) if isinstance(inner, dict) else range(len(inner)) if isinstance(inner, list) else ()
        for key in keys:
            found.append((inner, key))
            waiting.append(inner[key])
    return found


def _changed_structure(random: Random, data: bytes, other: bytes) -> bytes:
    """Change one place of a JSON document: remove, repeat, move or replace its value."""
    try:
        value = json.loads(data)
        places = _places(value)
        container, key = random.choice(places)
        deed = random.randrange(8)
        if deed == 0:
            del container[key]
        elif deed == 1 and isinstance(container, list):
            container[key:key] = [container[key]] * random.choice((1, 2, 50))
        elif deed == 2:
            giver, at = random.choice(places)
            container[key] = json.loads(json.dumps(giver[at]))
        elif deed == 3:
            giver, at = random.choice(_places(json.loads(other)))
            container[key] = giver[at]
        elif deed == 4 and isinstance(container, dict):
            container[random.choice(("", "name", "type", "args", "players", "id", f"{key}s"))] = container.pop(key)
        elif deed == 5:
            container[key] = _nested(random)
        elif deed == 6 and isinstance(container[key], str):
            text = container[key]
            container[key] = text[: random.randrange(len(text) + 1)] + random.choice(("", " ", "-", "a9", text))
        else:
            container[key] = random.choice(_HOSTILE)
        return json.dumps(value).encode("utf-8", "surrogatepass")
    except (ValueError, IndexError, RecursionError):
        return data


def _nested(random: Random) -> Any:
    value: Any = random.choice(_HOSTILE)
    for _ in range(random.choice((3, 60, 900))):
        value = [value] if random.random() < 0.5 else {"players": value}
    return value


def _changed_text(random: Random, data: bytes, other: bytes) -> bytes:
    """Change the bytes at one place."""
    if not data:
        return data
    at = random.randrange(len(data))
    end = min(len(data), at + random.choice((1, 2, 20, 2000)))
    deed = random.randrange(7)
    if deed == 0:
        return data[:at]
    if deed == 1:
        return data[:at] + data[end:]
    if deed == 2:
        return data[:at] + data[at:end] * random.choice((2, 30)) + data[end:]
    if deed == 3:
        start = random.randrange(max(1, len(other)))
        return data[:at] + other[start : start + 500] + data[end:]
    if deed == 4:
        return data[:at] + bytes([random.randrange(256)]) + data[at + 1 :]
    if deed == 5:
        return data[:at] + random.choice(_TOKENS) * random.choice((1, 1, 3, 5000)) + data[at:]
    return data[:at] + random.choice(_TOKENS) + data[at + 1 :]


def _contained(random: Random, data: bytes, other: bytes) -> tuple[str, bytes]:
    """Put a document into a container, such as a page or an archive, which may be damaged as well."""
    kind = random.randrange(12)
    if kind == 0:
        lines = [data.replace(b"\n", b" "), other.replace(b"\n", b" "), b"", data[: random.randrange(len(data) + 1)]]
        random.shuffle(lines)
        return "a.jsonl", b"\n".join(lines)
    if kind == 1:
        return "a.json.gz", _damaged(random, gzip.compress(data, 1))
    if kind == 2:
        return "a.zip", _damaged(random, zipped(("a.json", data), ("b.jsonl", other[:5000])))
    if kind == 3:
        return "a.har", _changed_text(random, har((data, True), (other, True)), other)
    if kind == 4:
        return "a.mht", _changed_text(random, mhtml(data, random.choice((None, "utf-8", "windows-1252", "x"))), other)
    if kind == 5:
        wrap: Callable[[bytes], bytes] = random.choice(list(TEXT_WRAPPERS.values()))
        return "a.json", wrap(data.decode("utf-8", "replace").encode())
    if kind == 6:
        return "a.html", b"<!DOCTYPE html><html><script>var g_gamelogs = " + data + b";</script></html>"
    return random.choice(("a.json", "a.json", "a.html", "a")), data


def _damaged(random: Random, packed: bytes) -> bytes:
    return packed if random.random() < 0.5 else _changed_text(random, packed, packed)
