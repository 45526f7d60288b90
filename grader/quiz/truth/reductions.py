"""Trees of a block in shared memory, shuffles, and sums that round at every addition."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from grader.dataclass import dataclass
from grader.quiz.truth.costs import WARP, SharedCost, shared_cost
from grader.quiz.truth.geometry import tiles
from grader.simt.wavefronts import WORD


@dataclass(frozen=True, slots=True)
class TreeCost:
    """A block's tree: warps with a thread that adds, over all steps, and what its shared memory is asked for."""

    busy: int
    requests: int
    wavefronts: int
    steps: tuple[int, ...]  # busy warps, step by step

    @property
    def excess(self) -> int:
        """Wavefronts beyond one for each request: every access is of 4 bytes a lane."""
        return self.wavefronts - self.requests


def tree_cost(order: str, threads: int) -> TreeCost:
    """A tree over one word of each thread: the store of every word, the steps, and the load of the result.

    order: "remainder", thread t adds word t + d to word t if 2 d divides t; "strided", thread t adds word
    2 d t + d to word 2 d t; "sequential", thread t < d adds word t + d to word t. A step is two loads and a store of
    each busy warp. Raises ValueError for another order, or where threads is no power of two of whole warps.
    """
    if threads % WARP or threads & (threads - 1):
        raise ValueError(f"a tree of {threads} threads is none of whole warps that can be halved")
    steps = tuple(tree_step(order, threads, 1 << k) for k in range(threads.bit_length() - 1))
    if order == "sequential":
        steps = steps[::-1]
    busy = tuple(each.ideal // 3 for each in steps)
    around = threads // WARP + 1
    return TreeCost(sum(busy), around + 3 * sum(busy), around + sum(each.wavefronts for each in steps), busy)


def tree_step(order: str, threads: int, distance: int) -> SharedCost:
    """One step of `tree_cost`. distance: the d of its orders, 1, 2, 4 ... threads / 2."""
    thread = np.arange(threads)
    works, word = {
        "remainder": (thread % (2 * distance) == 0, thread),
        "strided": (2 * distance * thread < threads, 2 * distance * thread),
        "sequential": (thread < distance, thread),
    }.get(order, (None, None))
    if works is None or word is None:
        raise ValueError(f'an order is "remainder", "strided" or "sequential", not {order!r}')
    cost = SharedCost(0, 0)
    for first in range(0, threads, WARP):
        lanes = slice(first, first + WARP)
        if works[lanes].any():
            for operation, offset in (("load", 0), ("load", distance), ("store", 0)):
                cost += shared_cost((word[lanes] + offset) * WORD, works[lanes], WORD, operation)
    return cost


def arrivals(threads: int, radix: int) -> int:
    """Warps that come to a barrier in a tree whose steps leave one of `radix` words, one barrier a step.

    Raises ValueError if threads is no power of radix.
    """
    left, steps = threads, 0
    while left > 1:
        if left % radix:
            raise ValueError(f"{threads} is no power of {radix}")
        left, steps = left // radix, steps + 1
    return steps * tiles(threads, WARP)


def shuffled_down(values: Sequence[int], distances: Sequence[int]) -> tuple[int, ...]:
    """What each lane holds after it added, for each distance, the value of the lane so much further on.

    A lane without one gets its own value back, as __shfl_down_sync gives it.
    """
    held = list(values)
    for distance in distances:
        held = [
            mine + (held[lane + distance] if lane + distance < len(held) else mine) for lane, mine in enumerate(held)
        ]
    return tuple(held)


def chain_sum(values: Sequence[float]) -> float:
    """The sum in single precision, from the first to the last."""
    total = np.float32(0)
    for value in values:
        total = np.float32(total + np.float32(value))
    return float(total)


def tree_sum(values: Sequence[float]) -> float:
    """The sum in single precision by a tree, the front half taking the back half; as many values as a power of two."""
    held = np.array(values, np.float32)
    while held.size > 1:
        held = held[: held.size // 2] + held[held.size // 2 :]
    return float(held[0])
