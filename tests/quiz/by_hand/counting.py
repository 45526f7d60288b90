"""Counts over threads, banks and registers, without the models."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable


def threads(width: int, height: int) -> list[tuple[int, int]]:
    """(tx, ty) of every thread of a block, in the order of their numbers."""
    return [(tx, ty) for ty in range(height) for tx in range(width)]


def wavefronts(words: Iterable[int]) -> int:
    """The most different words that one bank has to give."""
    on_bank = defaultdict(set)
    for word in words:
        on_bank[word % 32].add(word)
    return max(map(len, on_bank.values()))


def registers_of_a_warp(registers: int) -> int:
    """Of a thread's registers, allocated by 256."""
    return -(-registers * 32 // 256) * 256
