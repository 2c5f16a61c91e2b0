"""Ratings after the dated games of a data set, kept beside its sums: later games continue from there."""

from __future__ import annotations

import io
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from zlib import crc32

import numpy as np
import pandas as pd

from harmonies_cli.errors import UsageError
from harmonies_cli.records.files.atomic import remove_leftovers, write_whole
from harmonies_cli.statistics.files.kept_sums import DAMAGED, KeptSums
from harmonies_cli.statistics.strength.sample import Floats

__all__ = ["RatingsFile"]


class RatingsFile:
    """The file of one selection; valid if the games rated first are still the same.

    Parameters
    ----------
    sums
        The sums beside which it is kept.
    """

    def __init__(self, sums: KeptSums) -> None:
        self._file = sums.folder / "ratings" / f"{sums.key}.npz"

    def load(self, seats: pd.DataFrame) -> tuple[Floats, Floats] | None:
        """Return mu and sigma of the first of the seats."""
        with suppress(*DAMAGED), np.load(self._file) as stored:
            mu, sigma = stored["mu"], stored["sigma"]
            if len(mu) == len(sigma) <= len(seats) and stored["of"].tobytes() == _digest(seats[: len(mu)]):
                return mu, sigma
        return None

    def save(self, seats: pd.DataFrame, mu: Floats, sigma: Floats) -> None:
        """Keep mu and sigma of seats; a read-only folder stays unchanged."""
        sink = io.BytesIO()
        np.savez(sink, mu=mu, sigma=sigma, of=np.frombuffer(_digest(seats), np.uint8))
        with suppress(OSError, UsageError):
            folder: Path = self._file.parent
            folder.mkdir(parents=True, exist_ok=True)
            remove_leftovers(folder)
            for old in folder.glob("*.npz"):
                if not old.name.startswith(self._file.name[:12]):  # of another version of the program
                    old.unlink(missing_ok=True)
            write_whole(self._file, sink.getvalue())


def _digest(seats: pd.DataFrame) -> bytes:
    """Return a hash of the order of games, their players and their ranks."""
    of_seat, names = pd.factorize(seats["player"])
    hashes = np.array([crc32(str(name).encode("utf-8", "surrogatepass")) for name in names], np.int64)
    columns = (seats["game"].to_numpy(np.int64), seats["rank"].to_numpy(np.int64), hashes[of_seat])
    return sha256(b"".join(column.tobytes() for column in columns)).digest()
