"""Sums kept beside the parts of a data set, so the next analysis reads only new parts.

A file holds the sums of some parts. It is valid if these parts are unchanged and the same of their records count.
Invalid files, and files of another version of the program, are made again.
"""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from harmonies_cli import __version__
from harmonies_cli.errors import UsageError
from harmonies_cli.records.files.atomic import remove_leftovers, write_whole
from harmonies_cli.statistics.aggregation import Aggregate
from harmonies_cli.statistics.rows.columns import FORMAT_VERSION
from harmonies_cli.statistics.selection import Selection
from harmonies_cli.statistics.strength.sample import Kind, Sample, Sums

__all__ = [
    "DAMAGED",
    "FOLDER",
    "KeptSums",
    "file_of",
    "packed_sample",
    "program",
    "sample_from",
    "text_array",
    "text_of",
]

FOLDER = "sums"
_MOST_FILES = 8
_ENOUGH_NEW = 0.25
_MOST_WHOLE, _MOST_SMALL = 2**31, 2**8
_SAMPLES = ("games", "deep")
DAMAGED = (OSError, ValueError, KeyError, EOFError, TypeError, BadZipFile)


class KeptSums:
    """The files of one selection.

    Parameters
    ----------
    dataset
        Folder of the data set.
    selection
        Which games count.
    """

    def __init__(self, dataset: Path, selection: Selection) -> None:
        self.folder = dataset / FOLDER
        self.key = f"{program()}-{_digest(repr(selection))}"
        self._used: list[Path] = []

    def load(self, parts: Mapping[str, str]) -> Iterator[tuple[dict[str, str], Aggregate]]:
        """Yield the kept aggregates of the parts, no part twice.

        Parameters
        ----------
        parts
            The existing parts, each with a text that changes when its rows, or the records that count, change.
        """
        candidates = []
        for file in self._files(self.key):
            with suppress(*DAMAGED), np.load(file) as file_arrays:
                candidates.append((file, dict(json.loads(text_of(file_arrays["parts"])))))
        covered_parts: set[str] = set()
        for file, of in sorted(candidates, key=lambda one: (-len(one[1]), one[0].name)):
            if not of.items() <= parts.items() or covered_parts & set(of):
                continue
            aggregate = None
            with suppress(*DAMAGED), np.load(file) as file_arrays:
                aggregate = _unpack(file_arrays)
            if aggregate is not None:
                covered_parts |= set(of)
                self._used.append(file)
                yield of, aggregate

    def save(self, whole: Aggregate, parts: Mapping[str, str], new: Aggregate, new_parts: Mapping[str, str]) -> None:
        """Keep the new sums in a file of their own; if they are large, or the files many, write one file for all parts.

        A read-only folder stays unchanged.

        Parameters
        ----------
        whole, parts
            The aggregate of all parts, and these parts.
        new, new_parts
            The same for the parts that were in no file.
        """
        old = [file for file in self._files("") if file not in self._used and self._is_old(file)]
        together = len(new_parts) >= _ENOUGH_NEW * len(parts) or len(self._used) >= _MOST_FILES
        aggregate, of = (whole, parts) if together else (new, new_parts)
        name = f"{self.key}-{_digest(json.dumps(sorted(of.items())))}.npz"
        with suppress(OSError, UsageError):
            if of:
                self.folder.mkdir(exist_ok=True)
                remove_leftovers(self.folder)
                write_whole(self.folder / name, _pack(aggregate, of))
            for file in [*old, *(self._used if together and of else [])]:
                if file.name != name:
                    file.unlink(missing_ok=True)

    def _is_old(self, file: Path) -> bool:
        return file.name.startswith(self.key) or not file.name.startswith(program())

    def _files(self, beginning: str) -> list[Path]:
        with suppress(OSError):
            return sorted(self.folder.glob(f"{beginning}*.npz"))
        return []


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:12]


@cache
def program() -> str:
    """Return a hash of the program's version and code: another program may compute other sums."""
    code = sha256(f"{__version__} {FORMAT_VERSION}".encode())
    for file in sorted(Path(__file__).parents[1].rglob("*.py")):
        code.update(file.read_bytes())
    return code.hexdigest()[:12]


