"""What is known of one variant: why it was discarded, or what it costs, and how fast a GPU runs it."""

from __future__ import annotations

from typing import Annotated, Literal

from grader.course.values import LocalizedText
from grader.records import Limit, Record

_Number = Annotated[int, Limit(ge=0, le=1 << 53)]
_Text = Annotated[str, Limit(max_length=2000)]
_Finite = Annotated[float, Limit(ge=0, allow_inf_nan=False)]

# In the order in which variants are discarded. counted: the variant is not.
Fate = Literal["threads", "compile", "shared", "spills", "registers", "launch", "fault", "wrong", "hazard", "stopped",
               "counted"]  # fmt: skip
FATES: tuple[Fate, ...] = ("threads", "compile", "shared", "spills", "registers", "launch", "fault", "wrong", "hazard",
                           "stopped", "counted")  # fmt: skip


class Costs(Record):
    """What one launch of the tuning case executes. ffma: FFMA instructions of warps; instructions: all of them;
    wavefronts, excess: in shared memory; sectors: of global memory. exact: whether the memory counts are those of the
    hardware.
    """

    ffma: _Number
    instructions: _Number
    wavefronts: _Number
    excess: _Number
    sectors: _Number
    exact: bool


class Weighed(Record):
    """One variant as the compiler and the emulator know it.

    why: the reason in words; kind: what reasons of this fate are told apart by, if by anything. registers, local_bytes
    (stack and spills): per thread. shared_bytes: static and dynamic, per block. blocks, warps: on one multiprocessor at
    once; limited_by: as of Occupancy. costs: of a variant that is right.
    """

    version: Literal[1] = 1
    fate: Fate
    why: LocalizedText | None = None
    kind: _Text | None = None
    threads: _Number
    registers: _Number | None = None
    local_bytes: _Number | None = None
    shared_bytes: _Number | None = None
    blocks: _Number | None = None
    warps: _Number | None = None
    limited_by: Annotated[tuple[_Text, ...], Limit(strict=False)] = ()
    costs: Costs | None = None


class Raced(Record):
    """One variant as a GPU timed it, in turns with the vendor's routine.

    ms, library_ms: medians. ratio: speed over the routine's; spread: half width of its confidence interval, relative;
    doubtful: whether the times allow no verdict. why: it has no time.
    """

    version: Literal[1] = 1
    why: LocalizedText | None = None
    ms: _Finite = 0.0
    library_ms: _Finite = 0.0
    ratio: _Finite = 0.0
    spread: _Finite = 0.0
    doubtful: bool = False
