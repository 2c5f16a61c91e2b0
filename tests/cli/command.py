"""Runs the command line inside the tests, as the program's entry point does."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from harmonies_cli.cli.main import main

__all__ = ["ROOT", "Ran", "run", "within"]

ROOT = Path(__file__).parents[2]
_PLAIN = {"NO_COLOR": "", "LC_ALL": "C.UTF-8", "COLUMNS": "80", "TERM": "xterm"}


class Ran(NamedTuple):
    """The result of a run of the command line."""

    status: int
    out: str
    err: str

    @property
    def records(self) -> list[dict[str, Any]]:
        """The records in a document of ``--format json``."""
        records: list[dict[str, Any]] = json.loads(self.out)["records"]
        return records

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The records of ``--format jsonl``."""
        return [json.loads(line) for line in self.out.splitlines()]


def run(*args: object, stdin: bytes = b"", environ: Mapping[str, str] | None = None) -> Ran:
    """Run ``harmonies`` with arguments, standard input and environment variables."""
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.TextIOWrapper(io.BytesIO(), "utf-8")
    typed = io.TextIOWrapper(io.BytesIO(stdin), "utf-8")
    with (
        patch.dict(os.environ, {**_PLAIN, **(environ or {})}),
        patch.multiple(sys, stdin=typed, stdout=out, stderr=err),
    ):
        try:
            main([*map(str, args)])
        except SystemExit as stop:
            status = stop.code
    out.flush()
    err.flush()
    assert isinstance(status, int)
    texts = (stream.buffer.getvalue().decode() for stream in (out, err))
    return Ran(status, *texts)


@contextmanager
def within(folder: Path) -> Iterator[None]:
    """Work in a folder, so file paths are short and the same everywhere."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
