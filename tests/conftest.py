"""What all tests share."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# Machines that run several suites at once are slow at times: an example is not wrong for being late.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")
