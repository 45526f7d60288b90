"""The state shared by all batches of a launch: the program and its memory, limits, and counts."""

from __future__ import annotations

from dataclasses import field

from grader.dataclass import dataclass
from grader.launch import Dim3
from grader.simt.codegen import GeneratedCode
from grader.simt.counters import Counters
from grader.simt.global_races import GlobalRaces
from grader.simt.memory import GlobalMemory
from grader.simt.memory_unit import Patterns
from grader.simt.printf import Printed
from grader.simt.samples import Samples
from grader.simt.stopwatch import Stopwatch


@dataclass(frozen=True)
class Limits:
    """Limits of one launch. steps: instructions, counted once for all threads that run them together.

    printed: printf calls of one instruction that are shown.
    """

    thread_instructions: int = 1 << 31
    seconds: float = 8.0
    printed: int = 4096
    steps: int = 1 << 36


@dataclass
class Tally:
    """What a launch has executed so far, in all its batches. steps: as in `Limits`; visits: threads by basic block."""

    steps: int = 0
    visits: dict[int, int] = field(default_factory=dict)
    thread_instructions: int = 0
    divergent_branches: int = 0
    barriers: int = 0


@dataclass(frozen=True)
class LaunchState:
    """The state shared by all batches of a launch. symbols: addresses of variables; parameters: the parameter block.

    races: tracks global memory. turn: 0, all warps of a batch run together; 1: one after the other, each up to a
    barrier; -1: in reverse order. samples: of requests, if requested.
    """

    program: GeneratedCode
    memory: GlobalMemory
    symbols: dict[str, int]
    parameters: bytes
    grid: Dim3
    block: Dim3
    dynamic_shared: int
    limits: Limits
    printed: Printed
    stopwatch: Stopwatch
    counters: Counters = field(default_factory=Counters)
    tally: Tally = field(default_factory=Tally)
    patterns: Patterns = field(default_factory=dict)
    races: GlobalRaces | None = None
    turn: int = 0
    samples: Samples | None = None
