"""What all batches of one launch share: the program and its memory, its limits, and what was counted so far."""

from __future__ import annotations

from dataclasses import dataclass, field

from grader.launch import Dim3
from grader.simt.codegen import Program
from grader.simt.counters import Counters
from grader.simt.global_races import GlobalRaces
from grader.simt.memory import GlobalMemory
from grader.simt.memory_unit import Patterns
from grader.simt.printf import Printed
from grader.simt.samples import Samples
from grader.simt.stopwatch import Stopwatch


@dataclass(frozen=True)
class Limits:
    """What one launch may use. steps: instructions, however many threads run them together.

    printed: printf calls of one instruction that are shown.
    """

    thread_instructions: int = 1 << 31
    seconds: float = 8.0
    printed: int = 4096
    steps: int = 1 << 36


@dataclass
class Tally:
    """What a launch has executed so far, over all its batches. steps: as `Limits` has them; visits: threads, by block
    of instructions.
    """

    steps: int = 0
    visits: dict[int, int] = field(default_factory=dict)
    thread_instructions: int = 0
    divergent_branches: int = 0
    barriers: int = 0


@dataclass(frozen=True)
class LaunchState:
    """What all batches of a launch share. symbols: addresses of variables; parameters: the parameter block.

    races: watches global memory. turn: 0, all warps of a batch run together; 1: one after the other, each up to a
    barrier; -1: the last of them first. samples: examples of requests, where they are wanted.
    """

    program: Program
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
