"""The rules of the checks in exercise files, with what each allows; that of speed is in `models`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Annotated, ClassVar, Literal

from grader.course.values import Breach, Count, Instruction, LocalizedText, Macro, Points
from grader.records import Limit, Record


class CheckSpec(Record):
    """What every check has. needs_gpu: only a GPU can judge it. in_part: one that fails may earn part of its points.
    wishes: what it wants of the launch of its case, as of LaunchRequest. by_emulator: no counter of a GPU tells it.
    """

    needs_gpu: ClassVar[bool] = False
    in_part: ClassVar[bool] = False
    wishes: ClassVar[frozenset[str]] = frozenset()
    by_emulator: ClassVar[bool] = False

    points: Points

    def breaches(self) -> Iterator[Breach]:
        """Contradictions between the values, with their places within the check."""
        yield from ()


class StructuralSpec(CheckSpec):
    """A check of counts or code. case: index of the case it reads."""

    case: Count = 0

    def nothing_required(self, *others: str) -> bool:
        """Whether no value is given but for these."""
        return all(value is None or value == {} for name, value in self.items()
                   if name not in ("points", "case", *others))  # fmt: skip


class CountSpec(StructuralSpec):
    """A check of something counted while its case runs."""

    wishes = frozenset({"counted"})

    at_most: Count


class CorrectnessSpec(CheckSpec):
    """Right results, on every case."""


class HazardsSpec(CheckSpec):
    """No ordering errors between threads, on every case. at: the mildest severity that fails."""

    at: Literal["error", "warning"] = "error"


class SharedExcessSpec(CountSpec):
    """Shared-memory wavefronts beyond the ideal."""


class SharedWavefrontsSpec(CountSpec):
    """All shared-memory wavefronts. loads_at_least: shared load requests, as using none is no way to pass."""

    loads_at_least: Count | None = None


class GlobalSectorsSpec(CountSpec):
    """All 32-byte sectors of global memory. loads_at_least: global load requests."""

    loads_at_least: Count | None = None


class DeterminismSpec(StructuralSpec):
    """The same results, bit for bit, in every order of blocks and warps."""

    wishes = frozenset({"orders"})
    by_emulator = True


class ConstantSerialisationSpec(CountSpec):
    """Passes through the cache of constants beyond one a request. reads_at_least: instructions of warps that read
    `__constant__` variables, as using none is no way to pass."""

    wishes = frozenset({"counted", "executed"})
    by_emulator = True

    reads_at_least: Count | None = None


class StableSpec(StructuralSpec):
    """What is moved keeps its order, in every order of blocks and warps."""

    wishes = frozenset({"orders"})
    by_emulator = True


class ForwardProgressSpec(StructuralSpec):
    """The end comes also where a GPU has room for one block at a time, whichever comes first."""

    wishes = frozenset({"alone"})
    by_emulator = True


class AsyncCopiesSpec(StructuralSpec):
    """Asynchronous copies travel while their warp works. hidden_at_least: percent of those that threads wait for whose
    warp has read shared memory in the meantime; copies_at_least: of threads, as using none is no way to pass.
    """

    wishes = frozenset({"counted"})
    by_emulator = True

    hidden_at_least: Annotated[float, Limit(ge=0, le=100, allow_inf_nan=False)]
    copies_at_least: Count = 1


class AtomicsSpec(StructuralSpec):
    """Atomics in each memory space: requests of warps, and passes, as lanes at one address wait for each other.

    global_lanes_at_most: lanes of one request to global memory at one address. How often a loop of compare-and-swap
    goes round hangs on the order of threads; how many lanes of a warp enter it together does not.
    """

    wishes = frozenset({"counted"})
    by_emulator = True

    global_requests_at_most: Count | None = None
    global_passes_at_most: Count | None = None
    shared_requests_at_most: Count | None = None
    shared_passes_at_most: Count | None = None
    global_lanes_at_most: Count | None = None

    def breaches(self) -> Iterator[Breach]:
        """At least one limit."""
        if self.nothing_required():
            yield (), "nothing_required", {}


class DivergenceSpec(StructuralSpec):
    """Branches at which lanes of a warp part, and the share of lanes in step, in percent.

    In step is not at work: lanes that are done and go round a loop with the others are in step, and so are lanes whose
    predicate is false. A kernel of waiting lanes has 100 %. What waiting costs is the number of instructions, so a
    limit on the share wants a `work` check beside it.
    """

    wishes = frozenset({"counted", "executed"})

    branches_at_most: Count | None = None
    efficiency_at_least: Annotated[float, Limit(ge=0, le=100, allow_inf_nan=False)] | None = None

    def breaches(self) -> Iterator[Breach]:
        """At least one limit."""
        if self.nothing_required():
            yield (), "nothing_required", {}


class WorkSpec(CountSpec):
    """Instructions executed by warps, or by parts of a warp that run apart. pipes: at most so many on each."""

    wishes = frozenset({"counted", "executed"})

    pipes: dict[Literal["alu", "fma", "fp64", "xu", "lsu", "cbu", "tensor", "uniform"], Count] = field(
        default_factory=dict
    )


class OccupancySpec(StructuralSpec):
    """Blocks and warps that a multiprocessor holds at once. arch: whose, that of the program if None."""

    blocks_at_least: Count | None = None
    blocks_at_most: Count | None = None
    warps_at_least: Count | None = None
    warps_at_most: Count | None = None
    arch: Annotated[str, Limit(pattern=r"^sm_[0-9]+a?$")] | None = None

    def breaches(self) -> Iterator[Breach]:
        """At least one limit, and none that contradict each other."""
        if self.nothing_required("arch"):
            yield (), "nothing_required", {}
        for name in ("blocks", "warps"):
            low, high = f"{name}_at_least", f"{name}_at_most"
            least, most = getattr(self, low), getattr(self, high)
            if least is not None and most is not None and least > most:
                yield (low,), "bounds_crossed", {"low": low, "high": high}


class BarriersSpec(CountSpec):
    """Block barriers executed, summed over all warps."""


class Ask(Record):
    """One number to predict, as it will be counted in the source lines that contain `at` (all lines without it).

    what: "bank" is that of one lane, in the first request there; "requests", "passes" (of atomics, or of constant
    loads) and "most" (lanes of one atomic request at one address) need a space; "divergent" counts branches at which
    lanes part, "instructions" those that warps execute. Of the launch as a whole: "blocks" and "warps" on a
    multiprocessor at once, "waves" of blocks on an H200 and blocks in the last of them ("tail"). why: shown once it is
    right.
    """

    what: Literal[
        "requests", "wavefronts", "sectors", "excess", "bank", "barriers", "passes", "most", "divergent",
        "instructions", "blocks", "warps", "waves", "tail",
    ]
    at: str = ""
    space: Literal["shared", "global", "constant"] | None = None
    operation: Literal["load", "store", "atomic"] | None = None
    lane: Annotated[int, Limit(ge=0, le=31)] | None = None
    question: LocalizedText
    why: LocalizedText


class PredictionsSpec(StructuralSpec):
    """Numbers that are written down before they are counted. vary: values that macros of the kernel may have."""

    in_part = True
    wishes = frozenset({"counted", "executed"})

    asks: Annotated[tuple[Ask, ...], Limit(min_length=1, strict=False)]
    vary: dict[Macro, Annotated[tuple[Count, ...], Limit(min_length=2, strict=False)]] = field(default_factory=dict)

    def breaches(self) -> Iterator[Breach]:
        """A lane for banks and nothing else, and a space where it is not given by what is counted."""
        for number, ask in enumerate(self.asks):
            if (ask.what == "bank") != (ask.lane is not None):
                yield ("asks", number), "bank_of_a_lane", {}
            if ask.what in ("requests", "excess", "passes", "most") and ask.space is None:
                yield ("asks", number), "no_space", {"what": ask.what}


class ResourcesSpec(StructuralSpec):
    """What the compiler gave the kernel: registers, local and spill bytes a thread, shared bytes a block."""

    registers_at_most: Count | None = None
    local_bytes_at_most: Count | None = None
    spill_bytes_at_most: Count | None = None
    shared_bytes_at_most: Count | None = None
    shared_bytes_at_least: Count | None = None

    def breaches(self) -> Iterator[Breach]:
        """At least one limit, and none that contradict each other."""
        bounds = {name: value for name, value in self.items() if name not in ("points", "case") and value is not None}
        if self.nothing_required():
            yield (), "nothing_required", {}
        low, high = "shared_bytes_at_least", "shared_bytes_at_most"
        if low in bounds and high in bounds and bounds[low] > bounds[high]:
            yield (low,), "bounds_crossed", {"low": low, "high": high}


class MachineCodeSpec(StructuralSpec):
    """Instructions that must, or must not, be in the machine code: `LDS` is any width of it, `LDS.128` that one.

    in_a_row: at least so many of a load that no store to global memory comes between.
    """

    require: Annotated[tuple[Instruction, ...], Limit(strict=False)] = ()
    forbid: Annotated[tuple[Instruction, ...], Limit(strict=False)] = ()
    in_a_row: dict[Instruction, Count] = field(default_factory=dict)

    def breaches(self) -> Iterator[Breach]:
        """At least one instruction required or forbidden, and none both."""
        if not (self.require or self.forbid or self.in_a_row):
            yield (), "nothing_required", {}
        for name in set(self.require) & set(self.forbid):
            yield ("forbid",), "required_and_forbidden", {"name": name}
