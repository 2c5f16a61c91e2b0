"""A sample as named arrays, and back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from harmonies_cli.statistics.strength.sample import Kind, Sample

__all__ = ["packed_sample", "sample_from", "text_array", "text_of"]

_FRAMES = ("games", "seats", "cards", "spirits", "offers")
_MATRICES = ("views", "scores", "empty", "colours")
_WORDS = "words of "


def text_array(text: str) -> NDArray[np.uint8]:
    """Return a text as bytes; surrogates are kept."""
    return np.frombuffer(text.encode("utf-8", "surrogatepass"), np.uint8)


def text_of(array: NDArray[np.uint8]) -> str:
    """Return the text of `text_array`."""
    return array.tobytes().decode("utf-8", "surrogatepass")


def packed_sample(sample: Sample) -> dict[str, NDArray[Any]]:
    """Return a compact sample as arrays by name, none of which holds objects."""
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
    """Return the sample of `packed_sample`."""
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
