"""Which lanes meet in the copies of an unrolled loop.

ptxas unrolls short loops whose number of rounds it does not know (the compiler in front of it has often done so once
already, which the PTX shows): four rounds at once as often as they fit, then two, then one. A lane of 5 rounds and one
of 7 meet in the first four, and at the end each does what is left by other instructions. So a warp issues other
requests than a loop that goes round by round. That a loop was unrolled so is read from how many copies of an access
stand between the branches of the machine code.
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
# Copies between one branch and the next, in the order of addresses. The last two chunks may have predicates instead of
# branches; one copy in front is for a counter that wraps around, which no lane's does.
_UNROLLED = frozenset({(4, 2, 1), (4, 3), (1, 4, 2, 1)})


def is_unrolled(copies: Sequence[MachineInstruction], branches: Sequence[int]) -> bool:
    """Are these machine instructions, all made from one access, the copies of an unrolled loop?

    branches: addresses of the kernel's branches, ascending.
    """
    counts = Counter(bisect_right(branches, i.address) for i in copies)
    return tuple(counts[segment] for segment in sorted(counts)) in _UNROLLED


def places(rounds: Ints) -> Iterator[Ints]:
    """Which round each lane does at every copy that a warp comes to, one after another; -1 where it does none there.

    rounds: how many each lane does.
    """
    done = np.zeros_like(rounds)
    for size in CHUNKS:
        times = (rounds - done) // size
        for turn in range(int(times.max(initial=0))):
            for copy in range(size):
                yield np.where(times > turn, done + turn * size + copy, -1)
        done = done + times * size
