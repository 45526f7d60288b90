"""Global and constant memory of the emulated device: bounded, named buffers, far apart from each other."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.dataclass import dataclass
from grader.simt.accesses import Access, Group
from grader.simt.lanes import Lanes

Array = NDArray[Any]
Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]

FIRST_BUFFER = 1 << 44  # virtual address of the first buffer
FIRST_CONSTANT = 1 << 56  # of the first __constant__ variable: constant memory comes after all buffers
BUFFER_SPACING = 1 << 36  # large, so that a stray address can be attributed to its buffer
SHARED_WINDOW = 1 << 40  # generic addresses of shared and local memory
LOCAL_WINDOW = 1 << 41
PARAMETER_WINDOW = 1 << 42  # those of constant bank 0, for copies of tiles alone
WINDOW_BYTES = 1 << 32
STACK_BYTES = 8192  # for local variables of nested calls, per lane
_NULL_PAGE = 1 << 20
_ALIGNED = 256
_WORD = 4


class KernelFault(Exception):
    """A fault that stops the launch. lane: of the batch, None if no single thread is responsible."""

    def __init__(self, kind: str, line: int | None, lane: int | None, **details: object) -> None:
        super().__init__(kind)
        self.kind = kind
        self.line = line
        self.lane = lane
        self.details = details


class Storage:
    """Raw bytes, accessible as any element type. The size is a multiple of 64 bytes."""

    def __init__(self, size: int) -> None:
        self.bytes: Bytes = np.zeros(-(-max(size, 64) // 64) * 64, np.uint8)
        self._typed: dict[str, Array] = {}

    def typed(self, dtype: str) -> Array:
        """The bytes as elements."""
        found = self._typed.get(dtype)
        if found is None:
            found = self._typed[dtype] = self.bytes.view(dtype)
        return found


@dataclass(frozen=True)
class Buffer:
    """A named range of global or constant memory. start: virtual address; size in bytes; at: position in the arena."""

    name: str
    start: int
    size: int
    at: int


class GlobalMemory:
    """All buffers of a launch in one arena, each with its own, distant range of virtual addresses.

    constants: __constant__ variables and where they begin among them, in that order; the last of the buffers. They are
    read-only.
    """

    def __init__(self, buffers: list[tuple[str, Array]], constants: list[tuple[str, Array, int]] | None = None) -> None:
        self.buffers: list[Buffer] = []
        at = 0
        placed = [(name, data, FIRST_BUFFER + i * BUFFER_SPACING) for i, (name, data) in enumerate(buffers)]
        placed += [(name, data, FIRST_CONSTANT + offset) for name, data, offset in constants or ()]
        for name, data, start in placed:
            at += (start - at) % _ALIGNED  # as on the hardware, where a variable need not begin with a sector
            self.buffers.append(Buffer(name, start, data.nbytes, at))
            at += data.nbytes
        self.storage = Storage(at)
        for buffer, (_, data, _) in zip(self.buffers, placed, strict=True):
            self.storage.bytes[buffer.at : buffer.at + buffer.size] = np.ascontiguousarray(data).view(np.uint8).ravel()
        self._starts = [b.start for b in self.buffers]
        self._start_array = np.array(self._starts, np.int64)
        self._end_array = np.array([b.start + b.size for b in self.buffers], np.int64)
        # An atomic operation on 16 bits is done on the word that they are in.
        self._end_of_words = np.array([b.start + -(-b.size // _WORD) * _WORD for b in self.buffers], np.int64)
        self._delta_array = np.array([b.at - b.start for b in self.buffers], np.int64)

    def content(self, index: int, dtype: np.dtype[np.generic]) -> Array:
        """A copy of one buffer."""
        b = self.buffers[index]
        return self.storage.bytes[b.at : b.at + b.size].view(dtype).copy()

    def text(self, address: int, limit: int = 4096) -> str:
        """The zero-terminated string at an address."""
        i = bisect_right(self._starts, address) - 1
        if i < 0 or address >= self.buffers[i].start + self.buffers[i].size:
            return ""
        b = self.buffers[i]
        raw = self.storage.bytes[b.at + address - b.start : b.at + b.size].tobytes()[:limit]
        return raw.split(b"\0")[0].decode("utf-8", "replace")

    def locate(self, address: Array, group: Group, lanes: Lanes) -> Ints:
        """Byte positions in the arena of 64-bit addresses; raises KernelFault for a bad one."""
        wide = address.astype(np.int64, copy=False)
        low, high = int(wide.min()) + group.lowest, int(wide.max()) + group.end
        i = bisect_right(self._starts, low) - 1
        allowed = low < FIRST_CONSTANT or not group.writes
        if allowed and i >= 0 and high <= self.buffers[i].start + self.buffers[i].size:
            return wide + (self.buffers[i].at - self.buffers[i].start)
        for access in group.accesses:
            where = wide + access.offset
            if not self.buffers:
                raise self._stray(where, np.ones(where.shape, np.bool_), access, group, lanes)
            owner = np.searchsorted(self._start_array, where, "right") - 1
            ends = self._end_of_words if access.word_around else self._end_array
            bad = (owner < 0) | (where + access.width > ends[np.maximum(owner, 0)])
            if group.writes:
                bad |= where >= FIRST_CONSTANT
            if bad.any():
                raise self._stray(where, bad, access, group, lanes)
        owner = np.searchsorted(self._start_array, wide + group.lowest, "right") - 1
        return wide + self._delta_array[owner]

    def _stray(self, where: Ints, bad: NDArray[np.bool_], access: Access, group: Group, lanes: Lanes) -> KernelFault:
        member = lanes.flat(bad)
        position = int(member.argmax())
        lane, address, line = int(lanes.ids[position]), int(lanes.flat(where)[position]), access.line
        constant = address >= FIRST_CONSTANT - BUFFER_SPACING // 2
        common: dict[str, object] = {
            "space": "const" if constant else "global", "operation": access.operation, "width": access.width,
            "threads": int(member.sum()),
        }  # fmt: skip
        if 0 <= address < _NULL_PAGE:
            return KernelFault("null_pointer", line, lane, address=address, **common)
        if not self.buffers:
            return KernelFault("out_of_bounds", line, lane, buffer="", offset=address, size=0, **common)
        reach = 0 if address >= FIRST_CONSTANT else BUFFER_SPACING // 2
        nearest = max(bisect_right(self._starts, address + reach) - 1, 0)
        b = self.buffers[nearest]
        kind = "constant_written" if constant and group.writes else "out_of_bounds"
        return KernelFault(kind, line, lane, buffer=b.name, offset=address - b.start, size=b.size, **common)


def is_in_space(space: str, address: Array) -> Array:
    """Which of these generic addresses are in a space; each is in at most one, as measured on an H100."""
    shared = (address >= SHARED_WINDOW) & (address < SHARED_WINDOW + WINDOW_BYTES)
    local = (address >= LOCAL_WINDOW) & (address < LOCAL_WINDOW + WINDOW_BYTES)
    const = address >= FIRST_CONSTANT
    found = {"shared": shared, "local": local, "global": ~(shared | local | const), "const": const}[space]
    return np.asarray(found)
