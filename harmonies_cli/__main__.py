"""``python -m harmonies_cli`` and the command ``harmonies``."""

import atexit
import os
import sys
from contextlib import suppress
from typing import NoReturn

from harmonies_cli.cli.main import main

__all__ = ["main", "run"]


def run() -> NoReturn:
    """Run `main`, and exit without freeing all objects first, which takes a tenth of a short command."""
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
