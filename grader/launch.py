"""What a launch is asked to do and what it produced: the plain data that devices, checks and reports share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Dim3 = tuple[int, int, int]


@dataclass(frozen=True)
class Argument:
    """One kernel argument in parameter order.

    value: a 1-D array for a pointer to a buffer, None for a null pointer, else a NumPy scalar passed by value.
    name: how messages call it ("A", "out", "argument 3").
    """

    name: str
    value: Array | np.generic | None


class ArgumentMismatch(Exception):
    """The arguments of a launch do not fit the kernel's parameters."""


@dataclass(frozen=True)
class LaunchRequest:
    """One kernel launch. grid in blocks, block in threads, shared_bytes of dynamic shared memory.

    sampled: examples of its accesses are wanted, lane by lane; the emulator has them. allowance: instructions
    after which the emulator gives up, however many threads run them together; 0: as many as there is time for.
    """

    kernel: str
    grid: Dim3
    block: Dim3
    arguments: tuple[Argument, ...]
    shared_bytes: int = 0
    sampled: bool = False
    allowance: int = 0


@dataclass(frozen=True, slots=True)
class LoopRounds:
    """How often the loops at a source line went round, all threads together."""

    line: int
    rounds: int


@dataclass(frozen=True, slots=True)
class AccessLine:
    """Executed accesses of one source line, space, operation and width, summed over the grid.

    cost and ideal: wavefronts in shared space, 32-byte sectors in global space. A line that is not exact
    knows bounds: lower <= hardware <= upper (upper None: unbounded).
    """

    line: int
    space: str  # "shared" or "global"
    operation: str  # "load", "store", "atomic" or "async_copy"
    width: int  # bytes per lane
    requests: int
    cost: int
    ideal: int
    exact: bool
    upper: int | None = None

    @property
    def excess(self) -> int:
        """Wavefronts or sectors beyond the ideal."""
        return self.cost - self.ideal


@dataclass(frozen=True, slots=True)
class WarpAccess:
    """One request of one warp, as an example of those that look like it.

    line, space, operation, width: of the AccessLine to which it belongs. pattern: how its cost is counted, see
    wavefronts.shared_wavefronts. block, warp: who asks first. buffer: name of the global buffer, or of the shared
    variable, in which the lowest address lies. addresses: of the 32 lanes, in bytes from the start of the block's
    shared memory, or of `buffer`; of lanes that take no part, 0. active: bit i for lane i. cost, ideal: of this one, in
    the units of AccessLine. alike: how many requests of the launch were such. other, past_l1: of a cp.async, the
    addresses on its other side, from the start of some line of 128 bytes, and whether it goes past L1.
    """

    line: int
    space: str
    operation: str
    width: int
    pattern: str
    block: Dim3
    warp: int
    buffer: str
    addresses: tuple[int, ...]
    active: int
    cost: int
    ideal: int
    alike: int
    other: tuple[int, ...] = ()
    past_l1: bool = False


@dataclass(frozen=True, slots=True)
class Hazard:
    """An ordering error between threads, aggregated over one pair of source lines.

    kind: "RAW", "WAR", "WAW", "barrier_divergence", "undefined_shuffle" or "uninitialised_read". severity: "error",
    "warning" or "note".
    line_a is the earlier access (or the barrier), line_b the later one; equal where there is only one.
    example: block (x, y, z), thread_a and thread_b (x, y, z), variable and offset in bytes; for a barrier arrived and
    expected thread counts, and who came, as runs of threads (first, last) counted along x, y, z; for a shuffle the lane
    and the source that it asks; in global memory ("memory") block_b too and the outcome of other orders: "differs",
    "same" or "unknown"; under_way if line_a is an asynchronous copy that has not been waited for.
    """

    kind: str
    severity: str
    line_a: int | None
    line_b: int | None
    count: int
    example: dict[str, object]
    message: str


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a launch stopped. kind: "out_of_bounds", "not_constant", "constant_written", "misaligned", "null_pointer",
    "trap", "assert", "stack_overflow", "no_forward_progress", "unsupported", "launch_configuration".

    details: what a message needs (space, operation, width, buffer, offset, size, threads, construct, rounds ...).
    """

    kind: str
    line: int | None
    block: Dim3 | None
    thread: Dim3 | None
    message: str
    details: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class LaunchResult:
    """outputs: every buffer argument as the kernel left it, by parameter position. printed: the kernel's printf.

    samples: examples of requests, where the launch asked for them. loops: of the kernel, by line, from the emulator.
    """

    outputs: dict[int, Array]
    accesses: tuple[AccessLine, ...]
    hazards: tuple[Hazard, ...]
    faults: tuple[Fault, ...]
    thread_instructions: int | None
    divergent_branches: int | None
    barriers: int | None
    printed: str = ""
    samples: tuple[WarpAccess, ...] = ()
    loops: tuple[LoopRounds, ...] = ()

    def total(self, space: str) -> AccessTotal:
        """All accesses of one space, summed."""
        rows = [a for a in self.accesses if a.space == space]
        upper = 0 if all(a.exact or a.upper is not None for a in rows) else None
        if upper is not None:
            upper = sum(a.cost if a.exact or a.upper is None else a.upper for a in rows)
        return AccessTotal(
            requests=sum(a.requests for a in rows),
            cost=sum(a.cost for a in rows),
            ideal=sum(a.ideal for a in rows),
            exact=all(a.exact for a in rows),
            upper=upper,
        )


@dataclass(frozen=True, slots=True)
class AccessTotal:
    """Sum over access lines; exact when all of them are; upper is None when no bound is known."""

    requests: int
    cost: int
    ideal: int
    exact: bool
    upper: int | None

    @property
    def excess(self) -> int:
        """Wavefronts or sectors beyond the ideal."""
        return self.cost - self.ideal
