"""What all tests share."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

# The configuration of whoever runs the tests must not change what the commands do.
os.environ["HARMONIES_CONFIG"] = os.devnull

# Machines that run several suites at once are slow at times: an example is not wrong for being late.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")