def _pack(aggregate: Aggregate, parts: Mapping[str, str]) -> memoryview:
    facts = {
        "records": aggregate.records,
        "left_out": aggregate.left_out,
        "names": sorted(aggregate.names),
        "kinds": aggregate.sums.kinds,
    }
    arrays: dict[str, Any] = {"parts": text_array(json.dumps(dict(parts))), "facts": text_array(json.dumps(facts))}
    # Most sums are small whole numbers.
    arrays |= {f"sums/{name}": _small(array) for name, array in aggregate.sums.arrays.items()}
    for which in _SAMPLES:
        arrays |= {f"{which}/{name}": array for name, array in packed_sample(getattr(aggregate, which)[0]).items()}
    return file_of(arrays)


def file_of(arrays: Mapping[str, NDArray[Any]]) -> memoryview:
    """Return arrays as a file that `numpy.load` reads."""
    sink = io.BytesIO()
    np.savez(sink, **arrays)  # type: ignore[arg-type]
    return sink.getbuffer()


def _small(array: NDArray[Any]) -> NDArray[Any]:
    whole = array.astype(np.int32) if np.abs(array).max(initial=0) < _MOST_WHOLE else array
    if not np.array_equal(whole, array):
        return array
    return whole.astype(np.uint8) if whole.min(initial=0) >= 0 and whole.max(initial=0) < _MOST_SMALL else whole


def _unpack(file_arrays: Mapping[str, Any]) -> Aggregate:
    facts = json.loads(text_of(file_arrays["facts"]))
    kinds = tuple(Kind(*kind) for kind in facts["kinds"])
    arrays = {name: file_arrays[name] for name in file_arrays}

    def of(prefix: str) -> dict[str, Any]:
        return {name.removeprefix(prefix): array for name, array in arrays.items() if name.startswith(prefix)}

    sums = {name: array.astype(float) for name, array in of("sums/").items()}
    samples = {which: [sample_from(of(f"{which}/"))] for which in _SAMPLES}
    left_out = Counter[str](facts["left_out"])
    return Aggregate(
        Sums(kinds, sums), **samples, records=facts["records"], left_out=left_out, names=set(facts["names"])
    )


_FRAMES = ("games", "seats", "cards", "spirits", "offers")
_MATRICES = ("views", "scores", "empty", "colours")
_WORDS = "words of "


def text_array(text: str) -> NDArray[np.uint8]:
    """Return a text as bytes; surrogates are kept."""
    return np.frombuffer(text.encode("utf-8", "surrogatepass"), np.uint8)


def text_of(array: NDArray[np.uint8]) -> str:
    """Return the text that `text_array` turned into an array."""
    return array.tobytes().decode("utf-8", "surrogatepass")


def packed_sample(sample: Sample) -> dict[str, NDArray[Any]]:
    """Return a compact sample as arrays by name, none of them of objects."""
    about = {"kinds": sample.kinds, "names": sample.names, "labels": sample.labels}
    arrays: dict[str, NDArray[Any]] = {"about": text_array(json.dumps(about))}
    arrays |= {name: getattr(sample, name) for name in _MATRICES}
    for frame in _FRAMES:
        table: pd.DataFrame = getattr(sample, frame)
        for name in table.columns:
            column = table[name]
            if isinstance(column.dtype, pd.CategoricalDtype):
                arrays[f"{frame}/{name}"] = column.cat.codes.to_numpy()
                arrays[f"{frame}/{_WORDS}{name}"] = text_array(json.dumps(list(column.cat.categories)))
            else:
                arrays[f"{frame}/{name}"] = column.to_numpy()
    return arrays


def sample_from(arrays: Mapping[str, NDArray[Any]]) -> Sample:
    """Return the sample that `packed_sample` turned into arrays."""
    about = json.loads(text_of(arrays["about"]))
    frames: dict[str, dict[str, Any]] = {frame: {} for frame in _FRAMES}
    for name, array in arrays.items():
        frame, _, column = name.partition("/")
        if not column or column.startswith(_WORDS):
            continue
        words = arrays.get(f"{frame}/{_WORDS}{column}")
        frames[frame][column] = array if words is None else pd.Categorical.from_codes(array, json.loads(text_of(words)))
    rest: dict[str, Any] = {frame: pd.DataFrame(columns) for frame, columns in frames.items()}
    rest |= {name: arrays[name] for name in _MATRICES}
    return Sample(
        tuple(Kind(*kind) for kind in about["kinds"]),
        tuple(about["names"]),
        tuple(about["labels"]),
        **rest,
    )
