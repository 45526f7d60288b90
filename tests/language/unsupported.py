"""Kernels of the corpus that the emulator refuses: the words of its message, and a mark on the line it must name."""

from __future__ import annotations

EXPECTED_UNSUPPORTED: dict[str, tuple[str, str]] = {}
