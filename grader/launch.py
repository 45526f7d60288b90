"""Launch requests and results: the plain data that devices, checks and reports share."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.dataclass import dataclass
from grader.tensor_maps import TensorMap
from grader.textures import Texture

Array = NDArray[Any]
Dim3 = tuple[int, int, int]
_WARP = 32


@dataclass(frozen=True)
class Argument:
    """One kernel argument in parameter order.

    value: a 1-D array for a pointer to a buffer, None for a null pointer, a texture for its object, a tensor map, which
    is passed by value, else a NumPy scalar passed by value. name: how messages call it ("A", "out", "argument 3").
    """

    name: str
    value: Array | np.generic | Texture | TensorMap | None

    @property
    def buffer(self) -> Array | None:
        """What lies in global memory, 1-D: an array, or that of a tensor map."""
        if isinstance(self.value, TensorMap):
            return np.ascontiguousarray(self.value.tensor).reshape(-1)
        return self.value if isinstance(self.value, np.ndarray) else None


class ArgumentMismatch(Exception):
    """The arguments of a launch do not fit the kernel's parameters."""


@dataclass(frozen=True)
class LaunchRequest:
    """One kernel launch. grid in blocks, block in threads, shared_bytes of dynamic shared memory.

    sampled: record example accesses lane by lane (emulator only). allowance: thread instructions after which the
    emulator gives up; 0: limited by time alone. counted: the costs of accesses are needed.
    executed: what the machine code executes is needed, too, instruction by instruction (emulator only). orders: whether
    other orders of blocks and warps leave the same results is to be found out, too (emulator only). alone: likewise,
    whether it ends where a GPU has room for one block at a time.

    symbols: `__constant__` and `__device__` variables that the host fills before the launch, by name; those that the
    program does not use are left out by the compiler, and here.
    """

    kernel: str
    grid: Dim3
    block: Dim3
    arguments: tuple[Argument, ...]
    shared_bytes: int = 0
    sampled: bool = False
    allowance: int = 0
    counted: bool = True
    executed: bool = False
    orders: bool = False
    alone: bool = False
    symbols: tuple[Argument, ...] = ()


@dataclass(frozen=True, slots=True)
class OtherOrder:
    """What a launch left when its blocks and warps ran in another order.

    name: "blocks", "blocks_backwards", "warps" or "warps_backwards": one after another; "turning", "late": see
    grader/simt/machine/state.py; "alone" or "alone_backwards":
    a block starts when the one before it is over. ended: whether it came to its end, fault: why not. differing: number
    of elements that are not bit for bit those of the launch, over all buffers. parameter, index: of the first of them,
    -1 for none; value, other: this element in the launch and in the other order.
    """

    name: str
    ended: bool
    differing: int = 0
    parameter: int = -1
    index: int = -1
    value: str = ""
    other: str = ""
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class LoopRounds:
    """Iterations of the loops at a source line, summed over all threads."""

    line: int
    rounds: int


@dataclass(frozen=True, slots=True)
class AccessLine:
    """Executed accesses of one source line, space, operation and width, summed over the grid.

    cost and ideal: wavefronts in shared space, 32-byte sectors in global space, in constant space passes: one for each
    address that lanes of a warp have. A line that is not exact
    knows bounds: lower <= hardware <= upper (upper None: unbounded). Of atomics: passes, as lanes at one address wait
    for each other (wavefronts in shared space, sectors worked on in L2 in global space), and the most lanes of one
    request at one address (0: not known). passes_exact: whether hardware takes as many, or may take a few more.
    """

    line: int
    space: str  # "shared", "global" or "constant"
    operation: str  # "load", "store", "atomic" or "async_copy"
    width: int  # bytes per lane
    requests: int
    cost: int
    ideal: int
    exact: bool
    upper: int | None = None
    passes: int = 0
    most: int = 0
    passes_exact: bool = True

    @property
    def excess(self) -> int:
        """Wavefronts or sectors beyond the ideal."""
        return self.cost - self.ideal


@dataclass(frozen=True, slots=True)
class Executed:
    """One machine instruction that was executed, summed over the grid; names as Nsight Compute's.

    address: in bytes from the start of the kernel; line: of the student's file, 0 for none; text: as a disassembler
    writes it. inst_executed: by warps, or by parts of a warp that run apart; thread_inst_executed: by their active
    threads; thread_inst_executed_true: by those whose predicate holds. wavefronts: in shared memory, sectors: in global
    memory, each with the fewest that could move the data. exact: whether another order of the warps gives the same.
    pipe: which executes it, as of `grader.sass.pipes`. sectors_local: in local memory. divergent: how often lanes of
    a warp parted there. costs_alone: whether it is the costs in memory alone that are not exact.
    """

    address: int
    line: int
    text: str
    inst_executed: int
    thread_inst_executed: int
    thread_inst_executed_true: int
    wavefronts: int = 0
    wavefronts_ideal: int = 0
    sectors: int = 0
    sectors_ideal: int = 0
    exact: bool = True
    pipe: str = ""
    sectors_local: int = 0
    divergent: int = 0
    costs_alone: bool = False

    @property
    def runs_exact(self) -> bool:
        """Whether another order of the warps executes it as often, with as many threads."""
        return self.exact or self.costs_alone

    @property
    def opcode(self) -> str:
        """The mnemonic without modifiers: `LDG`."""
        words = [word for word in self.text.split()[:2] if not word.startswith("@")]
        return words[0].partition(".")[0] if words else ""


