"""What all batches of a launch share, and what they count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

import numpy as np
from numpy.typing import NDArray

from grader.dataclass import dataclass
from grader.launch import Dim3
from grader.simt.clusters import Clusters
from grader.simt.counters import Counters
from grader.simt.global_races import GlobalRaces
from grader.simt.layout import Layout
from grader.simt.limits import Limits
from grader.simt.machine.analysis import Analysis
from grader.simt.machine.constants import ConstantBanks
from grader.simt.machine.heap import Heap
from grader.simt.machine.lowering import Lowering
from grader.simt.machine.walks import Walks
from grader.simt.memory import GlobalMemory
from grader.simt.memory_unit import Needs, Patterns
from grader.simt.patterns import WARP
from grader.simt.printf import Printed
from grader.simt.samples import Samples
from grader.simt.stopwatch import Stopwatch
from grader.simt.tiles import Tiles
from grader.textures import Texture


@dataclass(slots=True)
class Count:
    """Executions of a basic block: by warps, or parts of warps, and by threads."""

    warps: int = 0
    threads: int = 0


@dataclass
class MachineTally:
    """What a launch has executed so far. blocks: by the address of a basic block; held: threads for which
    the guard of the instruction at an address held, if that is counted; divergent: how often the lanes of a warp parted
    at the branch at an address; joined: whether paths of a warp that waited became one; apart: waits for phases, by
    basic block, of lanes that had parted from others of their warp; local: sectors of local memory by instruction, if
    that is counted."""

    steps: int = 0
    thread_instructions: int = 0
    barriers: int = 0
    divergent: dict[int, int] = field(default_factory=dict)
    blocks: dict[int, Count] = field(default_factory=dict)
    held: dict[int, int] = field(default_factory=dict)
    joined: bool = False
    apart: set[int] = field(default_factory=set)
    local: dict[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Order:
    """An order other than all warps of a batch at once: its parts run one after the other, each up to a barrier.

    backwards: the last comes first, of parts, and of lanes that meet. warps: parts into which the warps of a block are
    divided, blocks: the blocks of a batch. turning: no part goes ahead by more than a barrier, and behind the
    first one the order is reversed: who drew the first ticket comes last. late: a part that, behind its first barrier,
    goes on only where all others end or wait.
    """

    backwards: bool
    warps: int
    blocks: int = 1
    turning: bool = False
    late: int | None = None

    def parts(self, layout: Layout) -> NDArray[np.int64]:
        """For each warp the part of the batch to which it belongs: the parts run one after the other."""
        warps, blocks = layout.padded // WARP, layout.blocks
        of_warps = np.arange(warps) * min(warps, self.warps) // warps
        of_blocks = np.arange(blocks) * min(blocks, self.blocks) // blocks
        part = of_blocks[:, None] * self.warps + of_warps
        return np.asarray(-part if self.backwards else part).reshape(-1)


_PHASE = 1 << 20  # more parts than a batch has


def turned(part: NDArray[np.int64], which: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The parts of warps, some of which come to a barrier: behind all others, and in reverse if it is the first."""
    phase, place = np.divmod(part, _PHASE)
    return np.where(which, (phase + 1) * _PHASE + np.where(phase > 0, place, _PHASE - 1 - place), part)


@dataclass(frozen=True)
class MachineState:
    """A launch. system_calls: names of functions of the system by the address at which they are called.

    races: tracks global memory. order: None, all at once. samples: of requests, and walks: of warps, if requested.
    """

    analysis: Analysis
    needs: Needs
    memory: GlobalMemory
    constants: ConstantBanks
    grid: Dim3
    block: Dim3
    limits: Limits
    printed: Printed
    stopwatch: Stopwatch
    system_calls: dict[int, str]
    heap: Heap
    clusters: Clusters
    patterns: Patterns
    counters: Counters = field(default_factory=Counters)
    tally: MachineTally = field(default_factory=MachineTally)
    races: GlobalRaces | None = None
    order: Order | None = None
    samples: Samples | None = None
    walks: Walks | None = None
    textures: Mapping[int, Texture] = field(default_factory=dict)
    tiles: Mapping[int, Tiles] = field(default_factory=dict)

    @property
    def lowering(self) -> Lowering:
        """Of the code that runs."""
        return self.analysis.lowering
