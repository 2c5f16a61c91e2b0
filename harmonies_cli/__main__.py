"""``python -m harmonies_cli`` and the command ``harmonies``."""

import atexit
import io
import os
import sys
from contextlib import suppress
from typing import Any, NoReturn

from harmonies_cli.cli.main import main

__all__ = ["main", "run"]


class _StandardError(io.FileIO):
    """Drops messages that cannot be written, as on a full disk; outputs and exit status do not depend on them."""

    def write(self, data: Any) -> int:
        try:
            return super().write(data) or 0
        except OSError:
            return memoryview(data).nbytes


def _open_standard_error() -> None:
    if sys.stderr is None:  # closed: keep our files from getting its number
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - open to the end
    elif os.name != "nt":  # its console takes no bytes
        old = sys.stderr
        stream = io.BufferedWriter(_StandardError(old.fileno(), "w", closefd=False))
        sys.stderr = io.TextIOWrapper(stream, old.encoding, "backslashreplace", line_buffering=True)


def run() -> NoReturn:
    """Run `main`, and exit without freeing all objects first, which takes a tenth of a short command."""
    _open_standard_error()
    try:
        main()
    except SystemExit as end:
        status = end.code
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # a full disk or a closed pipe, which `main` has reported
            if stream is not None:
                stream.flush()
    os._exit(status if isinstance(status, int) else 1)


if __name__ == "__main__":
    run()
