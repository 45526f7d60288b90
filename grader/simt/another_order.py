"""Whether the order of warps matters: repeats a launch, warp after warp, in ascending and in descending order.

Nothing orders blocks, nor the warps of a block between two barriers: a GPU may run them in any order. If two orders
leave different memory contents, no result of the kernel can be relied on.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from grader.simt import arithmetic
from grader.simt.counters import Counters
from grader.simt.executor import Executor
from grader.simt.launch_state import LaunchState, Limits, Tally
from grader.simt.memory import GlobalMemory, KernelFault
from grader.simt.patterns import WARP
from grader.simt.printf import Printed
from grader.simt.ptx import Unsupported
from grader.simt.stopwatch import Stopwatch

_SECONDS = 2.0
_MOST_PARTS = 512  # run one after the other


def order_matters(state: LaunchState, fresh: Callable[[], GlobalMemory], most_blocks: int) -> bool | None:
    """Whether the order of warps changes the contents of global memory; None if that takes more than two seconds.

    state: of the launch after its end; fresh: its memory before. most_blocks: blocks that fit into a batch.
    """
    limits = replace(Limits(), seconds=min(_SECONDS, state.limits.seconds), printed=0)
    blocks, warps = math.prod(state.grid), -(-math.prod(state.block) // WARP)
    in_a_batch = min(most_blocks, max(1, -(-blocks * warps // _MOST_PARTS)))
    batches = [np.arange(i, min(i + in_a_batch, blocks), dtype=np.int64) for i in range(0, blocks, in_a_batch)]
    for turn in (1, -1):
        memory = fresh()
        other = replace(state, memory=memory, counters=Counters(), tally=Tally(), patterns={}, races=None, turn=turn,
                        printed=Printed(1), limits=limits, stopwatch=Stopwatch(), samples=None)  # fmt: skip
        try:
            with np.errstate(all="ignore", under="call", call=arithmetic.note_underflow):
                for batch in batches[::turn]:
                    Executor(other, batch).run()
        except (KernelFault, Unsupported):
            return None
        if not np.array_equal(state.memory.storage.bytes, memory.storage.bytes):
            return True
    return False