@dataclass(frozen=True, slots=True)
class Instructions:
    """Machine instructions that were executed. warp: by warps, or by parts of a warp that run apart; thread: by threads
    whose predicate holds; active: by all that are in step. divergent: how often lanes of a warp parted."""

    warp: int
    thread: int
    exact: bool
    active: int = 0
    divergent: int = 0

    @property
    def efficiency(self) -> float:
        """The share of a warp's 32 lanes that are in step, on average."""
        return self.active / (_WARP * self.warp) if self.warp else 1.0

    @classmethod
    def of(cls, rows: Iterable[Executed]) -> Instructions:
        """The sum of rows."""
        rows = tuple(rows)
        return cls(sum(r.inst_executed for r in rows), sum(r.thread_inst_executed_true for r in rows),
                   all(r.runs_exact for r in rows), sum(r.thread_inst_executed for r in rows),
                   sum(r.divergent for r in rows))  # fmt: skip


@dataclass(frozen=True, slots=True)
class WarpAccess:
    """One request of one warp, standing for all requests like it.

    line, space, operation, width: of its AccessLine. pattern: how its cost is counted, see
    wavefronts.shared_wavefronts. block, warp: the first to issue it. buffer: name of the global buffer or shared
    variable that holds the lowest address. addresses: of the 32 lanes, in bytes from the start of the block's shared
    memory or of `buffer`; 0 for inactive lanes. active: bit i for lane i. cost, ideal: of this request, in the units of
    AccessLine. alike: number of such requests in the launch. other, past_l1: for a cp.async, the addresses on its other
    side, relative to a 128-byte line, and whether it bypasses L1.
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
class WalkStep:
    """What the same lanes of a warp ran, one instruction after the other. lines: of the student's file, ascending;
    instructions: how many; active: bit i for lane i.
    """

    lines: tuple[int, ...]
    instructions: int
    active: int


@dataclass(frozen=True, slots=True)
class WarpWalk:
    """The way of one warp through a kernel, in an order that hardware may take, too. whole: to its end."""

    block: Dim3
    warp: int
    steps: tuple[WalkStep, ...]
    whole: bool


@dataclass(frozen=True, slots=True)
class Hazard:
    """An ordering error between threads, aggregated over one pair of source lines.

    kind: "RAW", "WAR", "WAW", "barrier_divergence", "undefined_shuffle", "partial_warp" or "uninitialised_read".
    severity: "error", "warning" or "note".
    line_a is the earlier access (or the barrier), line_b the later one; equal where there is only one.
    example: block (x, y, z), thread_a and thread_b (x, y, z), variable and offset in bytes; for a barrier the arrived
    and expected thread counts, and the threads that came, as runs (first, last) of linear thread numbers; for a shuffle
    the lane and its source lane; in global memory ("memory") also block_b and the outcome of other orders: "differs",
    "same" or "unknown"; under_way if line_a is an asynchronous copy that was not waited for.
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
    "trap", "assert", "stack_overflow", "mbarrier_overrun", "no_forward_progress", "unsupported",
    "launch_configuration".

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

    samples: example requests, and walk: of the warp whose lanes part most often, if the launch was `sampled`.
    loops: by line, from the emulator. executed: the machine instructions in the order of their addresses, if the launch
    asked for them. orders, alone: likewise. copies: from the emulator, by the line that starts them.
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
    executed: tuple[Executed, ...] = ()
    orders: tuple[OtherOrder, ...] = ()
    alone: tuple[OtherOrder, ...] = ()
    walk: WarpWalk | None = None
    copies: tuple[CopiedAhead, ...] = ()

    def total(self, space: str) -> AccessTotal:
        """All accesses of one space, summed."""
        rows = [a for a in self.accesses if a.space == space]
        bounds = [bound for a in rows if (bound := a.cost if a.exact else a.upper) is not None]
        upper = sum(bounds) if len(bounds) == len(rows) else None
        return AccessTotal(requests=sum(a.requests for a in rows), cost=sum(a.cost for a in rows),
                           ideal=sum(a.ideal for a in rows), exact=all(a.exact for a in rows), upper=upper)  # fmt: skip


@dataclass(frozen=True, slots=True)
class CopiedAhead:
    """Asynchronous copies (cp.async) of a line, one for each thread. waited: those that their threads waited for;
    at_once: of these, before their warp had read anything from shared memory, so that nothing hid their latency.
    """

    line: int
    waited: int
    at_once: int


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
