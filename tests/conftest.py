"""What holds for all tests."""

from __future__ import annotations

import os

# The configuration of whoever runs the tests must not change what the commands do.
os.environ["HARMONIES_CONFIG"] = os.devnull
