"""Settings that every test shares."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# Busy cores make single examples slow without anything being wrong; `pytest --durations` finds slow tests.
settings.register_profile("warplings", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("warplings")
