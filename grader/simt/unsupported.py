"""What the emulator does not run."""

from __future__ import annotations

_LONGEST_NAME = 120  # characters of a construct in a message


class Unsupported(Exception):
    """A construct that the emulator does not support, and its source line."""

    def __init__(self, construct: str, line: int | None = None) -> None:
        shown = "".join(c if c.isprintable() else "?" for c in construct)
        shown = shown if len(shown) <= _LONGEST_NAME else f"{shown[:_LONGEST_NAME]} ...`"
        super().__init__(shown)
        self.construct = shown
        self.line = line
