"""The number of examples that generated tests try: few in every run, many with ``--hypothesis-profile thorough``."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, settings

__all__ = ["examples", "register_profiles"]

_FEW, _MANY = 40, 400


def register_profiles() -> None:
    """Register the profiles ``quick``, which is active, and ``thorough``."""
    # A machine that runs several suites at once may be slow: a late example is not a wrong one.
    for name, number in (("quick", _FEW), ("thorough", _MANY)):
        settings.register_profile(
            name, deadline=None, max_examples=number, suppress_health_check=[HealthCheck.too_slow]
        )
    settings.load_profile("quick")


def examples(times: float, **more: Any) -> settings:
    """Return settings with `times` as many examples as the profile, for tests that need more or fewer."""
    return settings(max_examples=max(1, round(times * settings().max_examples)), **more)
