"""What of the machine's environment would change what commands say, taken out of a test."""

from __future__ import annotations

import pytest

SPOKEN = ("WARPLINGS_LANG", "LC_ALL", "LC_MESSAGES", "WARPLINGS_DEBUG", "WARPLINGS_COURSE", "FORCE_COLOR")


def make_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """English on 80 columns without colours, and no course but that of the current folder."""
    for name in SPOKEN:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "80")
