"""How many examples the generated tests try: few in every run, many with ``--hypothesis-profile thorough``."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, settings

__all__ = ["examples", "register_profiles"]

_FEW, _MANY = 40, 400


def register_profiles() -> None:
    """Register the profiles ``quick``, which is loaded, and ``thorough``."""
    # Machines that run several suites at once are slow at times: an example is not wrong for being late.
    for name, number in (("quick", _FEW), ("thorough", _MANY)):
        settings.register_profile(
            name, deadline=None, max_examples=number, suppress_health_check=[HealthCheck.too_slow]
        )
    settings.load_profile("quick")


def examples(times: float, **more: Any) -> settings:
    """Return settings with that many times the examples of the profile, for tests that need more or fewer."""
    return settings(max_examples=max(1, round(times * settings().max_examples)), **more)
