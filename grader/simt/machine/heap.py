"""The device heap: what malloc, free, new and delete of device code manage."""

from __future__ import annotations

from collections import defaultdict

HEAP = "device heap"
HEAP_BYTES = 8 << 20  # cudaLimitMallocHeapSize
_ALIGNMENT = 16


class Heap:
    """A heap from an address on; pieces of one size are used again."""

    def __init__(self, start: int, size: int) -> None:
        self._next, self._end = start, start + size
        self._sizes: dict[int, int] = {}
        self._free: dict[int, list[int]] = defaultdict(list)

    def take(self, size: int) -> int:
        """The address of `size` bytes, 0 if there is no room."""
        rounded = -(-max(size, 1) // _ALIGNMENT) * _ALIGNMENT
        if self._free[rounded]:
            address = self._free[rounded].pop()
        elif size < 0 or self._next + rounded > self._end:
            return 0
        else:
            address = self._next
            self._next += rounded
        self._sizes[address] = rounded
        return address

    def give_back(self, address: int) -> None:
        """free(): of an address from `take`, or 0."""
        size = self._sizes.pop(address, 0)
        if size:
            self._free[size].append(address)
