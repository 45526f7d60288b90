"""Which lanes execute the copies of an unrolled loop together.

ptxas unrolls short loops with an unknown number of iterations (often after the front end has done so once, as seen in
the PTX): four iterations at a time as long as possible, then two, then one. Lanes with 5 and 7 iterations do the first
four together, and the rest with different instructions. So a warp issues other requests than without unrolling. This
form is recognised by the number of copies of an access between the branches of the machine code.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from grader.toolchain.program import MachineInstruction

Ints = NDArray[np.int64]
CHUNKS = (4, 2, 1)
# Copies between one branch and the next, by address. The last two chunks may have predicates instead of branches; one
# copy in front is for a counter that wraps around, which never happens.
_UNROLLED = frozenset({(4, 2, 1), (4, 3), (1, 4, 2, 1)})


def is_unrolled(copies: Sequence[MachineInstruction], branches: Sequence[int]) -> bool:
    """Whether these machine instructions, all made from one access, are the copies of an unrolled loop.

    branches: addresses of the kernel's branches, ascending.
    """
    counts = Counter(bisect_right(branches, i.address) for i in copies)
    return tuple(counts[segment] for segment in sorted(counts)) in _UNROLLED


def places(rounds: Ints) -> Iterator[Ints]:
    """The iteration of each lane at every copy that a warp executes, in order; -1 for inactive lanes.

    rounds: number of iterations of each lane.
    """
    done = np.zeros_like(rounds)
    for size in CHUNKS:
        times = (rounds - done) // size
        for turn in range(int(times.max(initial=0))):
            for copy in range(size):
                yield np.where(times > turn, done + turn * size + copy, -1)
        done = done + times * size
