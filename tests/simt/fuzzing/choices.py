"""Decisions read from a string of bytes: one draw of hypothesis makes a whole case, and fewer bytes a simpler one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from hypothesis import strategies as st

T = TypeVar("T")


class Choices:
    """Answers to "which of these?", from bytes; when they are used up, always the first."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def below(self, count: int) -> int:
        """A number from 0 to count - 1, for counts up to 65,536."""
        size = 1 if count <= 256 else 2
        taken = self._data[self._at : self._at + size]
        self._at += size
        return int.from_bytes(taken, "big") % count

    def of(self, options: Sequence[T]) -> T:
        """One of the options."""
        return options[self.below(len(options))]

    def some(self, options: Sequence[T], most: int) -> list[T]:
        """Up to `most` of the options, any of them more than once."""
        return [self.of(options) for _ in range(self.below(most + 1))]


def made_by(make: Callable[[Choices], T], size: int = 96) -> st.SearchStrategy[T]:
    """The cases that a function makes of choices."""
    return st.binary(min_size=size, max_size=size).map(lambda data: make(Choices(data)))
