"""Settings that every test shares."""

from __future__ import annotations

import signal

from hypothesis import HealthCheck, settings

# Busy cores make single examples slow without anything being wrong; `pytest --durations` finds slow tests.
settings.register_profile("warplings", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("warplings")

# Whoever starts the tests in the background of a shell without job control hands them a Ctrl-C that is ignored, and so
# would every program that they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
